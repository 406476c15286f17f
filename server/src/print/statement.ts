import type { Currency } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import {
  currencySymbol,
  EMPTY,
  formatDate,
  formatPriceWithoutUnit,
  formatTonnesWithoutUnit,
} from '@spichlerz/shared/words/figures';
import { type Letterhead, letterhead, panels, SMALL_SIZE, signatures, table } from './layout.ts';
import { companyPanel, type PrintedContractor, partyPanel } from './party.ts';
import type { Printout } from './printout.ts';

/** A row of the statement: a transport, or one option of a sale that was split. */
export type StatementLine = {
  readonly transportId: number;
  readonly contract: string;
  readonly rawMaterial: string;
  readonly registrationNumber: string;
  readonly deliverDate: string | null;
  readonly quality: string;
  readonly loadedKg: number | null;
  /** Null in all but the first option of a split sale, because the options share one unloading. */
  readonly unloadedKg: number | null;
  readonly acceptedKg: number;
  readonly contractPrice: number;
  readonly price: number;
  readonly amount: number;
  /** Ticket numbers, readings and deductions, one sentence each. */
  readonly notes: readonly string[];
};

/** The part of a statement that is stored. */
export type PrintedStatement = {
  readonly contractor: PrintedContractor;
  readonly currency: Currency;
  readonly lines: readonly StatementLine[];
};

type Parts = PrintedStatement & {
  readonly number: string;
  readonly side: Side;
  /** The day of the statement, not of the printing, as DD/MM/YYYY. */
  readonly day: string;
};

const KIND = 'Rozliczenie';
const CONTRACTOR: BySide<string> = { purchase: 'Dostawca', sales: 'Odbiorca' };

const tonnes = (kg: number | null) => (kg === null ? EMPTY : formatTonnesWithoutUnit(kg));

/** Prints how each transport was settled, with the contract price next to the price after deductions. */
export function statement(head: Letterhead, parts: Parts): Printout {
  const { number, side, contractor, currency, lines } = parts;
  const symbol = currencySymbol(currency);
  const sum = (of: (line: StatementLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    title: `${KIND} ${number}`,
    issuer: head.company.name,
    content: [
      ...letterhead(head, { kind: KIND, number }),
      panels(companyPanel('Wystawca', head.company), partyPanel(CONTRACTOR[side], contractor)),
      { text: `Data rozliczenia: ${parts.day}`, margin: [0, 0, 0, 8] },
      table<StatementLine>(
        [
          { header: 'Lp.', width: 16, cell: (_line, index) => String(index + 1) },
          { header: 'Data dostawy', width: 50, cell: ({ deliverDate }) => formatDate(deliverDate) },
          {
            header: 'Nr rejestracyjny',
            width: 60,
            cell: ({ registrationNumber }) => registrationNumber,
            total: 'Razem',
          },
          {
            header: 'Załad. (t)',
            width: 40,
            isFigure: true,
            // the options of a split sale share one loading
            cell: ({ transportId, loadedKg }, index) =>
              lines[index - 1]?.transportId === transportId ? '' : tonnes(loadedKg),
          },
          {
            header: 'Rozład. (t)',
            width: 44,
            isFigure: true,
            cell: ({ unloadedKg }) => (unloadedKg === null ? '' : tonnes(unloadedKg)),
            total: tonnes(sum(({ unloadedKg }) => unloadedKg ?? 0)),
          },
          {
            header: 'Rozlicz. (t)',
            width: 44,
            isFigure: true,
            cell: ({ acceptedKg }) => tonnes(acceptedKg),
            total: tonnes(sum(({ acceptedKg }) => acceptedKg)),
          },
          {
            header: `Cena umowna (${symbol}/t)`,
            width: 62,
            isFigure: true,
            cell: ({ contractPrice }) => formatPriceWithoutUnit(contractPrice),
          },
          {
            header: `Cena netto (${symbol}/t)`,
            width: 52,
            isFigure: true,
            cell: ({ price }) => formatPriceWithoutUnit(price),
          },
          {
            header: `Kwota netto (${symbol})`,
            width: '*',
            isFigure: true,
            cell: ({ amount }) => formatPriceWithoutUnit(amount),
            total: formatPriceWithoutUnit(sum(({ amount }) => amount)),
          },
        ],
        lines,
        {
          fontSize: SMALL_SIZE,
          note: ({ contract, rawMaterial, quality, notes }) =>
            [`Kontrakt ${contract}, ${rawMaterial}, ${quality}`, ...notes].join('. '),
        },
      ),
      { text: 'Cena netto jest ceną po potrąceniach i dopłatach.', fontSize: SMALL_SIZE },
      signatures('Wystawca', CONTRACTOR[side]),
    ],
  };
}

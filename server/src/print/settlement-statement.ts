import { paidKg } from '@spichlerz/shared/domain/settlement';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { SettlementRow } from '@spichlerz/shared/wire/settlements';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import {
  currencySymbol,
  formatDate,
  formatPriceWithoutUnit,
  formatTonnesWithoutUnit,
  orEmpty,
} from '@spichlerz/shared/words/figures';
import { type Letterhead, letterhead, panels, SMALL_SIZE, signatures, table } from './layout.ts';
import { type PrintedContractor, partyPanel } from './party.ts';
import type { Printout } from './printout.ts';

type Parts = {
  readonly contract: ContractRecord;
  readonly contractor: PrintedContractor;
  /** The transports of sent statements; each amount is rounded separately. */
  readonly transports: readonly SettlementRow[];
};

const KIND = 'Zestawienie rozliczenia';

/** Prints the payment for each transport of a supplier. */
export function settlementStatement(head: Letterhead, { contract, contractor, transports }: Parts): Printout {
  const number = `kontrakt zakupu ${contractNumber(contract)}`;
  const currency = currencySymbol(contract.currency);
  const hasAccepted = transports.some(({ acceptedQuantity }) => acceptedQuantity !== null);
  const sum = (of: (transport: SettlementRow) => number) =>
    transports.reduce((total, transport) => total + of(transport), 0);
  return {
    title: `${KIND}, ${number}`,
    issuer: head.company.name,
    content: [
      ...letterhead(head, { kind: KIND, number }),
      panels(partyPanel('Dostawca', contractor), {
        title: 'Surowiec',
        name: contract.rawMaterial.name,
        lines: [contract.rawMaterialQualityTitle],
      }),
      table<SettlementRow>(
        [
          { header: 'Lp.', width: 16, cell: (_transport, index) => String(index + 1) },
          {
            header: 'Data dostawy',
            width: 52,
            cell: (transport) => formatDate(transport.purchaseDeliverDate),
          },
          {
            header: 'Nr rejestracyjny',
            width: 65,
            cell: (transport) => transport.registrationNumber,
            total: 'Razem',
          },
          {
            header: 'Jakość',
            width: hasAccepted ? '*' : 64,
            cell: (transport) => transport.realPurchaseCargoQuality,
          },
          {
            header: 'Ilość (t)',
            width: 44,
            isFigure: true,
            cell: (transport) => formatTonnesWithoutUnit(transport.realQuantityKg),
            total: formatTonnesWithoutUnit(sum((transport) => transport.realQuantityKg)),
          },
          ...(hasAccepted
            ? [
                {
                  header: 'Ilość rozliczeniowa (t)',
                  width: 62,
                  isFigure: true as const,
                  cell: (transport: SettlementRow) => formatTonnesWithoutUnit(paidKg(transport)),
                  total: formatTonnesWithoutUnit(sum(paidKg)),
                },
              ]
            : []),
          {
            header: `Cena (${currency}/t)`,
            width: 48,
            isFigure: true,
            cell: (transport) => formatPriceWithoutUnit(transport.realPurchaseCargoPrice),
          },
          {
            header: `Kwota (${currency})`,
            width: 60,
            isFigure: true,
            cell: (transport) => formatPriceWithoutUnit(transport.amount),
            total: formatPriceWithoutUnit(sum((transport) => transport.amount)),
          },
          // deductions by rules are long, so the note below the row shows them
          ...(hasAccepted
            ? []
            : [
                {
                  header: 'Potrącenia',
                  width: '*' as const,
                  cell: (transport: SettlementRow) => orEmpty(transport.deductions),
                },
              ]),
        ],
        transports,
        {
          fontSize: SMALL_SIZE,
          note: ({ deductions }) =>
            hasAccepted && deductions ? `Potrącenia i dopłaty: ${deductions}` : null,
        },
      ),
      { text: 'Cena za tonę jest ceną po potrąceniach i dopłatach.', fontSize: SMALL_SIZE },
      signatures('Kupujący', 'Dostawca'),
    ],
  };
}

import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { SettlementRow } from '@spichlerz/shared/wire/settlements';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDate, formatTonnesWithoutUnit } from '@spichlerz/shared/words/figures';
import { type Letterhead, letterhead, panels, SMALL_SIZE, signatures, table } from './layout.ts';
import { type PrintedContractor, partyPanel } from './party.ts';
import type { Printout } from './printout.ts';

type Parts = {
  readonly contract: ContractRecord;
  readonly contractor: PrintedContractor;
  readonly transports: readonly SettlementRow[];
};

const KIND = 'Lista dostaw';

/** A row of the list: a transport, or one option of a transport that was sold in several options. */
type Line = { readonly transport: SettlementRow; readonly quantityKg: number; readonly quality: string };

const linesOf = (transport: SettlementRow): Line[] =>
  transport.options.map((option) => ({
    transport,
    quantityKg: option.realQuantityKg,
    quality: option.realCargoQuality,
  }));

/** Prints the delivered transports for a recipient, with a row for each option. */
export function deliveryList(head: Letterhead, { contract, contractor, transports }: Parts): Printout {
  const number = `kontrakt sprzedaży ${contractNumber(contract)}`;
  const lines = transports.flatMap(linesOf);
  const sumKg = lines.reduce((total, { quantityKg }) => total + quantityKg, 0);
  return {
    title: `${KIND}, ${number}`,
    issuer: head.company.name,
    content: [
      ...letterhead(head, { kind: KIND, number }),
      panels(partyPanel('Odbiorca', contractor), {
        title: 'Surowiec',
        name: contract.rawMaterial.name,
        lines: [contract.rawMaterialQualityTitle],
      }),
      table<Line>(
        [
          { header: 'Lp.', width: 18, cell: (_line, index) => String(index + 1) },
          { header: 'Załadunek', width: 56, cell: ({ transport }) => formatDate(transport.dateLoading) },
          {
            header: 'Data dostawy',
            width: 56,
            cell: ({ transport }) => formatDate(transport.salesDeliverDate),
          },
          {
            header: 'Nr rejestracyjny',
            width: 90,
            cell: ({ transport }) => transport.registrationNumber,
            total: 'Razem',
          },
          { header: 'Nr naczepy', width: 90, cell: ({ transport }) => transport.trailerNumber },
          { header: 'Jakość', width: '*', cell: ({ quality }) => quality },
          {
            header: 'Ilość (t)',
            width: 60,
            isFigure: true,
            cell: ({ quantityKg }) => formatTonnesWithoutUnit(quantityKg),
            total: formatTonnesWithoutUnit(sumKg),
          },
        ],
        lines,
        { fontSize: SMALL_SIZE },
      ),
      signatures('Sprzedający', 'Odbiorca'),
    ],
  };
}

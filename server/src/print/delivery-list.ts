import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { SettlementRow } from '@spichlerz/shared/wire/settlements';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDate, formatTonnesBare } from '@spichlerz/shared/words/figures';
import { type Letterhead, letterhead, panels, SMALL_SIZE, signatures, table } from './layout.ts';
import { type PrintedContractor, partyPanel } from './party.ts';
import type { Printout } from './printout.ts';

type Parts = {
  readonly contract: ContractRecord;
  readonly contractor: PrintedContractor;
  readonly trucks: readonly SettlementRow[];
};

const KIND = 'Lista dostaw';

/** What a recipient got, truck by truck. */
export function deliveryList(head: Letterhead, { contract, contractor, trucks }: Parts): Printout {
  const number = `kontrakt sprzedaży ${contractNumber(contract)}`;
  const sumKg = trucks.reduce((total, truck) => total + truck.realCargoQuantity, 0);
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
      table<SettlementRow>(
        [
          { header: 'Lp.', width: 18, cell: (_truck, index) => String(index + 1) },
          { header: 'Załadunek', width: 56, cell: (truck) => formatDate(truck.dateLoading) },
          { header: 'Data dostawy', width: 56, cell: (truck) => formatDate(truck.salesDeliverDate) },
          {
            header: 'Nr rejestracyjny',
            width: 90,
            cell: (truck) => truck.registrationNumber,
            total: 'Razem',
          },
          { header: 'Nr naczepy', width: 90, cell: (truck) => truck.trailerNumber },
          { header: 'Jakość', width: '*', cell: qualitiesOf },
          {
            header: 'Ilość (t)',
            width: 60,
            isFigure: true,
            cell: (truck) => formatTonnesBare(truck.realCargoQuantity),
            total: formatTonnesBare(sumKg),
          },
        ],
        trucks,
        SMALL_SIZE,
      ),
      signatures('Sprzedający', 'Odbiorca'),
    ],
  };
}

/** A truck may be sold in parts of several qualities. */
function qualitiesOf({ options }: SettlementRow): string {
  return [...new Set(options.map((option) => option.realCargoQuality))].join(', ');
}

import type { BySide } from '../domain/side.ts';

type SideLabels = {
  /** The kind of contract: Kontrakt zakupu. */
  contract: string;
  contracts: string;
  /** Used in "do kontraktu zakupu". */
  contractGenitive: string;
  contractor: string;
  contractors: string;
  contractorGenitive: string;
  /** The remaining quantity: Do odbioru, Do dostarczenia. */
  remaining: string;
  /** The days of the receipt range: Termin odbioru, Termin dostawy. */
  receiptDates: string;
  freightPlace: string;
};

export const SIDE_LABELS: BySide<SideLabels> = {
  purchase: {
    contract: 'Kontrakt zakupu',
    contracts: 'Kontrakty zakupu',
    contractGenitive: 'kontraktu zakupu',
    contractor: 'Dostawca',
    contractors: 'Dostawcy',
    contractorGenitive: 'dostawcy',
    remaining: 'Do odbioru',
    receiptDates: 'Termin odbioru',
    freightPlace: 'Miejsce załadunku',
  },
  sales: {
    contract: 'Kontrakt sprzedaży',
    contracts: 'Kontrakty sprzedaży',
    contractGenitive: 'kontraktu sprzedaży',
    contractor: 'Odbiorca',
    contractors: 'Odbiorcy',
    contractorGenitive: 'odbiorcy',
    remaining: 'Do dostarczenia',
    receiptDates: 'Termin dostawy',
    freightPlace: 'Miejsce rozładunku',
  },
};

import { CONTRACT_STATUSES, type ContractStatus } from '@spichlerz/shared/domain/contract';
import { matchesSearch } from '@spichlerz/shared/domain/search';
import type { OptionSource } from '../../ui/field/search-select-field.tsx';

export type SandboxRow = {
  id: number;
  documentNumber: string;
  supplier: string;
  status: ContractStatus;
  quantity: number;
  delivered: number;
  inDelivery: number;
  allocated: number;
  price: number;
  from: string;
  to: string;
  place: string;
  owner: string;
  comments: string | null;
  isGmp: boolean;
  isCert: boolean;
};

const SUPPLIERS = [
  'Gospodarstwo Rolne Jan Żółkiewski',
  'Agro-Łąka sp. z o.o.',
  'Przedsiębiorstwo Rolno-Handlowe „Źdźbło” Kowalczyk i Wspólnicy sp.j.',
  'Rolnicza Spółdzielnia Produkcyjna w Świętajnie',
];
const PLACES = ['FCA Brzeg Dolny', 'CPT Gdynia', 'FCA Środa Wielkopolska', 'CPT Świnoujście'];
const OWNERS = ['Anna Wójcik', 'Piotr Dąbrowski'];

/** Fixed data, so that screenshots of this page can be compared. */
export const SANDBOX_ROWS: readonly SandboxRow[] = Array.from({ length: 42 }, (_, index) => {
  const quantity = 25_000 * (1 + ((index * 7) % 60));
  const delivered = Math.floor((quantity * ((index * 13) % 70)) / 100);
  const inDelivery = index % 3 === 0 ? 50_000 : 0;
  return {
    id: index + 1,
    documentNumber: `Z/2026/${String(index + 1).padStart(4, '0')}`,
    supplier: SUPPLIERS[index % SUPPLIERS.length] ?? '',
    status: CONTRACT_STATUSES[index % CONTRACT_STATUSES.length] ?? 'NEW',
    quantity,
    delivered,
    inDelivery,
    allocated: Math.floor(quantity / 8),
    price: 75_000 + ((index * 1_137) % 20_000),
    from: `2026-${String(7 + (index % 5)).padStart(2, '0')}-05`,
    to: `2026-${String(8 + (index % 5)).padStart(2, '0')}-20`,
    place: PLACES[index % PLACES.length] ?? '',
    owner: OWNERS[index % OWNERS.length] ?? '',
    comments: index % 4 === 0 ? 'Odbiór tylko w godzinach 6–14, wjazd od strony silosu numer trzy.' : null,
    isGmp: index % 2 === 0,
    isCert: index % 5 === 0,
  };
});

/** Simulates a server search with a delay. */
export const SANDBOX_SUPPLIERS: OptionSource = {
  cacheKey: ['sandbox', 'suppliers'],
  load: async (search, selected) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return SANDBOX_ROWS.filter((row) => row.id === selected || matchesSearch(row.supplier, search))
      .slice(0, 20)
      .map((row) => ({ value: row.id, label: `${row.supplier} ${row.id}`, hint: row.place }));
  },
};

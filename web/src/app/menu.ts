import type { Role } from '@spichlerz/shared/domain/role';
import {
  IconArrowsExchange,
  IconChartBar,
  IconDatabase,
  IconFileInvoice,
  IconFileText,
  IconReportMoney,
  IconTruck,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';

export type MenuLink = { readonly label: string; readonly to: string };
export type MenuEntry = {
  readonly label: string;
  readonly icon: TablerIcon;
  readonly role?: Role;
} & ({ readonly to: string } | { readonly under: readonly MenuLink[] });

const MENU: readonly MenuEntry[] = [
  { label: 'Pozycje', icon: IconChartBar, to: '/positions' },
  {
    label: 'Kontrakty',
    icon: IconFileText,
    under: [
      { label: 'Kontrakty sprzedaży', to: '/contract/sale-list' },
      { label: 'Kontrakty zakupu', to: '/contract/purchase-list' },
    ],
  },
  { label: 'Alokacje', icon: IconArrowsExchange, to: '/allocations' },
  {
    label: 'Dane',
    icon: IconDatabase,
    under: [
      { label: 'Dostawcy', to: '/data/supplier-list' },
      { label: 'Odbiorcy', to: '/data/recipient-list' },
      { label: 'Przewoźnicy', to: '/data/carrier-list' },
      { label: 'Surowce', to: '/data/raw-material-list' },
    ],
  },
  { label: 'Logistyka', icon: IconTruck, to: '/logistics' },
  { label: 'Faktury', icon: IconFileInvoice, to: '/invoices' },
  { label: 'Marże', icon: IconReportMoney, to: '/margins' },
  { label: 'Użytkownicy', icon: IconUsers, role: 'ADMIN', to: '/users' },
];

export function menuFor(role: Role): readonly MenuEntry[] {
  return MENU.filter(isFor(role));
}

const isFor =
  (role: Role) =>
  (entry: { readonly role?: Role }): boolean =>
    entry.role === undefined || entry.role === role;

const ACTIONS: readonly (MenuLink & { readonly role?: Role })[] = [
  { label: 'Nowy kontrakt sprzedaży', to: '/contract/sale-list/form' },
  { label: 'Nowy kontrakt zakupu', to: '/contract/purchase-list/form' },
  { label: 'Nowy dostawca', to: '/data/supplier-list/form' },
  { label: 'Nowy odbiorca', to: '/data/recipient-list/form' },
  { label: 'Nowy przewoźnik', to: '/data/carrier-list/form' },
  { label: 'Nowy surowiec', role: 'ADMIN', to: '/data/raw-material-list/form' },
  { label: 'Wczytaj listę rozładunków', to: '/logistics/unloading-list' },
  { label: 'Nowy użytkownik', role: 'ADMIN', to: '/user/create' },
];

/** The screens and actions that the search offers to a role. */
export function placesFor(role: Role): readonly MenuLink[] {
  const screens = menuFor(role).flatMap((entry) => ('to' in entry ? [entry] : entry.under));
  return [...screens, { label: 'Moje konto', to: '/my-account' }, ...ACTIONS.filter(isFor(role))];
}

/**
 * The form for a new user. Unlike other forms, its path does not start with the path of its menu entry, /users.
 */
const NEW_USER_PATH = '/user/create';

export function isActiveEntry(path: string, to: string): boolean {
  if (path === NEW_USER_PATH) return to === '/users';
  return path === to || path.startsWith(`${to}/`);
}

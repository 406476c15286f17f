import { Center } from '@mantine/core';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  redirect,
  useMatches,
} from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { isServerReachable } from '../api/send.ts';
import { FailedState } from '../ui/table/list-outcome.tsx';
import {
  type RouterContext,
  redirectHome,
  redirectToRawMaterial,
  redirectToView,
  requireAdmin,
  requireRecordId,
  requireSignedOut,
  requireSignIn,
} from './guards.ts';
import { Layout } from './layout.tsx';
import type { Crumb } from './page-breadcrumbs.tsx';
import { loadContract, loadContracts } from './preload.ts';
import { queryClient } from './query-client.ts';
import { type PageSearch, parseSearch, stringifySearch } from './search-codec.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  // Search parameters stay plain text. Each list parses them by its own definition, which loads with its page.
  validateSearch: (search: PageSearch) => search,
});

const CONTRACTS: Crumb = { label: 'Kontrakty' };
const PURCHASES: Crumb = { label: 'Kontrakty zakupu', to: '/contract/purchase-list' };
const SALES: Crumb = { label: 'Kontrakty sprzedaży', to: '/contract/sale-list' };
const DATA: Crumb = { label: 'Dane' };
const SUPPLIERS: Crumb = { label: 'Dostawcy', to: '/data/supplier-list' };
const CARRIERS: Crumb = { label: 'Przewoźnicy', to: '/data/carrier-list' };
const RECIPIENTS: Crumb = { label: 'Odbiorcy', to: '/data/recipient-list' };
const MATERIALS: Crumb = { label: 'Surowce', to: '/data/raw-material-list' };
const USERS: Crumb = { label: 'Użytkownicy', to: '/users' };

/**
 * A page whose code loads when it is first opened. If the code is missing after a deployment, the router
 * reloads the window. Without a connection a reload would leave the window empty, so a NETWORK_ERROR is
 * thrown instead.
 */
const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (cause) {
      throw (await isServerReachable()) ? cause : new ApiError(0, 'NETWORK_ERROR', { cause });
    }
  }, name);

// biome-ignore format: one route, one line
const routes = {
  home: createRoute({ getParentRoute: () => root, path: '/', beforeLoad: redirectHome }),
  sandbox: createRoute({ getParentRoute: () => root, path: '/sandbox', component: lazyPage(() => import('../features/sandbox/sandbox-page.tsx'), 'SandboxPage') }),
  forbidden: createRoute({ getParentRoute: () => root, path: '/forbidden', component: lazyPage(() => import('../features/session/error-pages.tsx'), 'ForbiddenPage') }),
  notFound: createRoute({ getParentRoute: () => root, path: '/404', component: lazyPage(() => import('../features/session/error-pages.tsx'), 'NotFoundPage') }),
  any: createRoute({ getParentRoute: () => root, path: '$', beforeLoad: redirectHome }),
};

const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  component: SignInLayout,
  beforeLoad: requireSignedOut,
});

// biome-ignore format: one route, one line
const signedOutRoutes = [
  createRoute({ getParentRoute: () => signedOut, path: '/login', staticData: { title: 'Logowanie' }, component: lazyPage(() => import('../features/session/sign-in-page.tsx'), 'SignInPage') }),
  createRoute({ getParentRoute: () => signedOut, path: '/reset-password', staticData: { title: 'Nie pamiętam hasła' }, component: lazyPage(() => import('../features/session/reset-password-page.tsx'), 'ResetPasswordPage') }),
] as const;

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: Layout,
  // without the signed-in user there is no shell that could show the failure
  errorComponent: (props) => (
    <Center component="main" mih="100dvh" p="md">
      <FailedPage {...props} />
    </Center>
  ),
  beforeLoad: async (visit) => {
    await requireSignIn(visit);
    requireRecordId(visit);
  },
});

// biome-ignore format: one route, one line
const appRoutes = [
  createRoute({ getParentRoute: () => app, path: '/positions', staticData: { title: 'Pozycje' }, component: lazyPage(() => import('../features/positions/positions-page.tsx'), 'PositionsPage') }),
  createRoute({ getParentRoute: () => app, path: '/positions/$id', staticData: { breadcrumbs: [{ label: 'Pozycje', to: '/positions' }] }, component: lazyPage(() => import('../features/positions/position-page.tsx'), 'PositionPage') }),
  createRoute({ getParentRoute: () => app, path: '/margins', staticData: { title: 'Marże' }, component: lazyPage(() => import('../features/margins/margins-page.tsx'), 'MarginsPage') }),
  createRoute({ getParentRoute: () => app, path: '/allocations', staticData: { title: 'Alokacje' }, component: lazyPage(() => import('../features/allocations/allocations-page.tsx'), 'AllocationsPage') }),
  createRoute({ getParentRoute: () => app, path: '/logistics', staticData: { title: 'Logistyka' }, component: lazyPage(() => import('../features/logistics/logistics-page.tsx'), 'LogisticsPage') }),
  createRoute({ getParentRoute: () => app, path: '/logistics/unloading-list', staticData: { breadcrumbs: [{ label: 'Logistyka', to: '/logistics' }], title: 'Wczytaj listę rozładunków' }, component: lazyPage(() => import('../features/transports/unloading/unloading-page.tsx'), 'UnloadingPage') }),
  createRoute({ getParentRoute: () => app, path: '/invoices', staticData: { title: 'Faktury' }, component: lazyPage(() => import('../features/invoices/invoices-page.tsx'), 'PurchaseInvoicesPage') }),
  createRoute({ getParentRoute: () => app, path: '/invoices/sales', staticData: { title: 'Faktury' }, component: lazyPage(() => import('../features/invoices/invoices-page.tsx'), 'SalesInvoicesPage') }),
  createRoute({ getParentRoute: () => app, path: '/invoices/freight', staticData: { title: 'Faktury' }, component: lazyPage(() => import('../features/invoices/invoices-page.tsx'), 'FreightInvoicesPage') }),
  createRoute({ getParentRoute: () => app, path: '/views/$id', beforeLoad: redirectToView }),
  createRoute({ getParentRoute: () => app, path: '/my-account', staticData: { title: 'Moje konto' }, component: lazyPage(() => import('../features/account/account-page.tsx'), 'AccountPage') }),

  createRoute({ getParentRoute: () => app, path: '/contract', beforeLoad: () => { throw redirect({ to: '/contract/sale-list' }); } }),
  createRoute({ getParentRoute: () => app, path: '/contract/purchase-list', beforeLoad: redirectToRawMaterial }),
  createRoute({ getParentRoute: () => app, path: '/contract/purchase-list/$id', loader: (visit) => loadContracts('purchase', visit), staticData: { breadcrumbs: [CONTRACTS], title: 'Kontrakty zakupu' }, component: lazyPage(() => import('../features/contracts/list/contracts-page.tsx'), 'PurchaseContractsPage') }),
  createRoute({ getParentRoute: () => app, path: '/contract/purchase-list/form', staticData: { breadcrumbs: [CONTRACTS, PURCHASES], title: 'Nowy kontrakt zakupu' }, component: lazyPage(() => import('../features/contracts/form/contract-create-page.tsx'), 'PurchaseContractCreatePage') }),
  createRoute({ getParentRoute: () => app, path: '/contract/purchase-list/form/$id', beforeLoad: ({ params }) => { throw redirect({ to: '/contract/purchase-list/dashboard/$id/$tab', params: { id: params.id, tab: 'details' } }); } }),
  createRoute({ getParentRoute: () => app, path: '/contract/purchase-list/dashboard/$id', beforeLoad: ({ params }) => { throw redirect({ to: '/contract/purchase-list/dashboard/$id/$tab', params: { id: params.id, tab: 'realization' }, replace: true }); } }),
  createRoute({ getParentRoute: () => app, path: '/contract/purchase-list/dashboard/$id/$tab', loader: (visit) => loadContract('purchase', visit), staticData: { breadcrumbs: [CONTRACTS, PURCHASES] }, component: lazyPage(() => import('../features/contracts/dashboard/contract-dashboard-page.tsx'), 'PurchaseDashboardPage') }),
  createRoute({ getParentRoute: () => app, path: '/contract/sale-list', beforeLoad: redirectToRawMaterial }),
  createRoute({ getParentRoute: () => app, path: '/contract/sale-list/$id', loader: (visit) => loadContracts('sales', visit), staticData: { breadcrumbs: [CONTRACTS], title: 'Kontrakty sprzedaży' }, component: lazyPage(() => import('../features/contracts/list/contracts-page.tsx'), 'SalesContractsPage') }),
  createRoute({ getParentRoute: () => app, path: '/contract/sale-list/form', staticData: { breadcrumbs: [CONTRACTS, SALES], title: 'Nowy kontrakt sprzedaży' }, component: lazyPage(() => import('../features/contracts/form/contract-create-page.tsx'), 'SalesContractCreatePage') }),
  createRoute({ getParentRoute: () => app, path: '/contract/sale-list/allocation/$id', staticData: { breadcrumbs: [CONTRACTS, SALES], title: 'Alokuj' }, component: lazyPage(() => import('../features/allocations/sale-allocation-page.tsx'), 'SaleAllocationPage') }),
  createRoute({ getParentRoute: () => app, path: '/contract/sale-list/dashboard/$id', beforeLoad: ({ params }) => { throw redirect({ to: '/contract/sale-list/dashboard/$id/$tab', params: { id: params.id, tab: 'realization' }, replace: true }); } }),
  createRoute({ getParentRoute: () => app, path: '/contract/sale-list/dashboard/$id/$tab', loader: (visit) => loadContract('sales', visit), staticData: { breadcrumbs: [CONTRACTS, SALES] }, component: lazyPage(() => import('../features/contracts/dashboard/contract-dashboard-page.tsx'), 'SalesDashboardPage') }),

  createRoute({ getParentRoute: () => app, path: '/data', beforeLoad: () => { throw redirect({ to: '/data/supplier-list' }); } }),
  createRoute({ getParentRoute: () => app, path: '/data/supplier-list', staticData: { breadcrumbs: [DATA], title: 'Dostawcy' }, component: lazyPage(() => import('../features/contractors/contractors-page.tsx'), 'SuppliersPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/supplier-list/form', staticData: { breadcrumbs: [DATA, SUPPLIERS], title: 'Nowy dostawca' }, component: lazyPage(() => import('../features/contractors/contractor-form-page.tsx'), 'SupplierCreatePage') }),
  createRoute({ getParentRoute: () => app, path: '/data/supplier-list/form/$id', staticData: { breadcrumbs: [DATA, SUPPLIERS] }, component: lazyPage(() => import('../features/contractors/contractor-form-page.tsx'), 'SupplierEditPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/supplier-list/import', staticData: { breadcrumbs: [DATA, SUPPLIERS], title: 'Import dostawców' }, component: lazyPage(() => import('../features/contractors/import/import-page.tsx'), 'SupplierImportPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/recipient-list', staticData: { breadcrumbs: [DATA], title: 'Odbiorcy' }, component: lazyPage(() => import('../features/contractors/contractors-page.tsx'), 'RecipientsPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/recipient-list/form', staticData: { breadcrumbs: [DATA, RECIPIENTS], title: 'Nowy odbiorca' }, component: lazyPage(() => import('../features/contractors/contractor-form-page.tsx'), 'RecipientCreatePage') }),
  createRoute({ getParentRoute: () => app, path: '/data/recipient-list/form/$id', staticData: { breadcrumbs: [DATA, RECIPIENTS] }, component: lazyPage(() => import('../features/contractors/contractor-form-page.tsx'), 'RecipientEditPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/recipient-list/import', staticData: { breadcrumbs: [DATA, RECIPIENTS], title: 'Import odbiorców' }, component: lazyPage(() => import('../features/contractors/import/import-page.tsx'), 'RecipientImportPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/carrier-list', staticData: { breadcrumbs: [DATA], title: 'Przewoźnicy' }, component: lazyPage(() => import('../features/contractors/carriers/carriers-page.tsx'), 'CarriersPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/carrier-list/import', staticData: { breadcrumbs: [DATA, CARRIERS], title: 'Import przewoźników' }, component: lazyPage(() => import('../features/contractors/import/import-page.tsx'), 'CarrierImportPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/carrier-list/form', staticData: { breadcrumbs: [DATA, CARRIERS], title: 'Nowy przewoźnik' }, component: lazyPage(() => import('../features/contractors/carriers/carrier-form-page.tsx'), 'CarrierCreatePage') }),
  createRoute({ getParentRoute: () => app, path: '/data/carrier-list/form/$id', staticData: { breadcrumbs: [DATA, CARRIERS] }, component: lazyPage(() => import('../features/contractors/carriers/carrier-form-page.tsx'), 'CarrierEditPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/raw-material-list', staticData: { breadcrumbs: [DATA], title: 'Surowce' }, component: lazyPage(() => import('../features/materials/materials-page.tsx'), 'MaterialsPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/raw-material-list/form/$id', staticData: { breadcrumbs: [DATA, MATERIALS] }, component: lazyPage(() => import('../features/materials/material-form-page.tsx'), 'MaterialPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/raw-material-list/form/$id/discount-tables', staticData: { breadcrumbs: [DATA, MATERIALS] }, component: lazyPage(() => import('../features/materials/discount-tables-page.tsx'), 'DiscountTablesPage') }),
  createRoute({ getParentRoute: () => app, path: '/data/raw-material-list/form/$id/discount-tables/form/$tableId', staticData: { breadcrumbs: [DATA, MATERIALS], title: 'Tabela potrąceń' }, component: lazyPage(() => import('../features/materials/discount-table-page.tsx'), 'DiscountTablePage') }),
] as const;

const admin = createRoute({
  getParentRoute: () => app,
  id: 'admin',
  component: Outlet,
  beforeLoad: requireAdmin,
});

// biome-ignore format: one route, one line
const adminRoutes = [
  createRoute({ getParentRoute: () => admin, path: '/data/raw-material-list/form', staticData: { breadcrumbs: [DATA, MATERIALS], title: 'Nowy surowiec' }, component: lazyPage(() => import('../features/materials/material-form-page.tsx'), 'MaterialCreatePage') }),
  createRoute({ getParentRoute: () => admin, path: '/data/raw-material-list/form/$id/discount-tables/form', staticData: { breadcrumbs: [DATA, MATERIALS], title: 'Nowa tabela potrąceń' }, component: lazyPage(() => import('../features/materials/discount-table-page.tsx'), 'DiscountTableCreatePage') }),
  createRoute({ getParentRoute: () => admin, path: '/users', staticData: { title: 'Użytkownicy' }, component: lazyPage(() => import('../features/users/users-page.tsx'), 'UsersPage') }),
  createRoute({ getParentRoute: () => admin, path: '/user/create', staticData: { breadcrumbs: [USERS], title: 'Nowy użytkownik' }, component: lazyPage(() => import('../features/users/user-create-page.tsx'), 'UserCreatePage') }),
  createRoute({ getParentRoute: () => admin, path: '/users/form/$id', staticData: { breadcrumbs: [USERS] }, component: lazyPage(() => import('../features/users/user-edit-page.tsx'), 'UserEditPage') }),
] as const;

const routeTree = root.addChildren({
  ...routes,
  outside: signedOut.addChildren(signedOutRoutes),
  app: app.addChildren([...appRoutes, admin.addChildren(adminRoutes)]),
});

export const router = createRouter({
  routeTree,
  context: { queryClient, isFirstPage: () => router.state.resolvedLocation === undefined },
  parseSearch,
  stringifySearch,
  trailingSlash: 'preserve',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
});

function FailedPage({ error, reset }: ErrorComponentProps) {
  return (
    <FailedState
      error={error}
      onRetry={() => {
        // an error other than an ApiError mostly means missing code; some browsers cache a failed import, so
        // only a reload helps
        if (!(error instanceof ApiError)) return window.location.reload();
        reset();
        return router.invalidate();
      }}
    />
  );
}

function SignInLayout() {
  const { title } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  return (
    <SignInFrame title={title ?? 'Logowanie'}>
      <Outlet />
    </SignInFrame>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

import type { ComponentProps } from 'react';
import { ContractDashboard } from '../features/contracts/contract-dashboard.tsx';
import { RealizationTab } from '../features/contracts/realization-tab.tsx';

/* The dashboard's tabs belong to several features, which never import each other: here they come together. */

type Tabs = ComponentProps<typeof ContractDashboard>['tabs'];

const TABS: Tabs = {
  realization: (side, contract) => <RealizationTab side={side} contract={contract} />,
  details: () => null,
  transport: () => null,
  settlement: () => null,
};

export function PurchaseDashboardPage() {
  return <ContractDashboard side="purchase" tabs={TABS} />;
}

export function SalesDashboardPage() {
  return <ContractDashboard side="sales" tabs={TABS} />;
}

import type { ComponentProps } from 'react';
import { ContractAuditLog } from '../features/contracts/contract-audit-log.tsx';
import { ContractDashboard } from '../features/contracts/contract-dashboard.tsx';
import { ContractDetails } from '../features/contracts/contract-details.tsx';
import { RealizationTab } from '../features/contracts/realization-tab.tsx';
import { SettlementList } from '../features/settlements/settlement-list.tsx';
import { TransportList } from '../features/transports/transport-list.tsx';

/*
 * The dashboard's tabs belong to several features, which must not import each other, so they are combined
 * here.
 */

type Tabs = ComponentProps<typeof ContractDashboard>['tabs'];

const TABS: Tabs = {
  realization: (side, contract) => <RealizationTab side={side} contract={contract} />,
  details: (side, contract) => <ContractDetails key={contract.id} side={side} contract={contract} />,
  transport: (side, contract) => <TransportList side={side} contract={contract} />,
  settlement: (side, contract) => <SettlementList side={side} contract={contract} />,
  history: (_side, contract) => <ContractAuditLog contract={contract} />,
};

export function PurchaseDashboardPage() {
  return <ContractDashboard side="purchase" tabs={TABS} />;
}

export function SalesDashboardPage() {
  return <ContractDashboard side="sales" tabs={TABS} />;
}

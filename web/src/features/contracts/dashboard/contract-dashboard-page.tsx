import type { ComponentProps } from 'react';
import { SettlementList } from '../../settlements/settlement-list.tsx';
import { TransportList } from '../../transports/list/transport-list.tsx';
import { ContractDetails } from '../form/contract-details.tsx';
import { ContractAuditLog } from './contract-audit-log.tsx';
import { ContractDashboard } from './contract-dashboard.tsx';
import { RealizationTab } from './realization-tab.tsx';

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

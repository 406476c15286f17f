import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractDashboard, ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatAddress } from '@spichlerz/shared/words/address';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { IconArrowsExchange, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { contractQuery } from '../../../api/contracts.ts';
import { contractPrintout } from '../../../api/printouts.ts';
import { AuditLog } from '../../../components/audit-log/audit-log.tsx';
import { MailButton } from '../../../components/mail-button.tsx';
import { PrintButton } from '../../../components/print-button.tsx';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { ContractStatusBadge } from '../../../components/status-badge.tsx';
import { useBreadcrumbs } from '../../../components/use-breadcrumbs.ts';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import { NoWrapPostCode } from '../../../ui/no-wrap-post-code.tsx';
import { TabBar } from '../../../ui/tab-bar.tsx';
import { labelOptions } from '../../../words/labels.ts';
import { SettlementList } from '../../settlements/settlement-list.tsx';
import { TransportList } from '../../transports/list/transport-list.tsx';
import { whyNotAllocateTo } from '../contract-balance.ts';
import {
  ALL_MATERIALS,
  allocationLink,
  CONTRACT_LIST_PATH,
  contractListLink,
  copyContractLink,
  type DashboardTab,
  dashboardLink,
  wasDeletedHere,
} from '../contract-links.ts';
import { AgreementStatusMenu, ContractStatusMenu } from '../contract-status-menu.tsx';
import { ContractDetails } from '../form/contract-details.tsx';
import { contractorOf } from '../list/contract-columns.tsx';
import { RealizationTab } from './realization-tab.tsx';

const TAB_LABELS: Record<DashboardTab, string> = {
  realization: 'Realizacja',
  details: 'Szczegóły',
  transport: 'Transport',
  settlement: 'Rozliczenia',
  history: 'Historia',
};
const TABS = labelOptions(TAB_LABELS).map((tab) => ({
  ...tab,
  ...(tab.value === 'details' && { shortcut: 'e' }),
}));

const TAB_CONTENT: Record<DashboardTab, (side: Side, contract: ContractDashboard) => ReactNode> = {
  realization: (side, contract) => <RealizationTab side={side} contract={contract} />,
  details: (side, contract) => <ContractDetails side={side} contract={contract} />,
  transport: (side, contract) => <TransportList side={side} contract={contract} />,
  settlement: (side, contract) => <SettlementList side={side} contract={contract} />,
  history: (_side, contract) => (
    <Paper withBorder p="md">
      <AuditLog entity="contract" entityId={contract.id} />
    </Paper>
  ),
};

export function PurchaseDashboardPage() {
  return <ContractDashboard side="purchase" />;
}

export function SalesDashboardPage() {
  return <ContractDashboard side="sales" />;
}

/** One contract with its realization, transports and settlements. */
function ContractDashboard({ side }: { side: Side }) {
  const params = useParams({ from: `/app${CONTRACT_LIST_PATH[side]}/dashboard/$id/$tab` });
  const id = Number(params.id);
  const isDeleted = wasDeletedHere(id);
  const query = useQuery({ ...contractQuery(side, id), enabled: !isDeleted });
  const tab = TABS.find(({ value }) => value === params.tab)?.value ?? 'realization';
  // the tab bar marks the chosen tab before the content of the tab is rendered
  const shownTab = useDeferredValue(tab);
  const navigate = useNavigate();
  // the back button may return to a contract that the user has just deleted
  if (isDeleted) {
    return <Navigate {...contractListLink[side](query.data?.rawMaterialId ?? ALL_MATERIALS)} replace />;
  }
  return (
    <QueryBoundary query={query}>
      {(contract) => (
        <Stack gap="md">
          <Header side={side} contract={contract} tab={tab} />
          <TabBar
            label="Części kontraktu"
            value={tab}
            tabs={TABS}
            onChange={(chosen) => void navigate(dashboardLink[side](id, chosen))}
          />
          {/* the key resets rows, selection and input when the page shows another contract */}
          <TabContent key={contract.id} side={side} contract={contract} tab={shownTab} />
        </Stack>
      )}
    </QueryBoundary>
  );
}

type TabContentProps = { side: Side; contract: ContractDashboard; tab: DashboardTab };

const TabContent = memo(({ side, contract, tab }: TabContentProps) => (
  <section aria-label={TAB_LABELS[tab]}>{TAB_CONTENT[tab](side, contract)}</section>
));

function Header({ side, contract, tab }: { side: Side; contract: ContractRecord; tab: DashboardTab }) {
  const status = contract.contractStatus;
  useBreadcrumbs(contractNumber(contract), {
    badge: useMemo(() => <ContractStatusBadge status={status} />, [status]),
    list: `${CONTRACT_LIST_PATH[side]}/${contract.rawMaterialId}`,
    part: TAB_LABELS[tab],
  });
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      {/* a long contract number or a long word has no natural line break */}
      <div style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Title order={1}>
            {contract.documentNumber ?? `${SIDE_LABELS[side].contract} ${contractNumber(contract)}`}
          </Title>
          <ContractStatusMenu side={side} contract={contract} />
          <AgreementStatusMenu side={side} contract={contract} />
        </Group>
        <Text fz="sm">
          {contractorOf(contract)} · {contract.rawMaterial.name}
        </Text>
        <Text fz="sm" c="dimmed">
          <NoWrapPostCode text={formatAddress(contract.supplierAddress ?? contract.recipientAddress ?? {})} />{' '}
          · {SIDE_LABELS[side].contract} · Opiekun: {contract.owner}
        </Text>
      </div>
      <Group gap="xs">
        <PrintButton label="Drukuj potwierdzenie" fetchFile={() => contractPrintout(side, contract.id)} />
        <MailButton kind="CONFIRMATION" id={contract.id} label="Wyślij potwierdzenie e-mailem" />
        <CopyButton side={side} id={contract.id} />
        {headerAction[side](contract)}
      </Group>
    </Group>
  );
}

function CopyButton({ side, id }: { side: Side; id: number }) {
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} aria-hidden />}
      renderRoot={(props: object) => <Link {...props} {...copyContractLink[side](id)} />}
    >
      Kopiuj
    </Button>
  );
}

/** The button in the header. A purchase has none, because allocations are created from a sales contract. */
const headerAction: BySide<(contract: ContractRecord) => ReactNode> = {
  purchase: () => null,
  sales: (contract) => <AllocateButton sale={contract} />,
};

function AllocateButton({ sale }: { sale: ContractRecord }) {
  const icon = <IconArrowsExchange size={16} aria-hidden />;
  const disabledReason = whyNotAllocateTo(sale);
  if (disabledReason !== null) {
    return (
      <ButtonWithReason leftSection={icon} disabledReason={disabledReason} onClick={() => undefined}>
        Alokuj
      </ButtonWithReason>
    );
  }
  return (
    <Button
      leftSection={icon}
      renderRoot={(props: object) => <Link {...props} {...allocationLink(sale.id)} />}
    >
      Alokuj
    </Button>
  );
}

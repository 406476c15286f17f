import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import {
  AGREEMENT_STATUSES,
  CONTRACT_STATUSES,
  type ContractStatus,
} from '@spichlerz/shared/domain/contract';
import { ROLES } from '@spichlerz/shared/domain/role';
import { SETTLEMENT_STATUSES } from '@spichlerz/shared/domain/settlement';
import { TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import { formatPrice, formatTonnes } from '@spichlerz/shared/words/figures';
import { CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { type ReactNode, useState } from 'react';
import {
  AgreementStatusBadge,
  CONTRACT_STATUS_COLORS,
  ContractStatusBadge,
  RoleBadge,
  SettlementStatusBadge,
  TransportStatusBadge,
} from '../../components/status-badge.tsx';
import { StatusButton, StatusMenu } from '../../components/status-menu.tsx';
import { GroupedBars } from '../../ui/chart/grouped-bars.tsx';
import { formatMoney, formatWholeTonnes } from '../../words/format.ts';
import { RealizationBar } from '../contracts/realization-bar.tsx';
import { RealizationOverview } from '../contracts/realization-overview.tsx';

const choice = (value: ContractStatus) => ({
  value,
  label: CONTRACT_STATUS_LABELS[value],
  color: CONTRACT_STATUS_COLORS[value],
  disabledReason: value === 'CANCELLED' ? 'Kontrakt ma transporty w drodze.' : null,
});

const MONTHS = [
  { label: '11/2026', first: 1_250_000, second: 980_000 },
  { label: '12/2026', first: 640_000, second: 1_100_000 },
  { label: '01/2027', first: 0, second: 420_500 },
  { label: '02/2027', first: 300_000, second: 0 },
];

export function SandboxFigures() {
  const [status, setStatus] = useState<ContractStatus>('NEW');
  return (
    <Stack gap="md">
      <Showcase title="Kontrakt">
        {CONTRACT_STATUSES.map((each) => (
          <ContractStatusBadge key={each} status={each} />
        ))}
        <StatusButton label="Zmień status kontraktu" current={choice(status)}>
          {() => (
            <StatusMenu
              label="Zmień status kontraktu"
              current={choice(status)}
              choices={CONTRACT_STATUSES.filter((each) => each !== status).map(choice)}
              onChoose={setStatus}
            />
          )}
        </StatusButton>
      </Showcase>
      <Showcase title="Umowa i rola">
        {AGREEMENT_STATUSES.map((each) => (
          <AgreementStatusBadge key={each} status={each} />
        ))}
        {ROLES.map((each) => (
          <RoleBadge key={each} role={each} />
        ))}
      </Showcase>
      <Showcase title="Transport">
        {TRANSPORT_STATUSES.map((each) => (
          <TransportStatusBadge key={each} status={each} />
        ))}
      </Showcase>
      <Showcase title="Rozliczenie">
        {SETTLEMENT_STATUSES.map((each) => (
          <SettlementStatusBadge key={each} status={each} />
        ))}
      </Showcase>
      <Paper withBorder p="md">
        <Stack gap="md">
          <Title order={2}>Realizacja</Title>
          <RealizationOverview
            realization={{ quantity: 500_000, delivered: 210_000, inDelivery: 75_000, allocated: 120_000 }}
          />
          <RealizationOverview
            realization={{ quantity: 100_000, delivered: 90_000, inDelivery: 25_000, allocated: 0 }}
          />
          <RealizationBar
            realization={{ quantity: 100_000, delivered: 0, inDelivery: 25_000, allocated: 50_000 }}
          />
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack gap="md">
          <Title order={2}>Wykres</Title>
          <GroupedBars
            label="Zakup i sprzedaż według miesięcy"
            rows={MONTHS}
            first={{ label: 'Zakup', color: 'field.6' }}
            second={{ label: 'Sprzedaż', color: 'blue.6' }}
            format={formatTonnes}
            formatTick={formatWholeTonnes}
          />
          <GroupedBars
            label="Wykres bez danych"
            rows={[]}
            first={{ label: 'Zakup', color: 'field.6' }}
            second={{ label: 'Sprzedaż', color: 'blue.6' }}
            format={formatTonnes}
            formatTick={formatWholeTonnes}
            height={120}
          />
        </Stack>
      </Paper>
      <Showcase title="Liczby">
        <Text>{formatTonnes(1_234_500)}</Text>
        <Text>{formatPrice(81_250)}</Text>
        <Text>{formatMoney(125_000)}</Text>
        <Text c="var(--app-long)">Długa {formatTonnes(250_000)}</Text>
        <Text c="var(--app-short)">Krótka {formatTonnes(-75_000)}</Text>
      </Showcase>
    </Stack>
  );
}

function Showcase({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Group gap="xs">{children}</Group>
    </Paper>
  );
}

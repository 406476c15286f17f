import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractorCard } from '@spichlerz/shared/wire/contractor-card';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { contractorCardQuery } from '../../api/contractors.ts';
import { AuditLog } from '../../components/audit-log/audit-log.tsx';
import { FailedState } from '../../ui/table/list-outcome.tsx';
import { ContractorContracts, ContractorTransports, EmptyText } from './contractor-contracts.tsx';

type Props = { side: Side; id: number };

/** A panel next to the form: the contractor's open contracts and amounts, and its audit log. */
export function ContractorPanel({ side, id }: Props) {
  const query = useQuery(contractorCardQuery(side, id));
  return (
    <Stack gap="md">
      {query.data === undefined ? (
        query.error ? (
          <FailedState error={query.error} onRetry={query.refetch} />
        ) : (
          <Skeleton height={260} aria-busy />
        )
      ) : (
        <Figures side={side} card={query.data} />
      )}
      <Section title="Historia zmian">
        <AuditLog entity="contractor" entityId={id} />
      </Section>
    </Stack>
  );
}

function Figures({ side, card }: { side: Side; card: ContractorCard }) {
  return (
    <>
      <Section title="Otwarte ilości">
        <OpenQuantities quantities={card.openQuantities} />
      </Section>
      <Section title={`Kontrakty (${card.usedIn.count})`}>
        <ContractorContracts
          side={side}
          contracts={card.contracts}
          count={card.usedIn.count}
          none="Nie ma jeszcze kontraktów."
        />
      </Section>
      <Section title={`W drodze (${card.truckCount})`}>
        <ContractorTransports side={side} card={card} />
      </Section>
    </>
  );
}

export function OpenQuantities({ quantities }: { quantities: ContractorCard['openQuantities'] }) {
  if (quantities.length === 0) return <EmptyText>Nie ma otwartych kontraktów.</EmptyText>;
  return (
    <Stack component="dl" gap={4} m={0}>
      {quantities.map(({ rawMaterialId, rawMaterialName, open }) => (
        <Group key={rawMaterialId} justify="space-between" gap="xs" wrap="nowrap">
          <Text component="dt" fz="sm">
            {rawMaterialName}
          </Text>
          <Text component="dd" m={0} fz="sm" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatTonnes(open)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Title order={2} id={titleId} fz={15} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractorCard } from '@spichlerz/shared/wire/contractor-card';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDate, formatTonnes } from '@spichlerz/shared/words/figures';
import { Link } from '@tanstack/react-router';
import { ContractStatusBadge } from '../../components/status-badge.tsx';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { dashboardLink } from '../contracts/contract-links.ts';
import { ContractRef } from '../contracts/contract-ref.tsx';

type ContractsProps = {
  side: Side;
  contracts: ContractorCard['contracts'];
  /** The number of all contracts. `contracts` may be only some of them. */
  count: number;
  none: string;
};

/** Contracts as lines with links to their dashboards. */
export function ContractorContracts({ side, contracts, count, none }: ContractsProps) {
  if (contracts.length === 0) return <EmptyText>{none}</EmptyText>;
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {contracts.map((contract) => (
        <li key={contract.contractId}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <ContractRef side={side} contract={contract} />
            <ContractStatusBadge status={contract.contractStatus} />
          </Group>
          <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {`${contract.rawMaterialName}, ${formatTonnes(contract.quantityKg)}, dostarczono ${formatTonnes(contract.delivered)}, termin do ${formatDate(contract.dateOfReceiptTo)}`}
          </Text>
        </li>
      ))}
      <Rest count={count - contracts.length} />
    </Stack>
  );
}

/** Transports as lines with links to the transports of their contract. */
export function ContractorTransports({ side, card }: { side: Side; card: ContractorCard }) {
  if (card.trucks.length === 0) return <EmptyText>Żaden transport nie jest teraz w drodze.</EmptyText>;
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {card.trucks.map((transport) => (
        <li key={transport.id}>
          <Anchor
            fz="inherit"
            renderRoot={(props) => (
              <Link {...props} {...dashboardLink[side](transport.contractId, 'transport')} />
            )}
          >
            {transport.registrationNumber}
          </Anchor>
          <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {`${contractNumber(transport)}, ${formatTonnes(transport.quantityKg)}, rozładunek ${formatDate(transport.dateUnloading)}`}
          </Text>
        </li>
      ))}
      <Rest count={card.truckCount - card.trucks.length} />
    </Stack>
  );
}

function Rest({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <Text component="li" fz="xs" c="dimmed">
      {`i ${counted(count, NOUN_FORMS.others)}`}
    </Text>
  );
}

export function EmptyText({ children }: { children: string }) {
  return (
    <Text fz="sm" c="dimmed">
      {children}
    </Text>
  );
}

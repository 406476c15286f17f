import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractorCard } from '@spichlerz/shared/wire/contractor-card';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { Link } from '@tanstack/react-router';
import { dashboardLink } from '../../components/contract/contract-links.ts';
import { ContractRef } from '../../components/contract/contract-ref.tsx';
import { ContractStatusBadge } from '../../components/status-badge.tsx';
import { formatDate, formatTonnes } from '../../words/format.ts';
import { COUNTED, counted } from '../../words/plural.ts';

type ContractsProps = {
  side: Side;
  contracts: ContractorCard['contracts'];
  /** Of them all, also those that are not among these. */
  count: number;
  none: string;
};

/** Contracts as lines that lead to their dashboards. */
export function ContractorContracts({ side, contracts, count, none }: ContractsProps) {
  if (contracts.length === 0) return <Nothing>{none}</Nothing>;
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {contracts.map((contract) => (
        <li key={contract.contractId}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <ContractRef side={side} contract={contract} />
            <ContractStatusBadge status={contract.contractStatus} />
          </Group>
          <Text fz="xs" c="dimmed">
            {`${contract.rawMaterialName}, ${formatTonnes(contract.cargoQuantity)}, dostarczono ${formatTonnes(contract.delivered)}, termin do ${formatDate(contract.dateOfReceiptTo)}`}
          </Text>
        </li>
      ))}
      <Rest count={count - contracts.length} />
    </Stack>
  );
}

/** Trucks as lines that lead to the transports of their contract. */
export function ContractorTransports({ side, card }: { side: Side; card: ContractorCard }) {
  if (card.trucks.length === 0) return <Nothing>Żaden transport nie jest teraz w drodze.</Nothing>;
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
          <Text fz="xs" c="dimmed">
            {`${contractNumber(transport)}, ${formatTonnes(transport.cargoQuantity)}, rozładunek ${formatDate(transport.dateUnloading)}`}
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
      {`i ${counted(count, COUNTED.others)}`}
    </Text>
  );
}

export function Nothing({ children }: { children: string }) {
  return (
    <Text fz="sm" c="dimmed">
      {children}
    </Text>
  );
}

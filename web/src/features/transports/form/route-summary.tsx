import { Paper, SimpleGrid, Text } from '@mantine/core';
import { type BySide, SIDES } from '@spichlerz/shared/domain/side';
import type { Address } from '@spichlerz/shared/wire/contracts';
import { formatAddress } from '@spichlerz/shared/words/address';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { NoWrapPostCode } from '../../../ui/no-wrap-post-code.tsx';

/** The contracts of a transport with their contractors and the places of loading and unloading. */
export type Route = BySide<{ readonly number: string; readonly name: string; readonly address: Address }>;

export function RouteSummary({ route }: { route: Route }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {SIDES.map((side) => (
        <Paper key={side} withBorder p="sm" miw={0}>
          <Text fz="xs" c="dimmed">
            {SIDE_LABELS[side].contract}
          </Text>
          <Text fw={600} truncate>
            {`${route[side].number}, ${route[side].name}`}
          </Text>
          <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <NoWrapPostCode
              text={`${SIDE_LABELS[side].freightPlace}: ${formatAddress(route[side].address)}`}
            />
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

import { Group, Text } from '@mantine/core';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDate, formatTonnes } from '../../words/format.ts';
import type { SettlementRow } from './settlement-row.ts';

/** The transport of a settlement: its contracts, weight and unloading date. */
export function SettlementSummary({ row }: { row: SettlementRow }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {`${contractNumber(row.purchaseSupplier)}, ${row.purchaseSupplier.name} → ${contractNumber(row.salesRecipient)}, ${row.salesRecipient.name}`}
      </Text>
      <Text fz="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {`Waga ${formatTonnes(row.transportQuantity)}, plan ${formatTonnes(row.quantityKg)}, rozładunek ${formatDate(row.dateUnloading)}`}
      </Text>
    </Group>
  );
}

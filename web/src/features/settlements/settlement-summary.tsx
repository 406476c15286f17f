import { Group, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDate, formatTonnes } from '@spichlerz/shared/words/figures';
import { Warning } from '../../components/warning.tsx';
import type { SettlementRow } from './settlement-row.ts';
import { splitWarning } from './settlement-texts.ts';

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

type Props = { side: Side; transportKg: number; settledKg: number; registrationNumber?: string };

export function SplitWarning({ side, registrationNumber, ...kilograms }: Props) {
  const sentence = splitWarning(side, kilograms, registrationNumber);
  return sentence === null ? null : <Warning>{sentence}</Warning>;
}

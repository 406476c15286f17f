import { Group, Stack, Text } from '@mantine/core';
import { formatPercent, formatTonnes } from '@spichlerz/shared/words/figures';
import type { ReactNode } from 'react';
import classes from '../../components/cells.module.css';
import { LazyTooltip } from '../../ui/overlay/lazy-tooltip.tsx';

/** The quantities of a contract in kilograms. `allocated` does not include the quantity on transports. */
export type Realization = { quantity: number; delivered: number; inDelivery: number; allocated: number };

type Part = 'delivered' | 'inDelivery' | 'allocated' | 'free';

export const PART_LABELS: Record<Part, string> = {
  delivered: 'Dostarczono',
  inDelivery: 'W dostawie',
  allocated: 'Zaalokowano',
  free: 'Do zaalokowania',
};

export const PART_COLORS: Record<Part, string> = {
  delivered: 'var(--mantine-color-field-7)',
  inDelivery: 'var(--mantine-color-cyan-6)',
  allocated: 'var(--mantine-color-yellow-5)',
  free: 'var(--app-free)',
};

export const SURPLUS = 'Nadwyżka';

export const PARTS: readonly Part[] = ['delivered', 'inDelivery', 'allocated', 'free'];

/** Splits a contract into the parts of the bar. A quantity beyond that of the contract is the surplus. */
export function realizationParts({ quantity, delivered, inDelivery, allocated }: Realization) {
  const used = delivered + inDelivery + allocated;
  const amounts: Record<Part, number> = {
    delivered,
    inDelivery,
    allocated,
    free: Math.max(0, quantity - used),
  };
  const whole = Math.max(quantity, used, 1);
  return {
    amounts,
    surplus: used - quantity,
    described: PARTS.map((part) => `${PART_LABELS[part]} ${formatTonnes(amounts[part])}`).join(', '),
    parts: PARTS.filter((part) => amounts[part] > 0).map((part) => ({
      part,
      value: (amounts[part] / whole) * 100,
    })),
  };
}

/** The progress of a contract in a row of a list: delivered, in delivery, allocated, free. */
export function RealizationBar({ realization }: { realization: Realization }) {
  const { amounts, surplus, described, parts } = realizationParts(realization);
  const { quantity, delivered, inDelivery } = realization;
  const percent = quantity > 0 ? Math.round(((delivered + inDelivery) / quantity) * 100) : 0;
  return (
    <div className={classes.bar}>
      <LazyTooltip label={<Legend amounts={amounts} surplus={surplus} />}>
        <div
          className={classes.track}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element would need an image file
          role="img"
          aria-label={described}
          style={{ background: gradient(parts) }}
        />
      </LazyTooltip>
      {formatPercent(percent)}
    </div>
  );
}

/**
 * One gradient draws all parts, because every row of a list has a bar and an element for each part would be
 * slow.
 */
function gradient(parts: readonly { part: Part; value: number }[]): string | undefined {
  let end = 0;
  const stops = parts.map(({ part, value }) => {
    const start = end;
    end += value;
    return `${PART_COLORS[part]} ${start}% ${end}%`;
  });
  return stops.length > 0 ? `linear-gradient(to right, ${stops.join(', ')})` : undefined;
}

export type LegendProps = { amounts: Record<Part, number>; surplus: number };

export function Legend({ amounts, surplus }: LegendProps) {
  return (
    <Stack gap={2}>
      {PARTS.map((part) => (
        <Group key={part} gap={6} wrap="nowrap" justify="space-between">
          <Group gap={6} wrap="nowrap">
            <Dot part={part} />
            <Text fz="xs" component="span">
              {PART_LABELS[part]}
            </Text>
          </Group>
          <Figure>{formatTonnes(amounts[part])}</Figure>
        </Group>
      ))}
      {surplus > 0 ? (
        <Figure>
          {SURPLUS} {formatTonnes(surplus)}
        </Figure>
      ) : null}
    </Stack>
  );
}

export function Dot({ part }: { part: Part }) {
  return (
    <span
      aria-hidden
      style={{
        flex: 'none',
        width: 10,
        height: 10,
        borderRadius: 3,
        background: PART_COLORS[part],
        printColorAdjust: 'exact',
        forcedColorAdjust: 'none',
      }}
    />
  );
}

export function Figure({ children }: { children: ReactNode }) {
  return (
    <Text fz="xs" fw={600} component="span" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Text>
  );
}

import { Group, Progress, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import type { ReactNode } from 'react';
import classes from '../../components/cells.module.css';
import { LazyTooltip } from '../../ui/overlay/lazy-tooltip.tsx';

/** Kilograms. `allocated` does not include quantity on transports. */
export type Realization = { quantity: number; delivered: number; inDelivery: number; allocated: number };

type Part = 'delivered' | 'inDelivery' | 'allocated' | 'free';

const PART_LABELS: Record<Part, string> = {
  delivered: 'Dostarczono',
  inDelivery: 'W dostawie',
  allocated: 'Zaalokowano',
  free: 'Do zaalokowania',
};

const PART_COLORS: Record<Part, string> = {
  delivered: 'var(--mantine-color-field-7)',
  inDelivery: 'var(--mantine-color-cyan-6)',
  allocated: 'var(--mantine-color-yellow-5)',
  free: 'var(--app-free)',
};

const SURPLUS = 'Nadwyżka';

const PARTS: readonly Part[] = ['delivered', 'inDelivery', 'allocated', 'free'];

/**
 * The progress of a contract: delivered, in delivery, allocated, free. Quantity beyond the contract's is a
 * surplus.
 */
export function RealizationBar({
  realization,
  compact = false,
}: {
  realization: Realization;
  compact?: boolean;
}) {
  const { quantity, delivered, inDelivery, allocated } = realization;
  const used = delivered + inDelivery + allocated;
  const amounts: Record<Part, number> = {
    delivered,
    inDelivery,
    allocated,
    free: Math.max(0, quantity - used),
  };
  const whole = Math.max(quantity, used, 1);
  const realized = delivered + inDelivery;
  const percent = quantity > 0 ? Math.round((realized / quantity) * 100) : 0;
  const surplus = used - quantity;
  const described = PARTS.map((part) => `${PART_LABELS[part]} ${formatTonnes(amounts[part])}`).join(', ');

  const legend = <Legend amounts={amounts} surplus={surplus} />;
  const parts = PARTS.filter((part) => amounts[part] > 0).map((part) => ({
    part,
    value: (amounts[part] / whole) * 100,
  }));
  if (compact) {
    return (
      <div className={classes.bar}>
        <LazyTooltip label={legend}>
          <div
            className={classes.track}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element would need an image file
            role="img"
            aria-label={described}
            style={{ background: gradient(parts) }}
          />
        </LazyTooltip>
        {percent}%
      </div>
    );
  }
  const bar = (
    <>
      <VisuallyHidden>{described}</VisuallyHidden>
      <Tooltip label={legend} events={{ hover: true, focus: true, touch: true }}>
        <Progress.Root aria-hidden size={14} radius="xs" flex="none" miw={160}>
          {parts.map(({ part, value }) => (
            <Progress.Section key={part} value={value} color={PART_COLORS[part]} withAria={false} />
          ))}
        </Progress.Root>
      </Tooltip>
    </>
  );
  return (
    <Stack gap={6}>
      {bar}
      <WideLegend amounts={amounts} surplus={surplus} />
    </Stack>
  );
}

/** One gradient instead of an element for each part, because every row of a list has a bar. */
function gradient(parts: readonly { part: Part; value: number }[]): string | undefined {
  let end = 0;
  const stops = parts.map(({ part, value }) => {
    const start = end;
    end += value;
    return `${PART_COLORS[part]} ${start}% ${end}%`;
  });
  return stops.length > 0 ? `linear-gradient(to right, ${stops.join(', ')})` : undefined;
}

type LegendProps = { amounts: Record<Part, number>; surplus: number };

function Legend({ amounts, surplus }: LegendProps) {
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

/** Labels above the figures, so that all figures fit in one row below the bar. */
function WideLegend({ amounts, surplus }: LegendProps) {
  return (
    <Group gap="4px 24px" align="flex-start">
      {PARTS.map((part) => (
        <Group key={part} gap={6} wrap="nowrap" align="baseline">
          <Dot part={part} />
          <NamedFigure name={PART_LABELS[part]} kg={amounts[part]} />
        </Group>
      ))}
      {surplus > 0 ? <NamedFigure name={SURPLUS} kg={surplus} /> : null}
    </Group>
  );
}

function NamedFigure({ name, kg }: { name: string; kg: number }) {
  return (
    <div>
      <Text fz="xs" c="dimmed">
        {name}
      </Text>
      <Figure>{formatTonnes(kg)}</Figure>
    </div>
  );
}

function Dot({ part }: { part: Part }) {
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

function Figure({ children }: { children: ReactNode }) {
  return (
    <Text fz="xs" fw={600} component="span" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Text>
  );
}

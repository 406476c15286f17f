import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Box, Center } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { UI_TEXTS } from '../texts.ts';

type GroupedRow = { label: string; first: number; second: number };
type Series = { label: string; color: string };

type Props = {
  /** Describes the chart for screen readers; a table next to the chart must show the same figures. */
  label: string;
  rows: readonly GroupedRow[];
  first: Series;
  second: Series;
  format: (value: number) => string;
  /** A shorter format for the axis. */
  formatTick: (value: number) => string;
  height?: number;
};

/** Width of the axis labels in pixels. */
const AXIS_WIDTH = 72;
/** Slanted labels, for charts whose labels do not all fit in one line. */
const SLANTED_LABELS = { angle: -45, textAnchor: 'end', height: 88, tickMargin: 4 } as const;

/** Two bars per row, such as the quantities bought and sold per month. */
export function GroupedBars({ label, rows, first, second, format, formatTick, height = 280 }: Props) {
  const { ref, width } = useElementSize<HTMLElement>();
  if (rows.length === 0) {
    return (
      <Center h={height} c="dimmed" fz="sm">
        {UI_TEXTS.emptyChart}
      </Center>
    );
  }
  const isLine = labelsFit(
    rows.map((row) => row.label),
    width - AXIS_WIDTH,
  );
  return (
    <Box component="figure" ref={ref} m={0} aria-label={label}>
      <BarChart
        h={height}
        data={rows.map((row) => ({ ...row }))}
        dataKey="label"
        series={[
          { name: 'first', ...first },
          { name: 'second', ...second },
        ]}
        valueFormatter={format}
        withLegend
        // Recharts would sort the legend by name.
        legendProps={{ verticalAlign: 'top', itemSorter: null }}
        gridAxis="x"
        tickLine="none"
        yAxisProps={{ width: AXIS_WIDTH, tickFormatter: formatTick }}
        xAxisProps={{ interval: 0, ...(!isLine && SLANTED_LABELS) }}
        barProps={{ maxBarSize: 28, radius: 2, isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </Box>
  );
}

/** Pixels: the average width of a 12 px letter, and the gap between two labels. */
const [LETTER_WIDTH, GAP_WIDTH] = [6.7, 8];

/** Whether the labels fit in one line, each centred in its share of the width. */
export function labelsFit(labels: readonly string[], width: number): boolean {
  const share = width / labels.length;
  return labels.every((label, index) => {
    const next = labels[index + 1];
    return next === undefined || ((label.length + next.length) / 2) * LETTER_WIDTH + GAP_WIDTH <= share;
  });
}

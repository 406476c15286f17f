import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Box, Center } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { UI_TEXTS } from '../texts.ts';
import { haveRoom } from './label-room.ts';

export type PairedRow = { label: string; first: number; second: number };
type Series = { label: string; color: string };

type Props = {
  /** What the chart is about, for those who cannot see it; the same figures belong in a table beside it. */
  label: string;
  rows: readonly PairedRow[];
  first: Series;
  second: Series;
  format: (value: number) => string;
  /** Shorter, for the axis. */
  formatTick: (value: number) => string;
  height?: number;
};

/** Pixels at the left, for the figures. */
const AXIS = 72;
/** Every month is told: where they do not fit beside each other, they stand aslant. */
const ASLANT = { angle: -45, textAnchor: 'end', height: 88, tickMargin: 4 } as const;

/** Two amounts side by side per row, such as what is bought and sold per month. */
export function PairedBars({ label, rows, first, second, format, formatTick, height = 280 }: Props) {
  const { ref, width } = useElementSize<HTMLElement>();
  if (rows.length === 0) {
    return (
      <Center h={height} c="dimmed" fz="sm">
        {UI_TEXTS.emptyChart}
      </Center>
    );
  }
  const isLine = haveRoom(
    rows.map((row) => row.label),
    width - AXIS,
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
        yAxisProps={{ width: AXIS, tickFormatter: formatTick }}
        xAxisProps={{ interval: 0, ...(!isLine && ASLANT) }}
        barProps={{ maxBarSize: 28, radius: 2, isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </Box>
  );
}

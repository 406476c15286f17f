import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Box, Center } from '@mantine/core';
import { UI_WORDS } from '../words.ts';

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

/** Two amounts side by side per row, such as what is bought and sold per month. */
export function PairedBars({ label, rows, first, second, format, formatTick, height = 280 }: Props) {
  if (rows.length === 0) {
    return (
      <Center h={height} c="dimmed" fz="sm">
        {UI_WORDS.emptyChart}
      </Center>
    );
  }
  return (
    <Box component="figure" m={0} aria-label={label}>
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
        yAxisProps={{ width: 72, tickFormatter: formatTick }}
        xAxisProps={{ interval: 'preserveStartEnd' }}
        barProps={{ maxBarSize: 28, radius: 2, isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </Box>
  );
}

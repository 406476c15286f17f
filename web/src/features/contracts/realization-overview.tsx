import '@mantine/core/styles/Progress.css';
import { Group, Progress, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import {
  Dot,
  Figure,
  Legend,
  type LegendProps,
  PART_COLORS,
  PART_LABELS,
  PARTS,
  type Realization,
  realizationParts,
  SURPLUS,
} from './realization-bar.tsx';

/** The progress of a contract with all its figures below the bar. */
export function RealizationOverview({ realization }: { realization: Realization }) {
  const { amounts, surplus, described, parts } = realizationParts(realization);
  return (
    <Stack gap={6}>
      <VisuallyHidden>{described}</VisuallyHidden>
      <Tooltip
        label={<Legend amounts={amounts} surplus={surplus} />}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Progress.Root aria-hidden size={14} radius="xs" flex="none" miw={160}>
          {parts.map(({ part, value }) => (
            <Progress.Section key={part} value={value} color={PART_COLORS[part]} withAria={false} />
          ))}
        </Progress.Root>
      </Tooltip>
      <WideLegend amounts={amounts} surplus={surplus} />
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

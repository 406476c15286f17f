import '@mantine/core/styles/Progress.css';
import { Paper, Progress, Stack, Text } from '@mantine/core';
import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { ROWS_OF } from '../../../components/table-import/table-texts.ts';
import { counted, formatCount } from '../../../words/plural.ts';
import { IMPORT_TEXTS } from './import-texts.ts';
import type { ImportTask } from './use-import.ts';

/**
 * The progress of the current task. A check shows the share of checked rows. An import is one transaction, so
 * its share is unknown.
 */
export function ImportProgress({ kind, task }: { kind: ContractorKind; task: ImportTask }) {
  const isCounted = task.kind === 'checking';
  const label = text(kind, task);
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="xs">
        <Text fz="sm" component="output">
          {label}
        </Text>
        <Progress.Root size="lg">
          <Progress.Section
            aria-label="Postęp importu"
            value={isCounted ? (100 * task.done) / task.total : 100}
            striped={!isCounted}
            animated={!isCounted}
            {...(isCounted ? {} : { 'aria-valuenow': undefined, 'aria-valuetext': label })}
          />
        </Progress.Root>
      </Stack>
    </Paper>
  );
}

function text(kind: ContractorKind, task: ImportTask): string {
  if (task.kind === 'reading') return `Czytamy plik ${task.fileName}.`;
  if (task.kind === 'importing') return IMPORT_TEXTS[kind].running(task.total);
  return `Sprawdzono ${formatCount(task.done)} z ${counted(task.total, ROWS_OF)}.`;
}

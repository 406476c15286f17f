import { Paper, Progress, Stack, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { counted, formatCount } from '../../../words/plural.ts';
import { IMPORT_WORDS } from './import-words.ts';
import type { Work } from './use-import.ts';

/**
 * How far the work is, where that can be known: rows that were judged. One transaction is not done before it is
 * done, so saving shows that it goes on and no figure.
 */
export function ImportProgress({ side, work }: { side: Side; work: Work }) {
  const isCounted = work.kind === 'checking';
  const label = text(side, work);
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="xs">
        <Text fz="sm" component="output">
          {label}
        </Text>
        <Progress.Root size="lg">
          <Progress.Section
            aria-label="Postęp importu"
            value={isCounted ? (100 * work.done) / work.total : 100}
            striped={!isCounted}
            animated={!isCounted}
            {...(isCounted ? {} : { 'aria-valuenow': undefined, 'aria-valuetext': label })}
          />
        </Progress.Root>
      </Stack>
    </Paper>
  );
}

function text(side: Side, work: Work): string {
  if (work.kind === 'reading') return `Czytamy plik ${work.fileName}.`;
  if (work.kind === 'importing') return IMPORT_WORDS[side].running(work.total);
  return `Sprawdzono ${formatCount(work.done)} z ${counted(work.total, ROWS_OF)}.`;
}

/** After "z": 1 wiersza, 5 wierszy. */
const ROWS_OF = { one: 'wiersza', few: 'wierszy', many: 'wierszy', other: 'wiersza' };

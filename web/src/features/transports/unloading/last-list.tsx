import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { type UndoneRow, undoList } from '../../../api/unloading.ts';
import { formatDateTime, noBreak } from '../../../words/format.ts';
import { COUNTED, counted } from '../../../words/plural.ts';
import { confirmUndo } from './confirm-undo.ts';
import { undoneSentence, undoSentence } from './unloading-texts.ts';
import { type LastList, useLastList } from './use-last-list.ts';

/** Offers to take the last list back, and names the transports that stay as they are. */
export function LastListNotice() {
  const { last, forget } = useLastList();
  const invalidateTopic = useInvalidateTopic();
  const [undone, setUndone] = useState<{
    readonly list: LastList;
    readonly rows: readonly UndoneRow[];
  } | null>(null);
  const undo = async (list: LastList) => {
    const { rows } = await undoList(list.listId);
    setUndone({ list, rows });
    forget();
    await invalidateTopic('transport');
  };
  if (undone === null && last === null) return null;
  return (
    <Paper withBorder p="sm" radius="md">
      {undone === null ? null : <UndoneTransports {...undone} />}
      {last === null ? null : (
        <Group justify="space-between" gap="xs">
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {`Ostatnio wczytano: ${last.name}, ${counted(last.plates.length, COUNTED.transports)}, ${formatDateTime(new Date(last.appliedAt).toISOString())}.`}
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => confirmUndo(last.plates.length, () => undo(last))}
          >
            Cofnij wczytanie
          </Button>
        </Group>
      )}
    </Paper>
  );
}

function UndoneTransports({ list, rows }: { list: LastList; rows: readonly UndoneRow[] }) {
  const plates = new Map(list.plates);
  return (
    <Stack gap={4}>
      <Text fz="sm" component="output">
        {undoneSentence(rows)}
      </Text>
      {rows.map(({ transportId, messageCode }) =>
        messageCode === null ? null : (
          <Text key={transportId} fz="sm">
            {`${noBreak(plates.get(transportId) ?? '')}: ${undoSentence(messageCode)}`}
          </Text>
        ),
      )}
    </Stack>
  );
}

import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { RecentUnloadingList } from '@spichlerz/shared/wire/unloading';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { recentListsQuery, type UndoneRow, undoList } from '../../../api/unloading.ts';
import { FailedState } from '../../../ui/table/list-outcome.tsx';
import { formatDateTime, noBreak } from '../../../words/format.ts';
import { counted, NOUN_FORMS } from '../../../words/plural.ts';
import { confirmUndo } from './confirm-undo.ts';
import { undoneSentence, undoSentence } from './unloading-texts.ts';

type Undone = { readonly list: RecentUnloadingList; readonly rows: readonly UndoneRow[] };

/** Offers to undo the lists of the last day, and names the transports that can no longer be restored. */
export function RecentLists() {
  const { data, error, refetch } = useQuery(recentListsQuery);
  const invalidateTopic = useInvalidateTopic();
  const [undone, setUndone] = useState<Undone | null>(null);
  const lists = data?.list ?? [];
  const undo = async (list: RecentUnloadingList) => {
    const { rows } = await undoList(list.id);
    setUndone({ list, rows });
    await invalidateTopic('transport');
  };
  if (data === undefined && error !== null) return <FailedState error={error} onRetry={() => refetch()} />;
  if (undone === null && lists.length === 0) return null;
  return (
    <Paper withBorder p="sm" radius="md" component="section" aria-label="Ostatnio wczytane listy">
      <Stack gap="xs">
        {undone === null ? null : <UndoneTransports {...undone} />}
        {lists.map((list) => (
          <Group key={list.id} justify="space-between" gap="xs">
            <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {`Ostatnio wczytano: ${list.recipient}, ${counted(list.transports.length, NOUN_FORMS.transports)}, ${formatDateTime(list.appliedAt)}${list.appliedBy === null ? '' : `, ${list.appliedBy}`}.`}
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              aria-label={`Cofnij wczytanie, ${list.recipient}`}
              onClick={() => confirmUndo(list.transports.length, () => undo(list))}
            >
              Cofnij wczytanie
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function UndoneTransports({ list, rows }: Undone) {
  const registrationNumbers = new Map(
    list.transports.map(({ transportId, registrationNumber }) => [transportId, registrationNumber]),
  );
  return (
    <Stack gap={4}>
      <Text fz="sm" component="output">
        {undoneSentence(rows)}
      </Text>
      {rows.map(({ transportId, messageCode }) =>
        messageCode === null ? null : (
          <Text key={transportId} fz="sm">
            {`${noBreak(registrationNumbers.get(transportId) ?? '')}: ${undoSentence(messageCode)}`}
          </Text>
        ),
      )}
    </Stack>
  );
}

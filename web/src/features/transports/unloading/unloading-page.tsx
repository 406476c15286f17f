import { Anchor, Group, Loader, Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ROWS } from '../../../components/table-import/table-texts.ts';
import { Warning } from '../../../components/warning.tsx';
import { useExplain } from '../../../ui/errors.ts';
import { isDay } from '../../../ui/field/parse-day.ts';
import { useNavigationBlocker } from '../../../ui/form/use-navigation-blocker.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { requestConfirmation } from '../../../ui/overlay/confirm.ts';
import { Page } from '../../../ui/page.tsx';
import { FailedState } from '../../../ui/table/list-outcome.tsx';
import { storedListLink } from '../../../ui/table/stored-search.ts';
import { UI_TEXTS } from '../../../ui/texts.ts';
import { counted } from '../../../words/plural.ts';
import { ColumnsSection } from './columns-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { Problem } from './problem.tsx';
import { RecentLists } from './recent-lists.tsx';
import { ResultSection } from './result-section.tsx';
import type { Recipient } from './scope-fields.tsx';
import { SourceSection } from './source-section.tsx';
import { type Scope, type UnloadingList, useUnloadingList } from './use-unloading-list.ts';

const scopeSchema = z.object({
  recipientId: z.number().nullable(),
  salesId: z.number().nullable(),
  day: z.string().refine((day) => day === '' || isDay(day), UI_TEXTS.notADay),
});

/** A recipient's unloading list: one page with a section for each step. */
export function UnloadingPage() {
  const form = useZodForm<Scope, Scope>(scopeSchema, { recipientId: null, salesId: null, day: '' });
  const [recipient, setRecipient] = useState<Recipient | null>(null);
  const [recipientId, salesId, day] = useWatch({
    control: form.control,
    name: ['recipientId', 'salesId', 'day'],
  });
  const state = useUnloadingList({ recipientId, salesId, day: isDay(day) ? day : '' });
  const { file, rows, applied, problem, check, task } = state;
  const hasSomethingToLose = () => (file !== null && applied === null) || task === 'applying';
  useNavigationBlocker(hasSomethingToLose, confirmLeaving);

  return (
    <Page
      title="Wczytaj listę rozładunków"
      actions={
        <Anchor fz="sm" renderRoot={(props: object) => <Link {...props} {...storedListLink('/logistics')} />}>
          Przejdź do logistyki
        </Anchor>
      }
    >
      {applied === null ? (
        <>
          {file === null ? <RecentLists /> : null}
          <SourceSection form={form} state={state} recipient={recipient} setRecipient={setRecipient} />
          {file === null ? null : <ColumnsSection form={form} state={state} file={file} />}
          <MappingFailure state={state} />
        </>
      ) : null}
      {problem === null || (rows !== null && applied === null) ? null : <Problem>{problem}</Problem>}
      {file !== null && recipientId === null ? (
        <Warning>Wybierz odbiorcę, żeby znaleźć transporty tej listy.</Warning>
      ) : null}
      {applied === null && check.isFetching && rows === null ? <Searching state={state} /> : null}
      {applied === null && check.error !== null ? (
        <FailedState error={check.error} onRetry={() => check.refetch()} />
      ) : null}
      {applied === null && rows !== null && file !== null && check.error === null ? (
        <PreviewSection
          state={state}
          file={file}
          rows={rows}
          salesId={salesId}
          recipientName={recipient?.name ?? ''}
        />
      ) : null}
      {applied !== null && file !== null ? (
        <ResultSection state={state} file={file} applied={applied} />
      ) : null}
    </Page>
  );
}

function Searching({ state: { list } }: { state: UnloadingList }) {
  return (
    <Paper withBorder p="md" radius="md">
      <Group gap="xs">
        <Loader size={16} aria-hidden />
        <Text fz="sm" component="output">
          {`Szukamy transportów: ${counted(list?.rows.length ?? 0, ROWS)}.`}
        </Text>
      </Group>
    </Paper>
  );
}

/** Shows that the stored meanings could not be loaded. The import continues with meanings by the headers. */
function MappingFailure({ state: { stored } }: { state: UnloadingList }) {
  const explain = useExplain();
  if (stored.error === null) return null;
  return (
    <Warning>
      {`Nie wczytaliśmy kolumn zapamiętanych dla tego odbiorcy, więc proponujemy je po nagłówkach. ${explain(stored.error).message}`}
    </Warning>
  );
}

function confirmLeaving(): Promise<boolean> {
  return requestConfirmation({
    title: 'Porzucić listę rozładunków?',
    message: 'Ta lista nie jest jeszcze zastosowana. Gdy wrócisz, trzeba będzie wczytać ją ponownie.',
    confirmLabel: 'Porzuć listę',
    cancelLabel: 'Wróć do listy',
    danger: true,
  });
}

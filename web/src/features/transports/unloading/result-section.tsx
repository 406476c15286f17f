import { Alert, Anchor, Button, Text } from '@mantine/core';
import type { UnloadingAction } from '@spichlerz/shared/domain/unloading-list';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { Link, linkOptions } from '@tanstack/react-router';
import type { UndoneRow } from '../../../api/unloading.ts';
import { columnsOf } from '../../../components/columns.tsx';
import { ImportSection } from '../../../components/table-import/import-section.tsx';
import { localListQuery, useLocalList } from '../../../components/table-import/local-list.ts';
import { ROWS_OF } from '../../../components/table-import/table-texts.ts';
import { type Verdict, VerdictLine } from '../../../components/table-import/verdict-line.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ListPagination } from '../../../ui/table/list-pagination.tsx';
import { counted, formatCount } from '../../../words/plural.ts';
import { confirmUndo } from './confirm-undo.ts';
import type { PreviewRow } from './preview-rows.ts';
import { unappliedRowsOf } from './unapplied-rows.ts';
import { UnappliedRowsButton } from './unapplied-rows-button.tsx';
import { applySentence, undoneSentence, undoSentence } from './unloading-texts.ts';
import type { AppliedList, UnloadingList } from './use-unloading-list.ts';

type Props = { state: UnloadingList; file: NonNullable<UnloadingList['file']>; applied: AppliedList };

/** A row that was applied, with its result and the result of undoing it. */
type ResultRow = PreviewRow & {
  readonly sentence: string;
  readonly kind: Verdict;
  readonly order: number;
};

/** The result of each row, and the button that undoes the list. */
export function ResultSection({ state, file, applied }: Props) {
  const { undone, task } = state;
  const list = useLocalList(50);
  const rows = resultRows(applied, undone);
  const left = unappliedRowsOf(applied);
  const done = [...applied.outcomes.values()].filter((outcome) => outcome === null).length;
  const isGood = rows.every(({ kind }) => kind !== 'bad');
  return (
    <ImportSection
      title="Wynik"
      takesFocus
      actions={
        <>
          {undone === null && done > 0 ? (
            <Button
              variant="default"
              loading={task === 'undoing'}
              disabled={task !== null}
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => confirmUndo(done, state.undo)}
            >
              Cofnij wczytanie
            </Button>
          ) : null}
          {left.length === 0 || undone !== null ? null : <UnappliedRowsButton file={file} rows={left} />}
          {left.length === 0 && undone === null ? null : (
            <Button variant="default" disabled={task !== null} onClick={state.backToPreview}>
              Wróć do podglądu
            </Button>
          )}
          <Button disabled={task !== null} onClick={state.startOver}>
            Wczytaj następną listę
          </Button>
        </>
      }
    >
      <Alert
        color={isGood ? 'field' : 'orange'}
        icon={isGood ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
        py="xs"
      >
        <Text fz="sm" component="output">
          {undone === null ? appliedSentence(applied, done, left.length) : undoneSentence(undone)}
        </Text>
      </Alert>
      <DataTable
        label="Wynik wierszy"
        columns={COLUMNS}
        query={localListQuery(rows, list)}
        list={list}
        rowName={(row) => `Wiersz ${row.id}`}
        maxHeight="60dvh"
        empty={{ title: 'Nie ma tu żadnego wiersza' }}
      />
      <ListPagination list={list} filtered={rows.length} />
    </ImportSection>
  );
}

function appliedSentence({ outcomes }: AppliedList, done: number, left: number): string {
  const sentence = `Zastosowano ${formatCount(done)} z ${counted(outcomes.size, ROWS_OF)}.`;
  return left === 0 ? sentence : `${sentence} Na liście zostało: ${formatCount(left)}.`;
}

const DONE: Record<UnloadingAction, string> = {
  DELIVER: 'Dostarczony.',
  RELEASE: 'Przekazany do rozliczenia.',
};

/** The sentence about an applied row. A correction does not change the status of the transport. */
const doneSentence = ({ state, row, chosen }: PreviewRow, action: UnloadingAction): string =>
  state === 'CORRECTION'
    ? `Poprawiono wagę: ${formatTonnes(chosen?.realQuantityKg)} → ${formatTonnes(row.request.net)}.`
    : DONE[action];

/** Returns the applied rows with their results. Failed rows come first. */
function resultRows(
  { rows, outcomes, action }: AppliedList,
  undone: readonly UndoneRow[] | null,
): ResultRow[] {
  const undoneOf = new Map(undone?.map((one) => [one.transportId, one]));
  return rows
    .flatMap((row): ResultRow[] => {
      const outcome = outcomes.get(row.id);
      if (outcome === undefined) return [];
      if (outcome !== null) return [{ ...row, sentence: applySentence(outcome), kind: 'bad', order: 0 }];
      const back = undoneOf.get(row.chosen?.transportId ?? 0);
      if (back === undefined)
        return [
          {
            ...row,
            sentence: doneSentence(row, action),
            kind: 'good',
            order: 2,
          },
        ];
      return back.messageCode === null
        ? [{ ...row, sentence: 'Cofnięto.', kind: 'good', order: 2 }]
        : [{ ...row, sentence: `Nie cofnięto. ${undoSentence(back.messageCode)}`, kind: 'bad', order: 1 }];
    })
    .toSorted((one, other) => one.order - other.order || one.id - other.id);
}

const column = columnsOf<ResultRow>();

const COLUMNS = [
  column.cell('line', { label: 'Wiersz', width: 60, align: 'end', card: 'title' }, ({ id }) => id),
  column.text('plate', { label: 'Pojazd', width: 120, card: 'title' }, ({ row }) => row.request.plate),
  column.cell('weight', { label: 'Rozładowano', align: 'end', card: 'figure' }, ({ row }) =>
    formatTonnes(row.request.net),
  ),
  column.cell('outcome', { label: 'Wynik', width: 420, card: 'figure' }, ({ kind, sentence }) => (
    <VerdictLine verdict={kind}>{sentence}</VerdictLine>
  )),
  column.cell('link', { label: 'Transport', card: 'figure' }, ({ chosen }) =>
    chosen === null ? null : (
      <Anchor
        fz="sm"
        renderRoot={(props: object) => (
          <Link {...props} {...transportLink(chosen)} target="_blank" rel="noopener" />
        )}
      >
        {`Pokaż ${chosen.registrationNumber}`}
      </Anchor>
    ),
  ),
];

/** Links to the transport in logistics, in any status. */
const transportLink = ({ registrationNumber, dateLoading }: NonNullable<PreviewRow['chosen']>) =>
  linkOptions({
    to: '/logistics',
    search: { search: registrationNumber, dateLoadingFrom: dateLoading, dateLoadingTo: dateLoading },
  });

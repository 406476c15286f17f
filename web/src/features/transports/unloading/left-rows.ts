import { type PreviewRow, whyNotApplied } from './preview-rows.ts';
import { applySentence, OPEN_REASONS, problemSentence, warningSentence } from './unloading-texts.ts';
import type { AppliedList } from './use-unloading-list.ts';

/** A row that is not applied, and why. */
export type LeftRow = { readonly cells: readonly string[]; readonly reason: string };

/** Why a row of the preview is not among those that will be applied. */
function openReason(row: PreviewRow): string | null {
  const why = whyNotApplied(row);
  if (why === null || why === 'APPLIED') return null;
  const faults = [
    ...row.row.problems.map(problemSentence),
    ...(row.state === 'NONE'
      ? row.warnings.map((warning) => warningSentence(warning, row.row.request.readings))
      : []),
  ];
  return faults.length > 0 ? faults.join(' ') : OPEN_REASONS[why];
}

/** The rows that stay when the ready ones are applied, in the order of the list. */
export const rowsLeftInPreview = (rows: readonly PreviewRow[]): LeftRow[] => inOrder(rows, openReason);

/** The rows that are left after a list was applied: the failed ones and those that were not ready. */
export const rowsLeftAfter = ({ rows, outcomes }: AppliedList): LeftRow[] =>
  inOrder(rows, (row) => {
    const outcome = outcomes.get(row.id);
    if (outcome === undefined) return openReason(row);
    return outcome === null ? null : applySentence(outcome);
  });

const inOrder = (rows: readonly PreviewRow[], reasonOf: (row: PreviewRow) => string | null): LeftRow[] =>
  rows
    .toSorted((one, other) => one.id - other.id)
    .flatMap((row) => {
      const reason = reasonOf(row);
      return reason === null ? [] : [{ cells: row.row.cells, reason }];
    });

import { type PreviewRow, whyNotApplied } from './preview-rows.ts';
import { applySentence, OPEN_REASONS, problemSentence, warningSentence } from './unloading-texts.ts';
import type { AppliedList } from './use-unloading-list.ts';

/** A row that was not applied, with the reason. */
export type UnappliedRow = { readonly cells: readonly string[]; readonly reason: string };

/** Returns the sentence why a row of the preview would not be applied, or null. */
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

/** The rows that would not be applied now, in the order of the list. */
export const unreadyRowsOf = (rows: readonly PreviewRow[]): UnappliedRow[] => inOrder(rows, openReason);

/** The rows of an applied list that failed or were not ready. */
export const unappliedRowsOf = ({ rows, outcomes }: AppliedList): UnappliedRow[] =>
  inOrder(rows, (row) => {
    const outcome = outcomes.get(row.id);
    if (outcome === undefined) return openReason(row);
    return outcome === null ? null : applySentence(outcome);
  });

const inOrder = (rows: readonly PreviewRow[], reasonOf: (row: PreviewRow) => string | null): UnappliedRow[] =>
  rows
    .toSorted((one, other) => one.id - other.id)
    .flatMap((row) => {
      const reason = reasonOf(row);
      return reason === null ? [] : [{ cells: row.row.cells, reason }];
    });

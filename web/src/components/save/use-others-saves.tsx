import { type ReactNode, useEffect, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { useLatest } from '../../ui/hooks/use-latest.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import {
  type Conflict,
  changesBetween,
  conflictsOf,
  type FieldDescriptions,
  mergeChanges,
} from './record-changes.ts';
import { takeOthersChanges } from './take-others-changes.ts';

/**
 * Copies the saves of other users into an open form. For records without a version, because the server cannot
 * reject a save that would undo another user's save.
 * @param stored the values of the record as it is stored now
 * @returns a notice with the other users' changes, or null while the form has no unsaved changes
 */
export function useOthersSaves<Values extends FieldValues, Output>(
  form: Form<Values, Output>,
  descriptions: FieldDescriptions<Values>,
  stored: Values,
): ReactNode {
  /** What this user has seen: another user's second save is compared with it, too. */
  const [seenBefore, setSeenBefore] = useState(stored);
  const [base, setBase] = useState(stored);
  const [conflicts, setConflicts] = useState<readonly Conflict<Values>[]>([]);
  const { isDirty, defaultValues } = form.formState;
  if (changesBetween(descriptions, base, stored).length > 0) {
    const fieldsBetween = (before: Values, after: Values) =>
      changesBetween(descriptions, before, after).map(({ field }) => field);
    const mine = form.getValues();
    // the defaults of the form are this user's last save, which may arrive late, or changes that it has taken over
    const others = [
      ...fieldsBetween(defaultValues as Values, stored),
      ...conflicts.map(({ field }) => field),
    ];
    const seen = { ...stored };
    for (const field of others) seen[field] = seenBefore[field];
    const typed = new Set(fieldsBetween(base, mine));
    const listed = mergeChanges(descriptions, { base, theirs: seen, mine });
    setConflicts(
      conflictsOf(descriptions, { base: seen, theirs: stored, mine: listed }).map((conflict) => ({
        ...conflict,
        isContested: typed.has(conflict.field),
      })),
    );
    setSeenBefore(seen);
    setBase(stored);
  }
  if (!isDirty && seenBefore !== base) {
    setSeenBefore(base);
    setConflicts([]);
  }
  const latestDescriptions = useLatest(descriptions);
  useEffect(() => {
    takeOthersChanges(form, latestDescriptions.current, form.formState.defaultValues as Values, base);
  }, [form, latestDescriptions, base]);

  if (!isDirty || conflicts.length === 0) return null;
  const contested = conflicts.filter(({ isContested }) => isContested);
  const loadContested = () => {
    for (const { field } of contested) form.resetField(field as unknown as FieldPath<Values>);
    setConflicts(conflicts.map((conflict) => ({ ...conflict, isContested: false })));
  };
  return (
    <ConflictNotice
      changes={conflicts.map((conflict) => ({ ...conflict, after: conflict.theirs }))}
      onLoadCurrent={contested.length === 0 ? 'shown' : loadContested}
    />
  );
}

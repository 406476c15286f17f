import { type ReactNode, useEffect, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { Form } from '../../ui/form/use-zod-form.ts';
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
  const [opened, setOpened] = useState(stored);
  const [base, setBase] = useState(stored);
  const [conflicts, setConflicts] = useState<readonly Conflict<Values>[]>([]);
  const { isDirty, isSubmitting } = form.formState;
  if (!isSubmitting && changesBetween(descriptions, base, stored).length > 0) {
    // after two saves of other users, the notice must still compare with the values that this user has seen
    const mine = mergeChanges(descriptions, { base, theirs: opened, mine: form.getValues() });
    setConflicts(conflictsOf(descriptions, { base: opened, theirs: stored, mine }));
    setBase(stored);
  }
  if (!isDirty && opened !== base) {
    setOpened(base);
    setConflicts([]);
  }
  useEffect(() => {
    takeOthersChanges(form, descriptions, form.formState.defaultValues as Values, base);
  }, [form, descriptions, base]);

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

import type { FieldValues } from 'react-hook-form';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { type Conflict, conflictsOf, type FieldDescriptions, mergeChanges } from './record-changes.ts';

/**
 * Updates a form after another user saved its record. Fields that this user has not changed get the stored
 * values; the other fields keep the typed values.
 * @param base the record that the form started from
 * @param theirs the stored record
 * @returns the other user's changes
 */
export function takeOthersChanges<Values extends FieldValues, Output>(
  form: Form<Values, Output>,
  descriptions: FieldDescriptions<Values>,
  base: Values,
  theirs: Values,
): Conflict<Values>[] {
  const states = { base, theirs, mine: form.getValues() };
  const conflicts = conflictsOf(descriptions, states);
  form.reset(theirs);
  form.reset(mergeChanges(descriptions, states), { keepDefaultValues: true });
  return conflicts;
}

import { useState } from 'react';
import { type FieldPath, type FieldValues, get, set } from 'react-hook-form';
import type { Form } from '../../ui/form/use-zod-form.ts';

/** Fields that are merged together, such as a carrier's record and name, and their label in the notice. */
export type FormPart<Values extends FieldValues> = {
  readonly label: string;
  readonly fields: readonly FieldPath<Values>[];
};

type Change = { readonly label: string; readonly before: string; readonly after: string };

/**
 * Merges changes that another user saves into a form: parts that this user has not changed get the stored
 * values. Parts are needed where fields are nested or belong together; other forms use `takeOthersChanges`.
 * @param opened the values of the record when the form was opened
 */
export function useOthersChanges<Values extends FieldValues>(opened: Values) {
  const [first] = useState(opened);
  const [base, setBase] = useState(opened);
  /** The parts that both users have changed. In these parts, the form keeps the typed values. */
  const [contested, setContested] = useState<readonly FormPart<Values>[]>([]);

  const take = <Output>(
    form: Form<Values, Output>,
    parts: readonly FormPart<Values>[],
    theirs: Values,
  ): void => {
    const mine = structuredClone(form.getValues());
    const kept = parts.filter(
      (part) => !arePartsEqual(part, mine, base) && !arePartsEqual(part, mine, theirs),
    );
    form.reset(theirs);
    form.reset(withParts(kept, mine, theirs), { keepDefaultValues: true });
    setBase(theirs);
    setContested(kept.filter((part) => !arePartsEqual(part, first, theirs)));
  };

  const loadContested = <Output>(form: Form<Values, Output>): void => {
    form.reset(withParts(contested, base, form.getValues()), { keepDefaultValues: true });
    setContested([]);
  };

  return {
    /** The values of the record when the form was opened. */
    first,
    /** The stored values that were last copied into the form. */
    base,
    take,
    /** Marks, for the notice, the changes of parts that both users have changed. */
    mark: (changes: readonly Change[]) =>
      changes.map((change) => ({
        ...change,
        isContested: contested.some(({ label }) => label === change.label),
      })),
    /** The action of the notice that replaces typed values in parts that both users have changed. */
    loadCurrent: <Output>(form: Form<Values, Output>) =>
      contested.length === 0 ? ('shown' as const) : () => loadContested(form),
  };
}

/** Returns the values of `target` with these parts replaced by those of `source`. */
function withParts<Values extends FieldValues>(
  parts: readonly FormPart<Values>[],
  source: Values,
  target: Values,
): Values {
  const merged = structuredClone(target);
  for (const field of parts.flatMap(({ fields }) => fields)) set(merged, field, get(source, field));
  return merged;
}

/** Compares the JSON of both values, because form values are plain data. */
function arePartsEqual<Values extends FieldValues>(
  { fields }: FormPart<Values>,
  one: Values,
  other: Values,
): boolean {
  const textOf = (values: Values) => JSON.stringify(fields.map((field): unknown => get(values, field)));
  return textOf(one) === textOf(other);
}

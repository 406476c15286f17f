import { useState } from 'react';
import { type FieldPath, type FieldValues, get, set } from 'react-hook-form';
import type { Form } from '../../ui/form/use-zod-form.ts';

/** Fields that are taken over together, such as a carrier's record and name, with their label in the notice. */
export type FormPart<Values extends FieldValues> = {
  readonly label: string;
  readonly fields: readonly FieldPath<Values>[];
};

type Change = { readonly label: string; readonly before: string; readonly after: string };

/**
 * Keeps a form up to date with a record that another user saves: the parts that this user has not changed get the
 * stored values. Parts are needed where fields are nested or belong together; other forms use `takeOthersChanges`.
 * @param opened the values of the record that the form was opened with
 */
export function useOthersChanges<Values extends FieldValues, Output>(
  form: Form<Values, Output>,
  opened: Values,
) {
  const [first] = useState(opened);
  const [base, setBase] = useState(opened);
  /** The parts that both users changed, in which the form keeps what was typed. */
  const [contested, setContested] = useState<readonly FormPart<Values>[]>([]);
  return {
    /** The stored values that the form started from or has taken over since. */
    base,
    take: (parts: readonly FormPart<Values>[], theirs: Values): void => {
      const mine = structuredClone(form.getValues());
      const kept = parts.filter((part) => !areEqual(part, mine, base) && !areEqual(part, mine, theirs));
      const merged = structuredClone(theirs);
      for (const { fields } of kept) for (const field of fields) set(merged, field, get(mine, field));
      form.reset(theirs);
      form.reset(merged, { keepDefaultValues: true });
      setBase(theirs);
      setContested(kept.filter((part) => !areEqual(part, first, theirs)));
    },
    /** Marks the changes for the notice. */
    mark: (changes: readonly Change[]) =>
      changes.map((change) => ({
        ...change,
        isContested: contested.some(({ label }) => label === change.label),
      })),
    onLoadCurrent:
      contested.length === 0
        ? ('shown' as const)
        : () => {
            const values = structuredClone(form.getValues());
            for (const { fields } of contested)
              for (const field of fields) set(values, field, get(base, field));
            form.reset(values, { keepDefaultValues: true });
            setContested([]);
          },
  };
}

/** Form values are plain data, so their JSON can be compared. */
function areEqual<Values extends FieldValues>(
  { fields }: FormPart<Values>,
  one: Values,
  other: Values,
): boolean {
  const textOf = (values: Values) => JSON.stringify(fields.map((field): unknown => get(values, field)));
  return textOf(one) === textOf(other);
}

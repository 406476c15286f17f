import { type ReactNode, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { changesBetween, type FieldWords, mergeChanges } from './record-changes.ts';

type Props<Stored, Values extends FieldValues, Output> = {
  form: Form<Values, Output>;
  schema: z.ZodType<Output, Values>;
  /** The record as it is known now; it changes under the form when someone else saves. */
  record: Stored;
  valuesOf: (record: Stored) => Values;
  words: FieldWords<Values>;
  fetchFresh: () => Promise<Stored>;
  save: (output: Output, base: Stored) => Promise<unknown>;
};

type Pending<Stored> = { fresh: Stored; settle: (isSaved: boolean) => void };

/**
 * Saves a record over the version the form started from. When someone else saved it meanwhile, a dialog shows what
 * differs; saving there is saving the form, and closing it leaves the form as it was.
 */
export function useVersionedSave<Stored extends { version: number }, Values extends FieldValues, Output>({
  form,
  schema,
  record,
  valuesOf,
  words,
  fetchFresh,
  save,
}: Props<Stored, Values, Output>): {
  save: (output: Output) => Promise<void>;
  /** Someone else saved it, and this form has changes of its own. */
  isOutdated: boolean;
  base: Stored;
  dialog: ReactNode;
} {
  const [base, setBase] = useState(record);
  const [pending, setPending] = useState<Pending<Stored> | null>(null);
  /** What this form has saved, which may come back when something else is typed already. */
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const { isDirty, isSubmitting } = form.formState;
  const isNewer = record.version > base.version && !isSubmitting;
  const isOwn = record.version === savedVersion;

  // An untouched form simply shows the record as it is.
  if (isNewer && (!isDirty || isOwn)) setBase(record);
  const latestWords = useLatest(words);
  useEffect(() => {
    const values = valuesOf(base);
    const states = { base: form.formState.defaultValues as Values, theirs: values, mine: form.getValues() };
    const typed = mergeChanges(latestWords.current, states, new Set(Object.keys(values)));
    form.reset(values);
    form.reset(typed, { keepDefaultValues: true });
  }, [form, valuesOf, base, latestWords]);

  const write = async (output: Output, over: Stored) => {
    await save(output, over);
    setSavedVersion(over.version + 1);
  };
  const decide = async (output: Output, error: unknown) => {
    const fresh = await fetchFresh();
    if (fresh.version === savedVersion) return write(output, fresh);
    // it was this very form: its answer got lost and the person saved again
    if (changesBetween(words, valuesOf(fresh), form.getValues()).length === 0) return;
    const isSaved = await new Promise<boolean>((settle) => setPending({ fresh, settle }));
    setPending(null);
    if (!isSaved) throw error;
  };

  return {
    isOutdated: isNewer && isDirty && !isOwn,
    base,
    save: async (output) => {
      try {
        await write(output, base);
      } catch (error) {
        if (!isOutdatedError(error)) throw error;
        await decide(output, error);
      }
    },
    dialog: pending ? (
      <ConflictDialog
        words={words}
        base={valuesOf(base)}
        theirs={valuesOf(pending.fresh)}
        mine={form.getValues()}
        onSave={(merged) => {
          const { data, success } = schema.safeParse(merged);
          // what two people changed may not go together: dates, a tolerance
          if (!success) throw new ApiError(400, 'FST_ERR_VALIDATION');
          return write(data, pending.fresh);
        }}
        onSaved={() => pending.settle(true)}
        onClose={() => pending.settle(false)}
      />
    ) : null,
  };
}

/** A conflict that blames a field is about that field, not about the version. */
function isOutdatedError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CONFLICT' && error.fields.length === 0;
}

import { type ReactNode, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, isVersionConflict } from '../../api/api-error.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { useLatest } from '../../ui/hooks/use-latest.ts';
import { SentenceError } from '../explain-error.ts';
import { Warning } from '../warning.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type FieldDescriptions, isStoredAs } from './record-changes.ts';
import { takeOthersChanges } from './take-others-changes.ts';

type Props<Stored, Values extends FieldValues, Output> = {
  form: Form<Values, Output>;
  schema: z.ZodType<Output, Values>;
  /** The current record. It changes while the form is open if another user saves the record. */
  record: Stored;
  valuesOf: (record: Stored) => Values;
  descriptions: FieldDescriptions<Values>;
  fetchFresh: () => Promise<Stored>;
  save: (output: Output, base: Stored) => Promise<unknown>;
};

type PendingConflict<Stored, Output> = { fresh: Stored; settle: (saved: Output | null) => void };

/**
 * Saves a record with the version that the form started from. On a conflict a dialog shows the differences.
 * Saving in the dialog saves the merged record; closing the dialog leaves the form unchanged.
 */
export function useVersionedSave<Stored extends { version: number }, Values extends FieldValues, Output>({
  form,
  schema,
  record,
  valuesOf,
  descriptions,
  fetchFresh,
  save,
}: Props<Stored, Values, Output>): {
  /**
   * Returns the output that is stored. It differs from the form if changes of another user were merged.
   */
  save: (output: Output) => Promise<Output>;
  /**
   * A warning if the form has unsaved changes and another user has saved the record. Null in all other cases.
   */
  notice: ReactNode;
  base: Stored;
  dialog: ReactNode;
} {
  const [base, setBase] = useState(record);
  const [pending, setPending] = useState<PendingConflict<Stored, Output> | null>(null);
  /**
   * The version that this form saved. The record with this version may arrive after the user has typed again.
   */
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const { isDirty, isSubmitting } = form.formState;
  const isNewer = record.version > base.version && !isSubmitting;
  const isOwn = record.version === savedVersion;

  // The current record becomes the base of a form without changes, and of a form that saved this version
  // itself.
  if (isNewer && (!isDirty || isOwn)) setBase(record);
  const latestDescriptions = useLatest(descriptions);
  useEffect(() => {
    takeOthersChanges(
      form,
      latestDescriptions.current,
      form.formState.defaultValues as Values,
      valuesOf(base),
    );
  }, [form, valuesOf, base, latestDescriptions]);

  const write = async (output: Output, over: Stored) => {
    await save(output, over);
    setSavedVersion(over.version + 1);
    return output;
  };
  const resolveConflict = async (output: Output, error: unknown) => {
    const fresh = await fetchFresh();
    if (fresh.version === savedVersion) return write(output, fresh);
    // this form saved the record before, but the response was lost
    if (isStoredAs(valuesOf(fresh), form.getValues())) return output;
    const saved = await new Promise<Output | null>((settle) => setPending({ fresh, settle }));
    setPending(null);
    if (saved === null) throw error;
    return saved;
  };
  /** The record may change again while the dialog is open; the dialog then shows the new differences. */
  const saveMerged = async (merged: Values, output: Output, over: Stored) => {
    try {
      return await write(output, over);
    } catch (error) {
      if (!isVersionConflict(error)) throw error;
      const fresh = await fetchFresh();
      if (isStoredAs(valuesOf(fresh), merged)) return output;
      setPending((open) => (open === null ? null : { ...open, fresh }));
      throw new SentenceError(CHANGED_AGAIN);
    }
  };

  return {
    notice: isNewer && isDirty && !isOwn ? <Warning>{CHANGED_BY_OTHERS}</Warning> : null,
    base,
    save: async (output) => {
      try {
        return await write(output, base);
      } catch (error) {
        if (!isVersionConflict(error)) throw error;
        return resolveConflict(output, error);
      }
    },
    dialog: pending ? (
      <ConflictDialog
        descriptions={descriptions}
        base={valuesOf(base)}
        theirs={valuesOf(pending.fresh)}
        mine={form.getValues()}
        onSave={async (merged) => {
          const { data, success } = schema.safeParse(merged);
          // merged changes of two users may be invalid together, such as a date range
          if (!success) throw new ApiError(400, 'FST_ERR_VALIDATION');
          return saveMerged(merged, data, pending.fresh);
        }}
        onSaved={pending.settle}
        onClose={() => pending.settle(null)}
      />
    ) : null,
  };
}

const CHANGED_BY_OTHERS =
  'Te dane zmieniono, gdy je edytujesz. Przy zapisie zobaczysz, co się różni, i wybierzesz, co zachować.';

const CHANGED_AGAIN =
  'Ktoś zmienił ten rekord jeszcze raz. Okno pokazuje już nowe różnice; sprawdź je i zapisz ponownie.';

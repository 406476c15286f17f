import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import { useAfterChange } from '../../components/after-change.ts';
import { ChangedMeanwhile } from '../../components/changed-meanwhile.tsx';
import { changesBetween, type FieldWords } from '../../components/record-changes.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import type { SettlementRow } from './settlement-row.ts';

type Props<Values extends FieldValues, Output> = {
  form: Form<Values, Output>;
  /** As the dialog was opened. */
  row: SettlementRow;
  /** As the list shows it by now. */
  current: SettlementRow;
  valuesOf: (row: SettlementRow) => Values;
  words: FieldWords<Values>;
};

/**
 * Saves what a dialog holds over the settlement as its person sees it. What somebody else saves meanwhile is told in the
 * dialog; from then on saving replaces it knowingly.
 */
export function useSeenSettlement<Values extends FieldValues, Output>({
  form,
  row,
  current,
  valuesOf,
  words,
}: Props<Values, Output>): {
  save: (write: (version: number) => Promise<unknown>) => Promise<void>;
  notice: ReactNode;
} {
  const afterChange = useAfterChange();
  const [base, setBase] = useState(row);
  const [isSaving, setSaving] = useState(false);

  const save = async (write: (version: number) => Promise<unknown>) => {
    setSaving(true);
    try {
      await write(current.version);
      await afterChange('settlement');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') await afterChange('settlement');
      setSaving(false);
      throw error;
    }
  };

  const theirs = valuesOf(current);
  const changes = changesBetween(words, valuesOf(base), theirs);
  // what is on the form already was saved by it, though the answer got lost
  const isMine = isSaving || changesBetween(words, theirs, form.getValues()).length === 0;
  return {
    save,
    notice:
      isMine || changes.length === 0 ? null : (
        <ChangedMeanwhile
          changes={changes}
          onTakeOver={() => {
            setBase(current);
            form.reset(theirs);
          }}
        />
      ),
  };
}

import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import { ConflictNotice } from '../../components/save/conflict-notice.tsx';
import { changesBetween, type FieldDescriptions } from '../../components/save/record-changes.ts';
import { useInvalidateTopic } from '../../components/save/use-invalidate-topic.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { formatMoney, formatTonnes } from '../../words/format.ts';
import type { SettlementRow } from './settlement-row.ts';

/** What a dialog shows of a settlement beside its fields, and saving agrees to. */
const FACTS = {
  purchase: {
    label: SIDE_LABELS.purchase.contract,
    show: (row: SettlementRow) => contractNumber(row.purchaseSupplier),
  },
  sales: {
    label: SIDE_LABELS.sales.contract,
    show: (row: SettlementRow) => contractNumber(row.salesRecipient),
  },
  weight: { label: 'Waga transportu', show: (row: SettlementRow) => formatTonnes(row.transportQuantity) },
  settled: { label: 'Ilość rozliczona', show: (row: SettlementRow) => formatTonnes(row.realCargoQuantity) },
  amount: { label: 'Kwota', show: (row: SettlementRow) => formatMoney(row.amount, row.currency) },
} as const;

type Fact = keyof typeof FACTS;
/** Whose goods they are and where they go, which every dialog shows. */
const ALWAYS = ['purchase', 'sales'] as const satisfies readonly Fact[];

/** The facts that differ between two states of a settlement. */
export function factsBetween(facts: readonly Fact[], before: SettlementRow, after: SettlementRow) {
  return [...ALWAYS, ...facts].flatMap((fact) => {
    const { label, show } = FACTS[fact];
    const change = { label, before: show(before), after: show(after) };
    return change.before === change.after ? [] : [change];
  });
}

type Props<Values extends FieldValues, Output> = {
  form: Form<Values, Output>;
  /** As the dialog was opened. */
  row: SettlementRow;
  /** As it is stored by now. */
  current: SettlementRow;
  valuesOf: (row: SettlementRow) => Values;
  words: FieldDescriptions<Values>;
  facts: readonly Fact[];
};

/**
 * Saves what a dialog holds over the settlement as its person sees it. What somebody else saves meanwhile is told in the
 * dialog; from then on saving replaces it, or agrees to it, knowingly.
 */
export function useVersionedSettlement<Values extends FieldValues, Output>({
  form,
  row,
  current,
  valuesOf,
  words,
  facts,
}: Props<Values, Output>): {
  save: (write: (version: number) => Promise<unknown>) => Promise<void>;
  notice: ReactNode;
  /** Somebody else has saved something since, as the server says. */
  wasRefused: boolean;
} {
  const invalidateTopic = useInvalidateTopic();
  const [base, setBase] = useState(row);
  const [isSaving, setSaving] = useState(false);
  const [wasRefused, setRefused] = useState(false);

  const theirs = valuesOf(current);
  const fields = changesBetween(words, valuesOf(base), theirs);
  const others = factsBetween(facts, base, current);
  // what is on the form already was saved by it, though the answer got lost
  const isMine = others.length === 0 && changesBetween(words, theirs, form.getValues()).length === 0;

  const save = async (write: (version: number) => Promise<unknown>) => {
    setSaving(true);
    try {
      // the server knows what it has saved already by the version it was written over
      await write(isMine && !wasRefused ? base.version : current.version);
      await invalidateTopic('settlement');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        setRefused(true);
        await invalidateTopic('settlement');
      }
      setSaving(false);
      throw error;
    }
  };

  return {
    save,
    wasRefused,
    notice:
      isSaving || isMine || fields.length + others.length === 0 ? null : (
        <ConflictNotice
          changes={[...fields, ...others]}
          onLoadCurrent={
            fields.length === 0
              ? 'shown'
              : () => {
                  setBase(current);
                  form.reset(theirs);
                }
          }
        />
      ),
  };
}

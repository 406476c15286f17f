import { paidKg } from '@spichlerz/shared/domain/settlement';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { ConflictNotice } from '../../components/save/conflict-notice.tsx';
import { changesBetween, type FieldDescriptions } from '../../components/save/record-changes.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { formatMoney } from '../../words/format.ts';
import type { SettlementRow } from './settlement-row.ts';

/** Facts that a dialog shows besides its fields; saving accepts them. */
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
  settled: { label: 'Ilość rozliczona', show: (row: SettlementRow) => formatTonnes(paidKg(row)) },
  amount: { label: 'Kwota', show: (row: SettlementRow) => formatMoney(row.amount, row.currency) },
} as const;

type Fact = keyof typeof FACTS;
/** The contracts of both sides, which every dialog shows. */
const ALWAYS_COMPARED = ['purchase', 'sales'] as const satisfies readonly Fact[];

/** The facts that differ between two states of a settlement. */
export function factsBetween(facts: readonly Fact[], before: SettlementRow, after: SettlementRow) {
  return [...ALWAYS_COMPARED, ...facts].flatMap((fact) => {
    const { label, show } = FACTS[fact];
    const change = { label, before: show(before), after: show(after) };
    return change.before === change.after ? [] : [change];
  });
}

type Props<Values extends FieldValues, Output> = {
  form: Form<Values, Output>;
  /** The row at the opening of the dialog. */
  row: SettlementRow;
  /** The stored row. */
  current: SettlementRow;
  valuesOf: (row: SettlementRow) => Values;
  descriptions: FieldDescriptions<Values>;
  facts: readonly Fact[];
};

/**
 * Saves a settlement with optimistic locking. The dialog shows changes that another user saves while it is
 * open; saving after that replaces or accepts them.
 */
export function useVersionedSettlement<Values extends FieldValues, Output>({
  form,
  row,
  current,
  valuesOf,
  descriptions,
  facts,
}: Props<Values, Output>): {
  save: (write: (version: number) => Promise<unknown>) => Promise<void>;
  notice: ReactNode;
  /** Another user has saved the settlement: the server has returned a conflict. */
  hasConflict: boolean;
} {
  const invalidateTopic = useInvalidateTopic();
  const [base, setBase] = useState(row);
  const [isSaving, setSaving] = useState(false);
  const [hasConflict, setHasConflict] = useState(false);

  const theirs = valuesOf(current);
  const fields = changesBetween(descriptions, valuesOf(base), theirs);
  const others = factsBetween(facts, base, current);
  // the stored values equal those of the form, so an earlier save succeeded and its response was lost
  const isMine = others.length === 0 && changesBetween(descriptions, theirs, form.getValues()).length === 0;

  const save = async (write: (version: number) => Promise<unknown>) => {
    setSaving(true);
    try {
      // the server recognizes a repeated save by the version it was based on
      await write(isMine && !hasConflict ? base.version : current.version);
      await invalidateTopic('settlement');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        setHasConflict(true);
        await invalidateTopic('settlement');
      }
      setSaving(false);
      throw error;
    }
  };

  return {
    save,
    hasConflict,
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

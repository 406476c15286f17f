import { paidKg } from '@spichlerz/shared/domain/settlement';
import type { Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { isConflict } from '../../api/api-error.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { settlementListQuery } from '../../api/settlements.ts';
import { SentenceError } from '../../components/explain-error.ts';
import { ConflictNotice } from '../../components/save/conflict-notice.tsx';
import { changesBetween, type FieldDescriptions } from '../../components/save/record-changes.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { formatMoney } from '../../words/format.ts';
import { type SettlementRow, withIds } from './settlement-row.ts';

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
  side: Side;
  form: Form<Values, Output>;
  /** The row at the opening of the dialog. */
  row: SettlementRow;
  /** The stored row. */
  current: SettlementRow;
  valuesOf: (row: SettlementRow) => Values;
  descriptions: FieldDescriptions<Values>;
  facts: readonly Fact[];
  /** Another user's changes outside the row. */
  otherChanges?: readonly { readonly label: string; readonly before: string; readonly after: string }[];
  /** Returns why the stored row no longer allows the save, as a sentence, or null if the user may save again. */
  whyImpossible: (row: SettlementRow) => string | null;
};

/**
 * Saves a settlement with optimistic locking. The dialog shows changes that another user saves while it is
 * open; saving after that replaces or accepts them.
 */
export function useVersionedSettlement<Values extends FieldValues, Output>({
  side,
  form,
  row,
  current,
  valuesOf,
  descriptions,
  facts,
  otherChanges = [],
  whyImpossible,
}: Props<Values, Output>): {
  save: (write: (version: number) => Promise<unknown>) => Promise<void>;
  notice: ReactNode;
  /** The reason why saving has become impossible by another user's change, or null. */
  disabledReason: string | null;
} {
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const [base, setBase] = useState(row);
  const [isSaving, setSaving] = useState(false);
  const [hasConflict, setHasConflict] = useState(false);

  const theirs = valuesOf(current);
  const fields = changesBetween(descriptions, valuesOf(base), theirs);
  const others = [...factsBetween(facts, base, current), ...otherChanges];
  // the stored values equal those of the form, so an earlier save succeeded and its response was lost
  const isMine = others.length === 0 && changesBetween(descriptions, theirs, form.getValues()).length === 0;

  const reasonOf = async (error: unknown): Promise<string | null> => {
    if (!isConflict(error)) return null;
    const query = settlementListQuery(side, { transportId: [row.transportId], limit: 1 });
    const [fresh] = withIds(await client.fetchQuery({ ...query, staleTime: 0 })).list;
    return fresh === undefined ? null : whyImpossible(fresh);
  };

  const save = async (write: (version: number) => Promise<unknown>) => {
    setSaving(true);
    try {
      // the server recognizes a repeated save by the version it was based on
      await write(isMine && !hasConflict ? base.version : current.version);
      await invalidateTopic('settlement');
    } catch (error) {
      if (isConflict(error)) {
        setHasConflict(true);
        await invalidateTopic('settlement');
      }
      const reason = await reasonOf(error).finally(() => setSaving(false));
      throw reason === null ? error : new SentenceError(reason);
    }
  };

  // without a conflict the stored state may be this dialog's own, whose response was lost
  const disabledReason = hasConflict ? whyImpossible(current) : null;

  return {
    save,
    disabledReason,
    notice:
      isSaving || isMine || fields.length + others.length === 0 ? null : (
        <ConflictNotice
          changes={[...fields, ...others]}
          onLoadCurrent={
            disabledReason !== null
              ? undefined
              : fields.length === 0
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

import { paidKg } from '@spichlerz/shared/domain/settlement';
import type { Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatPrice, formatTonnes } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldValues, get } from 'react-hook-form';
import { isConflict, isVersionConflict } from '../../api/api-error.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { settlementListQuery } from '../../api/settlements.ts';
import { SentenceError } from '../../components/explain-error.ts';
import { CONFLICT_IS_SHOWN, ConflictNotice } from '../../components/save/conflict-notice.tsx';
import {
  type Conflict,
  changesBetween,
  conflictsOf,
  type FieldDescriptions,
} from '../../components/save/record-changes.ts';
import { takeOthersChanges } from '../../components/save/take-others-changes.ts';
import { focusField } from '../../ui/form/move-focus.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { useLatest } from '../../ui/hooks/use-latest.ts';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { formatMoney } from '../../words/format.ts';
import { isSplit, type SettlementRow, withIds } from './settlement-row.ts';
import { describeOptions } from './settlement-texts.ts';

/**
 * Facts are data that a dialog shows but does not edit. The notice lists changes of facts by another user. The
 * next save accepts these changes.
 */
const FACTS = {
  purchase: {
    label: SIDE_LABELS.purchase.contract,
    show: (row: SettlementRow) => contractNumber(row.purchaseSupplier),
  },
  sales: {
    label: SIDE_LABELS.sales.contract,
    show: (row: SettlementRow) => contractNumber(row.salesRecipient),
  },
  purchasePrice: {
    label: 'Cena rzeczywista',
    show: (row: SettlementRow) => formatPrice(row.realPurchaseCargoPrice, row.currency),
  },
  salesPrice: {
    label: 'Cena rzeczywista',
    // a split sale has a price for each option
    show: (row: SettlementRow) =>
      isSplit('sales', row) ? describeOptions(row.options) : formatPrice(row.realCargoPrice, row.currency),
  },
  contractPrice: {
    label: 'Cena kontraktu',
    show: (row: SettlementRow) => formatPrice(row.contractPrice, row.currency),
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

export type SettlementChange = {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly isContested?: boolean;
  readonly replacedEntry?: string;
};

export const changeOf = ({
  label,
  before,
  theirs: after,
  isContested,
}: Omit<Conflict<object>, 'field'>): SettlementChange => ({
  label,
  before,
  after,
  isContested,
});

type Props<Row extends SettlementRow, Values extends FieldValues, Output> = {
  side: Side;
  form: Form<Values, Output>;
  /** The row with which the dialog was opened. */
  row: Row;
  /** The row as it is stored now. */
  current: Row;
  valuesOf: (row: Row) => Values;
  descriptions: FieldDescriptions<Values>;
  facts: readonly Fact[];
  /** Facts that the save itself changes. */
  results?: readonly Fact[];
  /** Whether the row has the results of this dialog's last attempt to save. */
  hasResults?: (row: Row) => boolean;
  /** Lists another user's changes of the form fields. */
  listChanges?: (states: { base: Values; theirs: Values; mine: Values }) => readonly SettlementChange[];
  /** Copies another user's changes into the form. */
  takeOthers?: (base: Values, theirs: Values) => unknown;
  /** Returns the reason why the row can no longer be saved, or null. */
  whyImpossible: (row: SettlementRow) => string | null;
};

/**
 * Saves a settlement with optimistic locking. When another user saves the settlement while the dialog is open,
 * a notice lists the changes, and fields that this user has not changed get the stored values. The next save
 * stores the values that the form shows.
 */
export function useVersionedSettlement<Row extends SettlementRow, Values extends FieldValues, Output>({
  side,
  form,
  row,
  current,
  valuesOf,
  descriptions,
  facts,
  results = [],
  hasResults = () => true,
  listChanges = (states) => conflictsOf(descriptions, states).map(changeOf),
  takeOthers = (from, to) => takeOthersChanges(form, descriptions, from, to),
  whyImpossible,
}: Props<Row, Values, Output>): {
  save: (write: (base: Row) => Promise<unknown>) => Promise<void>;
  /** The stored row from which the fields of the form started. A save sends the version of this row. */
  base: Row;
  /** Replaces `base`, if the dialog stores data before it saves the settlement. */
  setBase: (base: Row) => void;
  notice: ReactNode;
  /** The reason why another user's change has made saving impossible, or null. */
  disabledReason: string | null;
} {
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const [base, setBase] = useState(row);
  const [taken, setTaken] = useState<readonly SettlementChange[]>([]);
  const [pending, setPending] = useState<{ from: Values; to: Values } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [hasConflict, setHasConflict] = useState(false);
  const { dirtyFields } = form.formState;

  const theirs = valuesOf(current);
  const fields = changesBetween(descriptions, valuesOf(base), theirs);
  const others = factsBetween([...facts, ...results], base, current);
  // True if an earlier save of this dialog succeeded and only its response was lost: the stored values equal
  // the form. A repeated save sends the version of `base`, so that the server recognizes the repetition.
  const isMine =
    factsBetween(facts, base, current).length === 0 &&
    changesBetween(descriptions, theirs, form.getValues()).length === 0 &&
    hasResults(current);
  const isNewer =
    current.version > base.version || (current.version === base.version && fields.length + others.length > 0);
  const isOutdated = isNewer && !isSaving && (!isMine || hasConflict);
  const reason = whyImpossible(current);
  /**
   * The values of the form before this user's changes. A proposed value that the user
   * did not type is no change.
   */
  const untouched = () => {
    const values = valuesOf(base);
    for (const { field } of fields) if (!get(dirtyFields, field)) values[field] = form.getValues()[field];
    return values;
  };

  // The form gets another user's values only while the dialog can be saved. Otherwise it keeps the typed input.
  if (isOutdated && reason === null) {
    const from = untouched();
    setTaken(joinChanges(taken, [...listChanges({ base: from, theirs, mine: form.getValues() }), ...others]));
    if (fields.length > 0) setPending({ from, to: theirs });
    setBase(current);
    setHasConflict(false);
  }
  const latest = useLatest({ takeOthers });
  const noticePlace = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pending === null) return;
    // takeOthers must render the fields before the next line; React does not allow flushSync in an effect
    queueMicrotask(() => {
      const { activeElement } = document;
      flushSync(() => latest.current.takeOthers(pending.from, pending.to));
      // new values of a list remount its inputs, and the user may be typing into one of them
      if (activeElement instanceof HTMLInputElement && !activeElement.isConnected)
        continueTyping(activeElement);
      // a removed input drops the focus
      if (document.activeElement === document.body) noticePlace.current?.focus();
    });
  }, [pending, latest]);

  const reasonOf = async (error: unknown): Promise<string | null> => {
    if (!isConflict(error)) return null;
    const query = settlementListQuery(side, { transportId: [row.transportId], limit: 1 });
    const [fresh] = withIds(await client.fetchQuery({ ...query, staleTime: 0 })).list;
    return fresh === undefined ? ERROR_SENTENCES.SETTLEMENT_NOT_FOUND : whyImpossible(fresh);
  };

  const save = async (write: (base: Row) => Promise<unknown>) => {
    setSaving(true);
    try {
      await write(base);
      await invalidateTopic('settlement');
    } catch (error) {
      if (isConflict(error)) {
        setHasConflict(true);
        await invalidateTopic('settlement');
      }
      const sentence = await reasonOf(error).finally(() => setSaving(false));
      if (sentence === null && !isVersionConflict(error)) throw error;
      throw new SentenceError(sentence ?? CONFLICT_IS_SHOWN);
    }
  };

  const unsaved =
    isOutdated && reason !== null
      ? [...listChanges({ base: untouched(), theirs, mine: form.getValues() }), ...others]
      : [];
  const changes = joinChanges(taken, unsaved);

  return {
    save,
    base,
    setBase,
    // Without a conflict, the current state may come from a save of this dialog whose response was lost, so the
    // user may repeat the save.
    disabledReason: hasConflict ? reason : null,
    notice:
      isSaving || changes.length === 0 ? null : (
        <div ref={noticePlace} tabIndex={-1}>
          <ConflictNotice
            changes={changes}
            onLoadCurrent={
              unsaved.length > 0
                ? undefined
                : changes.some(({ isContested }) => isContested)
                  ? () => {
                      form.reset(valuesOf(base));
                      setTaken([]);
                    }
                  : 'shown'
            }
          />
        </div>
      ),
  };
}

/**
 * Joins the changes since the opening. A field that changed twice is listed once, and a field that
 * changed back is not listed.
 */
function joinChanges(
  earlier: readonly SettlementChange[],
  later: readonly SettlementChange[],
): SettlementChange[] {
  const joined = new Map(earlier.map((change) => [change.label, change]));
  for (const change of later)
    joined.set(change.label, {
      ...joined.get(change.label),
      ...change,
      before: joined.get(change.label)?.before ?? change.before,
    });
  return [...joined.values()].filter(({ before, after }) => before !== after);
}

/** Focuses the input that has replaced this one, and restores the position of the caret. */
function continueTyping({ name, selectionStart }: HTMLInputElement): void {
  focusField(name);
  // The caret is set later than the focus, because a number field selects its text shortly after it gets the
  // focus.
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && activeElement.name === name)
      activeElement.setSelectionRange(selectionStart, selectionStart);
  });
}

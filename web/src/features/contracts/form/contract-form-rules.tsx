import { Button, Collapse, Stack, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { READING_SOURCE_LABELS, WEIGHT_BASIS_LABELS } from '@spichlerz/shared/words/discount-rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { rawMaterialQuery } from '../../../api/materials.ts';
import { discountTableQuery, discountTablesQuery } from '../../../api/quality.ts';
import { SAVE_FORM_FIRST } from '../../../components/save/save-form-first.ts';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextAreaField } from '../../../ui/field/text-field.tsx';
import { FormSection, WideField } from '../../../ui/form/form-shell.tsx';
import { labelOptions } from '../../../words/labels.ts';
import { RuleSentences } from '../../discount-rules/rule-sentences.tsx';
import {
  AmbiguousTables,
  CopiedRulesNotice,
  chosenTable,
  type NoticeProps,
  RulesNotice,
  type Terms,
} from './contract-form-rule-notices.tsx';
import {
  type ContractWithRules,
  NO_TABLE,
  RULES_REASON,
  replacesRules,
  SETTLED_BY_RULES,
  storedTable,
  type TableChoice,
} from './contract-form-rule-values.ts';
import type { ContractForm } from './contract-form-values.ts';
import { ContractRulesDialog } from './contract-rules-dialog.tsx';

type Props = {
  side: Side;
  form: ContractForm;
  record: ContractWithRules | null;
  /** The contract whose terms the new contract starts with. */
  copied?: ContractWithRules | null;
};

/** The fields for the discount table, the weight that is paid, and the source of the readings. */
export function ContractRuleTerms({ side, form, record, copied = null }: Props) {
  const { control } = form;
  const terms = useFittingTable({ side, form, record });
  return (
    <FormSection
      title="Jakość i waga"
      columns={3}
      action={
        record === null ? undefined : <ChangeRulesButton record={record} isDirty={form.formState.isDirty} />
      }
    >
      <SelectField
        control={control}
        name="discountTableId"
        label="Tabela potrąceń"
        options={tableOptions(terms, record)}
      />
      <SelectField
        control={control}
        name="weightBasis"
        label="Waga rozliczeniowa"
        options={labelOptions(WEIGHT_BASIS_LABELS)}
      />
      <SelectField
        control={control}
        name="readingSource"
        label="Wyniki badań"
        options={labelOptions(READING_SOURCE_LABELS)}
      />
      <WideField>
        <Stack gap="xs">
          <AmbiguousTables terms={terms} />
          <RulesNotice terms={terms} record={record} />
          {copied === null ? null : <CopiedRulesNotice terms={terms} form={form} copied={copied} />}
          <RulesReason form={form} record={record} />
          <ShownRules terms={terms} record={record} form={form} />
        </Stack>
      </WideField>
    </FormSection>
  );
}

/** Resets the chosen table if it does not fit a changed raw material or currency. */
function useFittingTable({ side, form, record }: Props): Terms {
  const { control, setValue } = form;
  const [materialId, currency, choice] = useWatch({
    control,
    name: ['rawMaterialId', 'currency', 'discountTableId'],
  });
  const tables = useQuery({ ...discountTablesQuery(materialId ?? 0), enabled: materialId !== null }).data;
  const fitting = tables?.filter((table) => table.side === side && table.currency === currency);
  const active = fitting?.filter(({ isActive }) => isActive) ?? [];
  const materialOrCurrencyChanged =
    record !== null && (materialId !== record.rawMaterialId || currency !== record.currency);
  const kept = record === null || materialOrCurrencyChanged ? null : storedTable(record.rules);
  const isUnfitting =
    typeof choice === 'number' &&
    choice !== NO_TABLE &&
    choice !== kept &&
    fitting !== undefined &&
    fitting.every(({ id }) => id !== choice);
  const proposed: TableChoice =
    isUnfitting || (choice === 'default' && kept !== null) ? (kept ?? 'default') : choice;
  // The stored choice was made for the stored raw material and currency. When one of the two changes, the
  // choice is reset.
  const onMaterialOrCurrencyChanged = useEffectEvent(() => {
    if (record !== null && choice === storedTable(record.rules))
      setValue('discountTableId', 'default', { shouldDirty: true });
  });
  useEffect(() => {
    if (materialOrCurrencyChanged) onMaterialOrCurrencyChanged();
  }, [materialOrCurrencyChanged]);
  useEffect(() => {
    if (proposed !== choice) setValue('discountTableId', proposed, { shouldDirty: true });
  }, [proposed, choice, setValue]);
  return {
    fitting,
    active,
    onlyActive: active.length === 1 ? active[0] : undefined,
    choice: proposed,
    isKept: kept !== null && proposed === kept,
    materialOrCurrencyChanged,
  };
}

function tableOptions(
  { fitting = [], active, onlyActive, choice, materialOrCurrencyChanged }: Terms,
  record: ContractWithRules | null,
) {
  const stored = record === null ? null : record.rules.sourceTable;
  const isListed = stored === null || materialOrCurrencyChanged || fitting.some(({ id }) => id === stored.id);
  const byDefault = active.length > 1 ? 'Nie wybrano' : `Domyślna (${onlyActive?.name ?? 'brak'})`;
  const hasOwnRules =
    record !== null && !materialOrCurrencyChanged && stored === null && record.rules.rules.length > 0;
  return [
    ...(record === null || materialOrCurrencyChanged ? [{ value: 'default', label: byDefault }] : []),
    { value: NO_TABLE, label: hasOwnRules ? 'Własne reguły kontraktu' : 'Bez tabeli' },
    ...(isListed ? [] : [{ value: stored.id, label: stored.name }]),
    ...fitting
      .filter(({ id, isActive }) => isActive || id === choice || id === stored?.id)
      .map(({ id, name, isActive }) => ({ value: id, label: isActive ? name : `${name} (nieaktywna)` })),
  ];
}

/**
 * The reason for replacing rules by which a side was settled. The field also appears when the server requires
 * it, because a side may have been settled since the record was loaded.
 */
function RulesReason({
  form: { control, setFocus },
  record,
}: {
  form: ContractForm;
  record: Props['record'];
}) {
  const { fieldState, field } = useController({ control, name: 'reason' });
  const [rawMaterialId, currency, discountTableId] = useWatch({
    control,
    name: ['rawMaterialId', 'currency', 'discountTableId'],
  });
  const isRequired =
    record !== null &&
    record.rules.isSettledByRules &&
    replacesRules({ rawMaterialId, currency, discountTableId }, record);
  const isRejected = fieldState.error?.type === 'server';
  const [wasRejected, setWasRejected] = useState(isRejected);
  if (isRejected && !wasRejected) setWasRejected(true);
  useEffect(() => {
    if (isRejected) setFocus('reason');
  }, [isRejected, setFocus]);
  if (!isRequired && !wasRejected && field.value === '') return null;
  return (
    <TextAreaField
      control={control}
      name="reason"
      label={RULES_REASON}
      description={SETTLED_BY_RULES}
      minRows={2}
      autosize
      required
    />
  );
}

type ShownProps = NoticeProps & { form: ContractForm };

/** The current or future rules of the contract, in a section that the user can expand. */
function ShownRules({ terms, record, form: { control } }: ShownProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [materialId, currency] = useWatch({ control, name: ['rawMaterialId', 'currency'] });
  const own = terms.isKept && record !== null ? record.rules.rules : undefined;
  const table = own === undefined ? chosenTable(terms) : undefined;
  const fetched = useQuery({ ...discountTableQuery(table?.id ?? 0), enabled: table !== undefined }).data;
  const material = useQuery({ ...rawMaterialQuery(materialId ?? 0), enabled: materialId !== null }).data;
  const rules = own ?? (table === undefined ? [] : fetched?.rules);
  if (rules === undefined || !material) return null;
  if (rules.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        Bez reguł: transporty tego kontraktu rozlicza się ręcznie.
      </Text>
    );
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {`${isOpen ? 'Ukryj' : 'Pokaż'} reguły (${rules.length})`}
      </Button>
      <Collapse expanded={isOpen} id={listId}>
        <RuleSentences
          rules={rules}
          parameters={material.parameters}
          currency={currency}
          label="Reguły kontraktu"
        />
      </Collapse>
    </div>
  );
}

/**
 * Opens the dialog for single rules. The dialog saves separately, so the form must not have unsaved changes.
 */
function ChangeRulesButton({ record, isDirty }: { record: ContractWithRules; isDirty: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ButtonWithReason
        variant="default"
        size="compact-sm"
        disabledReason={isDirty ? SAVE_FORM_FIRST : null}
        onClick={() => setOpen(true)}
      >
        Zmień reguły
      </ButtonWithReason>
      {isOpen ? <ContractRulesDialog record={record} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

import { Button, Collapse, Stack, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import type { DiscountTableRow } from '@spichlerz/shared/wire/discount-tables';
import { READING_SOURCE_LABELS, WEIGHT_BASIS_LABELS } from '@spichlerz/shared/words/discount-rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { rawMaterialQuery } from '../../../api/materials.ts';
import { discountTableQuery, discountTablesQuery } from '../../../api/quality.ts';
import { Warning } from '../../../components/warning.tsx';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextAreaField } from '../../../ui/field/text-field.tsx';
import { FormSection, WideField } from '../../../ui/form/form-shell.tsx';
import { labelOptions } from '../../../words/labels.ts';
import { joinWithAnd } from '../../../words/plural.ts';
import { RuleSentences } from '../../discount-rules/rule-sentences.tsx';
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

type Props = { side: Side; form: ContractForm; record: ContractWithRules | null };

/** The fields for the discount table, the weight that is paid, and the source of the readings. */
export function ContractRuleTerms({ side, form, record }: Props) {
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
          <RulesReason form={form} record={record} />
          <ShownRules terms={terms} record={record} form={form} />
        </Stack>
      </WideField>
    </FormSection>
  );
}

type Terms = {
  /** The tables of the raw material, side and currency; undefined while loading. */
  readonly fitting: readonly DiscountTableRow[] | undefined;
  readonly active: readonly DiscountTableRow[];
  readonly onlyActive: DiscountTableRow | undefined;
  readonly choice: TableChoice;
  /** Whether the contract keeps its copy of the rules. */
  readonly isKept: boolean;
  readonly materialOrCurrencyChanged: boolean;
};

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
  // The stored choice was made for the stored raw material and currency. After one of them changes, the
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

/** Asks the user to choose a table, because the server uses no default if several tables are active. */
function AmbiguousTables({ terms: { active, choice } }: { terms: Terms }) {
  if (choice !== 'default' || active.length < 2) return null;
  const names = joinWithAnd(active.map(({ name }) => `„${name}”`));
  return (
    <Warning>
      {active.length === 2
        ? `Pasują dwie aktywne tabele: ${names}. Wybierz jedną.`
        : `Pasuje kilka aktywnych tabel: ${names}. Wybierz jedną.`}
    </Warning>
  );
}

type NoticeProps = { terms: Terms; record: ContractWithRules | null };

function RulesNotice({ terms, record }: NoticeProps) {
  if (record === null) return null;
  const { rules } = record;
  if (terms.isKept) {
    return rules.differsFromTable && rules.sourceTable !== null ? (
      <Warning>{`Reguły tego kontraktu różnią się od obecnej tabeli „${rules.sourceTable.name}”.`}</Warning>
    ) : null;
  }
  if (terms.fitting === undefined) return null;
  const table = chosenTable(terms);
  if (table !== undefined)
    return <Warning>{`Po zapisaniu reguły kontraktu zastąpi tabela „${table.name}”.`}</Warning>;
  if (rules.rules.length === 0) return null;
  return (
    <Warning>
      {terms.materialOrCurrencyChanged
        ? 'Po zapisaniu reguły kontraktu zostaną usunięte, bo dla tego surowca i waluty nie ma jednej aktywnej tabeli.'
        : 'Po zapisaniu reguły kontraktu zostaną usunięte.'}
    </Warning>
  );
}

function chosenTable({ choice, onlyActive, fitting }: Terms): DiscountTableRow | undefined {
  return choice === 'default' ? onlyActive : fitting?.find(({ id }) => id === choice);
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
        disabledReason={isDirty ? 'Najpierw zapisz zmiany w formularzu albo je cofnij.' : null}
        onClick={() => setOpen(true)}
      >
        Zmień reguły
      </ButtonWithReason>
      {isOpen ? <ContractRulesDialog record={record} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { changeContractRules } from '@spichlerz/shared/calls/discount-tables';
import type { Currency } from '@spichlerz/shared/domain/contract';
import type { ContractRules } from '@spichlerz/shared/wire/discount-tables';
import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { orEmpty } from '@spichlerz/shared/words/figures';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { rawMaterialQuery } from '../../../api/materials.ts';
import { contractRulesQuery, discountTableQuery } from '../../../api/quality.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { QueryDialog } from '../../../components/query-dialog.tsx';
import { setFormErrors } from '../../../components/save/form-request.ts';
import { useVersionedSave } from '../../../components/save/use-versioned-save.tsx';
import { TextAreaField } from '../../../ui/field/text-field.tsx';
import { optionalRemark } from '../../../ui/form/rules.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { RuleList } from '../../discount-rules/rule-list.tsx';
import { ruleSentences } from '../../discount-rules/rule-sentences.tsx';
import {
  type RuleParameter,
  type RuleValues,
  rulePath,
  ruleRequest,
  rulesFormOf,
  rulesSchema,
  ruleValuesOf,
} from '../../discount-rules/rule-values.ts';
import {
  type ContractWithRules,
  RULES_REASON,
  RULES_REASON_MISSING,
  SETTLED_BY_RULES,
} from './contract-form-rule-values.ts';

type Props = { record: ContractWithRules; onClose: () => void };

/** Edits single rules in a contract's copy. The discount table that the copy comes from does not change. */
export function ContractRulesDialog({ record, onClose }: Props) {
  const query = useQuery(rawMaterialQuery(record.rawMaterialId));
  return (
    <QueryDialog query={query} title={TITLE} size="80rem" onClose={onClose}>
      {(opened) => <RulesForm record={record} material={query.data ?? opened} onClose={onClose} />}
    </QueryDialog>
  );
}

const TITLE = 'Zmień reguły kontraktu';

const rulesValues = ({ rules }: ContractRules) => ({ rules: rules.map(ruleValuesOf), reason: '' });

const fieldDescriptions = (parameters: readonly RuleParameter[], currency: Currency) => ({
  rules: {
    label: 'Reguły',
    show: (rules: RuleValues[]) => orEmpty(ruleSentences(rules, parameters, currency).join('; ')),
  },
  reason: { label: RULES_REASON, show: orEmpty },
});

function RulesForm({ record, material, onClose }: Props & { material: RawMaterialRow }) {
  const { id, currency, rules } = record;
  const { parameters } = material;
  const { isSettledByRules } = rules;
  const schema = useMemo(
    () =>
      z.object({
        rules: rulesSchema(parameters),
        reason: isSettledByRules
          ? optionalRemark().refine((reason) => reason !== undefined, RULES_REASON_MISSING)
          : optionalRemark(),
      }),
    [parameters, isSettledByRules],
  );
  const descriptions = useMemo(() => fieldDescriptions(parameters, currency), [parameters, currency]);
  const form = useZodForm(schema, rulesValues(rules));
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const versioned = useVersionedSave({
    form,
    schema,
    record: rules,
    valuesOf: rulesValues,
    descriptions,
    fetchFresh: () => client.fetchQuery({ ...contractRulesQuery(id), staleTime: 0 }),
    save: (output, { sourceTable, weightBasis, readingSource, version }) =>
      setFormErrors(
        call(changeContractRules, {
          params: { id },
          body: {
            ...(sourceTable !== null && { sourceTableId: sourceTable.id }),
            weightBasis,
            readingSource,
            rules: output.rules.map((rule) => ruleRequest(rule, parameters)),
            version,
            ...(output.reason !== undefined && { reason: output.reason }),
          },
        }),
        (path) => rulePath(output, path),
      ),
  });
  const loadTable = useMutation({
    mutationFn: (tableId: number) => client.fetchQuery({ ...discountTableQuery(tableId), staleTime: 0 }),
    onSuccess: (table) =>
      form.setValue('rules', table.rules.map(ruleValuesOf), { shouldDirty: true, shouldValidate: true }),
  });
  return (
    <FormDialog
      title={TITLE}
      size="80rem"
      form={form}
      onClose={onClose}
      onSave={async (output) => {
        await versioned.save(output);
        await invalidateTopic('contract');
      }}
      onSaved={() => notifySuccess(contractNumber(record), 'Zapisano reguły kontraktu')}
      consequence="Zapisane już rozliczenia zachowają reguły, według których powstały."
    >
      <Stack gap="md">
        {versioned.notice}
        {rules.sourceTable === null ? null : (
          <TableNote
            table={rules.sourceTable}
            differs={rules.differsFromTable}
            isLoading={loadTable.isPending}
            onLoad={loadTable.mutate}
          />
        )}
        <RuleList form={rulesFormOf(form)} parameters={parameters} currency={currency} />
        <TextAreaField
          control={form.control}
          name="reason"
          label={RULES_REASON}
          description={isSettledByRules ? SETTLED_BY_RULES : undefined}
          required={isSettledByRules}
          minRows={2}
          autosize
        />
      </Stack>
      {versioned.dialog}
    </FormDialog>
  );
}

type NoteProps = {
  table: { readonly id: number; readonly name: string };
  differs: boolean;
  isLoading: boolean;
  onLoad: (tableId: number) => void;
};

function TableNote({ table, differs, isLoading, onLoad }: NoteProps) {
  return (
    <Group gap="xs">
      <Text fz="sm" c="dimmed">
        {differs
          ? `Reguły skopiowano z tabeli „${table.name}”, od której się teraz różnią.`
          : `Reguły są takie jak w tabeli „${table.name}”.`}
      </Text>
      {differs ? (
        <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={() => onLoad(table.id)}>
          Wczytaj reguły z tabeli
        </Button>
      ) : null}
    </Group>
  );
}

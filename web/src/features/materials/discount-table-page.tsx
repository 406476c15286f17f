import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { changeDiscountTable, createDiscountTable } from '@spichlerz/shared/calls/discount-tables';
import type { DiscountTable } from '@spichlerz/shared/wire/discount-tables';
import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { discountTableQuery, discountTablesQuery } from '../../api/quality.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { useMe } from '../../api/session.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { setFormErrors } from '../../components/save/form-request.ts';
import { useVersionedSave } from '../../components/save/use-versioned-save.tsx';
import { useBreadcrumbs } from '../../components/use-breadcrumbs.ts';
import { Warning } from '../../components/warning.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { SwitchField } from '../../ui/field/switch-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FormSection, FormShell, WideField } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { CURRENCY_OPTIONS } from '../../words/labels.ts';
import { RuleList } from '../discount-rules/rule-list.tsx';
import { RuleSentences } from '../discount-rules/rule-sentences.tsx';
import { rulePath, rulesFormOf, ruleValuesOf } from '../discount-rules/rule-values.ts';
import { TryOut } from '../discount-rules/try-out.tsx';
import {
  NEW_TABLE,
  otherActiveTable,
  type TableForm,
  tableFieldDescriptions,
  tableRequest,
  tableSchema,
  tableValues,
} from './discount-table-values.ts';
import { discountTablesLink } from './material-links.ts';
import { useRawMaterial } from './use-raw-material.ts';

const TABLES = 'data/raw-material-list/form/$id/discount-tables';

export function DiscountTableCreatePage() {
  const { id } = useParams({ from: `/app/admin/${TABLES}/form` });
  return <OfMaterial id={Number(id)}>{(material) => <CreateForm material={material} />}</OfMaterial>;
}

/** A discount table. Administrators can edit it; other users can view it and try it out. */
export function DiscountTablePage() {
  const { id, tableId } = useParams({ from: `/app/${TABLES}/form/$tableId` });
  const query = useQuery(discountTableQuery(Number(tableId)));
  const isAdmin = useMe().role === 'ADMIN';
  return (
    <OfMaterial id={Number(id)}>
      {(material) => (
        <QueryBoundary query={query}>
          {(table) => {
            if (table.rawMaterialId !== material.id) return <Navigate to="/404" replace />;
            return isAdmin ? (
              <EditForm key={table.id} material={material} table={table} />
            ) : (
              <TableRead material={material} table={table} />
            );
          }}
        </QueryBoundary>
      )}
    </OfMaterial>
  );
}

function OfMaterial({ id, children }: { id: number; children: (material: RawMaterialRow) => ReactNode }) {
  return <QueryBoundary query={useRawMaterial(id)}>{children}</QueryBoundary>;
}

type Props = { material: RawMaterialRow; table: DiscountTable };

function CreateForm({ material }: Pick<Props, 'material'>) {
  useBreadcrumbs(material.name, { to: tablesPath(material.id) });
  const schema = useMemo(() => tableSchema(material.parameters), [material.parameters]);
  const form = useZodForm(schema, NEW_TABLE);
  const navigate = useNavigate();
  const invalidateTopic = useInvalidateTopic();
  return (
    <Page title="Nowa tabela potrąceń">
      <FormShell
        form={form}
        isNew
        aside={<FormTryOut form={form} material={material} />}
        onCancel={() => void navigate(discountTablesLink(material.id))}
        onSave={async (output) => {
          const body = tableRequest(output, material, undefined);
          await setFormErrors(call(createDiscountTable, { body }), (path) => rulePath(output, path));
          await invalidateTopic('material');
          return output.name;
        }}
        onSaved={(name) => {
          notifySuccess(name, 'Dodano tabelę potrąceń');
          void navigate(discountTablesLink(material.id));
        }}
      >
        <TableFields form={form} material={material} ownId={null} />
      </FormShell>
    </Page>
  );
}

function EditForm({ material, table }: Props) {
  useBreadcrumbs(material.name, { to: tablesPath(material.id) });
  const client = useQueryClient();
  const schema = useMemo(() => tableSchema(material.parameters), [material.parameters]);
  const descriptions = useMemo(() => tableFieldDescriptions(material.parameters), [material.parameters]);
  const form = useZodForm(schema, tableValues(table));
  const navigate = useNavigate();
  const invalidateTopic = useInvalidateTopic();
  const versioned = useVersionedSave({
    form,
    schema,
    record: table,
    valuesOf: tableValues,
    descriptions,
    fetchFresh: () => client.fetchQuery({ ...discountTableQuery(table.id), staleTime: 0 }),
    save: (output, base) =>
      setFormErrors(
        call(changeDiscountTable, {
          params: { id: table.id },
          body: tableRequest(output, material, base.version),
        }),
        (path) => rulePath(output, path),
      ),
  });
  return (
    <Page title={table.name}>
      <FormShell
        form={form}
        aside={<FormTryOut form={form} material={material} />}
        onCancel={() => void navigate(discountTablesLink(material.id))}
        onSave={async (output) => {
          const saved = await versioned.save(output);
          await invalidateTopic('material');
          return saved.name;
        }}
        onSaved={(name) => {
          notifySuccess(name, 'Zapisano tabelę potrąceń');
          void navigate({ ...discountTablesLink(material.id), ignoreBlocker: true });
        }}
      >
        {versioned.notice}
        <TableFields form={form} material={material} ownId={table.id} />
      </FormShell>
      {versioned.dialog}
    </Page>
  );
}

const tablesPath = (id: number) => `/data/raw-material-list/form/${id}/discount-tables`;

type FormProps = { form: TableForm; material: RawMaterialRow };

function TableFields({ form, material, ownId }: FormProps & { ownId: number | null }) {
  const { control } = form;
  const currency = useWatch({ control, name: 'currency' });
  return (
    <>
      <FormSection
        title="Tabela"
        columns={2}
        hint="Kontrakt dostaje kopię reguł, więc zmiana tabeli nie zmienia zawartych kontraktów."
      >
        <TextField control={control} name="name" label="Nazwa" required />
        <SelectField control={control} name="side" label="Rodzaj kontraktu" options={SIDES} required />
        <SelectField control={control} name="currency" label="Waluta" options={CURRENCY_OPTIONS} required />
        <WideField>
          <Stack gap="xs">
            <SwitchField
              control={control}
              name="isActive"
              label="Aktywna"
              description="Nowy kontrakt bierze jedyną aktywną tabelę swojego surowca, rodzaju i waluty."
            />
            <OtherActiveTable form={form} material={material} ownId={ownId} />
          </Stack>
        </WideField>
      </FormSection>
      <FormSection
        title="Reguły"
        columns={1}
        hint="Najpierw, w tej kolejności, działają reguły wagi, a potem reguły ceny."
      >
        <WideField>
          <RuleList form={rulesFormOf(form)} parameters={material.parameters} currency={currency} />
        </WideField>
      </FormSection>
    </>
  );
}

function OtherActiveTable({ form: { control }, material, ownId }: FormProps & { ownId: number | null }) {
  const [side, currency, isActive] = useWatch({ control, name: ['side', 'currency', 'isActive'] });
  const tables = useQuery(discountTablesQuery(material.id)).data ?? [];
  const other = otherActiveTable(tables, ownId, { side, currency, isActive });
  if (other === undefined) return null;
  return (
    <Warning>
      {`Aktywna jest też tabela „${other.name}”, więc nowy kontrakt nie dostanie żadnej tabeli, dopóki ktoś jej nie wybierze.`}
    </Warning>
  );
}

const SIDES = [
  { value: 'purchase', label: SIDE_LABELS.purchase.contracts },
  { value: 'sales', label: SIDE_LABELS.sales.contracts },
];

function FormTryOut({ form: { control }, material }: FormProps) {
  const [rules, currency] = useWatch({ control, name: ['rules', 'currency'] });
  return <TryOut rules={rules} material={material} currency={currency} />;
}

function TableRead({ material, table }: Props) {
  useBreadcrumbs(material.name, { to: tablesPath(material.id) });
  return (
    <Page title={table.name}>
      <Text fz="sm" c="dimmed">
        {`${SIDE_LABELS[table.side].contracts} w ${table.currency}, ${table.isActive ? 'aktywna' : 'nieaktywna'}.`}
      </Text>
      <Group align="flex-start" gap="md">
        <Paper withBorder p="md" component="section" aria-label="Reguły" flex="1 1 320px">
          <Title order={2} fz={15} mb="sm">
            Reguły
          </Title>
          <RuleSentences
            rules={table.rules}
            parameters={material.parameters}
            currency={table.currency}
            label="Reguły"
          />
        </Paper>
        <div style={{ flex: '0 1 320px' }}>
          <TryOut rules={table.rules.map(ruleValuesOf)} material={material} currency={table.currency} />
        </div>
      </Group>
    </Page>
  );
}

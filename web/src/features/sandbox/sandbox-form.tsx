import { Paper, Text } from '@mantine/core';
import { CONTRACT_STATUS_LABELS, CONTRACTOR_KIND_LABELS } from '@spichlerz/shared/words/statuses';
import { z } from 'zod';
import { MoneyField, QuantityField } from '../../components/field/unit-fields.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { NumberField } from '../../ui/field/decimal-input.tsx';
import { SearchSelectField } from '../../ui/field/search-select-field.tsx';
import { MultiSelectField, SelectField } from '../../ui/field/select-field.tsx';
import { CheckboxField, SwitchField } from '../../ui/field/switch-field.tsx';
import { PasswordField, TextAreaField, TextField } from '../../ui/field/text-field.tsx';
import { FormSection, FormShell, WideField } from '../../ui/form/form-shell.tsx';
import {
  optionalDay,
  optionalEmail,
  optionalInteger,
  optionalRemark,
  requiredChoice,
  requiredDay,
  requiredDecimal,
  requiredInteger,
  requiredText,
} from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { labelOptions } from '../../words/labels.ts';
import { SANDBOX_SUPPLIERS } from './sandbox-rows.ts';

const schema = z
  .object({
    name: requiredText(),
    email: optionalEmail(),
    password: z.string(),
    label: requiredChoice<string>(),
    supplierId: requiredChoice<number>(),
    statuses: z.array(z.string()),
    quantity: requiredInteger(),
    price: requiredInteger(),
    minPrice: optionalInteger(),
    humidity: requiredDecimal({ min: 0 }),
    from: requiredDay(),
    to: optionalDay(),
    isGmp: z.boolean(),
    isCert: z.boolean(),
    comments: optionalRemark(),
  })
  .refine(({ from, to }) => to === undefined || to >= from, {
    path: ['to'],
    message: 'Data końcowa nie może być wcześniejsza niż początkowa.',
  });

const EMPTY = {
  name: '',
  email: '',
  password: '',
  label: null,
  supplierId: null,
  statuses: [],
  quantity: 25_000,
  price: null,
  minPrice: null,
  humidity: '',
  from: '',
  to: '',
  isGmp: false,
  isCert: true,
  comments: '',
};

export function SandboxForm() {
  const form = useZodForm(schema, EMPTY);
  const { control } = form;
  return (
    <FormShell
      form={form}
      onSave={async () => {
        await new Promise((resolve) => setTimeout(resolve, 800));
      }}
      onSaved={() => notifySuccess(form.getValues('name'), 'Zapisano kontrakt')}
      onCancel={() => form.reset(EMPTY)}
      confirm={({ quantity }) => ({
        title: 'Zapisać kontrakt?',
        message: `Kontrakt na ${quantity / 1000} t zostanie zapisany.`,
        confirmLabel: 'Zapisz',
      })}
      aside={
        <Paper withBorder p="md">
          <Text fw={600}>Podsumowanie</Text>
          <Text fz="sm" c="dimmed">
            Panel, który zostaje w zasięgu wzroku.
          </Text>
        </Paper>
      }
    >
      <FormSection title="Kontrahent" columns={3}>
        <TextField control={control} name="name" label="Nazwa" required />
        <TextField control={control} name="email" label="E-mail" type="email" />
        <PasswordField control={control} name="password" label="Hasło" autoComplete="new-password" />
        <SelectField
          control={control}
          name="label"
          label="Rodzaj"
          options={labelOptions(CONTRACTOR_KIND_LABELS)}
          required
        />
        <SearchSelectField
          control={control}
          name="supplierId"
          label="Dostawca"
          source={SANDBOX_SUPPLIERS}
          createLabel="Dodaj nowego dostawcę"
          onCreate={() => notifySuccess('Tu otworzy się okno nowego dostawcy.')}
          required
        />
        <MultiSelectField
          control={control}
          name="statuses"
          label="Statusy"
          options={labelOptions(CONTRACT_STATUS_LABELS)}
        />
      </FormSection>
      <FormSection title="Towar" columns={4} hint="Ilość w tonach, cena za tonę.">
        <QuantityField control={control} name="quantity" label="Ilość" min={1} max={100_000} required />
        <MoneyField control={control} name="price" label="Cena" perTonne required />
        <MoneyField control={control} name="minPrice" label="Cena minimalna" perTonne currency="EUR" />
        <NumberField
          control={control}
          name="humidity"
          label="Wilgotność"
          unit="%"
          decimals={1}
          min={0}
          max={100}
          required
        />
        <DateField control={control} name="from" label="Odbiór od" required />
        <DateField control={control} name="to" label="Odbiór do" />
        <SwitchField control={control} name="isGmp" label="GMP" mt={28} />
        <CheckboxField control={control} name="isCert" label="CERT" mt={28} />
        <WideField>
          <TextAreaField control={control} name="comments" label="Uwagi" />
        </WideField>
      </FormSection>
    </FormShell>
  );
}

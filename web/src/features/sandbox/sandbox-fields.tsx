import '@mantine/core/styles/PinInput.css';
import { Button, Group, Paper, PinInput, SimpleGrid, Stack, Title } from '@mantine/core';
import { CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { z } from 'zod';
import { PasswordRules } from '../../components/field/password-rules.tsx';
import { MoneyField, QuantityField } from '../../components/field/unit-fields.tsx';
import { ButtonWithReason } from '../../ui/button-with-reason.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { NumberField } from '../../ui/field/decimal-input.tsx';
import { SearchSelectField } from '../../ui/field/search-select-field.tsx';
import { MultiSelectField, SelectField } from '../../ui/field/select-field.tsx';
import { CheckboxField, SwitchField } from '../../ui/field/switch-field.tsx';
import { TagsField } from '../../ui/field/tags-field.tsx';
import { PasswordField, TextAreaField, TextField } from '../../ui/field/text-field.tsx';
import { AddButton, FormListItem } from '../../ui/form/form-list.tsx';
import { FieldGrid } from '../../ui/form/form-shell.tsx';
import {
  REMARK_MAX,
  requiredChoice,
  requiredDay,
  requiredDecimal,
  requiredEmail,
  requiredInteger,
  requiredText,
} from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { labelOptions } from '../../words/labels.ts';
import { SANDBOX_SUPPLIERS } from './sandbox-rows.ts';

const needed = 'Pole jest wymagane.';
const schema = z.object({
  text: requiredText(),
  email: requiredEmail(),
  password: requiredText(),
  choice: requiredChoice<string>(),
  found: requiredChoice<number>(),
  many: z.array(z.string()).min(1, needed),
  tags: z.array(z.string()).min(1, needed),
  quantity: requiredInteger(),
  price: requiredInteger(),
  number: requiredDecimal({ min: 0 }),
  day: requiredDay(),
  switched: z.boolean().refine(Boolean, needed),
  checked: z.boolean().refine(Boolean, needed),
  long: requiredText(REMARK_MAX),
});
type Values = z.input<typeof schema>;

const EMPTY: Values = {
  text: '',
  email: '',
  password: '',
  choice: null,
  found: null,
  many: [],
  tags: [],
  quantity: null,
  price: null,
  number: '',
  day: '',
  switched: false,
  checked: false,
  long: '',
};
const FILLED: Values = {
  text: 'Gospodarstwo Rolne Jan Żółkiewski',
  email: 'biuro@spichlerz.test',
  password: 'Spichlerz1!',
  choice: 'ACTIVE',
  found: 1,
  many: ['NEW', 'ACTIVE'],
  tags: ['biuro@spichlerz.test', 'waga@spichlerz.test'],
  quantity: 24_640,
  price: 81_250,
  number: '13,5',
  day: '2026-11-05',
  switched: true,
  checked: true,
  long: 'Odbiór tylko w godzinach 6–14, wjazd od strony silosu numer trzy.',
};

/** Every field in every state, side by side. */
export function SandboxFields() {
  return (
    <Stack gap="md">
      <Fields title="Puste" values={EMPTY} hint="Podpowiedź pod nazwą pola" />
      <Fields title="Wypełnione" values={FILLED} />
      <Fields title="Z błędem" values={EMPTY} wrong />
      <Fields title="Zablokowane" values={FILLED} disabled />
      <Fields title="Zablokowane, puste" values={EMPTY} disabled />
      <Code />
      <Buttons />
    </Stack>
  );
}

type FieldsProps = { title: string; values: Values; hint?: string; wrong?: boolean; disabled?: boolean };

function Fields({ title, values, hint, wrong = false, disabled = false }: FieldsProps) {
  const form = useZodForm(schema, values);
  const { control, trigger } = form;
  useEffect(() => {
    if (wrong) void trigger();
  }, [wrong, trigger]);
  const states = { control, disabled, description: hint };
  return (
    <Showcase title={title}>
      <FieldGrid columns={4}>
        <TextField {...states} name="text" label="Tekst" required />
        <TextField {...states} name="email" label="E-mail" type="email" />
        <PasswordField {...states} name="password" label="Hasło" autoComplete="off" />
        <SelectField
          {...states}
          name="choice"
          label="Wybór"
          options={labelOptions(CONTRACT_STATUS_LABELS)}
          clearable
        />
        <SearchSelectField {...states} name="found" label="Wyszukiwanie" source={SANDBOX_SUPPLIERS} />
        <MultiSelectField
          {...states}
          name="many"
          label="Wybór wielu"
          options={labelOptions(CONTRACT_STATUS_LABELS)}
        />
        <TagsField {...states} name="tags" label="Lista wpisów" />
        <QuantityField {...states} name="quantity" label="Ilość" />
        <MoneyField {...states} name="price" label="Cena" perTonne />
        <NumberField {...states} name="number" label="Liczba" unit="%" decimals={1} min={0} max={100} />
        <DateField {...states} name="day" label="Dzień" />
        <Stack gap="xs">
          <SwitchField {...states} name="switched" label="Przełącznik" />
          <CheckboxField {...states} name="checked" label="Pole wyboru" />
        </Stack>
        <TextAreaField {...states} name="long" label="Dłuższy tekst" />
      </FieldGrid>
    </Showcase>
  );
}

const boxes = (name: string) => ({
  length: 6,
  placeholder: '',
  'aria-label': name,
  getInputProps: (index: number) => ({ 'aria-label': `${name}, znak ${index + 1} z 6` }),
});

function Code() {
  return (
    <Showcase title="Kod i zasady hasła">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack gap="sm">
          <PinInput {...boxes('Kod pusty')} />
          <PinInput {...boxes('Kod wpisany')} value="K7QW2M" />
          <PinInput {...boxes('Kod błędny')} value="K7QW2M" error />
          <PinInput {...boxes('Kod zablokowany')} value="K7QW2M" disabled />
        </Stack>
        <Group align="flex-start" gap="xl">
          <PasswordRules password="" />
          <PasswordRules password="abcD" />
          <PasswordRules password="Spichlerz1!" />
        </Group>
      </SimpleGrid>
    </Showcase>
  );
}

const nothing = () => undefined;

function Buttons() {
  return (
    <Showcase title="Przyciski i listy w formularzu">
      <Stack gap="md">
        <Group gap="sm">
          <Button>Zapisz</Button>
          <Button variant="default">Anuluj</Button>
          <Button variant="subtle">Więcej</Button>
          <Button color="red">Usuń</Button>
          <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />}>
            Usuń
          </Button>
          <Button loading>Zapisywanie</Button>
          <Button disabled>Niedostępny</Button>
          <ButtonWithReason
            disabledReason="Kontrakt ma transporty, więc nie można go usunąć."
            onClick={nothing}
          >
            Odmowa z powodem
          </ButtonWithReason>
        </Group>
        <ListItem title="Adres 1" disabledReason="Pierwszego adresu nie można usunąć." />
        <ListItem title="Adres 2" disabledReason={null} />
        <Group>
          <AddButton label="Dodaj adres" onAdd={nothing} />
          <AddButton label="Dodaj kontakt" disabledReason="Kontaktów może być najwyżej 6." onAdd={nothing} />
        </Group>
      </Stack>
    </Showcase>
  );
}

function ListItem({ title, disabledReason }: { title: string; disabledReason: string | null }) {
  const { control } = useZodForm(z.object({ name: requiredText() }), { name: 'Magazyn główny' });
  return (
    <FormListItem
      title={title}
      removeLabel={`Usuń: ${title}`}
      disabledReason={disabledReason}
      onRemove={nothing}
    >
      <TextField control={control} name="name" label="Nazwa" />
    </FormListItem>
  );
}

function Showcase({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Title order={2} fz={15} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

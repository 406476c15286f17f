import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import {
  changeVariant,
  createVariant,
  deleteParameter,
  deleteVariant,
  PARAMETER_TYPES,
  type RawMaterialRow,
  upsertParameter,
} from '@spichlerz/shared/wire/materials';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useAfterChange } from '../../components/after-change.ts';
import { confirmAction } from '../../ui/dialog/confirm.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid } from '../../ui/form/form-shell.tsx';
import { optionalText, requiredChoice, requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/notify.tsx';

type ParameterType = (typeof PARAMETER_TYPES)[number];
type Parameter = RawMaterialRow['parameters'][number];
type Variant = RawMaterialRow['variants'][number];
type Opened = { parameter: Parameter | null } | { variant: Variant | null };

const TYPE_WORDS: Record<ParameterType, string> = { BOOLEAN: 'Tak/Nie', NUMBER: 'Liczba', TEXT: 'Tekst' };

/** Parameters and variants, each saved on its own. */
export function MaterialParts({ material }: { material: RawMaterialRow }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Part
        title="Parametry jakościowe"
        addLabel="Dodaj parametr"
        onAdd={() => setOpened({ parameter: null })}
      >
        {material.parameters.map((parameter) => (
          <Item key={parameter.id} name={parameter.name} onOpen={() => setOpened({ parameter })}>
            <Badge color="gray">
              {TYPE_WORDS[parameter.type]}
              {parameter.unit === null ? '' : `, ${parameter.unit}`}
            </Badge>
          </Item>
        ))}
      </Part>
      <Part title="Warianty" addLabel="Dodaj wariant" onAdd={() => setOpened({ variant: null })}>
        {material.variants.map((variant) => (
          <Item key={variant.id} name={variant.name} onOpen={() => setOpened({ variant })} />
        ))}
      </Part>
      {opened !== null && 'parameter' in opened ? (
        <ParameterDialog materialId={material.id} parameter={opened.parameter} onClose={close} />
      ) : null}
      {opened !== null && 'variant' in opened ? (
        <VariantDialog materialId={material.id} variant={opened.variant} onClose={close} />
      ) : null}
    </SimpleGrid>
  );
}

type PartProps = { title: string; addLabel: string; onAdd: () => void; children: readonly ReactNode[] };

function Part({ title, addLabel, onAdd, children }: PartProps) {
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} fz={15}>
          {title}
        </Title>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={onAdd}
        >
          {addLabel}
        </Button>
      </Group>
      {children.length === 0 ? (
        <Text fz="sm" c="dimmed">
          Nie ma jeszcze żadnego.
        </Text>
      ) : (
        <Stack gap={6}>{children}</Stack>
      )}
    </Paper>
  );
}

function Item({ name, onOpen, children }: { name: string; onOpen: () => void; children?: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs">
        <Text>{name}</Text>
        {children}
      </Group>
      <Button variant="subtle" size="compact-sm" onClick={onOpen} aria-label={`Edytuj: ${name}`}>
        Edytuj
      </Button>
    </Group>
  );
}

function DeleteButton({
  name,
  remove,
  onClose,
}: {
  name: string;
  remove: () => Promise<true>;
  onClose: () => void;
}) {
  const afterChange = useAfterChange();
  const ask = () =>
    confirmAction({
      title: `Usunąć „${name}”?`,
      message: 'Usunięcia nie można cofnąć. To, czego używa kontrakt, nie zostanie usunięte.',
      confirmLabel: 'Usuń',
      danger: true,
      action: async () => {
        await remove();
        await afterChange('material');
        notifySuccess(name, 'Usunięto');
        onClose();
      },
    });
  return (
    <Button variant="subtle" color="red" onClick={ask}>
      Usuń
    </Button>
  );
}

const parameterSchema = z.object({
  name: requiredText(),
  type: requiredChoice<ParameterType>(),
  unit: optionalText(20),
});

type ParameterProps = { materialId: number; parameter: Parameter | null; onClose: () => void };

function ParameterDialog({ materialId, parameter, onClose }: ParameterProps) {
  const form = useZodForm(parameterSchema, {
    name: parameter?.name ?? '',
    type: parameter?.type ?? null,
    unit: parameter?.unit ?? '',
  });
  const { control } = form;
  const afterChange = useAfterChange();
  return (
    <FormDialog
      title={parameter === null ? 'Nowy parametr' : 'Edytuj parametr'}
      form={form}
      onClose={onClose}
      footer={
        parameter === null ? undefined : (
          <DeleteButton
            name={parameter.name}
            remove={() => call(deleteParameter, { params: { id: parameter.id } })}
            onClose={onClose}
          />
        )
      }
      onSave={async (output) => {
        const body = {
          ...output,
          rawMaterialId: materialId,
          ...(parameter !== null && { id: parameter.id }),
        };
        await call(upsertParameter, { body });
        await afterChange('material');
        return output.name;
      }}
      onSaved={(name) => notifySuccess(name, 'Zapisano parametr')}
    >
      <FieldGrid columns={3}>
        <TextField control={control} name="name" label="Nazwa" data-autofocus required />
        <SelectField
          control={control}
          name="type"
          label="Rodzaj"
          options={PARAMETER_TYPES.map((type) => ({ value: type, label: TYPE_WORDS[type] }))}
          required
        />
        <TextField control={control} name="unit" label="Jednostka" placeholder="np. %" />
      </FieldGrid>
    </FormDialog>
  );
}

const variantSchema = z.object({ name: requiredText() });

type VariantProps = { materialId: number; variant: Variant | null; onClose: () => void };

function VariantDialog({ materialId, variant, onClose }: VariantProps) {
  const form = useZodForm(variantSchema, { name: variant?.name ?? '' });
  const afterChange = useAfterChange();
  return (
    <FormDialog
      title={variant === null ? 'Nowy wariant' : 'Edytuj wariant'}
      form={form}
      onClose={onClose}
      size="md"
      footer={
        variant === null ? undefined : (
          <DeleteButton
            name={variant.name}
            remove={() => call(deleteVariant, { params: { id: variant.id } })}
            onClose={onClose}
          />
        )
      }
      onSave={async ({ name }) => {
        if (variant === null) await call(createVariant, { body: { rawMaterialId: materialId, name } });
        else await call(changeVariant, { params: { id: variant.id }, body: { name } });
        await afterChange('material');
        return name;
      }}
      onSaved={(name) => notifySuccess(name, 'Zapisano wariant')}
    >
      <TextField control={form.control} name="name" label="Nazwa" data-autofocus required />
    </FormDialog>
  );
}

import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import {
  changeVariant,
  createVariant,
  deleteParameter,
  deleteVariant,
  PARAMETER_TYPES,
  type RawMaterialRow,
  type RawMaterialUsage,
  upsertParameter,
} from '@spichlerz/shared/calls/materials';
import { EMPTY, orEmpty } from '@spichlerz/shared/words/figures';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { ApiError, isConflict, isNotFound } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { SentenceError } from '../../components/explain-error.ts';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import { useOthersSaves } from '../../components/save/use-others-saves.tsx';
import { ButtonWithReason } from '../../ui/button-with-reason.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid } from '../../ui/form/form-shell.tsx';
import { optionalText, requiredChoice, requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { confirmAction } from '../../ui/overlay/confirm.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { PARAMETER_TYPE_LABELS, type ParameterType } from './material-form-values.ts';
import { whyNotDelete } from './material-usage.tsx';
import { contractsUsing, parameterRenaming, renamingConfirmation } from './renaming.ts';

type Parameter = RawMaterialRow['parameters'][number];
type Variant = RawMaterialRow['variants'][number];
type Opened = { parameter: Parameter | null } | { variant: Variant | null };

type Props = { material: RawMaterialRow; usage: RawMaterialUsage | undefined };

export function MaterialParts({ material, usage }: Props) {
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
              {PARAMETER_TYPE_LABELS[parameter.type]}
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
        <ParameterDialog material={material} usage={usage} parameter={opened.parameter} onClose={close} />
      ) : null}
      {opened !== null && 'variant' in opened ? (
        <VariantDialog material={material} usage={usage} variant={opened.variant} onClose={close} />
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
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Group gap="4px 8px" miw={0}>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        {children}
      </Group>
      <Button variant="subtle" size="compact-sm" flex="none" onClick={onOpen} aria-label={`Edytuj: ${name}`}>
        Edytuj
      </Button>
    </Group>
  );
}

type DeleteProps = {
  name: string;
  /** The effect of the deletion. */
  message: string;
  disabledReason: string | null;
  remove: () => Promise<true>;
  onClose: () => void;
};

function DeleteButton({ name, message, disabledReason, remove, onClose }: DeleteProps) {
  const invalidateTopic = useInvalidateTopic();
  const confirmDeletion = () =>
    confirmAction({
      title: `Usunąć „${name}”?`,
      message,
      confirmLabel: 'Usuń',
      danger: true,
      action: async () => {
        await remove();
        await invalidateTopic('material');
        notifySuccess(name, 'Usunięto');
        onClose();
      },
    });
  return (
    <ButtonWithReason variant="subtle" color="red" disabledReason={disabledReason} onClick={confirmDeletion}>
      Usuń
    </ButtonWithReason>
  );
}

const PARAMETER_IS_USED =
  'Parametr jest w regułach potrąceń albo w badaniach transportów, więc nie można go usunąć.';
const TYPE_IS_USED =
  'Parametr jest w regułach potrąceń albo w badaniach transportów, więc nie można zmienić jego rodzaju.';

/** Replaces the general sentence of a conflict, which advises to refresh data that other records use. */
const explainUse =
  (reason: string) =>
  (error: unknown): never => {
    throw isConflict(error) ? new SentenceError(reason) : error;
  };

/**
 * Replaces the sentence of a failure when another user has deleted the part. The server reports a wrong id, for
 * which the form has no field, or a missing record, which would be read as the record of the page.
 */
const explainDeletion =
  (reason: string) =>
  (error: unknown): never => {
    const isDeleted =
      isNotFound(error) || (error instanceof ApiError && error.fields.some(({ path }) => path === 'id'));
    throw isDeleted ? new SentenceError(reason) : error;
  };

const PARAMETER_IS_DELETED = 'Nie znaleziono tego parametru. Mógł zostać usunięty.';
const VARIANT_IS_DELETED = 'Nie znaleziono tego wariantu. Mógł zostać usunięty.';

const parameterSchema = z.object({
  name: requiredText(),
  type: requiredChoice<ParameterType>(),
  unit: optionalText(20),
});

const parameterFormValues = (parameter: Parameter | null): z.input<typeof parameterSchema> => ({
  name: parameter?.name ?? '',
  type: parameter?.type ?? null,
  unit: parameter?.unit ?? '',
});

const PARAMETER_FIELDS: FieldDescriptions<z.input<typeof parameterSchema>> = {
  name: { label: 'Nazwa', show: orEmpty },
  type: { label: 'Rodzaj', show: (type) => (type === null ? EMPTY : PARAMETER_TYPE_LABELS[type]) },
  unit: { label: 'Jednostka', show: orEmpty },
};

type ParameterProps = Props & { parameter: Parameter | null; onClose: () => void };

/** Deleting a parameter deletes its values, so the confirmation names the qualities that lose a value. */
function deletionMessage(material: RawMaterialRow, parameter: Parameter): string {
  const losing = material.qualityOptions.filter(({ parameterValues }) =>
    parameterValues.some(({ parameterId }) => parameterId === parameter.id),
  );
  if (losing.length === 0) return 'Żadna jakość nie ma wartości tego parametru. Usunięcia nie można cofnąć.';
  const titles = losing.map(({ title }) => title).join(', ');
  return `Razem z parametrem znikną jego wartości (${counted(losing.length, NOUN_FORMS.qualities)}: ${titles}). Usunięcia nie można cofnąć.`;
}

function ParameterDialog({ material, usage, parameter: opened, onClose }: ParameterProps) {
  // a deleted parameter stays in the dialog, so that the dialog does not create a new one
  const parameter = material.parameters.find(({ id }) => id === opened?.id) ?? opened;
  const form = useZodForm(parameterSchema, parameterFormValues(parameter));
  const { control } = form;
  const notice = useOthersSaves(form, PARAMETER_FIELDS, parameterFormValues(parameter));
  const invalidateTopic = useInvalidateTopic();
  return (
    <FormDialog
      title={parameter === null ? 'Nowy parametr' : 'Edytuj parametr'}
      form={form}
      onClose={onClose}
      footer={
        parameter === null ? undefined : (
          <DeleteButton
            name={parameter.name}
            message={deletionMessage(material, parameter)}
            disabledReason={null}
            remove={() =>
              call(deleteParameter, { params: { id: parameter.id } }).catch(explainUse(PARAMETER_IS_USED))
            }
            onClose={onClose}
          />
        )
      }
      confirm={({ name, unit = null }) =>
        parameter === null
          ? null
          : renamingConfirmation([parameterRenaming(parameter, { name, unit }, usage)])
      }
      onSave={async (output) => {
        const body = {
          ...output,
          rawMaterialId: material.id,
          ...(parameter !== null && { id: parameter.id }),
        };
        await call(upsertParameter, { body })
          .catch(explainUse(TYPE_IS_USED))
          .catch(explainDeletion(PARAMETER_IS_DELETED));
        await invalidateTopic('material');
        return output.name;
      }}
      onSaved={(name) => notifySuccess(name, 'Zapisano parametr')}
    >
      <Stack gap="md">
        {notice}
        <FieldGrid columns={3}>
          <TextField
            control={control}
            name="name"
            label={PARAMETER_FIELDS.name.label}
            data-autofocus
            required
          />
          <SelectField
            control={control}
            name="type"
            label={PARAMETER_FIELDS.type.label}
            options={PARAMETER_TYPES.map((type) => ({ value: type, label: PARAMETER_TYPE_LABELS[type] }))}
            required
          />
          <TextField control={control} name="unit" label={PARAMETER_FIELDS.unit.label} placeholder="np. %" />
        </FieldGrid>
      </Stack>
    </FormDialog>
  );
}

const variantSchema = z.object({ name: requiredText() });

const VARIANT_FIELDS: FieldDescriptions<z.input<typeof variantSchema>> = {
  name: { label: 'Nazwa', show: orEmpty },
};

type VariantProps = Props & { variant: Variant | null; onClose: () => void };

function VariantDialog({ material, variant: opened, usage, onClose }: VariantProps) {
  // a deleted variant stays in the dialog, so that the dialog does not create a new one
  const variant = material.variants.find(({ id }) => id === opened?.id) ?? opened;
  const usedIn = usage?.variants.find(({ id }) => id === variant?.id)?.usedIn;
  const values = { name: variant?.name ?? '' };
  const form = useZodForm(variantSchema, values);
  const notice = useOthersSaves(form, VARIANT_FIELDS, values);
  const invalidateTopic = useInvalidateTopic();
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
            message="Usunięcia nie można cofnąć."
            disabledReason={whyNotDelete('Tego wariantu', usedIn)}
            remove={() => call(deleteVariant, { params: { id: variant.id } })}
            onClose={onClose}
          />
        )
      }
      confirm={({ name }) =>
        variant === null
          ? null
          : renamingConfirmation([
              {
                what: 'wariantu',
                from: variant.name,
                to: name,
                contracts: usage && contractsUsing(usage.variants, variant.id),
              },
            ])
      }
      onSave={async ({ name }) => {
        if (variant === null) await call(createVariant, { body: { rawMaterialId: material.id, name } });
        // the page of the raw material stays open, because only the variant is missing
        else
          await call(changeVariant, { params: { id: variant.id }, body: { name }, mayBeMissing: true }).catch(
            explainDeletion(VARIANT_IS_DELETED),
          );
        await invalidateTopic('material');
        return name;
      }}
      onSaved={(name) => notifySuccess(name, 'Zapisano wariant')}
    >
      <Stack gap="md">
        {notice}
        <TextField
          control={form.control}
          name="name"
          label={VARIANT_FIELDS.name.label}
          data-autofocus
          required
        />
      </Stack>
    </FormDialog>
  );
}

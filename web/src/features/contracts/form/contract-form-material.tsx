import { Stack } from '@mantine/core';
import { isRawMaterialLocked } from '@spichlerz/shared/domain/contract';
import { INTEGER_MAX, kilograms } from '@spichlerz/shared/domain/units';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { TOLERANCE_TYPE_LABELS, TOLERANCE_UNIT_LABELS } from '@spichlerz/shared/words/statuses';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { variantsQuery } from '../../../api/materials.ts';
import { rawMaterialTabsQuery } from '../../../api/reference.ts';
import { QuantityField } from '../../../components/field/unit-fields.tsx';
import { roundDecimal } from '../../../ui/field/decimal.ts';
import { NumberField } from '../../../ui/field/decimal-input.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { SwitchField } from '../../../ui/field/switch-field.tsx';
import { FieldGrid, WideField } from '../../../ui/form/form-shell.tsx';
import { labelOptions } from '../../../words/labels.ts';
import { ContractQualityField } from './contract-form-quality.tsx';
import { LOCKED_MATERIAL } from './contract-form-texts.ts';
import { type ContractForm, TOLERANCE_PLACES } from './contract-form-values.ts';

type Props = { form: ContractForm; record: ContractRecord | null };

/** The fields of raw material, quality and quantity. */
export function ContractMaterialFields({ form, record }: Props) {
  const { control } = form;
  const materials = useQuery(rawMaterialTabsQuery).data ?? [];
  const isLocked =
    record !== null && isRawMaterialLocked({ ...record, allocatedKg: kilograms(record.allocated) });
  return (
    <>
      <SelectField
        control={control}
        name="rawMaterialId"
        label="Surowiec"
        options={materials.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder="Wybierz surowiec"
        searchable
        disabled={isLocked}
        description={isLocked ? LOCKED_MATERIAL : null}
        onPick={() => clearQualities(form)}
        required
      />
      <VariantField form={form} />
      <ContractQualityField form={form} option="mainCargoOption" />
      <QuantityField control={control} name="quantityKg" label="Ilość" max={INTEGER_MAX} required />
      <WideField>
        <ToleranceFields form={form} />
      </WideField>
    </>
  );
}

/** Clears variant and qualities, because they belong to the previous raw material. */
function clearQualities(form: ContractForm): void {
  form.setValue('rawMaterialVariantId', null, { shouldDirty: true });
  form.setValue('mainCargoOption.rawMaterialQualityId', null, { shouldDirty: true });
  for (const index of form.getValues('additionalCargoOption').keys()) {
    form.setValue(`additionalCargoOption.${index}.rawMaterialQualityId`, null, { shouldDirty: true });
  }
}

function VariantField({ form: { control } }: { form: ContractForm }) {
  const rawMaterialId = useWatch({ control, name: 'rawMaterialId' });
  const { data: variants = [] } = useQuery({
    ...variantsQuery(rawMaterialId ?? 0),
    enabled: rawMaterialId !== null,
  });
  if (variants.length === 0) return null;
  return (
    <SelectField
      control={control}
      name="rawMaterialVariantId"
      label="Wariant"
      options={variants.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder="Bez wariantu"
      clearable
    />
  );
}

function ToleranceFields({ form }: { form: ContractForm }) {
  const { control } = form;
  const [isOn, unit] = useWatch({ control, name: ['tolerance.isOn', 'tolerance.unit'] });
  return (
    <Stack gap="sm">
      <SwitchField control={control} name="tolerance.isOn" label="Tolerancja" />
      {isOn ? (
        <FieldGrid>
          <NumberField
            key={unit}
            control={control}
            name="tolerance.quantity"
            label="Wielkość tolerancji"
            unit={TOLERANCE_UNIT_LABELS[unit]}
            decimals={TOLERANCE_PLACES[unit]}
            min={0}
            required
          />
          <SelectField
            control={control}
            name="tolerance.unit"
            label="Jednostka tolerancji"
            options={labelOptions(TOLERANCE_UNIT_LABELS)}
            onPick={() => roundToShownPlaces(form)}
            required
          />
          <SelectField
            control={control}
            name="tolerance.type"
            label="Tolerancja w opcji"
            options={labelOptions(TOLERANCE_TYPE_LABELS)}
            required
          />
        </FieldGrid>
      ) : null}
    </Stack>
  );
}

/**
 * Rounds the tolerance after a change of its unit. A percentage has fewer decimal places than tonnes, and
 * hidden decimals would make it invalid.
 */
function roundToShownPlaces({ getValues, setValue }: ContractForm): void {
  const { unit, quantity } = getValues('tolerance');
  setValue('tolerance.quantity', roundDecimal(quantity, TOLERANCE_PLACES[unit]), { shouldDirty: true });
}

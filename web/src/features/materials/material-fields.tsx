import type { RawMaterialRow, RawMaterialUsage } from '@spichlerz/shared/wire/materials';
import { useFieldArray } from 'react-hook-form';
import { TextField } from '../../ui/field/text-field.tsx';
import { AddButton } from '../../ui/form/form-list.tsx';
import { FormSection, WideField } from '../../ui/form/form-shell.tsx';
import { useCrossFieldValidation } from '../../ui/form/use-zod-form.ts';
import { type MaterialForm, newQuality } from './material-form-values.ts';
import { whyNotDelete } from './material-usage.tsx';
import { QualityItem } from './quality-item.tsx';

const QUALITY_FIELDS = ['qualities'] as const;

type Props = {
  form: MaterialForm;
  parameters: RawMaterialRow['parameters'];
  usage: RawMaterialUsage | undefined;
};

/** The fields for name, position among the tabs, and qualities with their parameter values. */
export function MaterialFields({ form, parameters, usage }: Props) {
  const { control } = form;
  const qualities = useFieldArray({ control, name: 'qualities', keyName: 'key' });
  useCrossFieldValidation(form, QUALITY_FIELDS);
  const used = (id: number | undefined) => usage?.qualityOptions.find((quality) => quality.id === id)?.usedIn;
  return (
    <>
      <FormSection title="Surowiec" columns={3}>
        <TextField control={control} name="name" label="Nazwa" required />
        <TextField
          control={control}
          name="displayOrder"
          label="Kolejność zakładek"
          description="Puste: na końcu."
          inputMode="numeric"
        />
      </FormSection>
      <FormSection title="Jakości" columns={1} hint="W tej kolejności jakości stoją na listach wyboru.">
        {qualities.fields.map(({ key, id }, index) => (
          <QualityItem
            key={key}
            form={form}
            parameters={parameters}
            disabledReason={whyNotDelete('Tej jakości', used(id))}
            place={{
              index,
              count: qualities.fields.length,
              onMove: (to) => qualities.move(index, to),
            }}
            onRemove={() => qualities.remove(index)}
          />
        ))}
        <WideField>
          <AddButton
            label="Dodaj jakość"
            disabledReason={null}
            onAdd={() => qualities.append(newQuality(parameters))}
          />
        </WideField>
      </FormSection>
    </>
  );
}

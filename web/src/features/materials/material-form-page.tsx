import { changeRawMaterial, createRawMaterial, type RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useFieldArray } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { rawMaterialQuery } from '../../api/materials.ts';
import { useAfterChange } from '../../components/after-change.ts';
import { usePageTrail } from '../../components/page-trail.ts';
import { RecordGate } from '../../components/record-gate.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { AddButton } from '../../ui/form/form-list.tsx';
import { FormSection, FormShell, WideField } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import {
  materialRequest,
  materialSchema,
  materialValues,
  NEW_MATERIAL,
  newQuality,
} from './material-form-values.ts';
import { MaterialParts } from './material-parts.tsx';
import { QualityItem } from './quality-item.tsx';

export function MaterialCreatePage() {
  return (
    <Page title="Nowy surowiec">
      <MaterialForm material={null} />
    </Page>
  );
}

export function MaterialEditPage() {
  const id = Number(useParams({ strict: false }).id);
  const query = useQuery(rawMaterialQuery(id));
  return (
    <RecordGate query={query}>
      {(material) =>
        material === null ? (
          <Navigate to="/404" replace />
        ) : (
          <MaterialEdit key={material.version} material={material} />
        )
      }
    </RecordGate>
  );
}

function MaterialEdit({ material }: { material: RawMaterialRow }) {
  usePageTrail(material.name);
  const shape = material.parameters.map(({ id, type }) => `${id}${type}`).join();
  return (
    <Page title={material.name}>
      <MaterialParts material={material} />
      <MaterialForm key={shape} material={material} />
    </Page>
  );
}

/** Name, place among the tabs, and the qualities with their parameter values. */
function MaterialForm({ material }: { material: RawMaterialRow | null }) {
  const form = useZodForm(materialSchema, material === null ? NEW_MATERIAL : materialValues(material));
  const { control } = form;
  const qualities = useFieldArray({ control, name: 'qualities', keyName: 'key' });
  const navigate = useNavigate();
  const afterChange = useAfterChange();
  const parameters = material?.parameters ?? [];
  const toList = () => void navigate({ to: '/data/raw-material-list' });
  return (
    <FormShell
      form={form}
      onCancel={toList}
      onSave={async (output) => {
        const body = materialRequest(output, parameters, material?.version);
        if (material === null) await call(createRawMaterial, { body });
        else await call(changeRawMaterial, { params: { id: material.id }, body });
        await afterChange('material');
        return output.name;
      }}
      onSaved={(name) => {
        notifySuccess(name, material === null ? 'Dodano surowiec' : 'Zapisano surowiec');
        toList();
      }}
    >
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
      <FormSection title="Jakości" columns={1} hint="Jakość, której używa kontrakt, nie może być usunięta.">
        {qualities.fields.map(({ key }, index) => (
          <QualityItem
            key={key}
            form={form}
            index={index}
            parameters={parameters}
            onRemove={() => qualities.remove(index)}
          />
        ))}
        <WideField>
          <AddButton
            label="Dodaj jakość"
            refused={null}
            onAdd={() => qualities.append(newQuality(parameters))}
          />
        </WideField>
      </FormSection>
    </FormShell>
  );
}

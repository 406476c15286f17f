import {
  changeRawMaterial,
  createRawMaterial,
  type RawMaterialRow,
  type RawMaterialUsage,
} from '@spichlerz/shared/calls/materials';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { rawMaterialQuery, rawMaterialUsageQuery } from '../../api/materials.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { useMe } from '../../api/session.ts';
import { AuditSection } from '../../components/audit-log/audit-section.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { setFormErrors } from '../../components/save/form-request.ts';
import { isStoredAs } from '../../components/save/record-changes.ts';
import { useVersionedSave } from '../../components/save/use-versioned-save.tsx';
import { useBreadcrumbs } from '../../components/use-breadcrumbs.ts';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { storedListLink } from '../../ui/table/stored-search.ts';
import { MaterialDetails } from './material-details.tsx';
import { MaterialFields } from './material-fields.tsx';
import {
  alignToParameters,
  formPath,
  type MaterialForm,
  materialFieldDescriptions,
  materialSchema,
  materialValues,
  NEW_MATERIAL,
  rawMaterialRequest,
} from './material-form-values.ts';
import { MaterialParts } from './material-parts.tsx';
import { MaterialTabs } from './material-tabs.tsx';
import { MaterialUsageLine } from './material-usage.tsx';
import { renamingConfirmation, renamingsOf } from './renaming.ts';
import { useRawMaterial } from './use-raw-material.ts';

type Parameters = RawMaterialRow['parameters'];

const NO_PARAMETERS: Parameters = [];

/**
 * The form of a new raw material. It has no parameters, because parameters can only be added to a stored raw
 * material.
 */
export function MaterialCreatePage() {
  const schema = useMemo(() => materialSchema(NO_PARAMETERS), []);
  const form = useZodForm(schema, NEW_MATERIAL);
  const navigate = useNavigate();
  const invalidateTopic = useInvalidateTopic();
  return (
    <Page title="Nowy surowiec">
      <FormShell
        form={form}
        isNew
        onCancel={() => void navigate(storedListLink('/data/raw-material-list'))}
        onSave={async (output) => {
          const body = rawMaterialRequest(output, NO_PARAMETERS, undefined);
          const { id } = await setFormErrors(call(createRawMaterial, { body }), (path) =>
            formPath(output, path),
          );
          await invalidateTopic('material');
          return { id, name: output.name };
        }}
        onSaved={({ id, name }) => {
          notifySuccess(name, 'Dodano surowiec');
          // parameters and variants are added on the next page
          void navigate({ to: '/data/raw-material-list/form/$id', params: { id: String(id) } });
        }}
      >
        <MaterialFields form={form} parameters={NO_PARAMETERS} usage={undefined} />
      </FormShell>
    </Page>
  );
}

/** A raw material. Administrators can edit it; other users can view it. */
export function MaterialPage() {
  const id = Number(useParams({ from: '/app/data/raw-material-list/form/$id' }).id);
  const isAdmin = useMe().role === 'ADMIN';
  const query = useRawMaterial(id);
  return (
    <QueryBoundary query={query}>
      {(material) =>
        isAdmin ? (
          <MaterialEdit key={material.id} material={material} />
        ) : (
          <MaterialRead material={material} />
        )
      }
    </QueryBoundary>
  );
}

/**
 * The usage of a raw material, or undefined while it loads. A raw material that the response does not contain
 * is new and therefore unused.
 */
function useUsage(id: number): RawMaterialUsage | undefined {
  const usages = useQuery(rawMaterialUsageQuery).data;
  return usages && (usages.find((usage) => usage.id === id) ?? { ...UNUSED, id });
}

const UNUSED = { usedIn: { count: 0, first: [] }, qualityOptions: [], variants: [] };

function MaterialRead({ material }: { material: RawMaterialRow }) {
  useBreadcrumbs(material.name);
  const usage = useUsage(material.id);
  return (
    <Page title={material.name}>
      <MaterialTabs id={material.id} value="material" />
      {usage === undefined ? null : <MaterialUsageLine usage={usage.usedIn} />}
      <MaterialDetails material={material} />
      <AuditSection entity="material" entityId={material.id} />
    </Page>
  );
}

export function MaterialEdit({ material }: { material: RawMaterialRow }) {
  useBreadcrumbs(material.name);
  const { parameters, qualityOptions } = material;
  const usage = useUsage(material.id);
  const client = useQueryClient();
  const schema = useMemo(() => materialSchema(parameters, qualityOptions), [parameters, qualityOptions]);
  const form = useZodForm(schema, materialValues(material));
  const navigate = useNavigate();
  const invalidateTopic = useInvalidateTopic();
  const valuesOf = useAlignedValues(form, parameters);
  const versioned = useVersionedSave({
    form,
    schema,
    record: material,
    valuesOf,
    descriptions: materialFieldDescriptions(parameters),
    fetchFresh: () => client.fetchQuery({ ...rawMaterialQuery(material.id), staleTime: 0 }),
    save: (output, base) =>
      setFormErrors(
        call(changeRawMaterial, {
          params: { id: material.id },
          body: rawMaterialRequest(output, parameters, base.version),
        }),
        (path) => formPath(output, path),
      ),
  });
  return (
    <Page title={material.name}>
      <MaterialTabs id={material.id} value="material" />
      {usage === undefined ? null : <MaterialUsageLine usage={usage.usedIn} />}
      <MaterialParts material={material} usage={usage} />
      <FormShell
        form={form}
        onCancel={() => void navigate(storedListLink('/data/raw-material-list'))}
        confirm={(output) => renamingConfirmation(renamingsOf(versioned.base, output, usage))}
        onSave={async (output) => {
          const saved = await versioned.save(output);
          await invalidateTopic('material');
          return saved.name;
        }}
        onSaved={(name) => {
          notifySuccess(name, 'Zapisano surowiec');
          void navigate({ ...storedListLink('/data/raw-material-list'), ignoreBlocker: true });
        }}
      >
        {versioned.notice}
        <MaterialFields form={form} parameters={parameters} usage={usage} />
      </FormShell>
      <AuditSection entity="material" entityId={material.id} />
      {versioned.dialog}
    </Page>
  );
}

/**
 * When a parameter is added or deleted, changes the fields of the qualities and keeps typed values.
 * @returns the form values of a record with the fields of the current parameters, so that a comparison with
 * the typed values finds no change that the user has not made
 */
function useAlignedValues(form: MaterialForm, parameters: Parameters) {
  const [aligned, setAligned] = useState(parameters);
  if (shapeOf(aligned) !== shapeOf(parameters)) setAligned(parameters);
  useEffect(() => {
    const { qualities } = form.getValues();
    // qualities without typed values get the stored values in useVersionedSave
    if (isStoredAs(form.formState.defaultValues?.qualities, qualities)) return;
    form.setValue('qualities', alignToParameters(aligned, qualities), { shouldDirty: true });
  }, [form, aligned]);
  return useCallback(
    (record: RawMaterialRow) => materialValues({ ...record, parameters: aligned }),
    [aligned],
  );
}

const shapeOf = (parameters: Parameters) => parameters.map(({ id, type }) => `${id}${type}`).join();

import type { CarrierRecord } from '@spichlerz/shared/wire/carriers';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { carrierQuery } from '../../../api/carriers.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { useCountryName } from '../../../components/field/use-country-name.ts';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { useVersionedSave } from '../../../components/save/use-versioned-save.tsx';
import { useBreadcrumbs } from '../../../components/use-breadcrumbs.ts';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import { FormShell } from '../../../ui/form/form-shell.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { Page } from '../../../ui/page.tsx';
import { storedListLink } from '../../../ui/table/stored-search.ts';
import { CarrierFields } from './carrier-fields.tsx';
import { saveCarrier, saveNewCarrier } from './carrier-form-request.ts';
import {
  carrierFieldDescriptions,
  carrierSchema,
  carrierValuesOf,
  NEW_CARRIER,
} from './carrier-form-values.ts';
import { carrierListLink } from './carrier-links.ts';
import { carrierInUse, useCarrierDelete } from './use-carrier-delete.ts';

const toList = () => storedListLink(carrierListLink.to);

export function CarrierCreatePage() {
  const form = useZodForm(carrierSchema, NEW_CARRIER);
  const invalidateTopic = useInvalidateTopic();
  const navigate = useNavigate();
  return (
    <Page title="Nowy przewoźnik">
      <FormShell
        form={form}
        isNew
        onSave={async (values) => {
          await saveNewCarrier(values);
          await invalidateTopic('contractor');
        }}
        onSaved={() => {
          notifySuccess(form.getValues('companyName'), 'Dodano przewoźnika');
          void navigate(toList());
        }}
        onCancel={() => void navigate(toList())}
      >
        <CarrierFields form={form} />
      </FormShell>
    </Page>
  );
}

export function CarrierEditPage() {
  const id = Number(useParams({ from: '/app/data/carrier-list/form/$id' }).id);
  const query = useQuery(carrierQuery(id));
  return (
    <QueryBoundary query={query}>
      {(carrier) => <CarrierEdit key={carrier.id} carrier={carrier} />}
    </QueryBoundary>
  );
}

export function CarrierEdit({ carrier }: { carrier: CarrierRecord }) {
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const navigate = useNavigate();
  const form = useZodForm(carrierSchema, carrierValuesOf(carrier));
  const countryName = useCountryName();
  const versioned = useVersionedSave({
    form,
    schema: carrierSchema,
    record: carrier,
    valuesOf: carrierValuesOf,
    descriptions: carrierFieldDescriptions(countryName),
    fetchFresh: () => client.fetchQuery({ ...carrierQuery(carrier.id), staleTime: 0 }),
    save: saveCarrier,
  });
  const confirmDeletion = useCarrierDelete(() =>
    // the back button must not return to the page of a deleted carrier
    navigate({ ...toList(), ignoreBlocker: true, replace: true }),
  );
  useBreadcrumbs(carrier.companyName);
  return (
    <Page title={carrier.companyName}>
      <FormShell
        form={form}
        onSave={async (values) => {
          const saved = await versioned.save(values);
          await invalidateTopic('contractor');
          return saved.companyName;
        }}
        onSaved={(name) => {
          notifySuccess(name, 'Zapisano przewoźnika');
          // everything is saved, so no prompt is needed even if a live change of the record marks the form as
          // changed
          void navigate({ ...toList(), ignoreBlocker: true });
        }}
        onCancel={() => void navigate(toList())}
        footer={
          <ButtonWithReason
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabledReason={carrierInUse(carrier)}
            onClick={() => confirmDeletion(carrier)}
          >
            Usuń
          </ButtonWithReason>
        }
      >
        {versioned.notice}
        <CarrierFields form={form} />
      </FormShell>
      {versioned.dialog}
    </Page>
  );
}

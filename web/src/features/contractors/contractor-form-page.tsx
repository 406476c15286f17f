import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { contractorCardQuery, contractorQuery } from '../../api/contractors.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { useCountryName } from '../../components/field/use-country-name.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { useVersionedSave } from '../../components/save/use-versioned-save.tsx';
import { useBreadcrumbs } from '../../components/use-breadcrumbs.ts';
import { ButtonWithReason } from '../../ui/button-with-reason.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { storedListLink } from '../../ui/table/stored-search.ts';
import { ContractorFields } from './contractor-fields.tsx';
import { saveContractor, saveNewContractor } from './contractor-form-request.ts';
import {
  contractorName,
  contractorSchema,
  contractorValuesOf,
  NEW_CONTRACTOR,
} from './contractor-form-values.ts';
import { contractorLink, contractorListLink } from './contractor-links.ts';
import { ContractorPanel } from './contractor-panel.tsx';
import { CONTRACTOR_TEXTS, contractorFieldDescriptions } from './contractor-texts.ts';
import { useContractorDelete } from './use-contractor-delete.ts';

export function SupplierCreatePage() {
  return <CreatePage side="purchase" />;
}

export function RecipientCreatePage() {
  return <CreatePage side="sales" />;
}

export function SupplierEditPage() {
  const id = Number(useParams({ from: '/app/data/supplier-list/form/$id' }).id);
  return <EditPage side="purchase" id={id} />;
}

export function RecipientEditPage() {
  const id = Number(useParams({ from: '/app/data/recipient-list/form/$id' }).id);
  return <EditPage side="sales" id={id} />;
}

function CreatePage({ side }: { side: Side }) {
  const words = CONTRACTOR_TEXTS[side];
  const form = useZodForm(contractorSchema[side], NEW_CONTRACTOR);
  const invalidateTopic = useInvalidateTopic();
  const navigate = useNavigate();
  const leave = () => void navigate(storedListLink(contractorListLink[side].to));
  return (
    <Page title={words.newTitle}>
      <FormShell
        form={form}
        isNew
        onSave={async (values) => {
          const { id } = await saveNewContractor[side](values);
          await invalidateTopic('contractor');
          return id;
        }}
        onSaved={(id) => {
          notifySuccess(contractorName(form.getValues()), words.created);
          // replaces the empty form in the history, so that the back button opens the page before the form
          void navigate({ ...contractorLink[side](id), replace: true });
        }}
        onCancel={leave}
      >
        <ContractorFields side={side} form={form} />
      </FormShell>
    </Page>
  );
}

function EditPage({ side, id }: { side: Side; id: number }) {
  const query = useQuery(contractorQuery(side, id));
  return (
    <QueryBoundary query={query}>
      {(contractor) => <EditForm key={contractor.id} side={side} contractor={contractor} />}
    </QueryBoundary>
  );
}

type EditProps = { side: Side; contractor: ContractorRecord };

function EditForm({ side, contractor }: EditProps) {
  const words = CONTRACTOR_TEXTS[side];
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const navigate = useNavigate();
  const toList = () => storedListLink(contractorListLink[side].to);
  const schema = contractorSchema[side];
  const countryName = useCountryName();
  const form = useZodForm(schema, contractorValuesOf(contractor));
  const versioned = useVersionedSave({
    form,
    schema,
    record: contractor,
    valuesOf: contractorValuesOf,
    descriptions: contractorFieldDescriptions(side, countryName),
    fetchFresh: () => client.fetchQuery({ ...contractorQuery(side, contractor.id), staleTime: 0 }),
    save: saveContractor[side],
  });
  const confirmDeletion = useContractorDelete(side, () =>
    // the back button must not return to the page of a deleted contractor
    navigate({ ...toList(), ignoreBlocker: true, replace: true }),
  );
  const usedIn = useQuery(contractorCardQuery(side, contractor.id)).data?.usedIn;
  useBreadcrumbs(contractor.fullName);
  return (
    <Page title={contractor.fullName}>
      <FormShell
        form={form}
        onSave={async (values) => {
          const saved = await versioned.save(values);
          // the page stays open, so the next save must send the new version
          await invalidateTopic('contractor');
          return contractorName(saved);
        }}
        onSaved={(name) => notifySuccess(name, words.changed)}
        onCancel={() => void navigate(toList())}
        aside={<ContractorPanel side={side} id={contractor.id} />}
        footer={
          <ButtonWithReason
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabledReason={usedIn === undefined ? null : words.inUse(usedIn)}
            onClick={() => confirmDeletion(contractor)}
          >
            Usuń
          </ButtonWithReason>
        }
      >
        {versioned.notice}
        <ContractorFields side={side} form={form} ownId={contractor.id} />
      </FormShell>
      {versioned.dialog}
    </Page>
  );
}

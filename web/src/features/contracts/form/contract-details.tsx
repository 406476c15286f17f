import '@mantine/core/styles/List.css';
import { List, Stack, Text } from '@mantine/core';
import { isEnding } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { contractQuery, deleteContract } from '../../../api/contracts.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { changesBetween } from '../../../components/save/record-changes.ts';
import { useVersionedSave } from '../../../components/save/use-versioned-save.tsx';
import { Warning } from '../../../components/warning.tsx';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import { FormSection, FormShell } from '../../../ui/form/form-shell.tsx';
import { confirmLeaving } from '../../../ui/form/unsaved-work.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { type ConfirmOptions, confirmAction } from '../../../ui/overlay/confirm.ts';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { UI_TEXTS } from '../../../ui/texts.ts';
import { contractListLink, markContractDeleted } from '../contract-links.ts';
import { EndingSentence } from '../ending-sentence.tsx';
import { ContractFields } from './contract-form.tsx';
import { useContractNames } from './contract-form-names.ts';
import { saveContract } from './contract-form-request.ts';
import type { ContractWithRules } from './contract-form-rule-values.ts';
import { ContractSummary } from './contract-form-summary.tsx';
import { CONTRACT_FIELD_NAMES, contractFieldDescriptions, whyNotDelete } from './contract-form-texts.ts';
import { type ContractValues, contractSchema, contractValuesOf } from './contract-form-values.ts';
import { savedContractSchema } from './saved-contract-schema.ts';
import { fetchContractWithRules, useContractWithRules } from './use-contract-with-rules.ts';

type Props = { side: Side; contract: ContractRecord };

/** The details tab: the form of the contract, for editing and deleting. */
export function ContractDetails({ side, contract }: Props) {
  const refetch = useQuery(contractQuery(side, contract.id)).refetch;
  const query = useContractWithRules(contract.id, { data: contract, error: null, refetch });
  return (
    <QueryBoundary query={query}>
      {(withRules) => <DetailsForm key={contract.id} side={side} contract={withRules} />}
    </QueryBoundary>
  );
}

function DetailsForm({ side, contract }: { side: Side; contract: ContractWithRules }) {
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const form = useZodForm(savedContractSchema(side, contract), contractValuesOf(contract));
  const names = useContractNames(side, form, contract);
  const words = contractFieldDescriptions(side, names);
  const versioned = useVersionedSave({
    form,
    schema: contractSchema,
    record: contract,
    valuesOf: contractValuesOf,
    descriptions: words,
    fetchFresh: () => fetchContractWithRules(client, side, contract.id),
    save: saveContract[side],
  });
  const { base } = versioned;

  const savingConfirmation = (): ConfirmOptions => {
    const values = form.getValues();
    return {
      title: `Zapisać zmiany w kontrakcie ${contractNumber(base)}?`,
      message: (
        <Changes
          changes={changesBetween(words, contractValuesOf(base), values)}
          note={
            isEnding(base.contractStatus, values.status) ? (
              <EndingSentence side={side} contract={base} />
            ) : null
          }
        />
      ),
      confirmLabel: 'Zapisz',
      cancelLabel: UI_TEXTS.backToForm,
    };
  };

  const discard = async () => {
    if (!form.formState.isDirty || (await confirmLeaving())) form.reset();
  };

  return (
    <>
      <FormShell
        form={form}
        aside={<ContractSummary side={side} form={form} names={names} />}
        confirm={savingConfirmation}
        fieldNames={CONTRACT_FIELD_NAMES}
        onSave={async (values) => {
          await versioned.save(values);
          // the page stays open, so the next save must send the new version
          await invalidateTopic('contract');
        }}
        onSaved={() => notifySuccess(contractNumber(base), 'Zapisano kontrakt')}
        onCancel={() => void discard()}
        footer={<DeleteButton side={side} contract={contract} />}
      >
        {versioned.notice}
        <ContractFields side={side} form={form} record={contract}>
          <SentNotification contract={contract} />
        </ContractFields>
      </FormShell>
      {versioned.dialog}
    </>
  );
}

type ChangesProps = { changes: ReturnType<typeof changesBetween<ContractValues>>; note: ReactNode };

function Changes({ changes, note }: ChangesProps) {
  return (
    <Stack gap="xs">
      <List size="sm" spacing={4}>
        {changes.map(({ field, label, before, after }) => (
          <List.Item key={field}>
            {label}: <s>{before}</s> → <b>{after}</b>
          </List.Item>
        ))}
      </List>
      {note === null ? null : <Warning>{note}</Warning>}
    </Stack>
  );
}

function SentNotification({ contract }: { contract: ContractRecord }) {
  const emails = contract.purchaseNotificationEmails ?? contract.salesNotificationEmails ?? [];
  return (
    <FormSection title="Powiadomienia" columns={1}>
      <Text fz="sm">
        {emails.length === 0
          ? 'O nowym kontrakcie nikogo nie powiadomiono.'
          : `O nowym kontrakcie powiadomiono: ${emails.join(', ')}.`}
      </Text>
    </FormSection>
  );
}

function DeleteButton({ side, contract }: Props) {
  const navigate = useNavigate();
  const invalidateTopic = useInvalidateTopic();
  const name = contractNumber(contract);
  const confirmDeletion = () =>
    confirmAction({
      title: `Usunąć kontrakt ${name}?`,
      message: `Kontrakt ${name}, ${contract.rawMaterial.name}, ${formatTonnes(contract.quantityKg)}, zostanie usunięty. Tej czynności nie można cofnąć.`,
      confirmLabel: 'Usuń kontrakt',
      danger: true,
      action: async () => {
        await deleteContract(side, contract.id);
        await navigate({
          ...contractListLink[side](contract.rawMaterialId),
          ignoreBlocker: true,
          replace: true,
        });
        // after the navigation, because marking the contract as deleted redirects away from its page
        markContractDeleted(contract.id);
        await invalidateTopic('contract');
        notifySuccess(name, 'Usunięto kontrakt');
      },
    });
  return (
    <ButtonWithReason
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={16} aria-hidden />}
      disabledReason={whyNotDelete(side, contract)}
      onClick={confirmDeletion}
    >
      Usuń kontrakt
    </ButtonWithReason>
  );
}

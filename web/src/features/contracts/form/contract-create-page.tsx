import { Stack, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDateRange, formatPrice, formatTonnes, todayInWarsaw } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { contractQuery, defaultEmailsQuery, documentNumberQuery } from '../../../api/contracts.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { rawMaterialTabsQuery, userOptionsQuery } from '../../../api/reference.ts';
import { useMe } from '../../../api/session.ts';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { Warning } from '../../../components/warning.tsx';
import { FormShell } from '../../../ui/form/form-shell.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import type { ConfirmOptions } from '../../../ui/overlay/confirm.ts';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { Page } from '../../../ui/page.tsx';
import { storedListLink } from '../../../ui/table/stored-search.ts';
import { formatMoney } from '../../../words/format.ts';
import { counted, NOUN_FORMS } from '../../../words/plural.ts';
import { CONTRACT_LIST_PATH, contractListLink, dashboardLink } from '../contract-links.ts';
import { ContractFields } from './contract-form.tsx';
import { copiedContract } from './contract-form-copy.ts';
import { useContractNames } from './contract-form-names.ts';
import { ContractNotification } from './contract-form-notification.tsx';
import { saveNewContract } from './contract-form-request.ts';
import { minPriceWarnings } from './contract-form-requirements.tsx';
import { type ContractWithRules, hasOwnRules } from './contract-form-rule-values.ts';
import { ContractSummary, contractTerms, contractValue, FactList } from './contract-form-summary.tsx';
import { CONTRACT_FIELD_NAMES, type ContractNames, FORM_TEXTS } from './contract-form-texts.ts';
import {
  type ContractOutput,
  type ContractValues,
  contractSchema,
  newContract,
  type ProposedValues,
} from './contract-form-values.ts';
import { useContractWithRules } from './use-contract-with-rules.ts';

export function PurchaseContractCreatePage() {
  return <ContractCreatePage side="purchase" />;
}

export function SalesContractCreatePage() {
  return <ContractCreatePage side="sales" />;
}

/**
 * The form of a new contract. With `?copy=` the form starts with the terms of the contract that has this id.
 */
function ContractCreatePage({ side }: { side: Side }) {
  const [material, copy] = [useSearchNumber('material'), useSearchNumber('copy')];
  return (
    <Page title={`Nowy ${SIDE_LABELS[side].contract.toLowerCase()}`}>
      <Proposals side={side} material={material}>
        {(proposed) =>
          copy === null ? (
            <CreateForm side={side} start={newContract(side, proposed)} copied={null} />
          ) : (
            <CopyForm side={side} id={copy} proposed={proposed} />
          )
        }
      </Proposals>
    </Page>
  );
}

function useSearchNumber(name: 'material' | 'copy'): number | null {
  const number = Number(useSearch({ strict: false, select: (search) => search[name] }));
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

type ProposalsProps = {
  side: Side;
  material: number | null;
  children: (proposed: ProposedValues) => ReactNode;
};

/**
 * Loads the proposed values before it shows the form, so that a late response cannot overwrite typed text.
 */
function Proposals({ side, material, children }: ProposalsProps) {
  const number = useQuery(documentNumberQuery(side));
  const emails = useQuery(defaultEmailsQuery(side));
  const materials = useQuery(rawMaterialTabsQuery);
  const me = useMe();
  return (
    <QueryBoundary query={number}>
      {({ documentNumber }) => (
        <QueryBoundary query={emails}>
          {(proposed) => (
            <QueryBoundary query={materials}>
              {(tabs) =>
                children({
                  documentNumber,
                  userId: me.id,
                  emails: proposed,
                  rawMaterialId: tabs.find(({ id }) => id === material)?.id ?? null,
                })
              }
            </QueryBoundary>
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

function CopyForm({ side, id, proposed }: { side: Side; id: number; proposed: ProposedValues }) {
  const original = useContractWithRules(id, useQuery(contractQuery(side, id)));
  const owners = useQuery(userOptionsQuery);
  return (
    <QueryBoundary query={original}>
      {(contract) => (
        <QueryBoundary query={owners}>
          {(people) => (
            <CreateForm
              key={id}
              side={side}
              start={copiedContract(contract, proposed, people)}
              copied={contract}
            />
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

type CreateProps = { side: Side; start: ContractValues; copied: ContractWithRules | null };

function CreateForm({ side, start, copied }: CreateProps) {
  const form = useZodForm(contractSchema, start);
  const names = useContractNames(side, form, copied);
  const invalidateTopic = useInvalidateTopic();
  const navigate = useNavigate();
  return (
    <FormShell
      form={form}
      isNew
      aside={<ContractSummary side={side} form={form} names={names} />}
      confirm={(values) => creationConfirmation(side, values, form.getValues(), names)}
      fieldNames={CONTRACT_FIELD_NAMES}
      // the copy may be saved without changes
      allowUnchanged={copied !== null}
      onSave={async (values) => {
        const { id } = await saveNewContract[side](values);
        await invalidateTopic('contract');
        return { id, values };
      }}
      onSaved={({ id, values }) => {
        notifySuccess(
          `${values.documentNumber ?? 'Bez numeru'}: ${names.contractor(values.contractorId)}, ${formatTonnes(values.quantityKg)}`,
          FORM_TEXTS[side].created,
          { label: 'Otwórz kontrakt', onClick: () => void navigate(dashboardLink[side](id)) },
        );
        void navigate(contractListLink[side](values.rawMaterialId));
      }}
      onCancel={() => void navigate(storedListLink(CONTRACT_LIST_PATH[side]))}
    >
      {copied === null ? null : <CopyNotice side={side} copied={copied} />}
      <ContractFields side={side} form={form} record={null} copied={copied}>
        <ContractNotification form={form} />
      </ContractFields>
    </FormShell>
  );
}

/** Reminds the user to check the dates of a copy, because they are often out of date. */
function CopyNotice({ side, copied }: { side: Side; copied: ContractWithRules }) {
  const dates = formatDateRange(copied.dateOfReceiptFrom, copied.dateOfReceiptTo);
  const isOver = copied.dateOfReceiptTo < todayInWarsaw() ? ', który już minął' : '';
  return (
    <Warning>
      {`Warunki${hasOwnRules(copied.rules) ? ' oprócz reguł' : ''} skopiowano z kontraktu ${contractNumber(copied)}. Sprawdź ${SIDE_LABELS[side].receiptDates.toLowerCase()}: ${dates}${isOver}.`}
    </Warning>
  );
}

/** The confirmation of a new contract, with its quantity, value and terms. */
function creationConfirmation(
  side: Side,
  values: ContractOutput,
  typed: ContractValues,
  names: ContractNames,
): ConfirmOptions {
  const words = FORM_TEXTS[side];
  const { currency, mainCargoOption, emailNotificationList: emails } = values;
  const number = values.documentNumber === undefined ? 'bez numeru' : values.documentNumber;
  const amount = formatMoney(contractValue(values), currency);
  return {
    title: words.createTitle,
    message: (
      <Stack gap="xs">
        <Text>
          {`Kontrakt ${number} ${words.withContractor} ${names.contractor(values.contractorId)}: ${names.rawMaterial(values.rawMaterialId)}, ${formatTonnes(values.quantityKg)} po ${formatPrice(mainCargoOption.price, currency)}, razem ${amount}.`}
        </Text>
        <FactList facts={contractTerms(side, typed, names)} />
        {minPriceWarnings(values).map((sentence) => (
          <Warning key={sentence}>{sentence}</Warning>
        ))}
        <Text fz="sm" c="dimmed">
          {emails.length === 0
            ? 'Powiadomienie nie zostanie wysłane do nikogo.'
            : `Powiadomienie${values.attachConfirmation ? ' z potwierdzeniem PDF' : ''} zostanie wysłane na ${counted(emails.length, NOUN_FORMS.addresses)} e-mail.`}
        </Text>
      </Stack>
    ),
    confirmLabel: 'Dodaj kontrakt',
  };
}

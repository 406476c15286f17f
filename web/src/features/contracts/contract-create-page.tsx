import { Stack, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { SIDE_WORDS } from '@spichlerz/shared/words/side';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { defaultEmailsQuery, documentNumberQuery } from '../../api/contracts.ts';
import { rawMaterialTabsQuery } from '../../api/reference.ts';
import { useMe } from '../../api/session.ts';
import { useAfterChange } from '../../components/after-change.ts';
import { contractListLink } from '../../components/contract-links.ts';
import { RecordGate } from '../../components/record-gate.tsx';
import type { Question } from '../../ui/dialog/confirm.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { formatDateRange, formatMoney, formatPrice, formatTonnes } from '../../words/format.ts';
import { COUNTED, counted } from '../../words/plural.ts';
import { ContractFields } from './contract-form.tsx';
import { useContractNames } from './contract-form-names.ts';
import { ContractNotification } from './contract-form-notification.tsx';
import { saveNewContract } from './contract-form-request.ts';
import { ContractSummary, contractValue } from './contract-form-summary.tsx';
import {
  type ContractOutput,
  type ContractValues,
  contractSchema,
  newContract,
} from './contract-form-values.ts';
import { CONTRACT_FIELD_NAMES, type ContractNames, FORM_WORDS } from './contract-form-words.ts';

export function PurchaseContractCreatePage() {
  return <ContractCreatePage side="purchase" />;
}

export function SalesContractCreatePage() {
  return <ContractCreatePage side="sales" />;
}

/** Asks for what the form proposes, then opens it: what is typed is never overwritten by a late answer. */
function ContractCreatePage({ side }: { side: Side }) {
  const number = useQuery(documentNumberQuery(side));
  const emails = useQuery(defaultEmailsQuery(side));
  const materials = useQuery(rawMaterialTabsQuery);
  const me = useMe();
  const asked = Number(useSearch({ strict: false, select: ({ material }) => material }));
  return (
    <Page title={`Nowy ${SIDE_WORDS[side].contract.toLowerCase()}`}>
      <RecordGate query={number}>
        {({ documentNumber }) => (
          <RecordGate query={emails}>
            {(proposed) => (
              <RecordGate query={materials}>
                {(tabs) => (
                  <CreateForm
                    side={side}
                    start={newContract(side, {
                      documentNumber,
                      userId: me.id,
                      emails: proposed,
                      rawMaterialId: tabs.find(({ id }) => id === asked)?.id ?? null,
                    })}
                  />
                )}
              </RecordGate>
            )}
          </RecordGate>
        )}
      </RecordGate>
    </Page>
  );
}

function CreateForm({ side, start }: { side: Side; start: ContractValues }) {
  const form = useZodForm(contractSchema, start);
  const names = useContractNames(side, form, null);
  const afterChange = useAfterChange();
  const navigate = useNavigate();
  const leave = (rawMaterialId: number | null) =>
    void navigate(rawMaterialId === null ? { to: '..' } : contractListLink[side](rawMaterialId));
  return (
    <FormShell
      form={form}
      aside={<ContractSummary side={side} form={form} names={names} />}
      confirm={(values) => creation(side, values, names)}
      fieldNames={CONTRACT_FIELD_NAMES}
      onSave={async (values) => {
        await saveNewContract[side](values);
        await afterChange('contract');
        return values;
      }}
      onSaved={(values) => {
        notifySuccess(
          `${values.documentNumber ?? 'Bez numeru'}: ${names.contractor(values.contractorId)}, ${formatTonnes(values.cargoQuantity)}`,
          FORM_WORDS[side].created,
        );
        leave(values.rawMaterialId);
      }}
      onCancel={() => leave(form.getValues('rawMaterialId') ?? start.rawMaterialId)}
    >
      <ContractFields side={side} form={form} record={null}>
        <ContractNotification form={form} />
      </ContractFields>
    </FormShell>
  );
}

/** What will be saved, in numbers. */
function creation(side: Side, values: ContractOutput, names: ContractNames): Question {
  const words = FORM_WORDS[side];
  const { currency, mainCargoOption, emailNotificationList: emails } = values;
  const number = values.documentNumber === undefined ? 'bez numeru' : values.documentNumber;
  const amount = formatMoney(contractValue(values), currency);
  return {
    title: words.createTitle,
    message: (
      <Stack gap="xs">
        <Text>
          {`Kontrakt ${number} ${words.withContractor} ${names.contractor(values.contractorId)}: ${names.rawMaterial(values.rawMaterialId)}, ${formatTonnes(values.cargoQuantity)} po ${formatPrice(mainCargoOption.price, currency)}, razem ${amount}. ${SIDE_WORDS[side].receiptDates}: ${formatDateRange(values.dateOfReceiptFrom, values.dateOfReceiptTo)}.`}
        </Text>
        <Text fz="sm" c="dimmed">
          {emails.length === 0
            ? 'Powiadomienie nie zostanie wysłane do nikogo.'
            : `Powiadomienie zostanie wysłane na ${counted(emails.length, COUNTED.addresses)} e-mail.`}
        </Text>
      </Stack>
    ),
    confirmLabel: 'Dodaj kontrakt',
  };
}

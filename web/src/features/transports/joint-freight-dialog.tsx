import '@mantine/core/styles/Table.css';
import { Stack, Table, Text } from '@mantine/core';
import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { formatDate, formatTonnes, todayInWarsaw } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { makeInvoice } from '../../api/invoices.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { transportQuery } from '../../api/transports.ts';
import { latestDay, proposedDueDate } from '../../components/due-date.ts';
import { DueDateField } from '../../components/field/due-date-field.tsx';
import { KsefField } from '../../components/field/ksef-field.tsx';
import { optionalKsefNumber } from '../../components/field/ksef-number-rule.ts';
import { MoneyField } from '../../components/field/unit-fields.tsx';
import { InvoiceWarnings } from '../../components/invoice-warnings.tsx';
import {
  commonText,
  FailureReason,
  type FailureReasons,
  failureReasonsOf,
  isUnsaved,
  UnsavedTransports,
} from '../../components/joint-invoice.tsx';
import { useJoinedInvoice } from '../../components/use-invoice-check.ts';
import { DateField } from '../../ui/field/date-field.tsx';
import { SwitchField } from '../../ui/field/switch-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid, WideField } from '../../ui/form/form-shell.tsx';
import {
  ALL_ERRORS,
  optionalDay,
  requiredChoice,
  requiredDay,
  requiredInteger,
  requiredText,
} from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { formatMoney, noBreak } from '../../words/format.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { CarrierSelect } from '../contractors/carriers/carrier-select.tsx';
import { freightTermOf, useCarrierDays } from './freight-term.ts';
import { proposedFreight } from './freight-values.ts';

type Props = {
  transports: readonly TransportRow[];
  onClose: () => void;
  /** Called after all transports are on the invoice. */
  onDone: () => void;
};

const schema = z
  .object({
    carrierId: requiredChoice<number>(),
    number: requiredText(),
    issueDate: requiredDay(),
    dueDate: optionalDay(),
    ksefNumber: optionalKsefNumber(),
    isPaid: z.boolean(),
    prices: z.array(z.object({ freightAmount: requiredInteger() })),
  })
  .superRefine(({ isPaid, dueDate }, context) => {
    if (isPaid && dueDate === undefined)
      context.addIssue({ code: 'custom', path: ['dueDate'], message: ERROR_SENTENCES.VALUE_IS_MISSING });
  }, ALL_ERRORS);

const amountOf = (row: TransportRow) => row.freightAmount ?? proposedFreight(row);

/**
 * A carrier's invoice for several transports. Transports that could not be saved stay in
 * the dialog with the reason.
 */
export function JointFreightDialog({ transports, onClose, onDone }: Props) {
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const [stored, setStored] = useState(transports);
  const [reasons, setReasons] = useState<FailureReasons>(new Map());
  const currency = transports[0]?.currency ?? 'PLN';
  const firstIssueDate =
    latestDay(transports.map((row) => row.transportInvoiceCreateDate)) || todayInWarsaw();
  const dueDateOf = (issued: string, days: number | null) =>
    proposedDueDate(
      issued,
      transports.map((row) => freightTermOf(row, days)),
    );
  const form = useZodForm(schema, {
    carrierId: transports.find(({ carrierId }) => carrierId !== null)?.carrierId ?? null,
    number: commonText(transports.map((row) => row.transportInvoiceNumber)),
    issueDate: firstIssueDate,
    dueDate: dueDateOf(firstIssueDate, null),
    ksefNumber: commonText(transports.map((row) => row.transportKsefNumber)),
    isPaid: false,
    prices: transports.map((row) => ({ freightAmount: amountOf(row) })),
  });
  const { control } = form;
  const [marksPaid, prices, carrierId, number, issueDate, dueDate, ksefNumber] = useWatch({
    control,
    name: ['isPaid', 'prices', 'carrierId', 'number', 'issueDate', 'dueDate', 'ksefNumber'],
  });
  const { days: carrierDays } = useCarrierDays(carrierId);
  const joined = useJoinedInvoice({
    form,
    names: { number: 'number', issueDate: 'issueDate', dueDate: 'dueDate', ksefNumber: 'ksefNumber' },
    kind: 'FREIGHT',
    transportIds: stored.map(({ id }) => id),
    contractorId: carrierId,
    dueDateOf: (issued) => dueDateOf(issued, carrierDays),
  });
  const left = stored.filter(({ id }) => isUnsaved(reasons, id));
  const agreed = stored.reduce(
    (sum, row) => sum + (isUnsaved(reasons, row.id) ? proposedFreight(row) : 0),
    0,
  );
  const total = prices.reduce((sum, { freightAmount }, index) => {
    const row = stored[index];
    return row !== undefined && isUnsaved(reasons, row.id) ? sum + (freightAmount ?? 0) : sum;
  }, 0);
  const count = counted(left.length, NOUN_FORMS.transports);
  const withoutRecord = left.filter(({ carrierId }) => carrierId === null);

  return (
    <FormDialog
      title={`Faktura przewoźnika, ${count}`}
      size="xl"
      form={form}
      onClose={onClose}
      allowUnchanged
      staysOpen
      saveLabel={marksPaid ? 'Oznacz jako opłaconą' : 'Zapisz fakturę'}
      confirm={(values) =>
        values.isPaid
          ? {
              title: 'Oznaczyć transporty jako opłacone?',
              message: `${count}, faktura ${values.number}, razem ${formatMoney(total, currency)}. Wpisy nie będą edytowalne.`,
              confirmLabel: 'Oznacz jako opłacone',
            }
          : null
      }
      onSave={async (output) => {
        const { carrierId, prices: amounts, ...invoice } = await joined.withShared(output);
        const { rows } = await makeInvoice({
          ...invoice,
          kind: 'FREIGHT',
          contractorId: carrierId,
          transportIds: left.map(({ id }) => id),
          versions: left.map(({ id, version }) => ({ transportId: id, version })),
          prices: stored.flatMap((row, index) => {
            const freightAmount = amounts[index]?.freightAmount;
            return isUnsaved(reasons, row.id) && freightAmount !== undefined
              ? [{ transportId: row.id, freightAmount }]
              : [];
          }),
        });
        const failed = failureReasonsOf(rows);
        // refetched before the user can retry, because a retry sends the versions that the dialog shows
        const fresh = await Promise.all(
          stored.map(async (row) =>
            failed.has(row.id) ? await client.fetchQuery({ ...transportQuery(row.id), staleTime: 0 }) : row,
          ),
        );
        await invalidateTopic('transport');
        for (const [index, row] of fresh.entries()) {
          const before = stored[index];
          // an amount that the user has typed is not replaced
          if (before !== undefined && amounts[index]?.freightAmount === amountOf(before))
            form.setValue(`prices.${index}.freightAmount`, amountOf(row));
        }
        setStored(fresh);
        setReasons(failed);
        return failed.size;
      }}
      onSaved={(failures) => {
        if (failures > 0) return;
        notifySuccess(
          `${form.getValues('number')}: ${count}, ${formatMoney(total, currency)}`,
          marksPaid ? 'Oznaczono fakturę przewoźnika jako opłaconą' : 'Zapisano fakturę przewoźnika',
        );
        onDone();
        onClose();
      }}
      consequence={
        total === agreed
          ? `Razem ${formatMoney(total, currency)}, tyle ile uzgodniono.`
          : `Razem ${formatMoney(total, currency)}, uzgodniono ${formatMoney(agreed, currency)}.`
      }
    >
      <Stack gap="sm">
        <UnsavedTransports reasons={reasons} count={transports.length} />
        <FieldGrid columns={3}>
          <WideField>
            <CarrierSelect control={control} name="carrierId" label="Przewoźnik" required />
          </WideField>
          <TextField control={control} name="number" label={HEADERS.invoiceNumber} required data-autofocus />
          <DateField control={control} name="issueDate" label={HEADERS.issueDate} required />
          <DueDateField form={form} name="dueDate" proposed={joined.dueDate} clearable required={marksPaid} />
          <WideField>
            <KsefField control={control} name="ksefNumber" />
          </WideField>
        </FieldGrid>
        <InvoiceWarnings
          kind="FREIGHT"
          transportIds={stored.map(({ id }) => id)}
          contractorId={carrierId}
          number={number}
          issueDate={issueDate}
          dueDate={dueDate}
          ksefNumber={ksefNumber}
        />
        {withoutRecord.length === 0 ? null : (
          <Text fz="sm" c="dimmed">
            {`Bez przewoźnika z kartoteki: ${withoutRecord.map(({ registrationNumber, carrierName }) => `${registrationNumber} (${carrierName})`).join(', ')}. Dostaną wybranego.`}
          </Text>
        )}
        <Table aria-label="Transporty na fakturze" fz="sm" verticalSpacing={6}>
          <Table.Tbody>
            {stored.map((row, index) =>
              isUnsaved(reasons, row.id) ? (
                <Table.Tr key={row.id}>
                  <Table.Th scope="row" fw="inherit" style={{ overflowWrap: 'anywhere' }}>
                    {noBreak(row.registrationNumber)}
                    <Text fz="xs" c="dimmed">
                      {`${formatDate(row.dateUnloading)}, ${formatTonnes(row.realQuantityKg ?? row.quantityKg)}, uzgodniono ${formatMoney(proposedFreight(row), currency)}`}
                    </Text>
                    <FailureReason code={reasons.get(row.id)} />
                  </Table.Th>
                  <Table.Td w={160}>
                    <MoneyField
                      control={control}
                      name={`prices.${index}.freightAmount`}
                      aria-label={`Fracht, ${row.registrationNumber}`}
                      currency={currency}
                      required
                    />
                  </Table.Td>
                </Table.Tr>
              ) : null,
            )}
          </Table.Tbody>
        </Table>
        <SwitchField
          control={control}
          name="isPaid"
          label="Oznacz jako opłaconą"
          description="Po zapisaniu wpisy nie będą edytowalne."
        />
      </Stack>
    </FormDialog>
  );
}

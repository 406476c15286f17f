import { Group, Stack, Text } from '@mantine/core';
import type { TransportCosts } from '@spichlerz/shared/calls/transport-costs';
import { settleFreight, type TransportRow } from '@spichlerz/shared/calls/transports';
import {
  defaultFreight,
  missingFreightFields,
  whyNotSettleFreight,
} from '@spichlerz/shared/domain/transport';
import { kilograms, minorUnits } from '@spichlerz/shared/domain/units';
import { formatDate, formatPrice, formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { transportCostsQuery } from '../../api/transports.ts';
import { proposedDueDate } from '../../components/due-date.ts';
import { DueDateField } from '../../components/field/due-date-field.tsx';
import { KsefField } from '../../components/field/ksef-field.tsx';
import { optionalKsefNumber } from '../../components/field/ksef-number-rule.ts';
import { MoneyField } from '../../components/field/unit-fields.tsx';
import { InvoiceCheck } from '../../components/invoice-check.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { ConflictNotice } from '../../components/save/conflict-notice.tsx';
import { changesBetween, type FieldDescriptions } from '../../components/save/record-changes.ts';
import { useJoinedInvoice } from '../../components/use-invoice-check.ts';
import { DateField } from '../../ui/field/date-field.tsx';
import { SwitchField } from '../../ui/field/switch-field.tsx';
import { TextAreaField, TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid, ReadableWhenDisabled, WideField } from '../../ui/form/form-shell.tsx';
import { ALL_ERRORS, optionalDay, optionalRemark, optionalText, requiredWhole } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { formatMoney } from '../../words/format.ts';
import { CostFields } from './cost-fields.tsx';
import { costSchema, costValues, describeCosts } from './cost-values.ts';
import { transportWithQuantity } from './dialog-transport.ts';
import { freightTermOf, useCarrierDays } from './freight-term.ts';
import { dialogTransportOf, statusConflict } from './transport-texts.ts';
import { useOthersChanges } from './use-others-changes.ts';
import { useStoredCosts } from './use-stored-costs.ts';
import { useStoredTransport } from './use-stored-transport.ts';

type Props = {
  transport: TransportRow;
  /** Opened to mark the freight as paid, with the fields that this requires. */
  asPaid?: boolean | undefined;
  onClose: () => void;
};

const fields = z.object({
  freightAmount: requiredWhole(),
  transportInvoiceNumber: optionalText(),
  transportInvoiceCreateDate: optionalDay(),
  transportPaymentDate: optionalDay(),
  transportKsefNumber: optionalKsefNumber(),
  details: optionalRemark(),
  isPaid: z.boolean(),
  costs: costSchema,
});

/** Other costs are often known before the carrier's invoice, so they can be saved without one. */
const schemaFor = (opened: Values) =>
  fields.superRefine((value, context) => {
    if (hasOnlyCosts(value, opened)) return;
    const missing = missingFreightFields(value.isPaid ? 'PAID' : 'INVOICE', {
      invoiceNumber: value.transportInvoiceNumber,
      invoiceDate: value.transportInvoiceCreateDate,
      paymentDate: value.transportPaymentDate,
    });
    for (const path of missing) {
      context.addIssue({ code: 'custom', path: [path], message: ERROR_SENTENCES.VALUE_IS_MISSING });
    }
  }, ALL_ERRORS);

type Output = z.output<typeof fields>;

/** Whether only other costs were changed, and the freight has no invoice yet. */
function hasOnlyCosts({ costs, ...freight }: Output | Values, { costs: before, ...opened }: Values): boolean {
  const isTouched = (Object.keys(opened) as (keyof typeof opened)[]).some(
    (name) => (freight[name] ?? '') !== (opened[name] ?? ''),
  );
  const areChanged = JSON.stringify(costs) !== JSON.stringify(before);
  return opened.transportInvoiceNumber === '' && !isTouched && areChanged;
}

/** The carrier's invoice for a transport, then its payment, and the other costs. A paid invoice is read-only. */
export function FreightDialog(props: Props) {
  const query = useQuery(transportCostsQuery(props.transport.id));
  const carrier = useCarrierDays(props.transport.carrierId);
  if (query.data !== undefined && !carrier.isLoading)
    return <LoadedDialog {...props} openedCosts={query.data} openedCarrierDays={carrier.days} />;
  return (
    <Dialog title={titleOf(props.transport)} size="lg" onClose={props.onClose}>
      <QueryBoundary query={query}>{() => null}</QueryBoundary>
    </Dialog>
  );
}

const titleOf = ({ status, registrationNumber }: TransportRow) =>
  `${status === 'PAID' ? 'Dane frachtu' : 'Rozliczenie frachtu'}, ${registrationNumber}`;

function LoadedDialog({
  transport,
  asPaid = false,
  openedCosts,
  openedCarrierDays,
  onClose,
}: Props & { openedCosts: TransportCosts; openedCarrierDays: number | null }) {
  const whyImpossible = (fresh: TransportRow) =>
    fresh.status === transport.status || whyNotSettleFreight(fresh.status) === null
      ? null
      : statusConflict(transport, fresh, 'nie można już zapisać jego frachtu');
  const { stored, save } = useStoredTransport(transport, whyImpossible);
  const costs = useStoredCosts(transport.id, openedCosts);
  const isPaid = stored.status === 'PAID';
  const isReadOnly = isPaid || whyImpossible(stored) !== null;
  const { currency } = stored;
  const words = fieldDescriptions(currency);
  // a live change must not replace the initial values of the form
  const [carrierDays] = useState(openedCarrierDays);
  const valuesOf = (row: TransportRow, ofRow: TransportCosts) => freightValues(row, ofRow, carrierDays);
  const others = useOthersChanges(valuesOf(transport, openedCosts));
  const form = useZodForm(schemaFor(others.base), { ...others.first, isPaid: isPaid || asPaid });
  const { control } = form;
  const [marksPaid, number, issueDate, dueDate, ksefNumber] = useWatch({
    control,
    name: [
      'isPaid',
      'transportInvoiceNumber',
      'transportInvoiceCreateDate',
      'transportPaymentDate',
      'transportKsefNumber',
    ],
  });
  const joined = useJoinedInvoice({
    form,
    names: {
      number: 'transportInvoiceNumber',
      issueDate: 'transportInvoiceCreateDate',
      dueDate: 'transportPaymentDate',
      ksefNumber: 'transportKsefNumber',
    },
    kind: 'FREIGHT',
    transportIds: [stored.id],
    // the number of another invoice keeps the proposal of this dialog
    dueDateOf: (issued) =>
      dueDateOf(number === (stored.transportInvoiceNumber ?? '') ? stored : transport, issued, carrierDays),
  });
  const { weight, rate } = factsOf(stored);
  const changes = changesBetween(words, others.first, others.base);
  const changedFacts = changesBetween(FACTS, factsOf(transport), factsOf(stored));
  const named = transportWithQuantity(dialogTransportOf(stored));
  const savesOnlyCosts = hasOnlyCosts(useWatch({ control }) as Values, others.base);

  return (
    <FormDialog
      title={titleOf(stored)}
      form={form}
      onClose={onClose}
      readOnly={isReadOnly}
      saveLabel={marksPaid ? 'Oznacz jako opłacony' : savesOnlyCosts ? 'Zapisz koszty' : 'Zapisz'}
      confirm={(values) =>
        values.isPaid
          ? {
              title: 'Oznaczyć transport jako opłacony?',
              message: `${named}, fracht ${formatMoney(values.freightAmount, currency)}, faktura ${values.transportInvoiceNumber ?? ''}, zostanie oznaczony jako opłacony. Wpis nie będzie edytowalny.`,
              confirmLabel: 'Oznacz jako opłacony',
            }
          : null
      }
      onSave={async (output) => {
        const { isPaid: paid, costs: typedCosts, ...values } = await joined.withShared(output);
        const body = {
          freightAmount: values.freightAmount,
          transportInvoiceNumber: values.transportInvoiceNumber ?? null,
          transportInvoiceCreateDate: values.transportInvoiceCreateDate ?? null,
          transportPaymentDate: values.transportPaymentDate ?? null,
          transportKsefNumber: values.transportKsefNumber ?? null,
          details: values.details ?? null,
          transportId: stored.id,
          status: paid ? 'PAID' : 'INVOICE',
        } as const;
        const isOnlyCosts = hasOnlyCosts(form.getValues(), others.base);
        let fresh = others.base;
        await save(
          async () => {
            const version = await costs.save(typedCosts, stored.version);
            if (!isOnlyCosts) await call(settleFreight, { body: { ...body, version } });
          },
          async (row) => {
            fresh = valuesOf(row, await costs.refetch());
            return changesBetween(words, fresh, form.getValues()).length === 0;
          },
          () => others.take(form, partsOf(words, form.getValues(), others.base, fresh), fresh),
        );
        return isOnlyCosts
          ? 'Zapisano koszty'
          : paid
            ? 'Oznaczono transport jako opłacony'
            : 'Rozliczono fracht';
      }}
      onSaved={(message) => notifySuccess(transport.registrationNumber, message)}
    >
      <ReadableWhenDisabled>
        <Stack gap="sm">
          {stored.version === transport.version ? null : (
            <ConflictNotice
              key={stored.version}
              changes={[...changedFacts, ...others.mark(changes)]}
              onLoadCurrent={isReadOnly ? undefined : others.loadCurrent(form)}
            />
          )}
          <Group justify="space-between" gap="xs">
            <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>{`${named}, ${stored.carrierName}`}</Text>
            <Text fz="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {`${weight} × ${rate} = ${formatMoney(proposedFreight(stored), currency)}`}
            </Text>
          </Group>
          <FieldGrid columns={2}>
            <MoneyField
              control={control}
              name="freightAmount"
              label="Fracht"
              currency={currency}
              required={!isPaid}
              data-autofocus
            />
            <TextField
              control={control}
              name="transportInvoiceNumber"
              label="Nr faktury"
              required={!isPaid && !savesOnlyCosts}
            />
            <DateField
              control={control}
              name="transportInvoiceCreateDate"
              label="Data wystawienia"
              clearable={!isPaid}
              required={!isPaid && !savesOnlyCosts}
            />
            <DueDateField
              form={form}
              name="transportPaymentDate"
              proposed={joined.dueDate}
              clearable={!isPaid}
              required={marksPaid && !isPaid}
            />
            <WideField>
              <KsefField control={control} name="transportKsefNumber" />
            </WideField>
            <WideField>
              <TextAreaField
                control={control}
                name="details"
                label="Szczegóły"
                description="Widoczne tylko w programie, nie na zleceniu transportowym."
                autosize
                minRows={2}
                maxRows={6}
              />
            </WideField>
            {isPaid ? null : (
              <WideField>
                <SwitchField
                  control={control}
                  name="isPaid"
                  label="Oznacz jako opłacony"
                  description="Po zapisaniu wpis nie będzie edytowalny."
                />
              </WideField>
            )}
          </FieldGrid>
          <CostFields control={control as never} currency={currency} readOnly={isPaid} />
          {isPaid ? null : (
            <InvoiceCheck
              kind="FREIGHT"
              transportIds={[stored.id]}
              number={number}
              issueDate={issueDate}
              dueDate={dueDate}
              ksefNumber={ksefNumber}
            />
          )}
        </Stack>
      </ReadableWhenDisabled>
    </FormDialog>
  );
}

type Values = z.input<typeof fields>;

/** The stored due date, or for a new invoice the one by the payment term. */
function dueDateOf(transport: TransportRow, issueDate: string, carrierDays: number | null): string {
  const term = freightTermOf(transport, carrierDays);
  // an invoice that was saved without a due date keeps none
  return transport.transportInvoiceNumber === null
    ? proposedDueDate(issueDate, [term])
    : (term.dueDate ?? '');
}

function freightValues(transport: TransportRow, costs: TransportCosts, carrierDays: number | null): Values {
  const issueDate = transport.transportInvoiceCreateDate ?? '';
  return {
    freightAmount: transport.freightAmount ?? proposedFreight(transport),
    transportInvoiceNumber: transport.transportInvoiceNumber ?? '',
    transportInvoiceCreateDate: issueDate,
    transportPaymentDate: dueDateOf(transport, issueDate, carrierDays),
    transportKsefNumber: transport.transportKsefNumber ?? '',
    details: transport.details ?? '',
    isPaid: transport.status === 'PAID',
    costs: costValues(costs),
  };
}

const fieldDescriptions = (currency: TransportRow['currency']): FieldDescriptions<Values> => ({
  freightAmount: { label: 'Fracht', show: (minor) => formatMoney(minor, currency) },
  transportInvoiceNumber: { label: 'Nr faktury', show: orEmpty },
  transportInvoiceCreateDate: { label: 'Data wystawienia', show: formatDate },
  transportPaymentDate: { label: 'Termin płatności', show: formatDate },
  transportKsefNumber: { label: HEADERS.ksefNumber, show: orEmpty },
  details: { label: 'Szczegóły', show: orEmpty },
  isPaid: { label: 'Opłacony', show: (isPaid) => (isPaid ? 'tak' : 'nie') },
  costs: { label: HEADERS.otherCosts, show: describeCosts },
});

const INVOICE_FIELDS = [
  'transportInvoiceNumber',
  'transportInvoiceCreateDate',
  'transportPaymentDate',
  'transportKsefNumber',
] as const;

/** The dates and the KSeF number belong to the invoice: they are taken over together if both users typed another one. */
function partsOf(words: FieldDescriptions<Values>, mine: Values, base: Values, theirs: Values) {
  const { transportInvoiceNumber: number } = mine;
  const isOther = [base, theirs].every((values) => values.transportInvoiceNumber !== number);
  return (Object.keys(words) as (keyof Values)[]).map((field) => ({
    label: words[field].label,
    fields: isOther && INVOICE_FIELDS.some((one) => one === field) ? INVOICE_FIELDS : [field],
  }));
}

/** The proposed freight in minor units, until it is settled. */
export function proposedFreight({ quantityKg, realQuantityKg, freightPerTonne }: TransportRow): number {
  return defaultFreight(
    {
      quantityKg: kilograms(quantityKg),
      realQuantityKg: realQuantityKg === null ? null : kilograms(realQuantityKg),
    },
    minorUnits(freightPerTonne),
  );
}

/** Weight and rate, from which the proposed freight is computed. */
function factsOf(row: TransportRow) {
  return {
    weight: formatTonnes(row.realQuantityKg ?? row.quantityKg),
    rate: formatPrice(row.freightPerTonne, row.currency),
  };
}

const FACTS: FieldDescriptions<ReturnType<typeof factsOf>> = {
  weight: { label: 'Waga transportu', show: (text) => text },
  rate: { label: 'Fracht za tonę', show: (text) => text },
};

import { Group, Stack, Text } from '@mantine/core';
import type { TransportCosts } from '@spichlerz/shared/calls/transport-costs';
import { settleFreight, type TransportRow } from '@spichlerz/shared/calls/transports';
import { whyNotSettleFreight } from '@spichlerz/shared/domain/transport';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { transportCostsQuery } from '../../api/transports.ts';
import { DueDateField } from '../../components/field/due-date-field.tsx';
import { KsefField } from '../../components/field/ksef-field.tsx';
import { MoneyField } from '../../components/field/unit-fields.tsx';
import { InvoiceWarnings } from '../../components/invoice-warnings.tsx';
import { explainPaidInvoice } from '../../components/paid-invoice.ts';
import { QueryDialog } from '../../components/query-dialog.tsx';
import { ConflictNotice } from '../../components/save/conflict-notice.tsx';
import { changesBetween } from '../../components/save/record-changes.ts';
import { useJoinedInvoice } from '../../components/use-invoice-check.ts';
import { DateField } from '../../ui/field/date-field.tsx';
import { SwitchField } from '../../ui/field/switch-field.tsx';
import { TextAreaField, TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid, ReadableWhenDisabled, WideField } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { formatMoney } from '../../words/format.ts';
import { CostFields } from './cost-fields.tsx';
import { transportWithQuantity } from './dialog-transport.ts';
import { useCarrierDays } from './freight-term.ts';
import {
  areOnlyCostsChanged,
  FREIGHT_FACTS,
  type FreightValues,
  freightDescriptions,
  freightDueDate,
  freightFacts,
  freightParts,
  freightSchema,
  freightValues,
  proposedFreight,
} from './freight-values.ts';
import { dialogTransportOf, statusConflict } from './transport-texts.ts';
import { useOthersChanges } from './use-others-changes.ts';
import { useStoredCosts } from './use-stored-costs.ts';
import { useStoredTransport } from './use-stored-transport.ts';

type Props = {
  transport: TransportRow;
  /** Whether the dialog opens to mark the freight as paid, with the fields that this requires. */
  asPaid?: boolean | undefined;
  onClose: () => void;
};

/** The carrier's invoice for a transport, its payment, and the other costs. A paid invoice is read-only. */
export function FreightDialog(props: Props) {
  const { data: openedCosts, error, refetch } = useQuery(transportCostsQuery(props.transport.id));
  const { days: carrierDays, isLoading } = useCarrierDays(props.transport.carrierId);
  const data = openedCosts === undefined || isLoading ? undefined : { openedCosts, carrierDays };
  return (
    <QueryDialog query={{ data, error, refetch }} title={titleOf(props.transport)} onClose={props.onClose}>
      {(loaded) => <LoadedDialog {...props} {...loaded} />}
    </QueryDialog>
  );
}

const titleOf = ({ status, registrationNumber }: TransportRow) =>
  `${status === 'PAID' ? 'Dane frachtu' : 'Rozliczenie frachtu'}, ${registrationNumber}`;

function LoadedDialog({
  transport,
  asPaid = false,
  openedCosts,
  carrierDays,
  onClose,
}: Props & { openedCosts: TransportCosts; carrierDays: number | null }) {
  const whyImpossible = (fresh: TransportRow) =>
    fresh.status === transport.status || whyNotSettleFreight(fresh.status) === null
      ? null
      : statusConflict(transport, fresh, 'nie można już zapisać jego frachtu');
  const { stored, save } = useStoredTransport(transport, whyImpossible);
  const costs = useStoredCosts(transport.id, openedCosts);
  const isPaid = stored.status === 'PAID';
  const isReadOnly = isPaid || whyImpossible(stored) !== null;
  const { currency } = stored;
  const words = freightDescriptions(currency);
  const valuesOf = (row: TransportRow, ofRow: TransportCosts) => freightValues(row, ofRow, carrierDays);
  const others = useOthersChanges(valuesOf(transport, openedCosts));
  const form = useZodForm(freightSchema(others.base), { ...others.first, isPaid: isPaid || asPaid });
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
    // a stored due date belongs to the stored number; for another number, the due date is proposed from the row
    // with which the dialog was opened
    dueDateOf: (issued) =>
      freightDueDate(
        number === (stored.transportInvoiceNumber ?? '') ? stored : transport,
        issued,
        carrierDays,
      ),
  });
  const { weight, rate } = freightFacts(stored);
  const changes = changesBetween(words, others.first, others.base);
  const changedFacts = changesBetween(FREIGHT_FACTS, freightFacts(transport), freightFacts(stored));
  const named = transportWithQuantity(dialogTransportOf(stored));
  const savesOnlyCosts = areOnlyCostsChanged(useWatch({ control }) as FreightValues, others.base);

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
        const isOnlyCosts = areOnlyCostsChanged(form.getValues(), others.base);
        let fresh = others.base;
        await save(
          async () => {
            const version = await costs.save(typedCosts, stored.version);
            if (!isOnlyCosts) await explainPaidInvoice(call(settleFreight, { body: { ...body, version } }));
          },
          async (row) => {
            fresh = valuesOf(row, await costs.refetch());
            return changesBetween(words, fresh, form.getValues()).length === 0;
          },
          () => others.take(form, freightParts(words, form.getValues(), others.base, fresh), fresh),
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
            <InvoiceWarnings
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

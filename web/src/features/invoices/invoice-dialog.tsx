import '@mantine/core/styles/Table.css';
import { Stack, Table, Text } from '@mantine/core';
import type { InvoiceRecord, InvoiceRow } from '@spichlerz/shared/wire/invoices';
import { formatDate, formatTonnes } from '@spichlerz/shared/words/figures';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiError, isNotFound } from '../../api/api-error.ts';
import { invoiceQuery, saveInvoiceRecord } from '../../api/invoices.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { SentenceError } from '../../components/explain-error.ts';
import { KsefField } from '../../components/field/ksef-field.tsx';
import { InvoiceWarnings } from '../../components/invoice-warnings.tsx';
import { QueryDialog } from '../../components/query-dialog.tsx';
import { useVersionedSave } from '../../components/save/use-versioned-save.tsx';
import { SettlementStatusBadge } from '../../components/status-badge.tsx';
import { Warning } from '../../components/warning.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { TextAreaField, TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid, ReadableWhenDisabled, WideField } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { formatMoney, noBreak } from '../../words/format.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { ContractRef } from '../contracts/contract-ref.tsx';
import { CorrectionCheck } from './correction-check.tsx';
import { correctedAmount } from './invoice-amounts.ts';
import { INVOICE_FIELDS, invoiceSchemaOf, invoiceValuesOf, takeFixedValues } from './invoice-form-values.ts';
import { missingSentence, useInvoiceCall } from './missing-invoice.ts';

type Props = { invoice: InvoiceRow; onClose: () => void };

/** Edits the data that all transports of an invoice share, and lists the transports. */
export function InvoiceDialog({ invoice, onClose }: Props) {
  const query = useQuery(invoiceQuery(invoice.id));
  const missing = isNotFound(query.error) ? missingSentence(invoice) : null;
  const dialog = { title: `Faktura ${invoice.number}`, size: 'xl', onClose } as const;
  if (missing !== null && query.data === undefined)
    return (
      <Dialog {...dialog}>
        <Warning>{missing}</Warning>
      </Dialog>
    );
  return (
    <QueryDialog query={query} {...dialog}>
      {(opened) => <InvoiceForm invoice={query.data ?? opened} missing={missing} onClose={onClose} />}
    </QueryDialog>
  );
}

type FormProps = {
  invoice: InvoiceRecord;
  /** The sentence about an invoice that another user has removed, or null. */
  missing: string | null;
  onClose: () => void;
};

function InvoiceForm({ invoice, missing, onClose }: FormProps) {
  const { id, kind, transports } = invoice;
  const { corrects } = invoice;
  const needsIssueDate = kind === 'FREIGHT' || corrects !== null;
  const schema = useMemo(() => invoiceSchemaOf({ needsIssueDate }), [needsIssueDate]);
  const form = useZodForm(schema, invoiceValuesOf(invoice));
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  const invoiceCall = useInvoiceCall();
  const hasPaid = hasPaidTransport(invoice);
  const [wasPaid] = useState(hasPaid);
  useEffect(() => {
    if (hasPaid) takeFixedValues(form, invoice);
  }, [form, hasPaid, invoice]);
  /**
   * Loads the stored invoice.
   * @throws SentenceError if a payment discards typed values, so that the user sees the stored values before
   * the next save
   */
  const fetchFresh = async () => {
    const fresh = await invoiceCall(invoice, client.fetchQuery({ ...invoiceQuery(id), staleTime: 0 }));
    if (hasPaidTransport(fresh) && takeFixedValues(form, fresh)) throw new SentenceError(FIXED_MEANWHILE);
    return fresh;
  };
  const versioned = useVersionedSave({
    form,
    schema,
    record: invoice,
    valuesOf: invoiceValuesOf,
    descriptions: INVOICE_FIELDS,
    fetchFresh,
    save: async (
      { number, issueDate = null, dueDate = null, ksefNumber = null, note = null },
      { version },
    ) => {
      try {
        const body = { number, issueDate, dueDate, ksefNumber, note, version };
        await invoiceCall(invoice, saveInvoiceRecord(id, body));
      } catch (error) {
        // the payment of a single transport keeps the version of its invoice, so it causes no version conflict
        const isFixed = error instanceof ApiError && error.code === 'WRONG_STATUS';
        if (isFixed && hasPaidTransport(await fetchFresh())) throw new SentenceError(FIXED_MEANWHILE);
        throw error;
      }
    },
  });
  const { control } = form;
  const [number, issueDate, dueDate, ksefNumber] = useWatch({
    control,
    name: ['number', 'issueDate', 'dueDate', 'ksefNumber'],
  });
  return (
    <FormDialog
      title={corrects === null ? `Faktura ${invoice.number}` : `Korekta ${invoice.number}`}
      size="xl"
      form={form}
      onClose={onClose}
      disabledReason={missing}
      onSave={async (output) => {
        const saved = await versioned.save(output);
        await invalidateTopic('transport');
        return saved.number;
      }}
      onSaved={(number) => notifySuccess(number, 'Zapisano fakturę')}
      consequence={
        transports.length > 1
          ? `${hasPaid ? 'Numer KSeF zmieni' : 'Numer, daty i numer KSeF zmienią'} się na wszystkich: ${counted(transports.length, NOUN_FORMS.transports)}.`
          : undefined
      }
    >
      <ReadableWhenDisabled>
        <Stack gap="sm">
          <Text fz="sm" style={WRAPS_ANYWHERE}>
            {invoice.contractor.name}
          </Text>
          {corrects === null ? null : (
            <Text fz="sm" style={WRAPS_ANYWHERE}>
              {`Koryguje fakturę ${corrects.number} o ${formatMoney(invoice.amount, invoice.currency)}. Termin płatności ma z tej faktury.`}
            </Text>
          )}
          {missing === null ? null : <Warning>{missing}</Warning>}
          {versioned.notice}
          {hasPaid ? <Warning>{fixedSentence(invoice, wasPaid)}</Warning> : null}
          <FieldGrid columns={3}>
            <TextField
              control={control}
              name="number"
              label={INVOICE_FIELDS.number.label}
              required={!hasPaid}
              disabled={hasPaid}
              data-autofocus={!hasPaid}
            />
            <DateField
              control={control}
              name="issueDate"
              label={INVOICE_FIELDS.issueDate.label}
              required={needsIssueDate && !hasPaid}
              disabled={hasPaid}
              clearable={!needsIssueDate}
            />
            <DateField
              control={control}
              name="dueDate"
              label={INVOICE_FIELDS.dueDate.label}
              disabled={hasPaid || corrects !== null}
              clearable
            />
            <WideField>
              <KsefField control={control} name="ksefNumber" data-autofocus={hasPaid} />
            </WideField>
            <WideField>
              <TextAreaField
                control={control}
                name="note"
                label={corrects === null ? INVOICE_FIELDS.note.label : 'Powód korekty'}
                rows={2}
              />
            </WideField>
          </FieldGrid>
          {corrects === null ? (
            <InvoiceWarnings
              kind={kind}
              transportIds={transports.map(({ transportId }) => transportId)}
              number={number}
              issueDate={issueDate}
              dueDate={dueDate}
              ksefNumber={ksefNumber}
              mayJoin={false}
            />
          ) : (
            <CorrectionCheck
              correctedId={corrects.id}
              id={id}
              number={number}
              issueDate={issueDate}
              ksefNumber={ksefNumber}
            />
          )}
          {corrects === null ? <Transports invoice={invoice} /> : null}
          {invoice.corrections.length > 0 ? <Corrections invoice={invoice} /> : null}
        </Stack>
      </ReadableWhenDisabled>
      {versioned.dialog}
    </FormDialog>
  );
}

/**
 * Whether the server no longer changes the number and the dates, because a transport of the invoice is paid. A
 * correction is paid together with the corrected invoice.
 */
const hasPaidTransport = ({ corrects, transports, isPaid }: InvoiceRecord) =>
  corrects === null ? transports.some(({ status }) => status === 'PAID') : isPaid;

const FIXED_MEANWHILE = 'Numer i daty faktury mają znów zapisane wartości.';

/** @param wasPaid whether the number and the dates were already fixed when the form opened */
function fixedSentence({ corrects, isPaid }: InvoiceRecord, wasPaid: boolean): string {
  if (corrects !== null)
    return wasPaid
      ? 'Numeru i dat nie można zmienić, bo korygowana faktura jest opłacona.'
      : 'Korygowaną fakturę opłacono, gdy edytujesz korektę, więc numer i daty korekty mają zapisane wartości i nie można ich już zmienić.';
  const paid = isPaid ? 'Fakturę opłacono' : 'Na fakturze opłacono transport';
  const reason = wasPaid
    ? 'Numeru i dat nie można zmienić, bo na fakturze jest opłacony transport.'
    : `${paid}, gdy ją edytujesz, więc jej numer i daty mają zapisane wartości i nie można ich już zmienić.`;
  return `${reason} Rozliczenie może otworzyć administrator.`;
}

const WRAPS_ANYWHERE = { overflowWrap: 'anywhere' } as const;

/** Some cells have two lines, so that the amount fits on a phone. */
function Transports({ invoice }: { invoice: InvoiceRecord }) {
  const { kind, transports, currency } = invoice;
  const side = kind === 'PURCHASE' ? 'purchase' : 'sales';
  return (
    <Table aria-label="Transporty na fakturze" fz="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Table.Tbody>
        {transports.map(({ transportId, registrationNumber, quantity, amount, status, contract }) => (
          <Table.Tr key={transportId}>
            <Table.Th scope="row" fw="inherit" style={WRAPS_ANYWHERE}>
              {noBreak(registrationNumber)}
              <br />
              <ContractRef
                side={side}
                contract={{ contractId: contract.id, documentNumber: contract.documentNumber }}
                tab="settlement"
              />
            </Table.Th>
            <Table.Td>
              <SettlementStatusBadge status={status} />
            </Table.Td>
            <Table.Td ta="right">
              {formatTonnes(quantity)}
              <br />
              {formatMoney(amount, currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th colSpan={2} scope="row">
            Razem
          </Table.Th>
          <Table.Td ta="right" fw={600}>
            {formatTonnes(invoice.quantity)}
            <br />
            {formatMoney(invoice.amount, currency)}
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

function Corrections({ invoice }: { invoice: InvoiceRecord }) {
  const { corrections, currency } = invoice;
  return (
    <Table aria-label="Korekty faktury" fz="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Table.Tbody>
        {corrections.map(({ id, number, issueDate, ksefNumber, amount }) => (
          <Table.Tr key={id}>
            <Table.Th scope="row" fw="inherit" style={WRAPS_ANYWHERE}>
              {`Korekta ${number}`}
              <br />
              {ksefNumber}
            </Table.Th>
            <Table.Td>{formatDate(issueDate)}</Table.Td>
            <Table.Td ta="right">{formatMoney(amount, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th colSpan={2} scope="row">
            Razem z korektami
          </Table.Th>
          <Table.Td ta="right" fw={600}>
            {formatMoney(correctedAmount(invoice), currency)}
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

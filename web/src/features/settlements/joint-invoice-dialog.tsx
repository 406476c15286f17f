import '@mantine/core/styles/Table.css';
import { Stack, Table } from '@mantine/core';
import type { Currency } from '@spichlerz/shared/domain/contract';
import { paidKg } from '@spichlerz/shared/domain/settlement';
import { INVOICE_KIND, type Side } from '@spichlerz/shared/domain/side';
import { formatTonnes, todayInWarsaw } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { makeInvoice } from '../../api/invoices.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { latestDay, proposedDueDate } from '../../components/due-date.ts';
import { DueDateField } from '../../components/field/due-date-field.tsx';
import { KsefField } from '../../components/field/ksef-field.tsx';
import { optionalKsefNumber } from '../../components/field/ksef-number-rule.ts';
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
import { Warning } from '../../components/warning.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SwitchField } from '../../ui/field/switch-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid, WideField } from '../../ui/form/form-shell.tsx';
import { ALL_ERRORS, optionalDay, requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { formatMoney, noBreak } from '../../words/format.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { INVOICE_TITLES } from './settlement-invoice-dialog.tsx';
import {
  isPayment,
  ownSide,
  paymentTermOf,
  type SettlementRow,
  sentAmountOf,
  whyNotEnterInvoice,
} from './settlement-row.ts';
import { SplitWarning } from './settlement-summary.tsx';
import { amountOf, correctionWarning } from './settlement-texts.ts';

const schema = z
  .object({
    number: requiredText(),
    issueDate: optionalDay(),
    dueDate: optionalDay(),
    ksefNumber: optionalKsefNumber(),
    isPaid: z.boolean(),
  })
  .superRefine(({ isPaid, dueDate }, context) => {
    if (isPaid && dueDate === undefined)
      context.addIssue({ code: 'custom', path: ['dueDate'], message: ERROR_SENTENCES.VALUE_IS_MISSING });
  }, ALL_ERRORS);

type Props = {
  side: Side;
  /** The rows as they are stored now. */
  rows: readonly SettlementRow[];
  onClose: () => void;
  /** Called after the invoice is saved for all transports. */
  onDone: () => void;
};

/**
 * One invoice for several transports. The transports share the number, the issue date, the due date and the
 * KSeF number, and each transport has its own delivery date. Transports that could not be saved stay in the
 * dialog with the reason.
 */
export function JointInvoiceDialog({ side, rows, onClose, onDone }: Props) {
  const currency = rows[0]?.currency ?? 'PLN';
  const invalidateTopic = useInvalidateTopic();
  const [reasons, setReasons] = useState<FailureReasons>(new Map());
  // fixed when the dialog opens, because a live change must not replace the proposed due date
  const [terms] = useState(() => rows.map((row) => paymentTermOf(side, row)));
  // an invoice that was saved without an issue date must not get the proposed date
  const isNew = rows.every((row) => ownSide(side, row).invoiceNumber === null);
  const firstIssueDate =
    latestDay(rows.map((row) => ownSide(side, row).issueDate)) || (isNew ? todayInWarsaw() : '');
  const form = useZodForm(schema, {
    number: commonText(rows.map((row) => ownSide(side, row).invoiceNumber)),
    issueDate: firstIssueDate,
    dueDate: proposedDueDate(firstIssueDate, terms),
    ksefNumber: commonText(rows.map((row) => ownSide(side, row).ksefNumber)),
    isPaid: false,
  });
  const { control } = form;
  const [marksPaid, dueDate, number, issueDate, ksefNumber] = useWatch({
    control,
    name: ['isPaid', 'dueDate', 'number', 'issueDate', 'ksefNumber'],
  });
  const joined = useJoinedInvoice({
    form,
    names: { number: 'number', issueDate: 'issueDate', dueDate: 'dueDate', ksefNumber: 'ksefNumber' },
    kind: INVOICE_KIND[side],
    transportIds: rows.map(({ transportId }) => transportId),
    dueDateOf: (issued) => proposedDueDate(issued, terms),
  });
  const replaced = [...new Set(rows.flatMap((row) => ownSide(side, row).invoiceNumber ?? []))].filter(
    (known) => number.trim() !== '' && known !== number.trim(),
  );
  // a row that is already paid with this invoice was saved by an attempt whose response was lost
  const isDone = (row: SettlementRow) => {
    const own = ownSide(side, row);
    return (
      marksPaid && own.status === 'PAID' && own.invoiceNumber === number.trim() && own.paymentDate === dueDate
    );
  };
  const toSave = rows.filter((row) => !isDone(row) && isUnsaved(reasons, row.transportId));
  // after everything is saved, the dialog still shows the saved rows
  const left = toSave.length === 0 ? rows : toSave;
  const [disabledReason = null] = toSave.flatMap((row) => {
    const reason = whyNotEnterInvoice(side, row);
    return reason === null
      ? []
      : [`Faktury nie można zapisać dla transportu ${row.registrationNumber}. ${reason}`];
  });
  const settled = amountOf(left, currency);
  const [openedAt] = useState(settled);
  const invoiced = left.map((row) =>
    isPayment(side, row, { isPaid: marksPaid, number }) ? { ...row, amount: sentAmountOf(row) } : row,
  );
  const total = amountOf(invoiced, currency);
  const transports = counted(left.length, NOUN_FORMS.transports);

  return (
    <FormDialog
      title={`${INVOICE_TITLES[side]}, ${transports}`}
      form={form}
      onClose={onClose}
      allowUnchanged
      staysOpen
      disabledReason={disabledReason}
      saveLabel={marksPaid ? 'Oznacz jako opłacone' : 'Zapisz fakturę'}
      confirm={(values) =>
        values.isPaid
          ? {
              title: 'Oznaczyć rozliczenia jako opłacone?',
              message: `${transports}, faktura ${values.number}, razem ${total}: rozliczenia zostaną oznaczone jako opłacone. Wpisy nie będą edytowalne.`,
              confirmLabel: 'Oznacz jako opłacone',
            }
          : null
      }
      onSave={async (output) => {
        if (toSave.length === 0) return 0;
        const invoice = await joined.withShared(output);
        let failed: FailureReasons;
        try {
          const { rows: results } = await makeInvoice({
            ...invoice,
            kind: INVOICE_KIND[side],
            contractorId: partyOf(side, toSave),
            transportIds: toSave.map(({ transportId }) => transportId),
            versions: toSave.map(({ transportId, version }) => ({ transportId, version })),
          });
          failed = failureReasonsOf(results);
        } finally {
          // refetched before the user can retry, because a retry sends the versions that the dialog shows
          await invalidateTopic('settlement');
        }
        // Set only after the refetch: the reasons prompt a retry, and a click on the retry button during the
        // save would be ignored.
        setReasons(failed);
        return failed.size;
      }}
      onSaved={(failures) => {
        if (failures > 0) return;
        notifySuccess(
          `${form.getValues('number')}: ${transports}`,
          marksPaid ? 'Oznaczono rozliczenia jako opłacone' : 'Zapisano fakturę',
        );
        onDone();
        onClose();
      }}
      consequence={`Faktura na ${transports}, razem ${total}.`}
    >
      <FieldGrid columns={3}>
        <TextField control={control} name="number" label={HEADERS.invoiceNumber} required data-autofocus />
        <DateField control={control} name="issueDate" label={HEADERS.issueDate} clearable />
        <DueDateField form={form} name="dueDate" proposed={joined.dueDate} clearable required={marksPaid} />
        <WideField>
          <KsefField control={control} name="ksefNumber" />
        </WideField>
        {dueDate !== '' || marksPaid ? (
          <WideField>
            <SwitchField
              control={control}
              name="isPaid"
              label="Oznacz jako opłacone"
              description="Po zapisaniu wpisy nie będą edytowalne."
            />
          </WideField>
        ) : null}
        <WideField>
          <Stack gap="sm">
            {disabledReason === null ? null : <Warning>{disabledReason}</Warning>}
            <UnsavedTransports reasons={reasons} count={rows.length} />
            <InvoiceWarnings
              kind={INVOICE_KIND[side]}
              transportIds={rows.map(({ transportId }) => transportId)}
              number={number}
              issueDate={issueDate}
              dueDate={dueDate}
              ksefNumber={ksefNumber}
            />
            <Transports side={side} rows={invoiced} reasons={reasons} currency={currency} total={total} />
            {settled === openedAt || reasons.size > 0 ? null : (
              <Warning>{`Ktoś zmienił te rozliczenia w międzyczasie: razem było ${openedAt}, jest ${settled}.`}</Warning>
            )}
            {replaced.length > 0 ? (
              <Warning>{`Nowy numer zastąpi dotychczasowe: ${replaced.join(', ')}.`}</Warning>
            ) : null}
            {left.map((row) => (
              <SplitWarning
                key={row.id}
                side={side}
                registrationNumber={row.registrationNumber}
                transportKg={row.transportQuantity}
                settledKg={row.realQuantityKg}
              />
            ))}
            {left.flatMap((row) =>
              row.needsCorrection
                ? [<Warning key={row.id}>{correctionWarning[side](row, row.registrationNumber)}</Warning>]
                : [],
            )}
          </Stack>
        </WideField>
      </FieldGrid>
    </FormDialog>
  );
}

/** The id of the contractor, which is the same in all rows. */
const partyOf = (side: Side, [row]: readonly SettlementRow[]): number =>
  (side === 'purchase' ? row?.purchaseSupplier.id : row?.salesRecipient.id) ?? 0;

/** A long name wraps, so that the figures next to it stay visible. */
const NAME_STYLE = { overflowWrap: 'anywhere' } as const;

type TransportsProps = {
  side: Side;
  rows: readonly SettlementRow[];
  reasons: FailureReasons;
  currency: Currency;
  total: string;
};

function Transports({ side, rows, reasons, currency, total }: TransportsProps) {
  return (
    <Table aria-label="Transporty na fakturze" fz="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Th scope="row" fw="inherit" style={NAME_STYLE}>
              {noBreak(row.registrationNumber)}
              <FailureReason code={reasons.get(row.transportId)} />
            </Table.Th>
            <Table.Td c="dimmed" style={NAME_STYLE}>
              {ownSide(side, row).invoiceNumber}
            </Table.Td>
            <Table.Td ta="right">{formatTonnes(paidKg(row))}</Table.Td>
            <Table.Td ta="right">{formatMoney(row.amount, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th colSpan={2} scope="row">
            Razem
          </Table.Th>
          <Table.Td ta="right" fw={600}>
            {formatTonnes(rows.reduce((sum, row) => sum + paidKg(row), 0))}
          </Table.Td>
          <Table.Td ta="right" fw={600}>
            {total}
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

import { Stack } from '@mantine/core';
import { invoicePurchase, invoiceSale } from '@spichlerz/shared/calls/settlements';
import {
  type InvoiceData,
  type InvoiceStatus,
  missingInvoiceFields,
  type SettlementStatus,
  STATUS_BEFORE_INVOICE,
} from '@spichlerz/shared/domain/settlement';
import { type BySide, INVOICE_KIND, type Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatDate, orEmpty } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { proposedDueDate } from '../../components/due-date.ts';
import { DueDateField } from '../../components/field/due-date-field.tsx';
import { KsefField } from '../../components/field/ksef-field.tsx';
import { optionalKsefNumber } from '../../components/field/ksef-number-rule.ts';
import { InvoiceWarnings } from '../../components/invoice-warnings.tsx';
import { explainPaidInvoice } from '../../components/paid-invoice.ts';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import { isSameNumber, useJoinedInvoice } from '../../components/use-invoice-check.ts';
import { Warning } from '../../components/warning.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { isDay } from '../../ui/field/parse-day.ts';
import { SwitchField } from '../../ui/field/switch-field.tsx';
import { TextAreaField, TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid, ReadableWhenDisabled, WideField } from '../../ui/form/form-shell.tsx';
import { ALL_ERRORS, optionalDay, optionalRemark, optionalText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { formatMoney } from '../../words/format.ts';
import {
  isPayment,
  ownSide,
  paymentTermOf,
  type SettlementRow,
  sentAmountOf,
  whyNotEnterInvoice,
} from './settlement-row.ts';
import { SettlementSummary, SplitWarning } from './settlement-summary.tsx';
import { correctionWarning, transportWithPaidQuantity } from './settlement-texts.ts';
import { useVersionedSettlement } from './use-versioned-settlement.tsx';

type Props = {
  side: Side;
  row: SettlementRow;
  current: SettlementRow;
  contract: ContractRecord;
  onClose: () => void;
};

export const invoiceSchema = z
  .object({
    invoiceNumber: optionalText(),
    issueDate: optionalDay(),
    deliverDate: optionalDay(),
    paymentDate: optionalDay(),
    ksefNumber: optionalKsefNumber(),
    details: optionalRemark(),
    isPaid: z.boolean(),
  })
  .superRefine((value, context) => {
    for (const path of missingInvoiceFields(value.isPaid ? 'PAID' : 'INVOICE', value)) {
      context.addIssue({ code: 'custom', path: [path], message: ERROR_SENTENCES.VALUE_IS_MISSING });
    }
  }, ALL_ERRORS);

type Values = z.input<typeof invoiceSchema>;

export type Invoice = InvoiceData & {
  status: InvoiceStatus;
  issueDate?: string | null | undefined;
  ksefNumber?: string | null | undefined;
  details?: string | null | undefined;
  reason?: string;
  version?: number;
};

/**
 * Saves an invoice of a side, or re-opens a paid invoice with a reason. Omitted fields keep their stored value,
 * and null clears a field.
 */
export const saveInvoice: BySide<(settlementId: number, invoice: Invoice) => Promise<true>> = {
  purchase: (settlementId, invoice) =>
    call(invoicePurchase, {
      body: {
        settlementId,
        purchaseSettlementStatus: invoice.status,
        purchaseInvoiceNumber: invoice.invoiceNumber,
        purchaseDeliverDate: invoice.deliverDate,
        purchasePaymentDate: invoice.paymentDate,
        purchaseInvoiceDate: invoice.issueDate,
        purchaseKsefNumber: invoice.ksefNumber,
        details: invoice.details,
        reason: invoice.reason,
        version: invoice.version,
      },
    }),
  sales: (settlementId, invoice) =>
    call(invoiceSale, {
      body: {
        settlementId,
        salesSettlementStatus: invoice.status,
        salesInvoiceNumber: invoice.invoiceNumber,
        salesDeliverDate: invoice.deliverDate,
        salesPaymentDate: invoice.paymentDate,
        salesInvoiceDate: invoice.issueDate,
        salesKsefNumber: invoice.ksefNumber,
        details: invoice.details,
        reason: invoice.reason,
        version: invoice.version,
      },
    }),
};

/**
 * Reverses an invoice, which only an administrator may do. The side returns to its previous status, without
 * number and payment date.
 */
export const reverseInvoice: BySide<
  (settlementId: number, step: { reason: string; version: number }) => Promise<true>
> = {
  purchase: (settlementId, step) =>
    call(invoicePurchase, {
      body: { settlementId, purchaseSettlementStatus: STATUS_BEFORE_INVOICE.purchase, ...step },
    }),
  sales: (settlementId, step) =>
    call(invoiceSale, {
      body: { settlementId, salesSettlementStatus: STATUS_BEFORE_INVOICE.sales, ...step },
    }),
};

const INVOICE_FIELD_NAMES = {
  purchaseInvoiceNumber: 'invoiceNumber',
  purchaseDeliverDate: 'deliverDate',
  purchasePaymentDate: 'paymentDate',
  purchaseInvoiceDate: 'issueDate',
  purchaseKsefNumber: 'ksefNumber',
  salesInvoiceNumber: 'invoiceNumber',
  salesDeliverDate: 'deliverDate',
  salesPaymentDate: 'paymentDate',
  salesInvoiceDate: 'issueDate',
  salesKsefNumber: 'ksefNumber',
} as const;

export const INVOICE_TITLES: BySide<string> = { purchase: 'Faktura zakupu', sales: 'Faktura sprzedaży' };

/** Saving a sales invoice stores the current amount. A purchase keeps the amount of the sent settlement. */
const STORES_AMOUNT: BySide<boolean> = { purchase: false, sales: true };

/**
 * The corrections already contain later changes of the amount. Saving the invoice again must not
 * count these changes twice.
 */
const KEEPS_AMOUNT =
  'Zapisanie faktury nie zmieni jej kwoty, bo ma korekty. Różnicę wyrówna kolejna korekta.';

const PAYS_SENT =
  'Opłacona zostanie faktura w tej kwocie. Aby ją zmienić, najpierw zapisz fakturę bez oznaczania jej jako opłaconej.';

/**
 * The labels of the save button by status. Saving the invoice of a sale that is not settled also settles the
 * sale.
 */
const SAVE_LABELS: BySide<Partial<Record<SettlementStatus, string>>> = {
  purchase: {},
  sales: { TO_BE_SETTLED: 'Rozlicz dostawę' },
};

/** The invoice of one side and its payment. A paid invoice is read-only. */
export function SettlementInvoiceDialog({ side, row, current, contract, onClose }: Props) {
  const own = ownSide(side, row);
  const isPaid = own.status === 'PAID';
  const valuesOf = (of: SettlementRow) => invoiceValues(side, of);
  const form = useZodForm(invoiceSchema, valuesOf(row));
  const versioned = useVersionedSettlement({
    side,
    form,
    row,
    current,
    valuesOf,
    descriptions: FIELD_DESCRIPTIONS,
    facts: ['weight', 'settled', 'amount'],
    whyImpossible: (stored) => whyNotEnterInvoice(side, stored),
  });
  const { control } = form;
  const [marksPaid, paymentDate, number, issueDate, ksefNumber, deliverDate] = useWatch({
    control,
    name: ['isPaid', 'paymentDate', 'invoiceNumber', 'issueDate', 'ksefNumber', 'deliverDate'],
  });
  const joined = useJoinedInvoice({
    form,
    names: {
      number: 'invoiceNumber',
      issueDate: 'issueDate',
      dueDate: 'paymentDate',
      ksefNumber: 'ksefNumber',
    },
    kind: INVOICE_KIND[side],
    transportIds: [row.transportId],
    dueDateOf: (issued) => dueDateOf(side, versioned.base, { issueDate: issued, deliverDate }),
  });
  // another user has marked the invoice as paid, and saving would re-open it without a reason
  const isReopening = !marksPaid && ownSide(side, current).status === 'PAID';
  const disabledReason = isReopening ? whyNotEnterInvoice(side, current) : versioned.disabledReason;
  const typed = { kind: INVOICE_KIND[side], transportIds: [row.transportId], number, issueDate, ksefNumber };
  const hasCorrections = (joined.check?.corrections ?? null) !== null;
  const keepsAmount = hasCorrections && isSameNumber(number, ownSide(side, current).invoiceNumber ?? '');
  const paysInvoice = isPayment(side, current, { isPaid: marksPaid, number });
  const isKept = keepsAmount || paysInvoice;
  const amount = formatMoney(isKept ? sentAmountOf(current) : current.amount, contract.currency);
  const amountNote = keepsAmount
    ? ` ${KEEPS_AMOUNT}`
    : STORES_AMOUNT[side] && paysInvoice
      ? ` ${PAYS_SENT}`
      : '';

  return (
    <FormDialog
      title={`${INVOICE_TITLES[side]}, ${row.registrationNumber}`}
      form={form}
      // the amount is no field of the form, so a save without changes must be possible if only the amount is
      // new
      allowUnchanged={STORES_AMOUNT[side] && current.needsCorrection && !keepsAmount}
      onClose={onClose}
      readOnly={isPaid}
      disabledReason={disabledReason}
      fieldNames={INVOICE_FIELD_NAMES}
      saveLabel={marksPaid ? 'Oznacz jako opłacone' : (SAVE_LABELS[side][own.status] ?? 'Zapisz')}
      confirm={(values) =>
        values.isPaid
          ? {
              title: 'Oznaczyć rozliczenie jako opłacone?',
              message: `${transportWithPaidQuantity(current)}, faktura ${values.invoiceNumber ?? ''}, ${amount}: rozliczenie zostanie oznaczone jako opłacone. Wpis nie będzie edytowalny.`,
              confirmLabel: 'Oznacz jako opłacone',
            }
          : null
      }
      onSave={async (output) => {
        const { isPaid: paid, ...values } = await joined.withShared(output);
        const status = paid ? 'PAID' : 'INVOICE';
        const typed = {
          invoiceNumber: values.invoiceNumber ?? null,
          issueDate: values.issueDate ?? null,
          deliverDate: values.deliverDate ?? null,
          paymentDate: values.paymentDate ?? null,
          ksefNumber: values.ksefNumber ?? null,
          details: values.details ?? null,
        };
        await versioned.save(({ version }) =>
          explainPaidInvoice(saveInvoice[side](row.settlementId, { ...typed, status, version })),
        );
        return paid;
      }}
      onSaved={(paid) =>
        notifySuccess(
          row.registrationNumber,
          paid ? 'Oznaczono rozliczenie jako opłacone' : 'Zapisano fakturę',
        )
      }
      consequence={`Kwota ${isKept ? 'faktury' : 'rozliczenia'} ${amount}.`}
    >
      <ReadableWhenDisabled>
        <Stack gap="sm">
          {versioned.notice}
          {disabledReason === null ? null : <Warning>{disabledReason}</Warning>}
          <SettlementSummary row={current} />
          {isPaid ? null : (
            <SplitWarning
              side={side}
              transportKg={current.transportQuantity}
              settledKg={current.realQuantityKg}
            />
          )}
          {current.needsCorrection ? (
            <Warning>{`${correctionWarning[side](current)}${amountNote}`}</Warning>
          ) : null}
          <FieldGrid columns={2}>
            <TextField
              control={control}
              name="invoiceNumber"
              label="Nr faktury"
              required={!isPaid}
              data-autofocus
            />
            <DateField control={control} name="issueDate" label={HEADERS.issueDate} clearable={!isPaid} />
            <DateField
              control={control}
              name="deliverDate"
              label="Data dostawy"
              clearable={!isPaid}
              required={!isPaid}
            />
            <DueDateField
              form={form}
              name="paymentDate"
              proposed={joined.dueDate}
              clearable={!isPaid}
              required={marksPaid && !isPaid}
            />
            <WideField>
              <KsefField control={control} name="ksefNumber" />
            </WideField>
            <WideField>
              <TextAreaField control={control} name="details" label="Szczegóły" rows={2} />
            </WideField>
            {!isPaid && (paymentDate !== '' || marksPaid) ? (
              <WideField>
                <SwitchField
                  control={control}
                  name="isPaid"
                  label="Oznacz jako opłacone"
                  description="Po zapisaniu wpis nie będzie edytowalny."
                />
              </WideField>
            ) : null}
          </FieldGrid>
          {isPaid ? null : <InvoiceWarnings {...typed} dueDate={paymentDate} />}
        </Stack>
      </ReadableWhenDisabled>
    </FormDialog>
  );
}

/** The stored due date, or for a new invoice the due date computed from the payment term of the contract. */
function dueDateOf(
  side: Side,
  row: SettlementRow,
  { issueDate, deliverDate }: Pick<Values, 'issueDate' | 'deliverDate'>,
): string {
  const term = paymentTermOf(side, row);
  // an invoice that was saved without a due date must not get the proposed date
  if (ownSide(side, row).status === 'INVOICE') return term.dueDate ?? '';
  return proposedDueDate(issueDate, [
    { ...term, deliveryDate: isDay(deliverDate) ? deliverDate : term.deliveryDate },
  ]);
}

function invoiceValues(side: Side, row: SettlementRow): Values {
  const own = ownSide(side, row);
  const issueDate = own.issueDate ?? '';
  const deliverDate = own.deliverDate ?? row.dateUnloading;
  return {
    invoiceNumber: own.invoiceNumber ?? '',
    issueDate,
    deliverDate,
    paymentDate: dueDateOf(side, row, { issueDate, deliverDate }),
    ksefNumber: own.ksefNumber ?? '',
    details: row.details ?? '',
    isPaid: own.status === 'PAID',
  };
}

const FIELD_DESCRIPTIONS: FieldDescriptions<Values> = {
  invoiceNumber: { label: 'Nr faktury', show: orEmpty },
  issueDate: { label: HEADERS.issueDate, show: formatDate },
  deliverDate: { label: 'Data dostawy', show: formatDate },
  paymentDate: { label: 'Termin płatności', show: formatDate },
  ksefNumber: { label: HEADERS.ksefNumber, show: orEmpty },
  details: { label: 'Szczegóły', show: orEmpty },
  isPaid: { label: 'Opłacone', show: (isPaid) => (isPaid ? 'tak' : 'nie') },
};

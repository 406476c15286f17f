import { Stack, Text } from '@mantine/core';
import type { InvoiceRecord, InvoiceRow } from '@spichlerz/shared/wire/invoices';
import { todayInWarsaw } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { isNotFound } from '../../api/api-error.ts';
import { invoiceQuery, makeCorrection } from '../../api/invoices.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { KsefField } from '../../components/field/ksef-field.tsx';
import { optionalKsefNumber } from '../../components/field/ksef-number-rule.ts';
import { MoneyField } from '../../components/field/unit-fields.tsx';
import { Warning } from '../../components/warning.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { TextAreaField, TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid, WideField } from '../../ui/form/form-shell.tsx';
import { REMARK_MAX, requiredDay, requiredDifference, requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { formatMoney } from '../../words/format.ts';
import { CorrectionCheck } from './correction-check.tsx';
import { correctedAmount } from './invoice-amounts.ts';
import { missingSentence, useInvoiceCall } from './missing-invoice.ts';

const schema = z.object({
  number: requiredText(),
  issueDate: requiredDay(),
  amountDifference: requiredDifference(),
  ksefNumber: optionalKsefNumber(),
  reason: requiredText(REMARK_MAX),
});

/** The largest amount in minor units that a database column can store. */
const MAX_DIFFERENCE = 2_147_483_647;

type Props = { invoice: InvoiceRow; onClose: () => void };

/** Creates a correction. Its contractor and due date are those of the corrected invoice. */
export function CorrectionDialog({ invoice, onClose }: Props) {
  const invalidateTopic = useInvalidateTopic();
  const form = useZodForm(schema, {
    number: '',
    issueDate: todayInWarsaw(),
    amountDifference: null,
    ksefNumber: '',
    reason: '',
  });
  const { control } = form;
  const [difference, number, issueDate, ksefNumber] = useWatch({
    control,
    name: ['amountDifference', 'number', 'issueDate', 'ksefNumber'],
  });
  const { data: corrected, error } = useQuery(invoiceQuery(invoice.id));
  const missing = isNotFound(error) ? missingSentence(invoice) : null;
  const invoiceCall = useInvoiceCall();
  const warning = corrected === undefined ? null : negativeAmountWarning(corrected, difference);
  return (
    <FormDialog
      title={`Korekta faktury ${invoice.number}`}
      form={form}
      onClose={onClose}
      saveLabel="Zapisz korektę"
      disabledReason={missing}
      onSave={async (correction) => {
        await invoiceCall(invoice, makeCorrection(invoice.id, correction));
        await invalidateTopic('settlement');
      }}
      onSaved={() => notifySuccess(form.getValues('number'), 'Zapisano korektę')}
      consequence={corrected === undefined ? undefined : amountSentence(corrected, difference)}
    >
      <Stack gap="sm">
        <Text fz="sm" style={WRAPS_ANYWHERE}>
          {invoice.contractor.name}
        </Text>
        {missing === null ? null : <Warning>{missing}</Warning>}
        {(corrected ?? invoice).isPaid ? <Warning>{IS_PAID}</Warning> : null}
        <FieldGrid columns={3}>
          <TextField control={control} name="number" label="Nr korekty" required data-autofocus />
          <DateField control={control} name="issueDate" label={HEADERS.issueDate} required />
          <MoneyField
            control={control}
            name="amountDifference"
            label="Różnica kwoty"
            description="Z minusem, gdy kwota maleje."
            currency={invoice.currency}
            min={-MAX_DIFFERENCE}
            max={MAX_DIFFERENCE}
            required
          />
          <WideField>
            <KsefField control={control} name="ksefNumber" />
          </WideField>
          <WideField>
            <TextAreaField control={control} name="reason" label="Powód korekty" rows={2} required />
          </WideField>
        </FieldGrid>
        {warning === null ? null : <Warning>{warning}</Warning>}
        <CorrectionCheck
          correctedId={invoice.id}
          number={number}
          issueDate={issueDate}
          ksefNumber={ksefNumber}
        />
      </Stack>
    </FormDialog>
  );
}

/**
 * States the amount before and with this correction. Earlier corrections count, because they
 * are paid with the invoice.
 */
function amountSentence(invoice: InvoiceRecord, difference: number | null): string {
  const before = correctedAmount(invoice);
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const subject = invoice.corrections.length === 0 ? 'Faktura' : 'Faktura z dotychczasowymi korektami';
  return difference === null
    ? `${subject} opiewa na ${money(before)}.`
    : `${subject} opiewa na ${money(before)}, z tą korektą na ${money(before + difference)}.`;
}

/**
 * A warning about a correction that makes the amount negative, because such a correction is probably mistyped.
 */
function negativeAmountWarning(invoice: InvoiceRecord, difference: number | null): string | null {
  const after = correctedAmount(invoice) + (difference ?? 0);
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  return difference === null || after >= 0
    ? null
    : `Faktura na ${money(invoice.amount)} będzie miała po korektach kwotę ujemną: ${money(after)}. Sprawdź różnicę kwoty.`;
}

const IS_PAID = 'Faktura jest opłacona, więc korekta od razu będzie opłacona.';

const WRAPS_ANYWHERE = { overflowWrap: 'anywhere' } as const;

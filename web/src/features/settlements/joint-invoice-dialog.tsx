import '@mantine/core/styles/Table.css';
import { Stack, Table } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { useSequentialSave } from '../../components/save/use-sequential-save.ts';
import { Warning } from '../../components/warning.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SwitchField } from '../../ui/field/switch-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FieldGrid, WideField } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { formatMoney, noBreak } from '../../words/format.ts';
import { COUNTED, counted } from '../../words/plural.ts';
import {
  INVOICE_FIELD_NAMES,
  INVOICE_TITLES,
  type Invoice,
  invoiceSchema,
  saveInvoice,
} from './invoice-dialog.tsx';
import { ownSide, type SettlementRow, whyNotEnterInvoice } from './settlement-row.ts';
import { SplitWarning } from './settlement-summary.tsx';
import { amountOf, correctionWarning } from './settlement-texts.ts';

type Props = {
  side: Side;
  rows: readonly SettlementRow[];
  contract: ContractRecord;
  onClose: () => void;
  /** Called after the invoice is saved for all transports. */
  onDone: () => void;
};

/**
 * One invoice for several transports: they share the number and payment date, each keeps its own delivery
 * date.
 */
export function JointInvoiceDialog({ side, rows, contract, onClose, onDone }: Props) {
  const invalidateTopic = useInvalidateTopic();
  const form = useZodForm(invoiceSchema, {
    invoiceNumber: commonValue(rows.map((row) => ownSide(side, row).invoiceNumber)),
    // the schema of a single invoice requires it; each transport has its own
    deliverDate: rows[0]?.dateUnloading ?? '',
    paymentDate: commonValue(rows.map((row) => ownSide(side, row).paymentDate)),
    details: '',
    isPaid: false,
  });
  const { control } = form;
  const [marksPaid, paymentDate, invoiceNumber] = useWatch({
    control,
    name: ['isPaid', 'paymentDate', 'invoiceNumber'],
  });
  // the dates before the first attempt also apply to a retry
  const [hasOwnDates] = useState(() => !areEqual(rows.map((row) => ownSide(side, row).paymentDate)));
  const replaced = [...new Set(rows.flatMap((row) => ownSide(side, row).invoiceNumber ?? []))].filter(
    (known) => invoiceNumber.trim() !== '' && known !== invoiceNumber.trim(),
  );
  // a row that is paid with this invoice was saved by an earlier attempt whose response may have been lost
  const isDone = (row: SettlementRow) => {
    const own = ownSide(side, row);
    const isSame = own.invoiceNumber === invoiceNumber.trim() && own.paymentDate === paymentDate;
    return marksPaid && own.status === 'PAID' && isSame;
  };
  const toDo = rows.filter((row) => !isDone(row));
  const [disabledReason = null] = toDo.flatMap((row) => {
    const reason = whyNotEnterInvoice(side, row);
    return reason === null
      ? []
      : [`Faktury nie można zapisać dla transportu ${row.registrationNumber}. ${reason}`];
  });
  const saveSequentially = useSequentialSave(({ settlementId }: SettlementRow) => settlementId);
  const total = amountOf(rows, contract.currency);
  const [openedAt] = useState(total);
  const transports = counted(rows.length, COUNTED.transports);

  return (
    <FormDialog
      title={`${INVOICE_TITLES[side]}, ${transports}`}
      form={form}
      onClose={onClose}
      allowUnchanged
      disabledReason={disabledReason}
      fieldNames={INVOICE_FIELD_NAMES}
      saveLabel={marksPaid ? 'Oznacz jako opłacone' : 'Zapisz fakturę'}
      confirm={(values) =>
        values.isPaid
          ? {
              title: 'Oznaczyć rozliczenia jako opłacone?',
              message: `${transports}, faktura ${values.invoiceNumber ?? ''}, razem ${total}: rozliczenia zostaną oznaczone jako opłacone. Wpisy nie będą edytowalne.`,
              confirmLabel: 'Oznacz jako opłacone',
            }
          : null
      }
      onSave={async ({ isPaid, invoiceNumber: number, paymentDate: due }) => {
        const invoiceOf = (row: SettlementRow): Invoice => ({
          invoiceNumber: number,
          // transports with different payment dates keep them when the field is empty
          paymentDate: due ?? (hasOwnDates ? ownSide(side, row).paymentDate : null),
          deliverDate: ownSide(side, row).deliverDate ?? row.dateUnloading,
          details: row.details ?? undefined,
          status: isPaid ? 'PAID' : 'INVOICE',
        });
        try {
          await saveSequentially(toDo, invoiceOf, (row, invoice) =>
            saveInvoice[side](row.settlementId, { ...invoice, version: row.version }),
          );
        } catch (error) {
          // a retry saves over the versions that the first attempt has saved
          void invalidateTopic('settlement');
          throw error;
        }
        await invalidateTopic('settlement');
        return isPaid;
      }}
      onSaved={(paid) => {
        notifySuccess(
          `${form.getValues('invoiceNumber')}: ${transports}`,
          paid ? 'Oznaczono rozliczenia jako opłacone' : 'Zapisano fakturę',
        );
        onDone();
      }}
      consequence={`Faktura na ${transports}, razem ${total}.`}
    >
      <FieldGrid columns={2}>
        <TextField control={control} name="invoiceNumber" label="Nr faktury" required data-autofocus />
        <DateField
          control={control}
          name="paymentDate"
          label="Termin płatności"
          description={
            hasOwnDates && paymentDate === '' ? 'Puste: zostaje termin faktury o tym numerze.' : null
          }
          required={marksPaid}
        />
        {paymentDate !== '' || marksPaid ? (
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
            <Transports side={side} rows={rows} currency={contract.currency} total={total} />
            {total === openedAt ? null : (
              <Warning>{`Ktoś zmienił te rozliczenia w międzyczasie: razem było ${openedAt}, jest ${total}.`}</Warning>
            )}
            {replaced.length > 0 ? (
              <Warning>{`Nowy numer zastąpi dotychczasowe: ${replaced.join(', ')}.`}</Warning>
            ) : null}
            {rows.map((row) => (
              <SplitWarning
                key={row.id}
                side={side}
                registrationNumber={row.registrationNumber}
                transportKg={row.transportQuantity}
                settledKg={row.realQuantityKg}
              />
            ))}
            {rows.flatMap((row) =>
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

/** A long name wraps, so that the figures next to it stay visible. */
const NAME_STYLE = { overflowWrap: 'anywhere' } as const;

type TransportsProps = {
  side: Side;
  rows: readonly SettlementRow[];
  currency: ContractRecord['currency'];
  total: string;
};

function Transports({ side, rows, currency, total }: TransportsProps) {
  return (
    <Table aria-label="Transporty na fakturze" fz="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Th scope="row" fw="inherit" style={NAME_STYLE}>
              {noBreak(row.registrationNumber)}
            </Table.Th>
            <Table.Td c="dimmed" style={NAME_STYLE}>
              {ownSide(side, row).invoiceNumber}
            </Table.Td>
            <Table.Td ta="right">{formatTonnes(row.realQuantityKg)}</Table.Td>
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
            {formatTonnes(rows.reduce((sum, row) => sum + (row.realQuantityKg ?? 0), 0))}
          </Table.Td>
          <Table.Td ta="right" fw={600}>
            {total}
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

/** The value that all rows have, or an empty string when they differ. */
function commonValue(values: readonly (string | null)[]): string {
  return areEqual(values) ? (values[0] ?? '') : '';
}

const areEqual = (values: readonly unknown[]): boolean => values.every((value) => value === values[0]);

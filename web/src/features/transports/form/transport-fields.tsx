import { Group, Stack, Text, Title } from '@mantine/core';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { formatDate, formatPrice } from '@spichlerz/shared/words/figures';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import type { ReactNode } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { DaysField, MoneyField, QuantityField } from '../../../components/field/unit-fields.tsx';
import { Warning } from '../../../components/warning.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { SwitchField } from '../../../ui/field/switch-field.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import type { Binding } from '../../../ui/field/use-field.ts';
import { FieldGrid, ReadableWhenDisabled } from '../../../ui/form/form-shell.tsx';
import { CURRENCY_OPTIONS } from '../../../words/labels.ts';
import { TRANSPORT_WITHOUT_GMP } from '../../../words/warnings.ts';
import { CarrierSelect } from '../../contractors/carriers/carrier-select.tsx';
import { KnownVehicle } from './known-vehicle.tsx';
import { LoadingDays } from './loading-days.tsx';
import type { TransportFormState } from './use-transport-form.ts';

type LastTransport = Pick<TransportRow, 'freightPerTonne' | 'currency' | 'carrierName' | 'dateLoading'>;

type FieldsProps = {
  form: TransportFormState;
  statuses: readonly TransportStatus[];
  sale: { readonly isGmp: boolean };
  /** Whether the planned quantity is disabled, because it cannot change after the transport is created. */
  isQuantityLocked?: boolean;
  quantityHint?: ReactNode;
  /** Whether the form has the real quantity, which only a delivered transport has. */
  withRealQuantity?: boolean;
  /** The reason why the vehicle's fields are disabled. */
  vehicleLock?: string | null;
  readOnly?: boolean;
  /** The id of the edited transport, which the check of the vehicle excludes. Null for a new transport. */
  exceptId: number | null;
  /** The last transport between both contracts. The form proposes its freight and carrier. */
  last?: LastTransport | undefined;
  /** The number of the transport order, or null for a new transport. */
  orderNumber: string | null;
};

export function TransportFields({
  form,
  statuses,
  sale,
  isQuantityLocked = false,
  quantityHint,
  withRealQuantity = false,
  vehicleLock = null,
  readOnly = false,
  exceptId,
  last,
  orderNumber,
}: FieldsProps) {
  const { control } = form;
  const [status, isGmp, carrierId] = useWatch({ control, name: ['status', 'isGmp', 'carrierId'] });
  const isLocked = vehicleLock !== null;
  const required = !readOnly;
  return (
    <ReadableWhenDisabled>
      <Stack gap="md">
        <Part title="Towar i terminy">
          <FieldGrid columns={4}>
            <SelectField
              control={control}
              name="status"
              label="Status"
              options={statuses.map((value) => ({ value, label: TRANSPORT_STATUS_LABELS[value] }))}
              required={required}
            />
            <QuantityField
              control={control}
              name="quantityKg"
              label="Ilość"
              description={quantityHint}
              disabled={isQuantityLocked}
              required={required}
            />
            {withRealQuantity && (status === 'DELIVERED' || readOnly) ? (
              <QuantityField
                control={control}
                name="realQuantityKg"
                label="Ilość rzeczywista"
                required={required}
              />
            ) : null}
            <LoadingDays form={form} required={required} isNew={exceptId === null} />
          </FieldGrid>
        </Part>
        <Part title="Pojazd, przewoźnik i fracht" hint={vehicleLock}>
          <FieldGrid columns={4}>
            <TextField
              control={control}
              name="registrationNumber"
              label="Nr rejestracyjny"
              disabled={isLocked}
              required={required}
              {...(isLocked ? {} : { 'data-autofocus': true })}
            />
            <TextField
              control={control}
              name="trailerNumber"
              label="Nr naczepy"
              disabled={isLocked}
              required={required}
            />
            <TextField
              control={control}
              name="carrierName"
              label="Przewoźnik"
              disabled={isLocked || carrierId !== null}
              required={required}
            />
            <CarrierSelect
              control={control}
              name="carrierId"
              disabled={isLocked || readOnly}
              onPick={(carrierName) => {
                if (carrierName !== null)
                  form.setValue('carrierName', carrierName, { shouldDirty: true, shouldValidate: true });
              }}
            />
            <TextField
              control={control}
              name="driverName"
              label="Kierowca"
              disabled={isLocked}
              required={required}
            />
            <TextField
              control={control}
              name="phoneNumber"
              label="Telefon kierowcy"
              type="tel"
              disabled={isLocked}
              required={required}
            />
            <Freight control={control} required={required} focused={isLocked} />
          </FieldGrid>
          {last === undefined ? null : <LastTransportNote last={last} />}
          {readOnly ? null : (
            <KnownVehicle
              form={form}
              isLocked={isLocked}
              exceptId={exceptId}
              proposedCarrier={last?.carrierName ?? ''}
            />
          )}
        </Part>
        <Part title="GMP i uwagi">
          <FieldGrid columns={3}>
            <SwitchField control={control} name="isGmp" label="Transport z GMP" mt={isGmp ? 28 : 0} />
            {isGmp ? (
              <TextField control={control} name="gmpNumber" label="Nr GMP" required={required} />
            ) : null}
          </FieldGrid>
          {sale.isGmp && !isGmp ? <Warning>{TRANSPORT_WITHOUT_GMP}</Warning> : null}
          <TransportNoteField control={control} name="comment" />
        </Part>
        <Part title={`Zlecenie transportowe ${orderNumber ?? ''}`}>
          <FieldGrid columns={3}>
            <DaysField control={control} name="carrierPaymentDays" label="Termin płatności frachtu" />
          </FieldGrid>
          <TextAreaField
            control={control}
            name="carrierRemarks"
            label="Warunki zlecenia"
            description="Drukowane na zleceniu transportowym jako uwagi dla przewoźnika."
            autosize
            minRows={2}
            maxRows={6}
          />
        </Part>
      </Stack>
    </ReadableWhenDisabled>
  );
}

type FreightProps = Pick<TransportFormState, 'control'> & { required: boolean; focused: boolean };

function Freight({ control, required, focused }: FreightProps) {
  const currency = useWatch({ control, name: 'currency' });
  return (
    <>
      <MoneyField
        control={control}
        name="freightPerTonne"
        label="Fracht za tonę"
        currency={currency ?? 'PLN'}
        perTonne
        required={required}
        {...(focused ? { 'data-autofocus': true } : {})}
      />
      <SelectField
        control={control}
        name="currency"
        label="Waluta frachtu"
        options={CURRENCY_OPTIONS}
        required={required}
      />
    </>
  );
}

/** States that the proposed carrier and freight come from the last transport. */
function LastTransportNote({ last }: { last: LastTransport }) {
  const { carrierName, freightPerTonne, currency, dateLoading } = last;
  return (
    <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {`Ostatni transport między tymi kontraktami, ${formatDate(dateLoading)}: ${carrierName}, ${formatPrice(freightPerTonne, currency)}.`}
    </Text>
  );
}

function Part({
  title,
  hint = null,
  children,
}: {
  title: string;
  hint?: string | null;
  children: ReactNode;
}) {
  return (
    <Stack gap="xs" component="section">
      <Group gap="xs" align="baseline">
        <Title order={3} fz={14}>
          {title}
        </Title>
      </Group>
      {hint === null ? null : <Warning>{hint}</Warning>}
      {children}
    </Stack>
  );
}

/** The note of the transport, which is printed on the order for the carrier. */
export function TransportNoteField<Values extends FieldValues, Output>(
  binding: Binding<Values, string, Output>,
) {
  return (
    <TextAreaField
      {...binding}
      label="Uwagi"
      description="Drukowane na zleceniu transportowym."
      autosize
      minRows={2}
      maxRows={6}
    />
  );
}

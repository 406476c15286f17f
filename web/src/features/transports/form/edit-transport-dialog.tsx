import { Stack } from '@mantine/core';
import { changeTransport, type TransportRow } from '@spichlerz/shared/calls/transports';
import { areVehicleFieldsLocked, isEditableTransport } from '@spichlerz/shared/domain/transport';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { useWatch } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../api/session.ts';
import { ConflictNotice } from '../../../components/save/conflict-notice.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { checkWeight } from '../check-weights.ts';
import type { DialogTransport } from '../dialog-transport.ts';
import { ToleranceWarnings } from '../tolerance-warnings.tsx';
import { nextStatuses } from '../transport-bulk-texts.ts';
import { type ChangeLabel, transportChanges } from '../transport-changes.ts';
import { dialogTransportOf, statusConfirmation, statusConflict, VEHICLE_LOCKED } from '../transport-texts.ts';
import { type FormPart, useOthersChanges } from '../use-others-changes.ts';
import { useStoredTransport } from '../use-stored-transport.ts';
import { ContractDateWarnings } from './contract-date-warnings.tsx';
import { type Route, RouteSummary } from './route-summary.tsx';
import { TransportFields } from './transport-fields.tsx';
import {
  type TransportFormState,
  type TransportOutput,
  type TransportValues,
  useTransportForm,
} from './use-transport-form.ts';

type Props = { transport: TransportRow; onClose: () => void };

/** Edits a transport. The dialog is read-only in statuses that do not allow changes. */
export function EditTransportDialog({ transport, onClose }: Props) {
  const { role } = useMe();
  const { stored, save } = useStoredTransport(transport, (fresh) =>
    isEditableTransport(fresh.status) ? null : statusConflict(transport, fresh, 'nie można go już edytować'),
  );
  const isEditable = isEditableTransport(stored.status);
  const form = useTransportForm({ mostKg: null, isWeighed: isEditable }, valuesOf(transport));
  const others = useOthersChanges(valuesOf(transport));
  const next = nextStatuses(stored, role);

  const write = ({ realQuantityKg, quantityKg: _planned, ...values }: TransportOutput) =>
    call(changeTransport, {
      params: { id: stored.id },
      mayBeMissing: true,
      body: {
        ...values,
        // null clears the field; without it the server would keep the stored value
        carrierId: values.carrierId ?? null,
        carrierPaymentDays: values.carrierPaymentDays ?? null,
        carrierRemarks: values.carrierRemarks ?? null,
        purchaseId: stored.purchaseId,
        salesId: stored.salesId,
        version: stored.version,
        ...(values.status === 'DELIVERED' ? { realQuantityKg } : {}),
      },
    });

  return (
    <FormDialog
      title={isEditable ? 'Edytuj transport' : 'Dane transportu'}
      size="xl"
      form={form}
      onClose={onClose}
      readOnly={!isEditable}
      check={async (values) => {
        const { realQuantityKg: kg } = values;
        if (values.status !== 'DELIVERED' || kg === undefined || kg === null) return values;
        const realQuantityKg = await checkWeight({
          kg,
          storedKg: stored.realQuantityKg,
          field: 'realQuantityKg',
        });
        if (realQuantityKg === null) return null;
        form.setValue('realQuantityKg', realQuantityKg, { shouldDirty: true });
        return { ...values, realQuantityKg };
      }}
      confirm={({ status, realQuantityKg }) => {
        if (status === stored.status) return null;
        const weighed = status === 'DELIVERED' ? { realQuantityKg: realQuantityKg ?? null } : {};
        return statusConfirmation({ ...stored, ...weighed }, status);
      }}
      onSave={(values) =>
        save(
          () => write(values),
          (fresh) => equalsForm(valuesOf(fresh), form.getValues()),
          (fresh) => others.take(form, PARTS, valuesOf(fresh)),
        )
      }
      onSaved={() => notifySuccess(form.getValues('registrationNumber'), 'Zapisano transport')}
    >
      <Stack gap="md">
        {stored.version === transport.version ? null : (
          <ConflictNotice
            key={stored.version}
            changes={others.mark(transportChanges(transport, stored))}
            onLoadCurrent={isEditable ? others.loadCurrent(form) : undefined}
          />
        )}
        <RouteSummary route={routeOf(stored)} />
        <TransportFields
          form={form}
          exceptId={stored.id}
          orderNumber={stored.orderNumber}
          statuses={[stored.status, ...next.filter(isEditableTransport)]}
          sale={stored.salesRecipient}
          isQuantityLocked
          withRealQuantity={isEditable || stored.realQuantityKg !== null}
          readOnly={!isEditable}
          vehicleLock={areVehicleFieldsLocked(stored.status) ? VEHICLE_LOCKED : null}
        />
        {isEditable ? (
          <>
            <ContractDateWarnings
              form={form}
              purchase={stored.purchaseSupplier}
              sale={stored.salesRecipient}
            />
            <WeightWarning form={form} transport={dialogTransportOf(stored)} />
          </>
        ) : null}
      </Stack>
    </FormDialog>
  );
}

function WeightWarning({
  form: { control },
  transport,
}: {
  form: TransportFormState;
  transport: DialogTransport;
}) {
  const [status, kg] = useWatch({ control, name: ['status', 'realQuantityKg'] });
  return status === 'DELIVERED' ? <ToleranceWarnings transports={[transport]} weights={[kg]} /> : null;
}

function valuesOf(row: TransportRow): TransportValues {
  return {
    status: row.status,
    quantityKg: row.quantityKg,
    realQuantityKg: row.realQuantityKg ?? row.quantityKg,
    freightPerTonne: row.freightPerTonne,
    currency: row.currency,
    registrationNumber: row.registrationNumber,
    trailerNumber: row.trailerNumber,
    carrierId: row.carrierId,
    carrierName: row.carrierName,
    driverName: row.driverName,
    phoneNumber: row.phoneNumber,
    dateLoading: row.dateLoading,
    dateUnloading: row.dateUnloading,
    isGmp: row.isGmp,
    gmpNumber: row.gmpNumber ?? '',
    comment: row.comment ?? '',
    carrierPaymentDays: row.carrierPaymentDays,
    carrierRemarks: row.carrierRemarks ?? '',
  };
}

const PARTS: readonly (FormPart<TransportValues> & { label: ChangeLabel })[] = [
  { label: 'Status', fields: ['status'] },
  { label: 'Ilość rzeczywista', fields: ['realQuantityKg'] },
  { label: 'Fracht za tonę', fields: ['freightPerTonne', 'currency'] },
  { label: 'Nr rejestracyjny', fields: ['registrationNumber'] },
  { label: 'Nr naczepy', fields: ['trailerNumber'] },
  { label: 'Przewoźnik', fields: ['carrierId', 'carrierName'] },
  { label: 'Kierowca', fields: ['driverName'] },
  { label: 'Telefon kierowcy', fields: ['phoneNumber'] },
  { label: 'Data załadunku', fields: ['dateLoading'] },
  { label: 'Data rozładunku', fields: ['dateUnloading'] },
  { label: 'Nr GMP', fields: ['isGmp', 'gmpNumber'] },
  { label: 'Uwagi', fields: ['comment'] },
  { label: 'Termin płatności frachtu', fields: ['carrierPaymentDays'] },
  { label: 'Warunki zlecenia', fields: ['carrierRemarks'] },
];

function routeOf(row: TransportRow): Route {
  return {
    purchase: {
      number: contractNumber(row.purchaseSupplier),
      name: row.purchaseSupplier.name,
      address: row.loadingAddress,
    },
    sales: {
      number: contractNumber(row.salesRecipient),
      name: row.salesRecipient.name,
      address: row.unloadingAddress,
    },
  };
}

/** Whether the stored transport has the values of the form. */
function equalsForm(stored: TransportValues, typed: TransportValues): boolean {
  const names = Object.keys(stored) as (keyof TransportValues)[];
  return names.every((name) => stored[name] === typed[name]);
}

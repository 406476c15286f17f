import '../../../ui/field/checkbox.css';
import { Checkbox, Stack, Text } from '@mantine/core';
import { createTransport } from '@spichlerz/shared/calls/transports';
import { planRoomKg } from '@spichlerz/shared/domain/allocation';
import { CREATE_STATUSES, DEFAULT_TRANSPORT_KG } from '@spichlerz/shared/domain/transport';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes, todayInWarsaw } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { lastTransportQuery } from '../../../api/transports.ts';
import { Warning } from '../../../components/warning.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { balanceOf } from '../../contracts/contract-balance.ts';
import { checkWeight } from '../check-weights.ts';
import { ContractDateWarnings } from './contract-date-warnings.tsx';
import { type Route, RouteSummary } from './route-summary.tsx';
import { TransportFields } from './transport-fields.tsx';
import { type TransportFormState, tooMuchSentence, useTransportForm } from './use-transport-form.ts';

type Props = {
  purchase: ContractRow;
  sale: ContractRow;
  /** The open quantity of the allocation, in kilograms. */
  openKg: number;
  onClose: () => void;
};

/** Creates a transport on an allocation. */
export function CreateTransportDialog({ purchase, sale, openKg, onClose }: Props) {
  const invalidateTopic = useInvalidateTopic();
  const [isAnother, setAnother] = useState(false);
  const [isRepeated, setRepeated] = useState(false);
  // a ref to the fields, because a save resets the form and its input references are
  // missing until the next render
  const fields = useRef<HTMLDivElement>(null);
  const last = useQuery(lastTransportQuery(purchase.id, sale.id)).data;
  const mostKg = openKg + planRoomKg(balanceOf(purchase), balanceOf(sale));
  const form = useTransportForm(
    { mostKg, isWeighed: false },
    {
      status: 'NEW',
      quantityKg: DEFAULT_TRANSPORT_KG,
      realQuantityKg: null,
      freightPerTonne: last?.freightPerTonne ?? null,
      currency: last?.currency ?? 'PLN',
      registrationNumber: '',
      trailerNumber: '',
      carrierId: last?.carrierId ?? null,
      carrierName: last?.carrierName ?? '',
      driverName: '',
      phoneNumber: '',
      ...proposedDays(purchase, sale),
      isGmp: false,
      gmpNumber: '',
      comment: '',
      carrierPaymentDays: null,
      carrierRemarks: '',
    },
  );

  return (
    <FormDialog
      title="Nowy transport"
      size="xl"
      form={form}
      onClose={onClose}
      saveLabel="Dodaj transport"
      // the next transport may be saved with the same values
      allowUnchanged={isRepeated}
      staysOpen={isAnother}
      footer={
        <Checkbox
          label="Po zapisaniu dodaj kolejny taki sam"
          checked={isAnother}
          onChange={(event) => setAnother(event.currentTarget.checked)}
        />
      }
      check={async (values) => {
        const quantityKg = await checkWeight({
          kg: values.quantityKg,
          storedKg: null,
          field: 'quantityKg',
        });
        if (quantityKg === null) return null;
        form.setValue('quantityKg', quantityKg, { shouldDirty: true });
        if (quantityKg > mostKg) {
          form.setError('quantityKg', { message: tooMuchSentence(mostKg) }, { shouldFocus: true });
          return null;
        }
        return { ...values, quantityKg };
      }}
      confirm={({ status, registrationNumber, quantityKg }) =>
        status === 'DELIVERED'
          ? {
              title: 'Dodać transport jako dostarczony?',
              message: `Transport ${registrationNumber}, ${formatTonnes(quantityKg)}, zostanie od razu oznaczony jako dostarczony i powstanie jego rozliczenie.`,
              confirmLabel: 'Dodaj transport',
            }
          : null
      }
      onSave={async ({ realQuantityKg: _unweighed, ...values }) => {
        await call(createTransport, { body: { ...values, purchaseId: purchase.id, salesId: sale.id } });
        await invalidateTopic('transport');
      }}
      onSaved={() => {
        notifySuccess(form.getValues('registrationNumber'), 'Dodano transport');
        setRepeated(true);
        if (isAnother) fields.current?.querySelector<HTMLInputElement>('[name=registrationNumber]')?.select();
      }}
    >
      <Stack gap="md" ref={fields}>
        <RouteSummary route={routeOf(purchase, sale)} />
        <TransportFields
          form={form}
          exceptId={null}
          orderNumber={null}
          statuses={CREATE_STATUSES}
          sale={sale}
          quantityHint={`W alokacji ${formatTonnes(openKg)}`}
          last={last}
        />
        <ContractDateWarnings form={form} purchase={purchase} sale={sale} />
        <QuantityNotice form={form} openKg={openKg} mostKg={mostKg} />
      </Stack>
    </FormDialog>
  );
}

/**
 * The unloading day is the first day from today on which both contracts have begun. The loading day is the same
 * day, because a truck does not wait between loading and unloading. If the purchase ends before that day, the
 * loading day is the last day of the purchase, but not before today.
 */
function proposedDays(
  { dateOfReceiptFrom: from, dateOfReceiptTo: to }: ContractRow,
  { dateOfReceiptFrom: unloadingFrom }: ContractRow,
): { dateLoading: string; dateUnloading: string } {
  const earliest = laterDay(todayInWarsaw(), from);
  const dateUnloading = laterDay(earliest, unloadingFrom);
  return { dateLoading: dateUnloading > to ? laterDay(earliest, to) : dateUnloading, dateUnloading };
}

const laterDay = (one: string, other: string) => (one > other ? one : other);

/**
 * Shows by how much the transport exceeds the open quantity of the allocation. If the contracts do not allow
 * the quantity, shows the limit instead.
 */
function QuantityNotice({
  form,
  openKg,
  mostKg,
}: {
  form: TransportFormState;
  openKg: number;
  mostKg: number;
}) {
  const { control } = form;
  const quantity = useWatch({ control, name: 'quantityKg' }) ?? 0;
  const { errors } = useFormState({ control, name: 'quantityKg' });
  if (quantity <= openKg) {
    return quantity === 0 ? null : (
      <Text fz="sm">{`Po dodaniu w alokacji zostanie ${formatTonnes(openKg - quantity)}.`}</Text>
    );
  }
  if (quantity > mostKg) {
    // the field of the proposed quantity shows an error only after a blur, so a warning is shown before
    return errors.quantityKg === undefined ? <Warning>{tooMuchSentence(mostKg)}</Warning> : null;
  }
  return (
    <Warning>
      {`Transport weźmie ${formatTonnes(quantity - openKg)} ponad alokację, z wolnej ilości obu kontraktów.`}
    </Warning>
  );
}

function routeOf(purchase: ContractRow, sale: ContractRow): Route {
  return {
    purchase: {
      number: contractNumber(purchase),
      name: purchase.supplier?.name ?? '',
      address: purchase.address,
    },
    sales: { number: contractNumber(sale), name: sale.recipient?.name ?? '', address: sale.address },
  };
}

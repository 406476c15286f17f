import { Anchor, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Vehicle } from '@spichlerz/shared/wire/vehicles';
import { formatDate, formatDateRange } from '@spichlerz/shared/words/figures';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { vehicleQuery } from '../../../api/transports.ts';
import { Warning } from '../../../components/warning.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../../ui/field/search-debounce.ts';
import { TEXT_MAX } from '../../../ui/form/rules.ts';
import type { TransportFormState, TransportValues } from './use-transport-form.ts';

/**
 * The minimum length of a registration number that is queried. A number of more than TEXT_MAX characters has
 * an error at its field and is not queried.
 */
const MIN_LENGTH = 4;

type Props = {
  form: TransportFormState;
  isLocked: boolean;
  exceptId: number | null;
  /** The carrier that the form has proposed, or an empty text. The carrier of a known vehicle replaces it. */
  proposedCarrier: string;
};

/**
 * Offers to fill in carrier and driver of the vehicle's last transport. Warns if the vehicle has another
 * transport on the typed days.
 */
export function KnownVehicle({ form, isLocked, exceptId, proposedCarrier }: Props) {
  const [typed, dateLoading, dateUnloading] = useWatch({
    control: form.control,
    name: ['registrationNumber', 'dateLoading', 'dateUnloading'],
  });
  const [registrationNumber] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS);
  const days = dateLoading !== '' && dateUnloading >= dateLoading ? { dateLoading, dateUnloading } : {};
  const { data } = useQuery({
    ...vehicleQuery({ registrationNumber, ...days, ...(exceptId === null ? {} : { exceptId }) }),
    enabled: registrationNumber.length >= MIN_LENGTH && registrationNumber.length <= TEXT_MAX,
  });
  const known = isLocked ? undefined : data?.known;
  const fill = useAutofill(form, known, proposedCarrier);
  if (data === undefined) return null;
  return (
    <>
      {known ? <FillOffer form={form} known={known} onFill={() => fill(known)} /> : null}
      {data.elsewhere.length > 0 ? (
        <Warning>
          {`Ten pojazd jest w tych dniach w innym transporcie: ${data.elsewhere.map(describe).join('; ')}.`}
        </Warning>
      ) : null}
    </>
  );
}

type KnownData = NonNullable<Vehicle['known']>;

const FILLED_FIELDS = ['trailerNumber', 'carrierName', 'driverName', 'phoneNumber'] as const;

/**
 * Whether the form has the data of the vehicle. If the last transport of the vehicle has no carrier record,
 * the record in the form is not compared.
 */
const hasValuesOf = (values: Partial<TransportValues>, known: KnownData): boolean =>
  FILLED_FIELDS.every((name) => values[name] === known[name]) &&
  (known.carrierId === null || values.carrierId === known.carrierId);

/**
 * Fills empty fields with the data of the vehicle. If the vehicle becomes unknown, clears the filled values.
 * Typed values are replaced only if the user accepts the offer.
 * @param known null for an unknown vehicle, undefined while loading
 */
function useAutofill(
  form: TransportFormState,
  known: KnownData | null | undefined,
  proposedCarrier: string,
): (known: KnownData) => void {
  const filled = useRef<KnownData | null>(null);
  // a save makes the filled values the default values, and from then on they count as typed
  const { defaultValues = {} } = useFormState({ control: form.control });
  const fill = useCallback(
    (from: KnownData) => {
      const options = { shouldDirty: true, shouldValidate: true };
      const isOtherCarrier = !['', from.carrierName].includes(form.getValues('carrierName'));
      if (isOtherCarrier || from.carrierId !== null) form.setValue('carrierId', from.carrierId, options);
      for (const name of FILLED_FIELDS) form.setValue(name, from[name], options);
      filled.current = from;
      // the GMP number belongs to the carrier, so a change of the carrier clears it
      if (from.gmpNumber === null) {
        if (isOtherCarrier) form.setValue('isGmp', false, options);
        return;
      }
      form.setValue('isGmp', true, options);
      form.setValue('gmpNumber', from.gmpNumber, options);
    },
    [form],
  );
  useEffect(() => {
    if (known === undefined) return;
    const values = form.getValues();
    const before = filled.current;
    const isFilled = before !== null && hasValuesOf(values, before) && !hasValuesOf(defaultValues, before);
    const isEmpty = FILLED_FIELDS.every(
      (name) => values[name] === '' || (name === 'carrierName' && values[name] === proposedCarrier),
    );
    if (known !== null) {
      if (isEmpty || (isFilled && !hasValuesOf(values, known))) fill(known);
      return;
    }
    if (!isFilled) return;
    for (const name of FILLED_FIELDS) form.resetField(name);
    form.resetField('carrierId');
    if (values.gmpNumber !== before.gmpNumber) return;
    form.resetField('isGmp');
    form.resetField('gmpNumber');
  }, [form, known, fill, defaultValues, proposedCarrier]);
  return fill;
}

function FillOffer({
  form,
  known,
  onFill,
}: {
  form: TransportFormState;
  known: KnownData;
  onFill: () => void;
}) {
  const values = useWatch({ control: form.control });
  if (hasValuesOf(values, known)) {
    return (
      <Text fz="sm" c="dimmed">
        {`Dane pojazdu jak w jego transporcie z ${formatDate(known.dateLoading)}.`}
      </Text>
    );
  }
  const details = [known.carrierName, known.driverName, known.trailerNumber].join(', ');
  return (
    <Text fz="sm">
      {`Ten pojazd ma transport z ${formatDate(known.dateLoading)}: ${details}. `}
      <Anchor component="button" type="button" fz="sm" onClick={onFill}>
        Wypełnij tymi danymi
      </Anchor>
    </Text>
  );
}

function describe({ recipient, status, dateLoading, dateUnloading }: Vehicle['elsewhere'][number]): string {
  return `${recipient}, ${formatDateRange(dateLoading, dateUnloading)}, ${TRANSPORT_STATUS_LABELS[status].toLowerCase()}`;
}

import { Anchor, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Vehicle } from '@spichlerz/shared/wire/vehicles';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { vehicleQuery } from '../../api/vehicles.ts';
import { SEARCH_DEBOUNCE_MS } from '../../ui/field/search-debounce.ts';
import { TEXT_MAX } from '../../ui/form/rules.ts';
import { formatDate, formatDateRange } from '../../words/format.ts';
import { Warning } from '../warning.tsx';
import type { TransportFormState, TransportValues } from './use-transport-form.ts';

/** Shorter than any registration number in use. One longer than TEXT_MAX is none, as its field says itself. */
const LEAST_LENGTH = 4;

type Props = { form: TransportFormState; isLocked: boolean; exceptId: number | null };

/** Offers what the last transport of this vehicle had, and warns when the vehicle is elsewhere on these days. */
export function KnownVehicle({ form, isLocked, exceptId }: Props) {
  const [typed, dateLoading, dateUnloading] = useWatch({
    control: form.control,
    name: ['registrationNumber', 'dateLoading', 'dateUnloading'],
  });
  const [registrationNumber] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS);
  const days = dateLoading !== '' && dateUnloading >= dateLoading ? { dateLoading, dateUnloading } : {};
  const { data } = useQuery({
    ...vehicleQuery({ registrationNumber, ...days, ...(exceptId === null ? {} : { exceptId }) }),
    enabled: registrationNumber.length >= LEAST_LENGTH && registrationNumber.length <= TEXT_MAX,
  });
  const known = isLocked ? undefined : data?.known;
  const fill = useFilling(form, known);
  if (data === undefined) return null;
  return (
    <>
      {known ? <Offer form={form} known={known} onFill={() => fill(known)} /> : null}
      {data.elsewhere.length > 0 ? (
        <Warning>
          {`Ten pojazd jest w tych dniach w innym transporcie: ${data.elsewhere.map(describe).join('; ')}.`}
        </Warning>
      ) : null}
    </>
  );
}

type Known = NonNullable<Vehicle['known']>;

const OFFERED = ['trailerNumber', 'carrierName', 'driverName', 'phoneNumber'] as const;

const isAs = (values: Partial<TransportValues>, known: Known): boolean =>
  OFFERED.every((name) => values[name] === known[name]);

/**
 * Fills what is still empty by itself, and takes it away again with the number it came for; what somebody typed is
 * replaced only when asked.
 *
 * @param known null when nobody knows the vehicle, undefined while it is looked up
 */
function useFilling(form: TransportFormState, known: Known | null | undefined): (known: Known) => void {
  const filled = useRef<Known | null>(null);
  // saved with its truck, what was filled is the next one's own
  const { defaultValues = {} } = useFormState({ control: form.control });
  const fill = useCallback(
    (from: Known) => {
      const options = { shouldDirty: true, shouldValidate: true };
      const isOtherCarrier = !['', from.carrierName].includes(form.getValues('carrierName'));
      for (const name of OFFERED) form.setValue(name, from[name], options);
      filled.current = from;
      // the number is the carrier's, and goes away with the switch
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
    const isFilled = before !== null && isAs(values, before) && !isAs(defaultValues, before);
    const isEmpty = OFFERED.every((name) => values[name] === '');
    if (known !== null) {
      if (isEmpty || (isFilled && !isAs(values, known))) fill(known);
      return;
    }
    if (!isFilled) return;
    for (const name of OFFERED) form.resetField(name);
    if (values.gmpNumber !== before.gmpNumber) return;
    form.resetField('isGmp');
    form.resetField('gmpNumber');
  }, [form, known, fill, defaultValues]);
  return fill;
}

function Offer({ form, known, onFill }: { form: TransportFormState; known: Known; onFill: () => void }) {
  const values = useWatch({ control: form.control });
  if (isAs(values, known)) {
    return (
      <Text fz="sm" c="dimmed">
        {`Dane pojazdu jak w jego transporcie z ${formatDate(known.dateLoading)}.`}
      </Text>
    );
  }
  const details = [known.carrierName, known.driverName, known.trailerNumber].join(', ');
  return (
    <Text fz="sm">
      {`Ten pojazd jechał już ${formatDate(known.dateLoading)}: ${details}. `}
      <Anchor component="button" type="button" fz="sm" onClick={onFill}>
        Wypełnij tymi danymi
      </Anchor>
    </Text>
  );
}

function describe({ recipient, status, dateLoading, dateUnloading }: Vehicle['elsewhere'][number]): string {
  return `${recipient}, ${formatDateRange(dateLoading, dateUnloading)}, ${TRANSPORT_STATUS_LABELS[status].toLowerCase()}`;
}

import { Anchor, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Vehicle } from '@spichlerz/shared/wire/vehicles';
import { TRANSPORT_STATUS_WORDS } from '@spichlerz/shared/words/statuses';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { vehicleQuery } from '../../api/vehicles.ts';
import { SEARCH_DEBOUNCE_MS } from '../../ui/field/search-debounce.ts';
import { TEXT_MAX } from '../../ui/form/rules.ts';
import { formatDate, formatDateRange } from '../../words/format.ts';
import { Warning } from '../warning.tsx';
import type { TransportFormState } from './use-transport-form.ts';

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
  if (data === undefined) return null;
  return (
    <>
      {data.known !== null && !isLocked ? <Offer form={form} known={data.known} /> : null}
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

/** Fills what is still empty by itself; what somebody typed is replaced only when asked. */
function Offer({ form, known }: { form: TransportFormState; known: Known }) {
  const values = useWatch({ control: form.control });
  const take = useCallback(() => {
    const options = { shouldDirty: true, shouldValidate: true };
    const isOtherCarrier = !['', known.carrierName].includes(form.getValues('carrierName'));
    for (const name of OFFERED) form.setValue(name, known[name], options);
    // the number is the carrier's, and goes away with the switch
    if (known.gmpNumber === null) {
      if (isOtherCarrier) form.setValue('isGmp', false, options);
      return;
    }
    form.setValue('isGmp', true, options);
    form.setValue('gmpNumber', known.gmpNumber, options);
  }, [form, known]);
  useEffect(() => {
    if (OFFERED.every((name) => form.getValues(name) === '')) take();
  }, [form, take]);
  if (OFFERED.every((name) => values[name] === known[name])) {
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
      <Anchor component="button" type="button" fz="sm" onClick={take}>
        Wypełnij tymi danymi
      </Anchor>
    </Text>
  );
}

function describe({ recipient, status, dateLoading, dateUnloading }: Vehicle['elsewhere'][number]): string {
  return `${recipient}, ${formatDateRange(dateLoading, dateUnloading)}, ${TRANSPORT_STATUS_WORDS[status].toLowerCase()}`;
}

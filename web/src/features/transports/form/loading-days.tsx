import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { DateField } from '../../../ui/field/date-field.tsx';
import { isDay } from '../../../ui/field/parse-day.ts';
import type { TransportFormState } from './use-transport-form.ts';

type Props = {
  form: TransportFormState;
  required: boolean;
  /**
   * Whether the transport is new. In a new transport, a later loading date also changes the unloading date,
   * until the user types an unloading date.
   */
  isNew: boolean;
};

/** The fields of the loading and unloading dates, which limit each other's calendar. */
export function LoadingDays({ form: { control, setValue }, required, isNew }: Props) {
  const [loading, unloading] = useWatch({ control, name: ['dateLoading', 'dateUnloading'] });
  const { dirtyFields } = useFormState({ control, name: 'dateUnloading' });
  const follows = isNew && dirtyFields.dateUnloading !== true;
  useEffect(() => {
    if (follows && isDay(loading) && loading > unloading) setValue('dateUnloading', loading);
  }, [follows, loading, unloading, setValue]);
  return (
    <>
      <DateField
        control={control}
        name="dateLoading"
        label="Data załadunku"
        clearable={false}
        excludeDate={(day) => !follows && unloading !== '' && day > unloading}
        required={required}
      />
      <DateField
        control={control}
        name="dateUnloading"
        label="Data rozładunku"
        clearable={false}
        excludeDate={(day) => loading !== '' && day < loading}
        required={required}
      />
    </>
  );
}

import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { DateField } from '../../../ui/field/date-field.tsx';
import { isDay } from '../../../ui/field/parse-day.ts';
import type { TransportFormState } from './use-transport-form.ts';

type Props = {
  form: TransportFormState;
  required: boolean;
  /** In a new transport the unloading date follows a later loading date until the user changes it. */
  isNew: boolean;
};

/** Loading and unloading dates, which limit each other. */
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

import type { Currency } from '@spichlerz/shared/domain/contract';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  ALL_ERRORS,
  optionalChoice,
  optionalInteger,
  optionalRemark,
  optionalText,
  requiredChoice,
  requiredDay,
  requiredInteger,
  requiredText,
} from '../../../ui/form/rules.ts';
import { type Form, useZodForm } from '../../../ui/form/use-zod-form.ts';
import { mistypedKg } from '../check-weights.ts';

export type TransportValues = {
  status: TransportStatus | null;
  quantityKg: number | null;
  realQuantityKg: number | null;
  freightPerTonne: number | null;
  currency: Currency | null;
  registrationNumber: string;
  trailerNumber: string;
  carrierId: number | null;
  carrierName: string;
  driverName: string;
  phoneNumber: string;
  dateLoading: string;
  dateUnloading: string;
  isGmp: boolean;
  gmpNumber: string;
  comment: string;
  carrierPaymentDays: number | null;
  carrierRemarks: string;
};

const fields = z.object({
  status: requiredChoice<TransportStatus>(),
  quantityKg: requiredInteger(),
  realQuantityKg: optionalInteger(),
  freightPerTonne: requiredInteger(),
  currency: requiredChoice<Currency>(),
  registrationNumber: requiredText(),
  trailerNumber: requiredText(),
  carrierId: optionalChoice<number>(),
  carrierName: requiredText(),
  driverName: requiredText(),
  phoneNumber: requiredText(),
  dateLoading: requiredDay(),
  dateUnloading: requiredDay(),
  isGmp: z.boolean(),
  gmpNumber: optionalText(),
  comment: optionalRemark(),
  carrierPaymentDays: optionalInteger(),
  carrierRemarks: optionalRemark(),
});
export type TransportOutput = z.output<typeof fields>;

export type TransportFormRules = {
  /** The maximum quantity, or null if the quantity cannot change. */
  readonly mostKg: number | null;
  /** Whether the real quantity is required, because the transport is delivered. */
  readonly isWeighed: boolean;
};

type PartialValues = { readonly [Name in keyof TransportValues]?: unknown };

function schemaOf({ mostKg, isWeighed }: TransportFormRules): z.ZodType<TransportOutput, TransportValues> {
  return fields.superRefine((value: PartialValues, context) => {
    const addError = (path: keyof TransportValues, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message, input: value });
    if (isDayBefore(value.dateUnloading, value.dateLoading)) {
      addError('dateUnloading', 'Rozładunek nie może być wcześniejszy niż załadunek.');
    }
    if (value.isGmp === true && !value.gmpNumber) addError('gmpNumber', 'Podaj nr GMP.');
    if (isWeighed && value.status === 'DELIVERED' && !value.realQuantityKg) {
      addError('realQuantityKg', 'Podaj ilość rzeczywistą dostarczonego transportu.');
    }
    if (mostKg !== null && typeof value.quantityKg === 'number' && isTooMuch(value.quantityKg, mostKg)) {
      addError('quantityKg', tooMuchSentence(mostKg));
    }
  }, ALL_ERRORS);
}

/**
 * A quantity that was probably typed in kilograms is no error here. An error would prevent the save, and the
 * save asks the user to confirm such a quantity.
 */
const isTooMuch = (kg: number, mostKg: number) => kg > mostKg && mistypedKg(kg) === null;

/** The error of a quantity above the limit. */
export function tooMuchSentence(mostKg: number): string {
  return mostKg > 0
    ? `Alokacja i oba kontrakty pozwalają najwyżej na ${formatTonnes(mostKg)}.`
    : 'Alokacja i oba kontrakty nie pozwalają już na żaden transport.';
}

/** ISO dates can be compared as text. */
function isDayBefore(day: unknown, other: unknown): boolean {
  return typeof day === 'string' && typeof other === 'string' && day !== '' && day < other;
}

export type TransportFormState = Form<TransportValues, TransportOutput>;

export function useTransportForm(rules: TransportFormRules, values: TransportValues): TransportFormState {
  const form = useZodForm(schemaOf(rules), values);
  const isGmp = useWatch({ control: form.control, name: 'isGmp' });
  useEffect(() => {
    if (!isGmp && form.getValues('gmpNumber') !== '')
      form.setValue('gmpNumber', '', { shouldDirty: true, shouldValidate: true });
  }, [isGmp, form]);
  return form;
}

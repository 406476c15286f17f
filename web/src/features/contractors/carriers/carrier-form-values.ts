import { CONTRACTOR_LIST_MAX } from '@spichlerz/shared/domain/contractor';
import { normalisePhone } from '@spichlerz/shared/domain/phone';
import type { CarrierRecord } from '@spichlerz/shared/wire/carriers';
import { orEmpty } from '@spichlerz/shared/words/figures';
import { formatPaymentDays } from '@spichlerz/shared/words/printed-terms';
import { z } from 'zod';
import {
  type AddressValues,
  addressDescriptions,
  addressFields,
  addressValuesOf,
  EMPTY_ADDRESS,
  postCodeProblem,
} from '../../../components/field/address-values.ts';
import type { CountryName } from '../../../components/field/use-country-name.ts';
import type { FieldDescriptions } from '../../../components/save/record-changes.ts';
import {
  ALL_ERRORS,
  optionalEmail,
  optionalInteger,
  optionalRemark,
  optionalText,
  requiredText,
} from '../../../ui/form/rules.ts';
import type { Form } from '../../../ui/form/use-zod-form.ts';
import {
  type ContactItemValues,
  contactField,
  contactListRules,
  contactValuesOf,
  digits,
  NEW_CONTACT,
} from '../contractor-form-values.ts';
import { contactLines } from '../contractor-texts.ts';

export type CarrierValues = AddressValues & {
  companyName: string;
  nip: string;
  phoneNumber: string;
  email: string;
  paymentDays: number | null;
  note: string;
  contactList: ContactItemValues[];
};

export const NEW_CARRIER: CarrierValues = {
  ...EMPTY_ADDRESS,
  companyName: '',
  nip: '',
  phoneNumber: '',
  email: '',
  paymentDays: null,
  note: '',
  contactList: [NEW_CONTACT],
};

export function carrierValuesOf(record: CarrierRecord): CarrierValues {
  const contacts = record.contactList.map(contactValuesOf);
  return {
    ...addressValuesOf(record),
    companyName: record.companyName,
    nip: record.nip ?? '',
    phoneNumber: normalisePhone(record.phoneNumber ?? ''),
    email: record.email ?? '',
    paymentDays: record.paymentDays,
    note: record.note ?? '',
    contactList: contacts.length > 0 ? contacts : [NEW_CONTACT],
  };
}

const fields = z.object({
  companyName: requiredText(),
  nip: digits(10),
  phoneNumber: optionalText(),
  email: optionalEmail(),
  paymentDays: optionalInteger(),
  note: optionalRemark(),
  ...addressFields,
  contactList: z.array(contactField).max(CONTRACTOR_LIST_MAX),
});
export type CarrierOutput = z.output<typeof fields>;
export type CarrierForm = Form<CarrierValues, CarrierOutput>;

type PartialOutput = { readonly [Name in keyof CarrierOutput]?: CarrierOutput[Name] | undefined };

export const carrierSchema: z.ZodType<CarrierOutput, CarrierValues> = fields.superRefine(
  (value: PartialOutput, context) => {
    const addIssue = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message, input: value });
    contactListRules(value.contactList ?? [], addIssue);
    const problem = postCodeProblem(value);
    if (problem !== null) addIssue(['postCode'], problem);
  },
  ALL_ERRORS,
);

/** The label and format of each form field, for lists of changes. */
export const carrierFieldDescriptions = (countryName: CountryName): FieldDescriptions<CarrierValues> => ({
  companyName: { label: 'Nazwa', show: orEmpty },
  nip: { label: 'NIP', show: orEmpty },
  phoneNumber: { label: 'Telefon', show: orEmpty },
  email: { label: 'E-mail', show: orEmpty },
  paymentDays: { label: 'Termin płatności', show: formatPaymentDays },
  note: { label: 'Uwagi', show: orEmpty },
  ...addressDescriptions(countryName),
  contactList: { label: 'Kontakty', show: contactLines },
});

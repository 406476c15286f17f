import {
  type AccountingMethod,
  bareDigits,
  CONTRACTOR_LIST_MAX,
  type ContractorLabel,
  duplicateIndexes,
  fullName,
} from '@spichlerz/shared/domain/contractor';
import { normalisePhone } from '@spichlerz/shared/domain/phone';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import { z } from 'zod';
import {
  type AddressValues,
  addressFields,
  addressValuesOf,
  EMPTY_ADDRESS,
  postCodeProblem,
} from '../../components/field/address-values.ts';
import { ALL_ERRORS, optionalEmail, optionalText, requiredText } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';

export type AddressItemValues = AddressValues & { id: number | null; name: string };
export type ContactItemValues = {
  id: number | null;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
};

/** The values of the form; the accounting address is part of the contractor's own fields. */
export type ContractorValues = AddressValues & {
  accountingMethod: AccountingMethod;
  label: ContractorLabel;
  companyName: string;
  firstName: string;
  middleName: string;
  lastName: string;
  nip: string;
  pesel: string;
  phoneNumber: string;
  email: string;
  addressList: AddressItemValues[];
  contactList: ContactItemValues[];
};

export const NEW_ADDRESS: AddressItemValues = { ...EMPTY_ADDRESS, id: null, name: '' };
export const NEW_CONTACT: ContactItemValues = {
  id: null,
  name: '',
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
};

export const NEW_CONTRACTOR: ContractorValues = {
  ...EMPTY_ADDRESS,
  accountingMethod: 'VAT',
  label: 'FIRMA',
  companyName: '',
  firstName: '',
  middleName: '',
  lastName: '',
  nip: '',
  pesel: '',
  phoneNumber: '',
  email: '',
  addressList: [NEW_ADDRESS],
  contactList: [NEW_CONTACT],
};

export function contactValuesOf(contact: ContractorRecord['contactList'][number]): ContactItemValues {
  return {
    id: contact.id,
    name: contact.name,
    firstName: contact.firstName ?? '',
    lastName: contact.lastName ?? '',
    email: contact.email ?? '',
    phoneNumber: normalisePhone(contact.phoneNumber ?? ''),
  };
}

export function contractorValuesOf(record: ContractorRecord): ContractorValues {
  const addresses = record.addressList.map(({ id, name, ...address }) => ({
    ...addressValuesOf(address),
    id,
    name,
  }));
  const contacts = record.contactList.map(contactValuesOf);
  return {
    ...addressValuesOf(record),
    accountingMethod: record.accountingMethod,
    label: record.label,
    companyName: record.companyName ?? '',
    firstName: record.firstName ?? '',
    middleName: record.middleName ?? '',
    lastName: record.lastName ?? '',
    nip: record.nip ?? '',
    pesel: record.pesel ?? '',
    phoneNumber: normalisePhone(record.phoneNumber ?? ''),
    email: record.email ?? '',
    addressList: addresses.length > 0 ? addresses : [NEW_ADDRESS],
    contactList: contacts.length > 0 ? contacts : [NEW_CONTACT],
  };
}

/* ---- required fields ---- */

export const digits = (count: number) =>
  z.string().transform((text, context): string | undefined => {
    const bare = bareDigits(text);
    if (bare === '') return undefined;
    if (new RegExp(`^\\d{${count}}$`).test(bare)) return bare;
    context.addIssue({ code: 'custom', message: `Wpisz dokładnie ${count} cyfr.` });
    return z.NEVER;
  });

export const contactField = z.object({
  id: z.number().nullable(),
  name: z.string(),
  firstName: optionalText(),
  lastName: optionalText(),
  email: optionalEmail(),
  phoneNumber: optionalText(),
});

const fields = z.object({
  accountingMethod: z.custom<AccountingMethod>(),
  label: z.custom<ContractorLabel>(),
  companyName: optionalText(),
  firstName: optionalText(),
  middleName: optionalText(),
  lastName: optionalText(),
  nip: digits(10),
  pesel: digits(11),
  phoneNumber: optionalText(),
  email: optionalEmail(),
  ...addressFields,
  addressList: z
    .array(z.object({ id: z.number().nullable(), name: z.string(), ...addressFields }))
    .max(CONTRACTOR_LIST_MAX),
  contactList: z.array(contactField).max(CONTRACTOR_LIST_MAX),
});
export type ContractorOutput = z.output<typeof fields>;
export type ContractorForm = Form<ContractorValues, ContractorOutput>;
type AddressItem = ContractorOutput['addressList'][number];
type ContactItem = ContractorOutput['contactList'][number];

/**
 * Whether the item is the first of its list and blank. The form always shows a first item, and the request
 * omits a blank one. A country alone does not count as input, because it is proposed.
 */
export function isBlankFirstItem({ id, name, ...rest }: AddressItem | ContactItem, index: number): boolean {
  if (index > 0 || id !== null || name.trim() !== '') return false;
  return Object.entries(rest).every(([part, value]) => part === 'countryCode' || value === undefined);
}

const ITEM_NAME = requiredText();
const NAME_MISSING = 'Podaj nazwę albo kod kontrahenta.';
const NUMBER_MISSING = 'Podaj NIP albo PESEL.';

type PartialOutput = { readonly [Name in keyof ContractorOutput]?: ContractorOutput[Name] | undefined };
type AddIssue = (path: (string | number)[], message: string) => void;

/** A supplier needs a name and a code, a recipient a name or a code (customer decisions 6). */
const nameRules: BySide<(value: PartialOutput, addIssue: AddIssue) => void> = {
  purchase: (value, addIssue) => {
    const hasNeither = !value.lastName && !value.companyName;
    for (const name of ['lastName', 'companyName'] as const) {
      if (!value[name]) addIssue([name], hasNeither ? NAME_MISSING : 'Pole nie może być puste.');
    }
  },
  sales: (value, addIssue) => {
    if (value.lastName || value.companyName) return;
    addIssue(['lastName'], NAME_MISSING);
    addIssue(['companyName'], NAME_MISSING);
  },
};

function listRules(
  list: 'addressList' | 'contactList',
  items: readonly (AddressItem | ContactItem)[],
  addIssue: AddIssue,
): void {
  items.forEach((item, index) => {
    if (isBlankFirstItem(item, index)) return;
    const message = ITEM_NAME.safeParse(item.name).error?.issues[0]?.message;
    if (message !== undefined) addIssue([list, index, 'name'], message);
  });
  for (const index of duplicateIndexes(items.map(({ name }) => name))) {
    addIssue([list, index, 'name'], 'Ta nazwa jest już na liście. Wpisz inną.');
  }
}

export const contactListRules = (contacts: readonly ContactItem[], addIssue: AddIssue) =>
  listRules('contactList', contacts, addIssue);

const schemaOf = (side: Side) =>
  fields.superRefine((value: PartialOutput, context) => {
    const addIssue: AddIssue = (path, message) =>
      context.addIssue({ code: 'custom', path, message, input: value });
    nameRules[side](value, addIssue);
    // an invalid number has another error and does not count as missing
    if ('nip' in value && 'pesel' in value && !value.nip && !value.pesel) {
      addIssue(['nip'], NUMBER_MISSING);
      addIssue(['pesel'], NUMBER_MISSING);
    }
    const { addressList = [], contactList = [] } = value;
    listRules('addressList', addressList, addIssue);
    listRules('contactList', contactList, addIssue);
    [value, ...addressList].forEach((address, index) => {
      const problem = postCodeProblem(address);
      if (problem !== null)
        addIssue(index === 0 ? ['postCode'] : ['addressList', index - 1, 'postCode'], problem);
    });
  }, ALL_ERRORS) as z.ZodType<ContractorOutput, ContractorValues>;

export const contractorSchema: BySide<z.ZodType<ContractorOutput, ContractorValues>> = {
  purchase: schemaOf('purchase'),
  sales: schemaOf('sales'),
};

/** The contractor's name in lists and messages, from the values typed so far. */
export function contractorName({ firstName, middleName, lastName, companyName }: NameValues): string {
  return fullName({
    firstName: firstName?.trim(),
    middleName: middleName?.trim(),
    lastName: lastName?.trim(),
    companyName: companyName?.trim(),
  });
}

type NameField = 'firstName' | 'middleName' | 'lastName' | 'companyName';
type NameValues = Pick<ContractorValues, NameField> | Pick<ContractorOutput, NameField>;

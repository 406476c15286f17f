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
import { optionalEmail, optionalText, requiredText } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import {
  type AddressValues,
  addressFields,
  addressValuesOf,
  EMPTY_ADDRESS,
  postCodeProblem,
} from '../field/address-values.ts';
import { ALL_ERRORS } from '../save/all-errors.ts';

export type AddressItemValues = AddressValues & { id: number | null; name: string };
export type ContactItemValues = {
  id: number | null;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
};

/** The form as the screen shows it; the accounting address stands among the contractor's own fields. */
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

export function contractorValuesOf(record: ContractorRecord): ContractorValues {
  const addresses = record.addressList.map(({ id, name, ...address }) => ({
    ...addressValuesOf(address),
    id,
    name,
  }));
  const contacts = record.contactList.map((contact) => ({
    id: contact.id,
    name: contact.name,
    firstName: contact.firstName ?? '',
    lastName: contact.lastName ?? '',
    email: contact.email ?? '',
    phoneNumber: normalisePhone(contact.phoneNumber ?? ''),
  }));
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

/* ---- what must be filled in ---- */

const digits = (count: number) =>
  z.string().transform((text, context): string | undefined => {
    const bare = bareDigits(text);
    if (bare === '') return undefined;
    if (new RegExp(`^\\d{${count}}$`).test(bare)) return bare;
    context.addIssue({ code: 'custom', message: `Wpisz dokładnie ${count} cyfr.` });
    return z.NEVER;
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
  contactList: z
    .array(
      z.object({
        id: z.number().nullable(),
        name: z.string(),
        firstName: optionalText(),
        lastName: optionalText(),
        email: optionalEmail(),
        phoneNumber: optionalText(),
      }),
    )
    .max(CONTRACTOR_LIST_MAX),
});
export type ContractorOutput = z.output<typeof fields>;
export type ContractorForm = Form<ContractorValues, ContractorOutput>;
type AddressItem = ContractorOutput['addressList'][number];
type ContactItem = ContractorOutput['contactList'][number];

/** The first entry stands on the form from the start; left blank, it is not there. Its country was chosen for it. */
export function isLeftBlank({ id, name, ...rest }: AddressItem | ContactItem, index: number): boolean {
  if (index > 0 || id !== null || name.trim() !== '') return false;
  return Object.entries(rest).every(([part, value]) => part === 'countryCode' || value === undefined);
}

const ITEM_NAME = requiredText();
const BOTH_NAMES = 'Podaj nazwę albo kod kontrahenta.';
const BOTH_NUMBERS = 'Podaj NIP albo PESEL.';

type Partly = { readonly [Name in keyof ContractorOutput]?: ContractorOutput[Name] | undefined };
type Refuse = (path: (string | number)[], message: string) => void;

/** A supplier has both a name and a code; either is enough for a recipient (decisions 6). */
const nameRules: BySide<(value: Partly, refuse: Refuse) => void> = {
  purchase: (value, refuse) => {
    const hasNeither = !value.lastName && !value.companyName;
    for (const name of ['lastName', 'companyName'] as const) {
      if (!value[name]) refuse([name], hasNeither ? BOTH_NAMES : 'Pole nie może być puste.');
    }
  },
  sales: (value, refuse) => {
    if (value.lastName || value.companyName) return;
    refuse(['lastName'], BOTH_NAMES);
    refuse(['companyName'], BOTH_NAMES);
  },
};

function listRules(
  list: 'addressList' | 'contactList',
  items: readonly (AddressItem | ContactItem)[],
  refuse: Refuse,
): void {
  items.forEach((item, index) => {
    if (isLeftBlank(item, index)) return;
    const message = ITEM_NAME.safeParse(item.name).error?.issues[0]?.message;
    if (message !== undefined) refuse([list, index, 'name'], message);
  });
  for (const index of duplicateIndexes(items.map(({ name }) => name))) {
    refuse([list, index, 'name'], 'Ta nazwa jest już na liście. Wpisz inną.');
  }
}

const schemaOf = (side: Side) =>
  fields.superRefine((value: Partly, context) => {
    const refuse: Refuse = (path, message) =>
      context.addIssue({ code: 'custom', path, message, input: value });
    nameRules[side](value, refuse);
    // a number that is wrong has its own message, and it is there
    if ('nip' in value && 'pesel' in value && !value.nip && !value.pesel) {
      refuse(['nip'], BOTH_NUMBERS);
      refuse(['pesel'], BOTH_NUMBERS);
    }
    const { addressList = [], contactList = [] } = value;
    listRules('addressList', addressList, refuse);
    listRules('contactList', contactList, refuse);
    [value, ...addressList].forEach((address, index) => {
      const problem = postCodeProblem(address);
      if (problem !== null)
        refuse(index === 0 ? ['postCode'] : ['addressList', index - 1, 'postCode'], problem);
    });
  }, ALL_ERRORS) as z.ZodType<ContractorOutput, ContractorValues>;

export const contractorSchema: BySide<z.ZodType<ContractorOutput, ContractorValues>> = {
  purchase: schemaOf('purchase'),
  sales: schemaOf('sales'),
};

/** How a list and a message call what is typed so far. */
export function contractorName(values: ContractorValues): string {
  return fullName({
    firstName: values.firstName.trim(),
    middleName: values.middleName.trim(),
    lastName: values.lastName.trim(),
    companyName: values.companyName.trim(),
  });
}

import { z } from 'zod';
import {
  ACCOUNTING_METHODS,
  CONTRACTOR_LABELS,
  CONTRACTOR_LIST_MAX,
  type ContractorKind,
  duplicateIndexes,
} from '../domain/contractor.ts';
import { stripInvisibleCharacters } from '../domain/invisible-characters.ts';
import type { Side } from '../domain/side.ts';
import { endpoint } from './endpoint.ts';
import {
  addressFields,
  addressReplyFields,
  id,
  ids,
  LIST_UPDATE_DESCRIPTION,
  optionalEmail,
  optionalPhone,
  optionalText,
  pathId,
  text,
  withRules,
} from './field.ts';
import { listBody, listReply } from './list.ts';
import { type ListQueryOf, postList } from './list-endpoint.ts';
import { contractUsage } from './usage.ts';

/** The path segment of each kind of contractor. */
export const CONTRACTOR_PATH: Record<ContractorKind, string> = {
  purchase: 'supplier',
  sales: 'recipient',
  carrier: 'carrier',
};
export const CONTRACTOR_TAG: Record<ContractorKind, string> = {
  purchase: 'Suppliers',
  sales: 'Recipients',
  carrier: 'Carriers',
};

const addressItem = z.object({ id: id().optional(), name: text(), ...addressFields });
export const contactItem = z.object({
  id: id().optional(),
  name: text(),
  firstName: optionalText(),
  lastName: optionalText(),
  email: optionalEmail(),
  phoneNumber: optionalPhone(),
});

export const digits = (count: number) =>
  z
    .string()
    .transform((value) => stripInvisibleCharacters(value).replace(/[\s-]/g, ''))
    .pipe(z.string().regex(new RegExp(`^\\d{${count}}$`)))
    .meta({ pattern: `^\\d{${count}}$` })
    .optional();

const form = {
  accountingMethod: z.enum(ACCOUNTING_METHODS).default('VAT'),
  companyName: optionalText(),
  firstName: optionalText(),
  lastName: optionalText(),
  email: optionalEmail(),
  phoneNumber: optionalPhone(),
  nip: digits(10),
  pesel: digits(11),
  label: z.enum(CONTRACTOR_LABELS).default('FIRMA'),
  ...addressFields,
  addressList: z.array(addressItem).max(CONTRACTOR_LIST_MAX).default([]).describe(LIST_UPDATE_DESCRIPTION),
  contactList: z.array(contactItem).max(CONTRACTOR_LIST_MAX).default([]).describe(LIST_UPDATE_DESCRIPTION),
  version: z.int().optional(),
};

type Form = {
  companyName?: unknown;
  lastName?: unknown;
  nip?: unknown;
  pesel?: unknown;
  addressList?: unknown;
  contactList?: unknown;
};

/**
 * Rules of suppliers and recipients (customer decisions 6): a name, a NIP or PESEL, and unique names within
 * each list.
 */
function commonRules(
  value: Form,
  addError: (path: string, code: 'VALUE_IS_MISSING' | 'VALUE_IS_DUPLICATED') => void,
) {
  if (!value.companyName && !value.lastName) {
    addError('companyName', 'VALUE_IS_MISSING');
    addError('lastName', 'VALUE_IS_MISSING');
  }
  if (!value.nip && !value.pesel) {
    addError('nip', 'VALUE_IS_MISSING');
    addError('pesel', 'VALUE_IS_MISSING');
  }
  for (const list of ['addressList', 'contactList'] as const) {
    for (const index of duplicateIndexes(namesOf(value[list])))
      addError(`${list}.${index}.name`, 'VALUE_IS_DUPLICATED');
  }
}

export function namesOf(items: unknown): string[] {
  if (!Array.isArray(items)) return [];
  return items.map((item: { name?: unknown }) => (typeof item?.name === 'string' ? item.name : ''));
}

export const idsToDelete = () => ids().optional();

const supplierBody = withRules(
  z.object({
    ...form,
    middleName: optionalText(),
    supplierAddressDelete: idsToDelete(),
    supplierContactDelete: idsToDelete(),
  }),
  (value, addError) => {
    commonRules(value, addError);
    if (value.companyName && !value.lastName) addError('lastName', 'VALUE_IS_MISSING');
    if (value.lastName && !value.companyName) addError('companyName', 'VALUE_IS_MISSING');
  },
);

const recipientBody = withRules(
  z.object({
    ...form,
    middleName: optionalText(),
    recipientAddressDelete: idsToDelete(),
    recipientContactDelete: idsToDelete(),
  }),
  commonRules,
);

/** The request body that creates or changes a contractor. */
export const contractorBody = { purchase: supplierBody, sales: recipientBody };

const addressRecord = z.object({
  id: id(),
  name: z.string(),
  ...addressReplyFields,
});
export const contactRecord = z.object({
  id: id(),
  name: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
});

export const contractorRow = z.object({
  id: id(),
  fullName: z.string(),
  accountingMethod: z.enum(ACCOUNTING_METHODS),
  companyName: z.string().nullable(),
  firstName: z.string().nullable(),
  middleName: z.string().nullable(),
  lastName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  nip: z.string().nullable(),
  pesel: z.string().nullable(),
  email: z.string().nullable(),
  label: z.enum(CONTRACTOR_LABELS),
  ...addressReplyFields,
  addressList: z.array(addressRecord),
  contacts: z.array(contactRecord),
  usedIn: contractUsage,
});
export type ContractorRow = z.output<typeof contractorRow>;

export const contractorRecord = z.object({
  id: id(),
  version: z.int(),
  accountingMethod: z.enum(ACCOUNTING_METHODS),
  companyName: z.string().nullable(),
  firstName: z.string().nullable(),
  middleName: z.string().nullable(),
  lastName: z.string().nullable(),
  fullName: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  nip: z.string().nullable(),
  pesel: z.string().nullable(),
  label: z.enum(CONTRACTOR_LABELS),
  ...addressReplyFields,
  addressList: z.array(addressRecord),
  contactList: z.array(contactRecord),
});
export type ContractorRecord = z.output<typeof contractorRecord>;

/** An address that a contract may copy. The accounting address has no name. */
export const optionAddress = addressRecord
  .omit({ id: true, name: true })
  .extend({ name: z.string().nullable() });
export const contractorOption = z.object({
  value: id(),
  label: z.string(),
  companyName: z.string().nullable(),
  city: z.string().nullable(),
  nip: z.string().nullable(),
  addresses: z.array(optionAddress),
});
export type ContractorOption = z.output<typeof contractorOption>;

const listSort = ['id', 'full_name', 'company_name', 'phone_number', 'nip', 'pesel'] as const;

function contractorEndpoints<Body extends z.ZodType>(
  side: Side,
  body: Body,
  order: 'full_name ASC' | 'company_name ASC',
) {
  const word = CONTRACTOR_PATH[side];
  const tag = CONTRACTOR_TAG[side];
  const base = `/contractor/${word}`;
  return {
    list: postList({
      path: `${base}/list`,
      access: 'user',
      tag,
      summary: `Lists each ${word}. Search covers names, NIP, PESEL, phone number and city.`,
      filters: {},
      sort: listSort,
      order,
      row: contractorRow,
    }),
    options: endpoint({
      method: 'POST',
      path: `${base}/option-list`,
      access: 'user',
      tag,
      summary: `Lists each ${word} as an option with its addresses. Options with the requested ids are included.`,
      body: listBody({
        filters: { includeIds: ids().optional() },
        sort: ['id', 'full_name', 'company_name'],
        order: 'full_name ASC',
      }),
      reply: listReply(contractorOption),
    }),
    create: endpoint({
      method: 'POST',
      path: `${base}/create`,
      access: 'user',
      tag,
      summary: `Creates a ${word}.`,
      body,
      reply: z.object({ id: id() }),
      creates: true,
    }),
    get: endpoint({
      method: 'GET',
      path: `${base}/:id`,
      access: 'user',
      tag,
      summary: `Returns a ${word} with all fields of its form.`,
      params: pathId(),
      reply: contractorRecord,
    }),
    change: endpoint({
      method: 'PUT',
      path: `${base}/update/:id`,
      access: 'user',
      tag,
      summary: `Changes a ${word}.`,
      params: pathId(),
      body,
      reply: z.literal(true),
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `${base}/delete/:id`,
      access: 'user',
      tag,
      summary: `Deletes a ${word} that no contract uses.`,
      params: pathId(),
      reply: z.literal(true),
    }),
  };
}

export const contractors = {
  purchase: contractorEndpoints('purchase', contractorBody.purchase, 'full_name ASC'),
  sales: contractorEndpoints('sales', contractorBody.sales, 'company_name ASC'),
};
export type ContractorListQuery = ListQueryOf<typeof contractors.purchase.list>;

import { z } from 'zod';
import { CONTRACTOR_LIST_MAX, duplicateIndexes } from '../domain/contractor.ts';
import {
  CONTRACTOR_PATH,
  CONTRACTOR_TAG,
  contactItem,
  contactRecord,
  digits,
  idsToDelete,
  namesOf,
} from './contractors.ts';
import { endpoint } from './endpoint.ts';
import {
  addressFields,
  addressReplyFields,
  id,
  ids,
  LIST_UPDATE_DESCRIPTION,
  optionalEmail,
  optionalPhone,
  optionalRemark,
  pathId,
  paymentDaysToPatch,
  text,
  withRules,
} from './field.ts';
import { listBody, listReply } from './list.ts';
import { type ListQueryOf, postList } from './list-endpoint.ts';

/*
 * Carriers of transports (customer invoices.md, "Carriers"). Every carrier is a contractor and has a contractor
 * id.
 */

/** The largest number of spellings of one carrier. */
export const CARRIER_NAMES_MAX = 100;

const tag = CONTRACTOR_TAG.carrier;
const base = `/contractor/${CONTRACTOR_PATH.carrier}`;

/** The spellings of one carrier's name on transports. */
const transportNames = () => z.array(text()).min(1).max(CARRIER_NAMES_MAX);

const form = {
  companyName: text(),
  nip: digits(10),
  ...addressFields,
  email: optionalEmail(),
  phoneNumber: optionalPhone(),
  contactList: z.array(contactItem).max(CONTRACTOR_LIST_MAX).default([]).describe(LIST_UPDATE_DESCRIPTION),
  paymentDays: paymentDaysToPatch(),
  note: optionalRemark(),
  version: z.int().optional(),
};

/** The request body that creates or changes a carrier. */
export const carrierBody = withRules(
  z.object({ ...form, carrierContactDelete: idsToDelete() }),
  (value, addError) => {
    for (const index of duplicateIndexes(namesOf(value.contactList)))
      addError(`contactList.${index}.name`, 'VALUE_IS_DUPLICATED');
  },
);
export type CarrierForm = z.output<typeof carrierBody>;

const carrierFields = {
  id: id(),
  companyName: z.string(),
  nip: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  ...addressReplyFields,
  paymentDays: z.int().nullable(),
  note: z.string().nullable(),
  /** The transports that prevent the deletion. */
  transportCount: z.int(),
};

const carrierRow = z.object({ ...carrierFields, contacts: z.array(contactRecord) });
export type CarrierRow = z.output<typeof carrierRow>;

const carrierRecord = z.object({ ...carrierFields, version: z.int(), contactList: z.array(contactRecord) });
export type CarrierRecord = z.output<typeof carrierRecord>;

const carrierOption = z.object({
  value: id(),
  label: z.string(),
  nip: z.string().nullable(),
  city: z.string().nullable(),
  paymentDays: z.int().nullable(),
});
export type CarrierOption = z.output<typeof carrierOption>;

/**
 * Spellings of one name, which differ only in case, accents and separators, on transports without a carrier
 * record.
 */
const carrierNameGroup = z.object({
  /** The spelling that most transports have. */
  name: z.string(),
  names: z.array(z.string()),
  transportCount: z.int(),
  /**
   * The carrier record with the same name, to which these transports do not refer yet; null when none exists.
   */
  carrierId: id().nullable(),
});
export type CarrierNameGroup = z.output<typeof carrierNameGroup>;

export const carriers = {
  list: postList({
    path: `${base}/list`,
    access: 'user',
    tag,
    summary: 'Lists each carrier. Search covers name, NIP, phone number and city.',
    filters: {},
    sort: ['id', 'company_name', 'nip', 'phone_number'],
    order: 'company_name ASC',
    row: carrierRow,
  }),
  options: endpoint({
    method: 'POST',
    path: `${base}/option-list`,
    access: 'user',
    tag,
    summary: 'Lists each carrier as an option. Options with the requested ids are included.',
    body: listBody({
      filters: { includeIds: ids().optional() },
      sort: ['id', 'company_name'],
      order: 'company_name ASC',
    }),
    reply: listReply(carrierOption),
  }),
  create: endpoint({
    method: 'POST',
    path: `${base}/create`,
    access: 'user',
    tag,
    summary: 'Creates a carrier.',
    body: carrierBody.safeExtend({
      transportNames: transportNames()
        .optional()
        .describe('Links the transports with these names that have no carrier record.'),
    }),
    reply: z.object({ id: id() }),
    creates: true,
  }),
  get: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access: 'user',
    tag,
    summary: 'Returns a carrier with all fields of its form.',
    params: pathId(),
    reply: carrierRecord,
  }),
  change: endpoint({
    method: 'PUT',
    path: `${base}/update/:id`,
    access: 'user',
    tag,
    summary: 'Changes a carrier.',
    params: pathId(),
    body: carrierBody,
    reply: z.literal(true),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: `${base}/delete/:id`,
    access: 'user',
    tag,
    summary: 'Deletes a carrier that no transport uses.',
    params: pathId(),
    reply: z.literal(true),
  }),
  listNames: endpoint({
    method: 'POST',
    path: `${base}/name-list`,
    access: 'user',
    tag,
    summary:
      'Lists the carrier names of transports without a carrier record, grouped by spelling, most transports first.',
    body: listBody({ filters: {}, sort: ['transport_count', 'name'], order: 'transport_count DESC' }),
    reply: listReply(carrierNameGroup),
  }),
  linkTransports: endpoint({
    method: 'POST',
    path: `${base}/link-transports/:id`,
    access: 'user',
    tag,
    summary:
      'Links the transports with these names that have no carrier record, in every status. Their names stay.',
    params: pathId(),
    body: z.object({ names: transportNames() }),
    reply: z.object({ transportCount: z.int() }),
  }),
};
export type CarrierListQuery = ListQueryOf<typeof carriers.list>;

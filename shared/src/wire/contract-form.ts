import { z } from 'zod';
import {
  ADDITIONAL_OPTIONS_MAX,
  AGREEMENT_STATUSES,
  CONTACTS_MAX,
  CONTRACT_STATUSES,
  CURRENCIES,
  TOLERANCE_TYPES,
  TOLERANCE_UNITS,
} from '../domain/contract.ts';
import { duplicateIndexes } from '../domain/contractor.ts';
import { READING_SOURCES, WEIGHT_BASES } from '../domain/discount-rule.ts';
import type { ErrorCode } from '../domain/domain-error.ts';
import type { BySide } from '../domain/side.ts';
import { INTEGER_MAX } from '../domain/units.ts';
import {
  addressFields,
  day,
  dayToPatch,
  email,
  flag,
  id,
  ids,
  isBefore,
  LIST_UPDATE_DESCRIPTION,
  optionalFlag,
  optionalRemark,
  optionalText,
  paymentDaysToPatch,
  positiveKilograms,
  positiveMoney,
  remarkToPatch,
  text,
  textToPatch,
  withRules,
} from './field.ts';

/*
 * The contract forms of both sides: request bodies, cross-field rules and the common type used by commands.
 */

const quality = {
  rawMaterialQualityId: id().optional(),
  isContractualQuality: flag(),
  contractualQuality: optionalText(),
};
const mainOption = z.object({ price: positiveMoney(), ...quality });
const additionalOption = z.object({
  id: id().optional(),
  price: positiveMoney(),
  ...quality,
  attachToContract: flag(),
});

/** The default of `fcaCpt` in requests and in a new form (specification 3, Contract). */
export const FCA_DEFAULT: BySide<boolean> = { purchase: true, sales: false };

const PRINTED = 'Printed on the confirmation. The stored value stays when it is absent.';

const form = {
  userId: id(),
  status: z.enum(CONTRACT_STATUSES),
  documentNumber: optionalText(),
  agreementStatus: z.enum(AGREEMENT_STATUSES).default('EMPTY'),
  // No `.default`: an update without a currency must keep the stored currency instead of changing it to PLN.
  currency: z
    .enum(CURRENCIES)
    .optional()
    .describe('When absent, PLN for a new contract and the stored currency for a changed one.'),
  fcaCpt: optionalFlag().describe('When absent, FCA (true) on a purchase and CPT (false) on a sale.'),
  isFor: flag(),
  isCert: flag(),
  isGmp: flag(),
  dateOfReceiptFrom: day(),
  dateOfReceiptTo: day(),
  address: z.object(addressFields).prefault({}),
  rawMaterialId: id(),
  rawMaterialVariantId: id().optional(),
  quantityKg: positiveKilograms(),
  isTolerance: flag(),
  toleranceType: z.enum(TOLERANCE_TYPES).optional(),
  // Checked by formRules only while the tolerance is on, because the field is ignored otherwise.
  toleranceQuantity: z.number().optional().describe('Whole kilograms in T, up to two decimals in PERCENT.'),
  toleranceUnit: z.enum(TOLERANCE_UNITS).optional(),
  comments: optionalRemark(),
  paymentDays: paymentDaysToPatch().describe(`The days until payment. ${PRINTED}`),
  concludedOn: dayToPatch().describe(PRINTED),
  concludedAt: textToPatch().describe(`The place of the conclusion. ${PRINTED}`),
  printedRemarks: remarkToPatch().describe(`Remarks for the counterparty. ${PRINTED}`),
  mainCargoOption: mainOption,
  additionalCargoOption: z
    .array(additionalOption)
    .max(ADDITIONAL_OPTIONS_MAX)
    .default([])
    .describe(LIST_UPDATE_DESCRIPTION),
  additionalCargoOptionDelete: ids().optional(),
  contactList: z
    .array(z.object({ id: id().optional(), contactField: text() }))
    .max(CONTACTS_MAX)
    .default([])
    .describe(LIST_UPDATE_DESCRIPTION),
  contactListDelete: ids().optional(),
  emailNotificationList: z
    .array(email())
    .max(50)
    .default([])
    .describe('Recipients of the notification about a new contract.'),
  attachConfirmation: flag().describe(
    'Whether the notification about a new contract has its confirmation attached as a PDF.',
  ),
  discountTableId: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'The table whose rules are copied; 0 for none. When absent, a new contract takes the only active one and a changed contract keeps its rules.',
    ),
  weightBasis: z.enum(WEIGHT_BASES).optional().describe('When absent, UNLOADING or the stored basis.'),
  readingSource: z.enum(READING_SOURCES).optional().describe('When absent, RECIPIENT or the stored source.'),
  reason: optionalRemark().describe('Required when the rules are replaced after a side was settled by them.'),
  version: z.int().optional(),
};

type Option = {
  isContractualQuality?: unknown;
  rawMaterialQualityId?: unknown;
  contractualQuality?: unknown;
};
type Form = {
  dateOfReceiptFrom?: unknown;
  dateOfReceiptTo?: unknown;
  isTolerance?: unknown;
  toleranceType?: unknown;
  toleranceUnit?: unknown;
  toleranceQuantity?: unknown;
  quantityKg?: unknown;
  mainCargoOption?: Option;
  additionalCargoOption?: readonly Option[];
  contactList?: unknown;
  emailNotificationList?: readonly unknown[];
};

/** Cross-field rules of both forms (specification 5, Contract form). */
function formRules(value: Form, addError: (path: string, code: ErrorCode) => void): void {
  if (isBefore(value.dateOfReceiptTo, value.dateOfReceiptFrom)) {
    addError('dateOfReceiptTo', 'DATE_TO_CANNOT_BE_BEFORE_FROM');
  }
  if (value.isTolerance === true) {
    for (const field of ['toleranceType', 'toleranceUnit', 'toleranceQuantity'] as const) {
      if (value[field] === undefined) addError(field, 'VALUE_IS_MISSING');
    }
    if (!isValidTolerance(value.toleranceUnit, value.toleranceQuantity, value.quantityKg))
      addError('toleranceQuantity', 'VALUE_IS_WRONG');
  }
  const { mainCargoOption: main, additionalCargoOption: additional } = value;
  contractualQualityRule('mainCargoOption', main, addError);
  if (main && main.isContractualQuality !== true && main.rawMaterialQualityId === undefined)
    addError('mainCargoOption.rawMaterialQualityId', 'VALUE_IS_MISSING');
  // An additional option without a quality uses the quality of the main option.
  if (Array.isArray(additional)) {
    additional.forEach((option: Option, index) =>
      contractualQualityRule(`additionalCargoOption.${index}`, option, addError),
    );
  }
  for (const list of ['additionalCargoOption', 'contactList'] as const) {
    for (const index of duplicateIndexes(idsOf(value[list])))
      addError(`${list}.${index}.id`, 'VALUE_IS_DUPLICATED');
  }
  const contacts = Array.isArray(value.contactList) ? value.contactList : [];
  for (const index of duplicateIndexes(contacts.map((contact) => String(contact?.contactField ?? ''))))
    addError(`contactList.${index}.contactField`, 'VALUE_IS_DUPLICATED');
  const emails = Array.isArray(value.emailNotificationList) ? value.emailNotificationList : [];
  for (const index of duplicateIndexes(emails.map(String))) {
    addError(`emailNotificationList.${index}`, 'VALUE_IS_DUPLICATED');
  }
}

function idsOf(items: unknown): string[] {
  if (!Array.isArray(items)) return [];
  return items.map((item: { id?: unknown }) => (typeof item?.id === 'number' ? String(item.id) : ''));
}

/**
 * Whether the tolerance is valid: in T, whole kilograms up to the contract's quantity; in PERCENT, above 0
 * and at most 100 with up to two decimals (customer decisions 5).
 */
function isValidTolerance(unit: unknown, quantity: unknown, quantityKg: unknown): boolean {
  if (typeof quantity !== 'number') return true;
  if (quantity <= 0 || quantity > INTEGER_MAX) return false;
  if (unit === 'T')
    return Number.isInteger(quantity) && (typeof quantityKg !== 'number' || quantity <= quantityKg);
  const hundredths = Math.round(quantity * 100);
  return hundredths >= 1 && hundredths <= 10_000 && Math.abs(quantity * 100 - hundredths) < 1e-9;
}

function contractualQualityRule(
  path: string,
  option: Option | undefined,
  addError: (path: string, code: ErrorCode) => void,
): void {
  if (option?.isContractualQuality === true && !option.contractualQuality)
    addError(`${path}.contractualQuality`, 'VALUE_IS_MISSING');
}

export const purchaseBody = withRules(
  z.object({
    ...form,
    purchaseSupplierId: id(),
    countyCode: z
      .string()
      .regex(/^\d{4}$/)
      .optional(),
    minPrice: z.int().nonnegative().max(INTEGER_MAX).optional(),
  }),
  formRules,
).transform(({ purchaseSupplierId, fcaCpt, countyCode, minPrice, ...rest }) => ({
  ...rest,
  contractorId: purchaseSupplierId,
  fcaCpt: fcaCpt ?? FCA_DEFAULT.purchase,
  countyCode: rest.isCert ? countyCode : undefined,
  minPrice,
}));

export const salesBody = withRules(
  z.object({ ...form, salesRecipientId: id().optional(), recipientId: id().optional() }),
  (value, addError) => {
    formRules(value, addError);
    if (value.salesRecipientId === undefined && value.recipientId === undefined) {
      addError('salesRecipientId', 'VALUE_IS_MISSING');
    }
  },
).transform(({ salesRecipientId, recipientId, fcaCpt, ...rest }) => ({
  ...rest,
  contractorId: salesRecipientId ?? recipientId ?? 0,
  fcaCpt: fcaCpt ?? FCA_DEFAULT.sales,
  countyCode: undefined as string | undefined,
  minPrice: undefined as number | undefined,
}));

/** The parsed form used by commands of both sides. `contractorId` is the supplier or the recipient. */
export type ContractForm = z.output<typeof purchaseBody> | z.output<typeof salesBody>;
export type PurchaseContractRequest = z.input<typeof purchaseBody>;
export type SalesContractRequest = z.input<typeof salesBody>;

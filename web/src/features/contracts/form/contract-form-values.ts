import { FCA_DEFAULT } from '@spichlerz/shared/calls/contract-form';
import {
  ADDITIONAL_OPTIONS_MAX,
  type AgreementStatus,
  CONTACTS_MAX,
  type ContractStatus,
  type Currency,
  isCompleteAddress,
  type Tolerance,
  type ToleranceType,
  type ToleranceUnit,
  toleranceOf,
} from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { PriceOption } from '@spichlerz/shared/wire/contracts';
import { isBefore } from '@spichlerz/shared/wire/field';
import { NBSP } from '@spichlerz/shared/words/figures';
import { z } from 'zod';
import {
  type AddressValues,
  addressSchema,
  addressValuesOf,
  EMPTY_ADDRESS,
} from '../../../components/field/address-values.ts';
import { decimalToWhole, wholeToDecimal } from '../../../ui/field/decimal.ts';
import {
  ALL_ERRORS,
  emailAddresses,
  optionalChoice,
  optionalDay,
  optionalInteger,
  optionalRemark,
  optionalText,
  requiredChoice,
  requiredDay,
  requiredInteger,
  requiredText,
} from '../../../ui/form/rules.ts';
import type { Form } from '../../../ui/form/use-zod-form.ts';
import {
  type ContractWithRules,
  NEW_RULE_TERMS,
  RULE_TERMS_FIELDS,
  type RuleTermsValues,
  ruleTermsValues,
} from './contract-form-rule-values.ts';

export type QualityValues = {
  rawMaterialQualityId: number | null;
  isContractualQuality: boolean;
  contractualQuality: string;
};
export type MainOptionValues = QualityValues & { price: number | null };
export type OptionValues = MainOptionValues & { id: number | null; attachToContract: boolean };
export type ContactValues = { id: number | null; contactField: string };
/** `quantity` is a decimal as text, in the selected unit: tonnes or percent. */
export type ToleranceValues = { isOn: boolean; type: ToleranceType; quantity: string; unit: ToleranceUnit };

/** The values of the form. Most names match the request, so that server errors are shown at their fields. */
export type ContractValues = RuleTermsValues & {
  contractorId: number | null;
  documentNumber: string;
  status: ContractStatus;
  agreementStatus: AgreementStatus;
  userId: number | null;
  currency: Currency;
  fcaCpt: boolean;
  isFor: boolean;
  isCert: boolean;
  isGmp: boolean;
  countyCode: string | null;
  rawMaterialId: number | null;
  rawMaterialVariantId: number | null;
  quantityKg: number | null;
  tolerance: ToleranceValues;
  mainCargoOption: MainOptionValues;
  minPrice: number | null;
  additionalCargoOption: OptionValues[];
  dateOfReceiptFrom: string;
  dateOfReceiptTo: string;
  address: AddressValues;
  contactList: ContactValues[];
  emailNotificationList: string[];
  attachConfirmation: boolean;
  comments: string;
  paymentDays: number | null;
  concludedOn: string;
  concludedAt: string;
  printedRemarks: string;
};

const NO_TOLERANCE: ToleranceValues = { isOn: false, type: 'BUYER', quantity: '', unit: 'T' };
const NO_QUALITY: QualityValues = {
  rawMaterialQualityId: null,
  isContractualQuality: false,
  contractualQuality: '',
};
export const NEW_OPTION: OptionValues = { ...NO_QUALITY, id: null, price: null, attachToContract: false };
export const NEW_CONTACT: ContactValues = { id: null, contactField: '' };

export type ProposedValues = {
  documentNumber: string;
  userId: number;
  emails: readonly string[];
  rawMaterialId: number | null;
};

export function newContract(side: Side, proposed: ProposedValues): ContractValues {
  return {
    contractorId: null,
    documentNumber: proposed.documentNumber,
    status: 'NEW',
    agreementStatus: 'EMPTY',
    userId: proposed.userId,
    currency: 'PLN',
    fcaCpt: FCA_DEFAULT[side],
    isFor: false,
    isCert: false,
    isGmp: false,
    countyCode: null,
    rawMaterialId: proposed.rawMaterialId,
    rawMaterialVariantId: null,
    quantityKg: null,
    tolerance: NO_TOLERANCE,
    mainCargoOption: { ...NO_QUALITY, price: null },
    minPrice: null,
    additionalCargoOption: [],
    dateOfReceiptFrom: '',
    dateOfReceiptTo: '',
    address: EMPTY_ADDRESS,
    contactList: [],
    emailNotificationList: [...proposed.emails],
    attachConfirmation: false,
    comments: '',
    paymentDays: null,
    concludedOn: '',
    concludedAt: '',
    printedRemarks: '',
    ...NEW_RULE_TERMS,
  };
}

export function contractValuesOf(record: ContractWithRules): ContractValues {
  return {
    contractorId: record.purchaseSupplierId ?? record.salesRecipientId ?? null,
    documentNumber: record.documentNumber ?? '',
    status: record.contractStatus,
    agreementStatus: record.agreementStatus,
    userId: record.userId,
    currency: record.currency,
    fcaCpt: record.fcaCpt,
    isFor: record.isFor,
    isCert: record.isCert,
    isGmp: record.isGmp,
    countyCode: record.countyCode,
    rawMaterialId: record.rawMaterialId,
    rawMaterialVariantId: record.rawMaterialVariantId,
    quantityKg: record.quantityKg,
    tolerance: toleranceValues(toleranceOf(record)),
    mainCargoOption: { ...qualityValues(record.mainCargoOption), price: record.mainCargoOption.price },
    minPrice: record.minPrice,
    additionalCargoOption: record.additionalCargoOption.map((option) => ({
      ...qualityValues(option),
      id: option.id,
      price: option.price,
      attachToContract: option.attachToContract,
    })),
    dateOfReceiptFrom: record.dateOfReceiptFrom,
    dateOfReceiptTo: record.dateOfReceiptTo,
    address: addressValuesOf(record.address),
    contactList: record.contactList.map(({ id, contactField }) => ({ id, contactField })),
    // the notification is sent only once, when the contract is created
    emailNotificationList: [],
    attachConfirmation: false,
    comments: record.comments ?? '',
    paymentDays: record.paymentDays,
    concludedOn: record.concludedOn ?? '',
    concludedAt: record.concludedAt ?? '',
    printedRemarks: record.printedRemarks ?? '',
    ...ruleTermsValues(record.rules),
  };
}

function qualityValues(option: PriceOption): QualityValues {
  return {
    rawMaterialQualityId: option.rawMaterialQualityId,
    isContractualQuality: option.isContractualQuality,
    contractualQuality: option.contractualQuality ?? '',
  };
}

export const TOLERANCE_PLACES: Record<ToleranceUnit, number> = { T: 3, PERCENT: 2 };

function toleranceValues(tolerance: Tolerance | null): ToleranceValues {
  if (tolerance === null) return NO_TOLERANCE;
  const { type, unit, quantity } = tolerance;
  return {
    isOn: true,
    type,
    unit,
    quantity: unit === 'T' ? wholeToDecimal(quantity, TOLERANCE_PLACES.T) : String(quantity),
  };
}

/** The typed tolerance, or null if it is off or not a number. The unit T is converted to kilograms. */
export function readTolerance({ isOn, type, unit, quantity }: ToleranceValues): Tolerance | null {
  const whole = decimalToWhole(quantity, TOLERANCE_PLACES[unit]);
  if (!isOn || whole === null || whole <= 0) return null;
  return { type, unit, quantity: unit === 'T' ? whole : whole / 100 };
}

/* ---- required fields ---- */

const QUALITY_FIELDS = { isContractualQuality: z.boolean(), contractualQuality: optionalText() };

const mainOption = z.object({
  price: requiredInteger(),
  rawMaterialQualityId: optionalChoice<number>(),
  ...QUALITY_FIELDS,
});
const additionalOption = mainOption.extend({
  id: z.number().nullable(),
  attachToContract: z.boolean(),
});

const tolerance = z
  .object({
    isOn: z.boolean(),
    type: z.custom<ToleranceType>(),
    quantity: z.string(),
    unit: z.custom<ToleranceUnit>(),
  })
  .transform((value, context): Tolerance | null => {
    if (!value.isOn) return null;
    const read = readTolerance(value);
    const problem =
      value.quantity === ''
        ? 'Pole nie może być puste.'
        : read === null
          ? 'Wpisz liczbę większą od zera.'
          : read.unit === 'PERCENT' && read.quantity > 100
            ? `Tolerancja nie może przekraczać 100${NBSP}%.`
            : null;
    if (problem === null) return read;
    context.addIssue({ code: 'custom', path: ['quantity'], message: problem });
    return z.NEVER;
  });

const fields = z.object({
  contractorId: requiredChoice<number>(),
  documentNumber: optionalText(),
  status: z.custom<ContractStatus>(),
  agreementStatus: z.custom<AgreementStatus>(),
  userId: requiredChoice<number>(),
  currency: z.custom<Currency>(),
  fcaCpt: z.boolean(),
  isFor: z.boolean(),
  isCert: z.boolean(),
  isGmp: z.boolean(),
  countyCode: optionalChoice<string>(),
  rawMaterialId: requiredChoice<number>(),
  rawMaterialVariantId: optionalChoice<number>(),
  quantityKg: requiredInteger(),
  tolerance,
  mainCargoOption: mainOption,
  minPrice: optionalInteger(),
  additionalCargoOption: z.array(additionalOption).max(ADDITIONAL_OPTIONS_MAX),
  dateOfReceiptFrom: requiredDay(),
  dateOfReceiptTo: requiredDay(),
  address: addressSchema,
  contactList: z
    .array(z.object({ id: z.number().nullable(), contactField: requiredText() }))
    .max(CONTACTS_MAX),
  emailNotificationList: emailAddresses(),
  attachConfirmation: z.boolean(),
  comments: optionalRemark(),
  paymentDays: optionalInteger(),
  concludedOn: optionalDay(),
  concludedAt: optionalText(),
  printedRemarks: optionalRemark(),
  ...RULE_TERMS_FIELDS,
});
export type ContractOutput = z.output<typeof fields>;
export type ContractForm = Form<ContractValues, ContractOutput>;

const FCA_REQUIRED = {
  postCode: 'Przy warunkach FCA podaj kod pocztowy.',
  city: 'Przy warunkach FCA podaj miejscowość.',
  countryCode: 'Przy warunkach FCA podaj kraj.',
} as const;

type PartialOutput = { readonly [Name in keyof ContractOutput]?: ContractOutput[Name] | undefined };

export const contractSchema: z.ZodType<ContractOutput, ContractValues> = fields.superRefine(
  (value: PartialOutput, context) => {
    const addIssue = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message, input: value });
    if (isBefore(value.dateOfReceiptTo, value.dateOfReceiptFrom)) {
      addIssue(['dateOfReceiptTo'], 'Data końcowa nie może być wcześniejsza niż początkowa.');
    }
    if (isToleranceAboveQuantity(value))
      addIssue(['tolerance', 'quantity'], 'Tolerancja nie może przekraczać ilości kontraktu.');
    if (value.fcaCpt === true && !isCompleteAddress(value.address ?? {})) {
      for (const part of ['postCode', 'city', 'countryCode'] as const) {
        if (!value.address?.[part]) addIssue(['address', part], FCA_REQUIRED[part]);
      }
    }
    if (lacksQuality(value.mainCargoOption))
      addIssue(...qualityIssue(['mainCargoOption'], value.mainCargoOption));
    (value.additionalCargoOption ?? []).forEach((option, index) => {
      if (lacksQuality(option)) addIssue(...qualityIssue(['additionalCargoOption', index], option));
    });
  },
  ALL_ERRORS,
);

/** A tolerance in tonnes is at most the quantity of the contract (customer decisions 5). */
const isToleranceAboveQuantity = ({ tolerance, quantityKg }: PartialOutput): boolean =>
  tolerance?.unit === 'T' && quantityKg !== undefined && tolerance.quantity > quantityKg;

type Quality = Pick<z.output<typeof mainOption>, keyof QualityValues>;

function lacksQuality(option: Partial<Quality> | undefined): option is Partial<Quality> {
  if (option === undefined) return false;
  return option.isContractualQuality ? !option.contractualQuality : option.rawMaterialQualityId === undefined;
}

function qualityIssue(path: (string | number)[], option: Partial<Quality>): [(string | number)[], string] {
  return option.isContractualQuality
    ? [[...path, 'contractualQuality'], 'Pole nie może być puste.']
    : [[...path, 'rawMaterialQualityId'], 'Wybierz pozycję z listy.'];
}

import type { BySide } from '@spichlerz/shared/domain/side';
import type { PurchaseContractRequest, SalesContractRequest } from '@spichlerz/shared/wire/contract-form';
import { changeContract, createContract } from '../../../api/contracts.ts';
import { addressRequest } from '../../../components/field/address-values.ts';
import { removedIds } from '../../../components/save/form-request.ts';
import { type ContractWithRules, ruleTermsRequest } from './contract-form-rule-values.ts';
import type { ContractOutput, QualityValues } from './contract-form-values.ts';

/** The stored record of an edit: its version for optimistic locking, and its lists to find removed items. */
export type EditedContract = Pick<
  ContractWithRules,
  'id' | 'version' | 'rawMaterialId' | 'currency' | 'additionalCargoOption' | 'contactList' | 'rules'
>;

type Common = Omit<PurchaseContractRequest, 'purchaseSupplierId' | 'countyCode' | 'minPrice'>;

function commonRequest(form: ContractOutput, edited: EditedContract | null): Common {
  const { tolerance } = form;
  return {
    documentNumber: form.documentNumber,
    status: form.status,
    agreementStatus: form.agreementStatus,
    userId: form.userId,
    currency: form.currency,
    fcaCpt: form.fcaCpt,
    isFor: form.isFor,
    isCert: form.isCert,
    isGmp: form.isGmp,
    dateOfReceiptFrom: form.dateOfReceiptFrom,
    dateOfReceiptTo: form.dateOfReceiptTo,
    address: addressRequest(form.address),
    rawMaterialId: form.rawMaterialId,
    rawMaterialVariantId: form.rawMaterialVariantId,
    quantityKg: form.quantityKg,
    isTolerance: tolerance !== null,
    ...(tolerance === null
      ? {}
      : {
          toleranceType: tolerance.type,
          toleranceUnit: tolerance.unit,
          toleranceQuantity: tolerance.quantity,
        }),
    comments: form.comments,
    // null clears the field; without it the server would keep the stored value
    paymentDays: form.paymentDays ?? null,
    concludedOn: form.concludedOn ?? null,
    concludedAt: form.concludedAt ?? null,
    printedRemarks: form.printedRemarks ?? null,
    mainCargoOption: { price: form.mainCargoOption.price, ...qualityRequest(form.mainCargoOption) },
    additionalCargoOption: form.additionalCargoOption.map((option) => ({
      ...(option.id === null ? {} : { id: option.id }),
      price: option.price,
      ...qualityRequest(option),
      attachToContract: option.attachToContract,
    })),
    contactList: form.contactList.map(({ id, contactField }) => ({
      ...(id === null ? {} : { id }),
      contactField,
    })),
    emailNotificationList: form.emailNotificationList,
    ...ruleTermsRequest(form, edited),
    ...(edited === null
      ? { attachConfirmation: form.attachConfirmation }
      : {
          additionalCargoOptionDelete: removedIds(edited.additionalCargoOption, form.additionalCargoOption),
          contactListDelete: removedIds(edited.contactList, form.contactList),
          version: edited.version,
        }),
  };
}

type Quality = { [Name in keyof QualityValues]?: Exclude<QualityValues[Name], null> | undefined };

/** Sends only the kind of quality that the switch shows. */
function qualityRequest(option: Quality): Quality {
  return option.isContractualQuality
    ? { isContractualQuality: true, contractualQuality: option.contractualQuality }
    : { isContractualQuality: false, rawMaterialQualityId: option.rawMaterialQualityId };
}

export function purchaseRequest(
  form: ContractOutput,
  edited: EditedContract | null = null,
): PurchaseContractRequest {
  return {
    ...commonRequest(form, edited),
    purchaseSupplierId: form.contractorId,
    countyCode: form.isCert ? form.countyCode : undefined,
    minPrice: form.minPrice,
  };
}

export function salesRequest(
  form: ContractOutput,
  edited: EditedContract | null = null,
): SalesContractRequest {
  return { ...commonRequest(form, edited), salesRecipientId: form.contractorId };
}

export const saveNewContract: BySide<(form: ContractOutput) => Promise<{ id: number }>> = {
  purchase: (form) => createContract.purchase(purchaseRequest(form)),
  sales: (form) => createContract.sales(salesRequest(form)),
};

export const saveContract: BySide<(form: ContractOutput, edited: EditedContract) => Promise<true>> = {
  purchase: (form, edited) => changeContract.purchase(edited.id, purchaseRequest(form, edited)),
  sales: (form, edited) => changeContract.sales(edited.id, salesRequest(form, edited)),
};

import type { BySide } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import {
  changeContractor,
  createContractor,
  type RecipientRequest,
  type SupplierRequest,
} from '../../api/contractors.ts';
import { addressRequest } from '../address-values.ts';
import { removedIds } from '../removed-ids.ts';
import { type ContractorOutput, isLeftBlank } from './contractor-form-values.ts';

/** What an edit starts from: the version it must still have, and what may have been removed from it. */
export type Edited = Pick<ContractorRecord, 'id' | 'version' | 'addressList' | 'contactList'>;

function commonRequest(form: ContractorOutput, edited: Edited | null) {
  const { addressList, contactList, street, buildingNumber, postCode, city, countryCode, ...own } = form;
  return {
    ...own,
    ...addressRequest({ street, buildingNumber, postCode, city, countryCode }),
    addressList: addressList
      .filter((item, index) => !isLeftBlank(item, index))
      .map(({ id, name, ...address }) => ({ ...known(id), name: name.trim(), ...addressRequest(address) })),
    contactList: contactList
      .filter((item, index) => !isLeftBlank(item, index))
      .map(({ id, name, ...contact }) => ({ ...known(id), name: name.trim(), ...contact })),
    ...(edited === null ? {} : { version: edited.version }),
  };
}

function known(id: number | null): { id?: number } {
  return id === null ? {} : { id };
}

export function supplierRequest(form: ContractorOutput, edited: Edited | null = null): SupplierRequest {
  return {
    ...commonRequest(form, edited),
    ...(edited === null
      ? {}
      : {
          supplierAddressDelete: removedIds(edited.addressList, form.addressList),
          supplierContactDelete: removedIds(edited.contactList, form.contactList),
        }),
  };
}

export function recipientRequest(form: ContractorOutput, edited: Edited | null = null): RecipientRequest {
  return {
    ...commonRequest(form, edited),
    ...(edited === null
      ? {}
      : {
          recipientAddressDelete: removedIds(edited.addressList, form.addressList),
          recipientContactDelete: removedIds(edited.contactList, form.contactList),
        }),
  };
}

export const saveNewContractor: BySide<(form: ContractorOutput) => Promise<{ id: number }>> = {
  purchase: (form) => createContractor.purchase(supplierRequest(form)),
  sales: (form) => createContractor.sales(recipientRequest(form)),
};

export const saveContractor: BySide<(form: ContractorOutput, edited: Edited) => Promise<true>> = {
  purchase: (form, edited) => changeContractor.purchase(edited.id, supplierRequest(form, edited)),
  sales: (form, edited) => changeContractor.sales(edited.id, recipientRequest(form, edited)),
};

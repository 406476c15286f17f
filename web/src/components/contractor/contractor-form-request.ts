import type { BySide } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import {
  changeContractor,
  createContractor,
  type RecipientRequest,
  type SupplierRequest,
} from '../../api/contractors.ts';
import { addressRequest } from '../field/address-values.ts';
import { setFormErrors } from '../save/blame-on-form.ts';
import { removedIds } from '../save/removed-ids.ts';
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
  purchase: (form) => onForm(form, createContractor.purchase(supplierRequest(form))),
  sales: (form) => onForm(form, createContractor.sales(recipientRequest(form))),
};

export const saveContractor: BySide<(form: ContractorOutput, edited: Edited) => Promise<true>> = {
  purchase: (form, edited) =>
    onForm(form, changeContractor.purchase(edited.id, supplierRequest(form, edited))),
  sales: (form, edited) => onForm(form, changeContractor.sales(edited.id, recipientRequest(form, edited))),
};

function onForm<Result>(form: ContractorOutput, call: Promise<Result>): Promise<Result> {
  return setFormErrors(call, (path) => pathOnForm(form, path));
}

/** A first entry that is left blank is not sent, and the server counts without it; the form counts with it. */
export function pathOnForm(form: ContractorOutput, path: string): string {
  const [, list, index, rest] = /^(addressList|contactList)\.(\d+)(.*)$/.exec(path) ?? [];
  if (list !== 'addressList' && list !== 'contactList') return path;
  const [first] = form[list];
  const skipped = first !== undefined && isLeftBlank(first, 0) ? 1 : 0;
  return `${list}.${Number(index) + skipped}${rest ?? ''}`;
}

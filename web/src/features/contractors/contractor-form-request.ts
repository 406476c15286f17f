import type { BySide } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import {
  changeContractor,
  createContractor,
  type RecipientRequest,
  type SupplierRequest,
} from '../../api/contractors.ts';
import { addressRequest } from '../../components/field/address-values.ts';
import { removedIds, setFormErrors } from '../../components/save/form-request.ts';
import { type ContractorOutput, isBlankFirstItem } from './contractor-form-values.ts';

/** The stored record of an edit: its version for optimistic locking, and its lists to find removed items. */
export type EditedContractor = Pick<ContractorRecord, 'id' | 'version' | 'addressList' | 'contactList'>;

function commonRequest(form: ContractorOutput, edited: EditedContractor | null) {
  const { addressList, contactList, street, buildingNumber, postCode, city, countryCode, ...own } = form;
  return {
    ...own,
    ...addressRequest({ street, buildingNumber, postCode, city, countryCode }),
    addressList: addressList
      .filter((item, index) => !isBlankFirstItem(item, index))
      .map(({ id, name, ...address }) => ({
        ...idIfStored(id),
        name: name.trim(),
        ...addressRequest(address),
      })),
    contactList: contactListRequest(contactList),
    ...(edited === null ? {} : { version: edited.version }),
  };
}

export const contactListRequest = (contacts: ContractorOutput['contactList']) =>
  contacts
    .filter((item, index) => !isBlankFirstItem(item, index))
    .map(({ id, name, ...contact }) => ({ ...idIfStored(id), name: name.trim(), ...contact }));

function idIfStored(id: number | null): { id?: number } {
  return id === null ? {} : { id };
}

export function supplierRequest(
  form: ContractorOutput,
  edited: EditedContractor | null = null,
): SupplierRequest {
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

export function recipientRequest(
  form: ContractorOutput,
  edited: EditedContractor | null = null,
): RecipientRequest {
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
  purchase: (form) => withFormErrors(form, createContractor.purchase(supplierRequest(form))),
  sales: (form) => withFormErrors(form, createContractor.sales(recipientRequest(form))),
};

export const saveContractor: BySide<(form: ContractorOutput, edited: EditedContractor) => Promise<true>> = {
  purchase: (form, edited) =>
    withFormErrors(form, changeContractor.purchase(edited.id, supplierRequest(form, edited))),
  sales: (form, edited) =>
    withFormErrors(form, changeContractor.sales(edited.id, recipientRequest(form, edited))),
};

/**
 * Replaces the general sentence about a duplicated name: the company name of a supplier or recipient is a
 * code.
 */
const CODE_IS_DUPLICATED = 'Ten kod kontrahenta jest już zajęty. Wpisz inny.';

function withFormErrors<Result>(form: ContractorOutput, call: Promise<Result>): Promise<Result> {
  return setFormErrors(call, (path) => formPath(form, path), { NAME_IS_DUPLICATED: CODE_IS_DUPLICATED });
}

/**
 * Maps a path of the request to the form. The request omits a blank first item, so an index in the request may
 * be one lower than in the form.
 */
export function formPath(form: Pick<ContractorOutput, 'addressList' | 'contactList'>, path: string): string {
  const [, list, index, rest] = /^(addressList|contactList)\.(\d+)(.*)$/.exec(path) ?? [];
  if (list !== 'addressList' && list !== 'contactList') return path;
  const [first] = form[list];
  const skipped = first !== undefined && isBlankFirstItem(first, 0) ? 1 : 0;
  return `${list}.${Number(index) + skipped}${rest ?? ''}`;
}

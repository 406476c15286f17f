import type { CarrierRecord } from '@spichlerz/shared/wire/carriers';
import { type CarrierRequest, changeCarrier, createCarrier } from '../../../api/carriers.ts';
import { addressRequest } from '../../../components/field/address-values.ts';
import { removedIds, setFormErrors } from '../../../components/save/form-request.ts';
import { contactListRequest, formPath } from '../contractor-form-request.ts';
import type { CarrierOutput } from './carrier-form-values.ts';

/**
 * The stored record of an edit: its version for optimistic locking, and its contacts to find removed contacts.
 */
type EditedCarrier = Pick<CarrierRecord, 'id' | 'version' | 'contactList'>;

function carrierRequest(form: CarrierOutput, edited: EditedCarrier | null): CarrierRequest {
  const { contactList, street, buildingNumber, postCode, city, countryCode, ...own } = form;
  return {
    ...own,
    // null clears the payment term; without the field the server would keep the stored term
    paymentDays: own.paymentDays ?? null,
    ...addressRequest({ street, buildingNumber, postCode, city, countryCode }),
    contactList: contactListRequest(contactList),
    ...(edited === null
      ? {}
      : { version: edited.version, carrierContactDelete: removedIds(edited.contactList, contactList) }),
  };
}

export const saveNewCarrier = (form: CarrierOutput) =>
  withFormErrors(form, createCarrier(carrierRequest(form, null)));

export const saveCarrier = (form: CarrierOutput, edited: EditedCarrier) =>
  withFormErrors(form, changeCarrier(edited.id, carrierRequest(form, edited)));

const withFormErrors = <Result>({ contactList }: CarrierOutput, call: Promise<Result>) =>
  setFormErrors(call, (path) => formPath({ addressList: [], contactList }, path));

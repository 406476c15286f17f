import type { Side } from '@spichlerz/shared/domain/side';
import type { CarrierRow } from '@spichlerz/shared/wire/carriers';
import type { ContractorRow } from '@spichlerz/shared/wire/contractors';
import {
  type ContractorField,
  contractorFields,
  fieldName,
  firstOfList,
  type ListLengths,
  listIndexOf,
} from '@spichlerz/shared/words/contractor-fields';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { ACCOUNTING_METHOD_LABELS, CONTRACTOR_KIND_LABELS } from '@spichlerz/shared/words/statuses';
import { type Sheet, sheetColumnsOf } from './sheet.ts';

const column = sheetColumnsOf<ContractorRow>();

/**
 * Has one column for every field of the import, with the header that the import expects, so that the exported
 * file can be imported again.
 */
export const contractorSheet = (side: Side, lengths: ListLengths): Sheet<ContractorRow> => ({
  title: SIDE_LABELS[side].contractors,
  columns: contractorFields(side, lengths).map((field) =>
    column.text(fieldName(side, field), (row) => fieldText(row, field), WIDTH[firstOfList(field)]),
  ),
});

export const carrierSheet = (lengths: ListLengths): Sheet<CarrierRow> => {
  const carrier = sheetColumnsOf<CarrierRow>();
  return {
    title: 'Przewoźnicy',
    columns: contractorFields('carrier', { ...lengths, addresses: 0 }).map((field) =>
      carrier.text(fieldName('carrier', field), (row) => storedText(row, field), CARRIER_WIDTH[field]),
    ),
  };
};

const WIDTH: Partial<Record<ReturnType<typeof firstOfList>, number>> = {
  lastName: 36,
  email: 28,
  nip: 13,
  pesel: 13,
  street: 24,
  postCode: 12,
  'addressList.0.street': 24,
  'contactList.0.email': 28,
};

const CARRIER_WIDTH: Partial<Record<ContractorField, number>> = { ...WIDTH, companyName: 36, note: 36 };

function fieldText(row: ContractorRow, field: ContractorField): string | null {
  if (field === 'label') return CONTRACTOR_KIND_LABELS[row.label];
  if (field === 'accountingMethod') return ACCOUNTING_METHOD_LABELS[row.accountingMethod];
  return storedText(row, field);
}

function storedText(row: ContractorRow | CarrierRow, field: ContractorField): string | null {
  const [list, , part] = field.split('.');
  const lists = { addressList: 'addressList' in row ? row.addressList : [], contactList: row.contacts };
  const record: Readonly<Record<string, unknown>> | undefined =
    list === 'addressList' || list === 'contactList' ? lists[list][listIndexOf(field)] : row;
  const value = record?.[part ?? field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

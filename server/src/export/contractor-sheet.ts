import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractorRow } from '@spichlerz/shared/wire/contractors';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_WORDS } from '@spichlerz/shared/words/side';
import { CONTRACTOR_LABEL_WORDS } from '@spichlerz/shared/words/statuses';
import { type Sheet, sheetColumnsOf } from './sheet.ts';

const column = sheetColumnsOf<ContractorRow>();

const contractorSheet = (side: Side): Sheet<ContractorRow> => ({
  title: SIDE_WORDS[side].contractors,
  columns: [
    column.text(HEADERS.name, (row) => row.fullName, 36),
    column.text(HEADERS.companyName, (row) => row.companyName),
    column.text(HEADERS.contractorLabel, (row) => CONTRACTOR_LABEL_WORDS[row.label]),
    column.text(HEADERS.phone, (row) => row.phoneNumber),
    column.text(HEADERS.email, (row) => row.email, 28),
    column.text(HEADERS.nip, (row) => row.nip, 13),
    column.text(HEADERS.pesel, (row) => row.pesel, 13),
    column.text(HEADERS.street, (row) => [row.street, row.buildingNumber].filter(Boolean).join(' '), 24),
    column.text(HEADERS.postCode, (row) => row.postCode, 9),
    column.text(HEADERS.city, (row) => row.city),
    column.text(HEADERS.country, (row) => row.countryCode, 6),
    column.text(HEADERS.contacts, (row) => row.contacts.map(contactText).join('; '), 60),
  ],
});

function contactText(contact: ContractorRow['contacts'][number]): string {
  const person = [contact.firstName, contact.lastName].filter(Boolean).join(' ');
  return [contact.name, person, contact.phoneNumber, contact.email].filter(Boolean).join(', ');
}

export const CONTRACTOR_SHEET: BySide<Sheet<ContractorRow>> = {
  purchase: contractorSheet('purchase'),
  sales: contractorSheet('sales'),
};

import type { Address } from '@spichlerz/shared/wire/contracts';
import { formatAddress } from '@spichlerz/shared/words/address';
import { orEmpty } from '@spichlerz/shared/words/figures';
import type { Company } from './company.ts';
import { formatPhone, type Panel } from './layout.ts';

/** The other party of a contract. */
export type PrintedContractor = Address & {
  readonly name: string;
  readonly nip: string | null;
  readonly pesel: string | null;
  readonly phoneNumber: string | null;
};

/** A farmer without a NIP is identified by the PESEL. */
export function partyPanel(title: string, contractor: PrintedContractor): Panel {
  const { name, nip, pesel, phoneNumber } = contractor;
  const taxNumber = nip === null && pesel !== null ? `PESEL ${pesel}` : `NIP ${orEmpty(nip)}`;
  return {
    title,
    name,
    lines: [
      formatAddress(contractor),
      taxNumber,
      ...(phoneNumber === null ? [] : [formatPhone(phoneNumber)]),
    ],
  };
}

export function companyPanel(title: string, { name, address, nip, phone }: Company): Panel {
  return {
    title,
    name,
    lines: [address, `NIP ${nip}`, ...(phone === undefined ? [] : [formatPhone(phone)])],
  };
}

import type { AgreementStatus, ContractStatus, ToleranceType, ToleranceUnit } from '../domain/contract.ts';
import type { Role } from '../domain/role.ts';
import type { SettlementStatus } from '../domain/settlement.ts';
import type { TransportStatus } from '../domain/transport.ts';

export const CONTRACT_STATUS_LABELS: Record<ContractStatus, string> = {
  NEW: 'Nowy',
  ACTIVE: 'Aktywny',
  NEXT_SEASON: 'Następny sezon',
  TO_SETTLEMENT: 'Do rozliczenia',
  CLOSED: 'Zamknięty',
  CANCELLED: 'Anulowany',
};

export const AGREEMENT_STATUS_LABELS: Record<AgreementStatus, string> = {
  EMPTY: 'Brak',
  TO_SIGN: 'Do podpisu',
  SIGNED: 'Podpisana',
};

export const TRANSPORT_STATUS_LABELS: Record<TransportStatus, string> = {
  NEW: 'Nowy',
  WAITING: 'Oczekuje',
  ON_THE_WAY: 'W drodze',
  DELIVERED: 'Dostarczony',
  TO_BE_SETTLED: 'Do rozliczenia',
  RETURN_TO_CLIENT: 'Zwrot do dostawcy',
  INVOICE: 'Zafakturowany',
  PAID: 'Opłacony',
  CANCELLED: 'Anulowany',
};

export const SETTLEMENT_STATUS_LABELS: Record<SettlementStatus, string> = {
  DELIVERED: 'Dostarczone',
  TO_BE_SETTLED: 'Do rozliczenia',
  SETTLED: 'Rozliczenie wysłane',
  INVOICE: 'Zafakturowane',
  PAID: 'Opłacone',
};

export const ROLE_LABELS: Record<Role, string> = { ADMIN: 'Administrator', USER: 'Użytkownik' };
export const TOLERANCE_TYPE_LABELS: Record<ToleranceType, string> = {
  BUYER: 'w opcji kupującego',
  SELLER: 'w opcji sprzedającego',
};
export const TOLERANCE_UNIT_LABELS: Record<ToleranceUnit, string> = { T: 't', PERCENT: '%' };
export const ACCOUNTING_METHOD_LABELS = { VAT: 'VAT', RR: 'RR (rolnik ryczałtowy)' } as const;
export const CONTRACTOR_KIND_LABELS = { FIRMA: 'Firma', GR: 'Gospodarstwo rolne' } as const;

/** The label of an active or a disabled user account. */
export function accountLabel(active: boolean): string {
  return active ? 'Aktywne' : 'Wyłączone';
}

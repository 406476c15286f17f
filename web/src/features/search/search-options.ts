import { matchesSearch } from '@spichlerz/shared/domain/search';
import type { Side } from '@spichlerz/shared/domain/side';
import type { SearchHits } from '@spichlerz/shared/wire/search';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { CONTRACT_STATUS_LABELS, TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { formatShortDate } from '../../words/format.ts';
import { COUNTED, counted } from '../../words/plural.ts';
import type { RecentRecord } from './recent-records.ts';

export type SearchOption = {
  /** Unique within the list. */
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly link: LinkProps;
};
export type SearchGroup = { readonly title: string; readonly options: readonly SearchOption[] };

/** A screen of the menu, or an action such as a new contract. */
export type Place = { readonly label: string; readonly to: string };

const CONTRACT_PATH = {
  purchase: '/contract/purchase-list/dashboard/$id/$tab',
  sales: '/contract/sale-list/dashboard/$id/$tab',
} as const;
const CONTRACTOR_PATH = {
  purchase: '/data/supplier-list/form/$id',
  sales: '/data/recipient-list/form/$id',
} as const;
const CONTRACT_WORD: Record<Side, string> = { purchase: 'zakup', sales: 'sprzedaż' };
const CONTRACTOR_WORD: Record<Side, string> = { purchase: 'dostawca', sales: 'odbiorca' };

/** The groups that a text finds: screens and actions by their name, then the records of the server. */
export function searchGroups(
  search: string,
  places: readonly Place[],
  hits: SearchHits | undefined,
): SearchGroup[] {
  const groups: SearchGroup[] = [
    { title: 'Ekrany i polecenia', options: placeOptions(places, search) },
    ...(hits === undefined ? [] : recordGroups(hits)),
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** What is offered before anything is typed. */
export function startGroups(places: readonly Place[], recent: readonly RecentRecord[]): SearchGroup[] {
  const groups: SearchGroup[] = [
    {
      title: 'Ostatnio otwierane',
      options: recent.map(({ path, label, hint }) => ({
        key: path,
        label,
        hint,
        link: { to: path } as LinkProps,
      })),
    },
    { title: 'Ekrany i polecenia', options: placeOptions(places, '') },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

const placeOptions = (places: readonly Place[], search: string): SearchOption[] =>
  places
    .filter(({ label }) => matchesSearch(label, search))
    .map(({ label, to }) => ({ key: to, label, hint: '', link: { to } as LinkProps }));

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const recordGroups = (hits: SearchHits): SearchGroup[] => [
  {
    title: 'Kontrakty',
    options: hits.contracts.map((contract) => ({
      key: `contract-${contract.id}`,
      label: contractNumber(contract),
      hint: joined(
        CONTRACT_WORD[contract.side],
        contract.contractor,
        contract.rawMaterial,
        CONTRACT_STATUS_LABELS[contract.status],
      ),
      link: contractLink(contract.side, contract.id, 'realization'),
    })),
  },
  {
    title: 'Transporty',
    options: hits.transports.map((transport) => ({
      key: `transport-${transport.id}`,
      label: transport.registrationNumber,
      hint: joined(
        formatShortDate(transport.dateLoading),
        `${transport.supplier} → ${transport.recipient}`,
        transport.driverName,
        transport.carrierName,
        TRANSPORT_STATUS_LABELS[transport.status],
      ),
      link: linkOptions({
        to: '/logistics',
        search: {
          search: transport.registrationNumber,
          status: transport.status,
          dateLoadingFrom: transport.dateLoading,
          dateLoadingTo: transport.dateLoading,
        },
      }),
    })),
  },
  {
    title: 'Faktury',
    options: hits.invoices.map((invoice) => ({
      key: `invoice-${invoice.kind}-${invoice.number}-${invoice.contractor}`,
      label: invoice.number,
      hint: joined(
        INVOICE_WORD[invoice.kind],
        invoice.contractor,
        counted(invoice.transportCount, COUNTED.transports),
      ),
      link: invoiceLink(invoice),
    })),
  },
  {
    title: 'Dostawcy i odbiorcy',
    options: hits.contractors.map((contractor) => ({
      key: `contractor-${contractor.id}`,
      label: contractor.name,
      hint: joined(
        CONTRACTOR_WORD[contractor.side],
        contractor.city,
        contractor.nip === null ? null : `NIP ${contractor.nip}`,
      ),
      link: linkOptions({ to: CONTRACTOR_PATH[contractor.side], params: { id: String(contractor.id) } }),
    })),
  },
];

type InvoiceHit = SearchHits['invoices'][number];

const INVOICE_WORD: Record<InvoiceHit['kind'], string> = {
  PURCHASE: 'zakup',
  SALES: 'sprzedaż',
  FREIGHT: 'fracht',
};

/** Opens the settlements of the contract, or the transports of the carrier, by the vehicle's plate. */
function invoiceLink({ kind, contractId, registrationNumber }: InvoiceHit): LinkProps {
  const search = { search: registrationNumber };
  if (kind === 'FREIGHT')
    return linkOptions({ to: '/logistics', search: { ...search, status: ['INVOICE', 'PAID'] } });
  return { ...contractLink(kind === 'PURCHASE' ? 'purchase' : 'sales', contractId, 'settlement'), search };
}

const contractLink = (side: Side, id: number, tab: string) =>
  linkOptions({ to: CONTRACT_PATH[side], params: { id: String(id), tab } });

import { matchesSearch } from '@spichlerz/shared/domain/search';
import type { SearchHits } from '@spichlerz/shared/wire/search';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { CONTRACT_STATUS_LABELS, TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { formatShortDate } from '../../words/format.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { carrierLink } from '../contractors/carriers/carrier-links.ts';
import { contractorLink } from '../contractors/contractor-links.ts';
import { dashboardLink } from '../contracts/contract-links.ts';
import { KIND_LINKS } from '../invoices/invoice-list-params.ts';
import type { RecentRecord } from './recent-records.ts';

export type SearchResult = {
  /** Unique in the list of options. */
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  /** A link, or a complete path. */
  readonly target: LinkProps | string;
  /**
   * Set if the target is a list. The page of a record stores itself as recent. A list does not, so the search
   * dialog stores the option: with this hint, and with `path` or, if it is missing, the path of the target.
   */
  readonly recent?: { readonly hint: string; readonly path?: string };
};
export type SearchGroup = { readonly title: string; readonly options: readonly SearchResult[] };

/** A screen of the menu, or an action such as a new contract. */
export type Place = { readonly label: string; readonly to: string };

/** The groups of results: screens and actions by name, then records from the server. */
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

/** The options that are shown before the user types. */
export function startGroups(places: readonly Place[], recent: readonly RecentRecord[]): SearchGroup[] {
  const groups: SearchGroup[] = [
    {
      title: 'Ostatnio otwierane',
      options: recent.map(({ path, label, hint }) => ({
        key: path,
        label,
        hint,
        target: lastingPath(path),
        ...(path.includes('?') && { recent: { path, hint } }),
      })),
    },
    { title: 'Ekrany i polecenia', options: placeOptions(places, '') },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/**
 * The path of a recent record. For a transport, the status and the loading day are removed, because they may
 * have changed since the path was stored. The list then shows the vehicle's newest transport first.
 */
function lastingPath(path: string): string {
  const [page, query] = path.split('?');
  if (page !== '/logistics') return path;
  const search = new URLSearchParams(query).get('search') ?? '';
  return `${page}?${new URLSearchParams({ search, sort: 'date_loading.desc' })}`;
}

const placeOptions = (places: readonly Place[], search: string): SearchResult[] =>
  places
    .filter(({ label }) => matchesSearch(label, search))
    .map(({ label, to }) => ({ key: to, label, hint: '', target: to }));

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const recordGroups = (hits: SearchHits): SearchGroup[] => [
  {
    title: 'Kontrakty',
    options: hits.contracts.map((contract) => ({
      key: `contract-${contract.id}`,
      label: contractNumber(contract),
      hint: joined(
        SIDE_LABELS[contract.side].contract,
        contract.contractor,
        contract.rawMaterial,
        CONTRACT_STATUS_LABELS[contract.status],
      ),
      target: dashboardLink[contract.side](contract.id),
    })),
  },
  {
    title: 'Transporty',
    options: hits.transports.map((transport) => {
      const hint = joined(
        formatShortDate(transport.dateLoading),
        `${transport.supplier} → ${transport.recipient}`,
        transport.driverName,
        transport.carrierName,
      );
      return {
        key: `transport-${transport.id}`,
        label: transport.registrationNumber,
        hint: joined(hint, TRANSPORT_STATUS_LABELS[transport.status]),
        // the stored hint has no status, because the status changes
        recent: { hint },
        target: linkOptions({
          to: '/logistics',
          search: {
            search: transport.registrationNumber,
            status: transport.status,
            dateLoadingFrom: transport.dateLoading,
            dateLoadingTo: transport.dateLoading,
          },
        }),
      };
    }),
  },
  {
    title: 'Faktury',
    options: hits.invoices.map((invoice) => {
      const hint = joined(
        INVOICE_WORD[invoice.kind],
        invoice.contractor,
        invoice.transportCount === 0 ? 'korekta' : counted(invoice.transportCount, NOUN_FORMS.transports),
      );
      return {
        key: `invoice-${invoice.id}`,
        label: invoice.number,
        hint,
        recent: { hint },
        target: invoiceLink(invoice),
      };
    }),
  },
  {
    title: 'Przewoźnicy',
    options: hits.carriers.map((carrier) => ({
      key: `carrier-${carrier.id}`,
      label: carrier.name,
      hint: joined(carrier.city, carrier.nip === null ? null : `NIP ${carrier.nip}`),
      target: carrierLink(carrier.id),
    })),
  },
  {
    title: 'Dostawcy i odbiorcy',
    options: hits.contractors.map((contractor) => ({
      key: `contractor-${contractor.id}`,
      label: contractor.name,
      hint: joined(
        SIDE_LABELS[contractor.side].contractor,
        contractor.city,
        contractor.nip === null ? null : `NIP ${contractor.nip}`,
      ),
      target: contractorLink[contractor.side](contractor.id),
    })),
  },
];

type InvoiceHit = SearchHits['invoices'][number];

const INVOICE_WORD: Record<InvoiceHit['kind'], string> = {
  PURCHASE: 'zakup',
  SALES: 'sprzedaż',
  FREIGHT: 'fracht',
};

/** Links to the list of invoices of this kind, paid and unpaid, and searches for the number. */
const invoiceLink = ({ kind, number }: InvoiceHit): LinkProps => ({
  ...KIND_LINKS[kind],
  search: { search: number, isPaid: '' },
});

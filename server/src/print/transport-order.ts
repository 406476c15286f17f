import type { BySide } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { CarrierRecord } from '@spichlerz/shared/wire/carriers';
import type { Address } from '@spichlerz/shared/wire/contracts';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { formatAddress } from '@spichlerz/shared/words/address';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import {
  formatDate,
  formatPrice,
  formatTonnes,
  formatWhole,
  NBSP,
  orEmpty,
} from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { formatPaymentDays } from '@spichlerz/shared/words/printed-terms';
import {
  type Fact,
  facts,
  formatPhone,
  type Letterhead,
  letterhead,
  panels,
  section,
  signatures,
} from './layout.ts';
import { companyPanel } from './party.ts';
import type { Printout } from './printout.ts';

const KIND = 'Zlecenie transportowe';
const RETURNED = 'TOWAR ZWRÓCONY DO DOSTAWCY';

type Parts = {
  readonly transport: TransportRow;
  /** The carrier's record; absent for a carrier that is only a name. */
  readonly carrier: PrintedCarrier | undefined;
  /** Contacts at the places of loading and unloading, with their phone numbers. */
  readonly contacts: BySide<readonly string[]>;
};

type PrintedCarrier = Address & Pick<CarrierRecord, 'nip' | 'phoneNumber' | 'paymentDays'>;

/** The lines in which a carrier of feed states the last three loads and the cleaning after each. */
const CLEANING = [
  'Przed załadunkiem przewoźnik podaje trzy poprzednie ładunki i sposób czyszczenia naczepy po każdym.',
  ...[1, 2, 3].map((load) => `${load}. ładunek: ……………………………………  czyszczenie: ……………………………………`),
];

export function transportOrder(head: Letterhead, { transport, carrier, contacts }: Parts): Printout {
  const { company } = head;
  const number = transport.orderNumber;
  const planned = kilograms(transport.quantityKg);
  return {
    title: `${KIND} ${number}`,
    issuer: company.name,
    content: [
      ...letterhead(head, { kind: KIND, number, mark: transport.isReturned ? RETURNED : null }),
      panels(companyPanel('Zleceniodawca', company), {
        title: 'Przewoźnik',
        name: transport.carrierName,
        lines: carrierLines(carrier),
      }),
      section('Pojazd'),
      facts([
        [HEADERS.registrationNumber, transport.registrationNumber],
        [HEADERS.trailerNumber, transport.trailerNumber],
        [HEADERS.driver, `${transport.driverName}, ${formatPhone(transport.phoneNumber)}`],
      ]),
      section('Trasa'),
      panels(
        {
          title: `Załadunek ${formatDate(transport.dateLoading)}`,
          name: transport.purchaseSupplier.name,
          lines: placeLines(transport.loadingAddress, contacts.purchase, transport.purchaseSupplier),
        },
        {
          title: `Rozładunek ${formatDate(transport.dateUnloading)}`,
          name: transport.salesRecipient.name,
          lines: placeLines(transport.unloadingAddress, contacts.sales, transport.salesRecipient),
        },
      ),
      section('Ładunek'),
      facts([
        [HEADERS.rawMaterial, transport.cargoName],
        [HEADERS.quantity, `${formatWhole(planned)}${NBSP}kg (${formatTonnes(planned)})`],
        [HEADERS.gmp, gmpOf(transport)],
        ['Poprzednie ładunki', CLEANING],
        ...remark(HEADERS.comment, transport.comment),
        ...remark('Uwagi dla przewoźnika', transport.carrierRemarks),
      ]),
      {
        // signature lines must not be alone on a page, because they would confirm nothing
        unbreakable: true,
        stack: [
          section(HEADERS.freight),
          facts([
            ['Fracht za tonę netto', formatPrice(transport.freightPerTonne, transport.currency)],
            [
              'Termin płatności',
              formatPaymentDays(transport.carrierPaymentDays ?? carrier?.paymentDays ?? null),
            ],
          ]),
          signatures('Zleceniodawca', 'Przewoźnik'),
        ],
      },
    ],
  };
}

/** A missing remark has no row, because an empty row would move the freight of most orders to a second page. */
const remark = (name: string, text: string | null): Fact[] => (text === null ? [] : [[name, text]]);

function carrierLines(carrier: PrintedCarrier | undefined): readonly string[] {
  if (carrier === undefined) return [];
  return [
    formatAddress(carrier),
    `NIP ${orEmpty(carrier.nip)}`,
    ...(carrier.phoneNumber === null ? [] : [formatPhone(carrier.phoneNumber)]),
  ];
}

function placeLines(
  address: Address,
  contacts: readonly string[],
  contract: Parameters<typeof contractNumber>[0],
): readonly string[] {
  return [formatAddress(address), ...contacts, `Nr referencyjny: ${contractNumber(contract)}`];
}

/** GMP is required if the transport or either of its contracts requires it. */
function gmpOf({ isGmp, gmpNumber, purchaseSupplier, salesRecipient }: TransportRow): string {
  if (!isGmp && !purchaseSupplier.isGmp && !salesRecipient.isGmp) return 'Niewymagane';
  return gmpNumber === null ? 'Wymagane' : `Wymagane, nr GMP przewoźnika: ${gmpNumber}`;
}

import { kilograms } from '@spichlerz/shared/domain/units';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { formatAddress } from '@spichlerz/shared/words/address';
import { formatDate, formatPrice, formatTonnes, NBSP, orEmpty } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { facts, type Letterhead, letterhead, panels, section, signatures } from './layout.ts';
import { companyPanel } from './party.ts';
import type { Printout } from './printout.ts';

const KIND = 'Zlecenie transportowe';
const RETURNED = 'TOWAR ZWRÓCONY DO DOSTAWCY';

const whole = new Intl.NumberFormat('pl-PL', { useGrouping: 'always' });

/** Prints the transport order for a carrier. */
export function transportOrder(head: Letterhead, transport: TransportRow): Printout {
  const { company } = head;
  const number = `nr ${transport.id}`;
  const planned = kilograms(transport.quantityKg);
  return {
    title: `${KIND} ${number}`,
    issuer: company.name,
    content: [
      ...letterhead(head, { kind: KIND, number, mark: transport.isReturned ? RETURNED : null }),
      panels(companyPanel('Zleceniodawca', company), {
        title: 'Przewoźnik',
        name: transport.carrierName,
        lines: [`Kierowca: ${transport.driverName}`, `tel. ${transport.phoneNumber}`],
      }),
      section('Pojazd'),
      facts([
        [HEADERS.registrationNumber, transport.registrationNumber],
        [HEADERS.trailerNumber, transport.trailerNumber],
      ]),
      section('Trasa'),
      panels(
        {
          title: `Załadunek ${formatDate(transport.dateLoading)}`,
          name: transport.purchaseSupplier.name,
          lines: [formatAddress(transport.loadingAddress)],
        },
        {
          title: `Rozładunek ${formatDate(transport.dateUnloading)}`,
          name: transport.salesRecipient.name,
          lines: [formatAddress(transport.unloadingAddress)],
        },
      ),
      section('Ładunek i fracht'),
      facts([
        [HEADERS.rawMaterial, transport.cargoName],
        [HEADERS.quantity, `${whole.format(planned)}${NBSP}kg (${formatTonnes(planned)})`],
        [HEADERS.freightPerTonne, formatPrice(transport.freightPerTonne, transport.currency)],
        [HEADERS.gmp, gmpOf(transport)],
        [HEADERS.comment, orEmpty(transport.comment)],
      ]),
      signatures('Zleceniodawca', 'Przewoźnik'),
    ],
  };
}

/** GMP is required if the transport or either of its contracts requires it. */
function gmpOf({ isGmp, gmpNumber, purchaseSupplier, salesRecipient }: TransportRow): string {
  if (!isGmp && !purchaseSupplier.isGmp && !salesRecipient.isGmp) return 'Niewymagane';
  return gmpNumber === null ? 'Wymagane' : `Wymagane, nr GMP przewoźnika: ${gmpNumber}`;
}

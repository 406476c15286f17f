import type { carriers } from '@spichlerz/shared/wire/carriers';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { demoNip, demoPhone, mailName, type Random, seededRandom } from './demo-random.ts';

/** A vehicle and its driver, as the transport form names them. */
export type DemoTransport = {
  readonly registrationNumber: string;
  readonly trailerNumber: string;
  readonly driverName: string;
  readonly phoneNumber: string;
};

export type DemoCarrier = {
  readonly name: string;
  /** Null for a carrier without a certificate, which seldom gets feed that requires GMP. */
  readonly gmpNumber: string | null;
  readonly transports: readonly DemoTransport[];
  /** The record of the carrier; null if only its name exists, in transports. */
  readonly form: BodyInputOf<typeof carriers.create> | null;
};

/** The carrier, the prefix of its registration numbers, whether it is certified, and its drivers. */
const CARRIERS: readonly (readonly [
  name: string,
  place: string,
  isGmp: boolean,
  drivers: readonly string[],
])[] = [
  [
    'Trans-Zboże Kujawy Sp. z o.o.',
    'CIN',
    true,
    ['Jan Kowalczyk', 'Piotr Balcerak', 'Mirosław Wilk', 'Igor Sak'],
  ],
  ['Usługi Transportowe Marek Gapski', 'PGN', true, ['Marek Gapski', 'Wiktor Gapski']],
  ['Agro-Spedycja Płońsk Sp. z o.o.', 'WPN', true, ['Sławomir Obrębski', 'Rafał Cytryniak', 'Olek Panasiuk']],
  ['Wywrotki Leszno s.c.', 'PLE', false, ['Zenon Skorupka', 'Marcin Naglik']],
  ['F.H.U. Bartek Transport', 'EKU', false, ['Bartłomiej Cieślik', 'Adam Fijałkowski']],
  ['Transport Ciężarowy Śliwa Sp.j.', 'OGL', true, ['Herbert Śliwa', 'Alojzy Śliwa', 'Denis Kravchuk']],
  ['Roztocze Logistic Sp. z o.o.', 'LZA', true, ['Jacek Pupiec', 'Andrij Melnyk', 'Stefan Gontarz']],
  ['Pom-Trans Stargard', 'ZST', false, ['Edmund Wojtasik', 'Kacper Zaremba']],
  ['Mazury Cargo Sp. z o.o.', 'NKE', true, ['Bogusław Truszkowski', 'Emilia Dzik', 'Arkadiusz Pac']],
  ['Żuławy Trans Lewicki', 'GND', false, ['Olgierd Lewicki', 'Krystian Block']],
  ['Podlaska Spedycja Rolna Sp. z o.o.', 'LBI', true, ['Wasyl Hordij', 'Mateusz Niedźwiedź']],
  ['Oder-Transporte GmbH', 'FF', true, ['Jens Richter', 'Uwe Schulz']],
];

// Letters of Polish registration numbers that cannot be confused with digits.
const LETTERS = [
  'A',
  'C',
  'E',
  'F',
  'G',
  'H',
  'J',
  'K',
  'L',
  'M',
  'N',
  'P',
  'R',
  'S',
  'T',
  'U',
  'V',
  'W',
] as const;

function registrationNumber(place: string, random: Random): string {
  const letters = () => random.pick(LETTERS) + random.pick(LETTERS);
  if (place.length === 2) return `${place}-${letters()} ${random.int(100, 999)}`;
  return random.chance(50)
    ? `${place} ${random.int(100, 999)}${letters()}`
    : `${place} ${random.int(10, 99)}${letters()}${random.int(1, 9)}`;
}

/** Addresses of the first carriers of CARRIERS, in the same order. Only these carriers have a record. */
const TOWNS: readonly (readonly [street: string, buildingNumber: string, postCode: string, city: string])[] =
  [
    ['ul. Kasprowicza', '18', '88-100', 'Inowrocław'],
    ['ul. Roosevelta', '44', '62-200', 'Gniezno'],
    ['ul. Wyszogrodzka', '7', '09-100', 'Płońsk'],
    ['ul. Święciechowska', '120', '64-100', 'Leszno'],
    ['ul. Oporowska', '3', '99-300', 'Kutno'],
    ['ul. Kozielska', '61', '47-300', 'Krapkowice'],
    ['ul. Lwowska', '25', '22-400', 'Zamość'],
    ['ul. Gdyńska', '9', '73-110', 'Stargard'],
    ['ul. Suwalska', '82', '19-300', 'Ełk'],
  ];

const PAYMENT_DAYS = [30, 45, 60] as const;

function formOf(name: string, index: number, random: Random): DemoCarrier['form'] {
  const town = TOWNS[index];
  if (town === undefined) return null;
  const [street, buildingNumber, postCode, city] = town;
  return {
    companyName: name,
    nip: demoNip(random),
    street,
    buildingNumber,
    postCode,
    city,
    countryCode: 'PL',
    phoneNumber: demoPhone(random),
    email: `biuro@${mailName(city)}-trans.test`,
    paymentDays: random.pick(PAYMENT_DAYS),
  };
}

/** Returns twelve carriers with their vehicles, always the same ones. */
export function demoCarriers(): readonly DemoCarrier[] {
  const random = seededRandom(40_000);
  const forms = seededRandom(41_000);
  return CARRIERS.map(([name, place, isGmp, drivers], index) => ({
    name,
    gmpNumber: isGmp ? `GMP-PL-${(1_040 + index * 37).toString().padStart(5, '0')}` : null,
    transports: drivers.map((driverName) => ({
      registrationNumber: registrationNumber(place, random),
      trailerNumber: registrationNumber(place, random),
      driverName,
      phoneNumber: demoPhone(random),
    })),
    form: formOf(name, index, forms),
  }));
}

import { demoPhone, type Random, seededRandom } from './demo-random.ts';

/** A vehicle with the fields of the transport form. */
export type DemoTransport = {
  readonly registrationNumber: string;
  readonly trailerNumber: string;
  readonly driverName: string;
  readonly phoneNumber: string;
};

export type DemoCarrier = {
  readonly name: string;
  /** Certified carriers have a GMP number; the others carry no feed that requires GMP. */
  readonly gmpNumber: string | null;
  readonly transports: readonly DemoTransport[];
};

/** The carrier, the prefix of its registration numbers, whether it is certified, and its drivers. */
const CARRIERS: readonly (readonly [
  name: string,
  plate: string,
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

function plate(place: string, random: Random): string {
  const letters = () => random.pick(LETTERS) + random.pick(LETTERS);
  if (place.length === 2) return `${place}-${letters()} ${random.int(100, 999)}`;
  return random.chance(50)
    ? `${place} ${random.int(100, 999)}${letters()}`
    : `${place} ${random.int(10, 99)}${letters()}${random.int(1, 9)}`;
}

/** Returns twelve carriers with their vehicles, always the same ones. */
export function demoCarriers(): readonly DemoCarrier[] {
  const random = seededRandom(40_000);
  return CARRIERS.map(([name, place, isGmp, drivers], index) => ({
    name,
    gmpNumber: isGmp ? `GMP-PL-${(1_040 + index * 37).toString().padStart(5, '0')}` : null,
    transports: drivers.map((driverName) => ({
      registrationNumber: plate(place, random),
      trailerNumber: plate(place, random),
      driverName,
      phoneNumber: demoPhone(random),
    })),
  }));
}

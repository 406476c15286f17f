import type { contractors } from '@spichlerz/shared/wire/contractors';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { demoNip, demoPhone, mailName, type Random, seededRandom } from './demo-random.ts';

/** A recipient's business, so that malting barley is sold to a brewery and rape to an oil mill. */
export type DemoTrade = 'mill' | 'feed' | 'oil' | 'brewery' | 'trader';

export type DemoRecipient = {
  readonly form: BodyInputOf<typeof contractors.sales.create>;
  readonly trade: DemoTrade;
};

type Person = readonly [firstName: string, lastName: string, department: string];
type Place = readonly [street: string, buildingNumber: string, postCode: string, town: string];
type Buyer = {
  readonly trade: DemoTrade;
  readonly code: string;
  readonly name: string;
  readonly countryCode?: string;
  readonly at: Place;
  /** Places of unloading besides the registered address. */
  readonly ramps?: readonly (readonly [name: string, ...place: Place])[];
  readonly people: readonly Person[];
};

const BUYERS: readonly Buyer[] = [
  {
    trade: 'mill',
    code: 'MŁYNY-SZAMOTUŁY',
    name: 'Młyny Szamotulskie Sp. z o.o.',
    at: ['ul. Dworcowa', '33', '64-500', 'Szamotuły'],
    ramps: [['Młyn Pniewy', 'ul. Poznańska', '14', '62-045', 'Pniewy']],
    people: [
      ['Magdalena', 'Hoffmann', 'Zakup zboża'],
      ['Jarosław', 'Rybarczyk', 'Laboratorium'],
      ['Tomasz', 'Fąfara', 'Rampa'],
    ],
  },
  {
    trade: 'mill',
    code: 'MŁYN-SIEDLCE',
    name: 'Młyn Siedlecki Krasuski i Synowie Sp.j.',
    at: ['ul. Brzeska', '92', '08-110', 'Siedlce'],
    people: [['Leszek', 'Krasuski', 'Właściciel']],
  },
  {
    trade: 'mill',
    code: 'KZM-WŁOCŁAWEK',
    name: 'Kujawskie Zakłady Młynarskie S.A.',
    at: ['ul. Toruńska', '160', '87-800', 'Włocławek'],
    people: [
      ['Marlena', 'Budzyńska', 'Zakup'],
      ['Filip', 'Kołodziej', 'Awizacje'],
    ],
  },
  {
    trade: 'mill',
    code: 'MŁYN-STRZELCE',
    name: 'Młyn Strzelce Opolskie Sp. z o.o.',
    at: ['ul. 1 Maja', '48', '47-100', 'Strzelce Opolskie'],
    people: [['Roman', 'Ploch', 'Zakup']],
  },
  {
    trade: 'mill',
    code: 'LUBELSKIE-MŁYNY',
    name: 'Lubelskie Młyny Zbożowe Sp. z o.o.',
    at: ['ul. Nadstawna', '11', '21-100', 'Lubartów'],
    people: [
      ['Małgorzata', 'Wójtowicz', 'Zakup'],
      ['Daniel', 'Chmiel', 'Rozliczenia'],
    ],
  },
  {
    trade: 'mill',
    code: 'MŁYNPOL-BRODNICA',
    name: 'Młynpol Brodnica Sp. z o.o.',
    at: ['ul. Sikorskiego', '27', '87-300', 'Brodnica'],
    people: [['Zuzanna', 'Zielińska', 'Zakup']],
  },
  {
    trade: 'feed',
    code: 'PASZE-WĄGROWIEC',
    name: 'Wytwórnia Pasz Wągrowiec Sp. z o.o.',
    at: ['ul. Przemysłowa', '22', '62-100', 'Wągrowiec'],
    ramps: [['Wytwórnia Rogoźno', 'ul. Fabryczna', '7', '64-610', 'Rogoźno']],
    people: [
      ['Adrian', 'Michalak', 'Surowce'],
      ['Weronika', 'Cieślak', 'Jakość'],
    ],
  },
  {
    trade: 'feed',
    code: 'PASZE-MŁAWA',
    name: 'Mławskie Pasze Sp. z o.o.',
    at: ['ul. Instalatorów', '5', '06-500', 'Mława'],
    people: [
      ['Kamila', 'Rzeszotarska', 'Zakup surowców'],
      ['Marcin', 'Lipiński', 'Awizacje'],
    ],
  },
  {
    trade: 'feed',
    code: 'DRÓBPASZ',
    name: 'Dróbpasz Żuromin Sp. z o.o.',
    at: ['ul. Mławska', '61', '09-300', 'Żuromin'],
    people: [['Katarzyna', 'Dobies', 'Zakup']],
  },
  {
    trade: 'feed',
    code: 'PWP-STAROGARD',
    name: 'Pomorska Wytwórnia Pasz S.A.',
    at: ['ul. Gdańska', '74', '83-200', 'Starogard Gdański'],
    people: [
      ['Krystian', 'Labuda', 'Surowce'],
      ['Hanna', 'Bielińska', 'Rozliczenia'],
    ],
  },
  {
    trade: 'feed',
    code: 'AGRARIUS',
    name: 'Agrarius Pasze i Koncentraty Sp. z o.o.',
    at: ['ul. Kaliska', '109', '63-300', 'Pleszew'],
    people: [['Szymon', 'Jezierski', 'Zakup']],
  },
  {
    trade: 'feed',
    code: 'PASZE-ŁOMŻA',
    name: 'Łomżyńskie Pasze Sp. z o.o.',
    at: ['ul. Nowogrodzka', '151', '18-400', 'Łomża'],
    people: [['Barbara', 'Modzelewska', 'Surowce']],
  },
  {
    trade: 'oil',
    code: 'OLEJARNIA-WKRA',
    name: 'Olejarnia Wkra Sp. z o.o.',
    at: ['ul. Płocka', '88', '09-100', 'Płońsk'],
    people: [
      ['Dominik', 'Kamiński', 'Rzepak'],
      ['Paulina', 'Ostrowska', 'Laboratorium'],
    ],
  },
  {
    trade: 'oil',
    code: 'KUJAWOL',
    name: 'Kujawol Zakłady Tłuszczowe S.A.',
    at: ['ul. Przemysłowa', '11', '88-160', 'Janikowo'],
    ramps: [['Tłocznia Brzeg', 'ul. Starobrzeska', '60', '49-300', 'Brzeg']],
    people: [
      ['Radosław', 'Gajewski', 'Zakup nasion'],
      ['Olga', 'Mielcarek', 'Awizacje Janikowo'],
      ['Patryk', 'Hanusik', 'Awizacje Brzeg'],
    ],
  },
  {
    trade: 'oil',
    code: 'BIOESTER-ŚL',
    name: 'Bioester Śląsk Sp. z o.o.',
    at: ['ul. Przyjaźni', '47', '47-220', 'Kędzierzyn-Koźle'],
    people: [['Aleksander', 'Mrozek', 'Zakup']],
  },
  {
    trade: 'brewery',
    code: 'SŁODOWNIA-OPOLE',
    name: 'Słodownia Opolska Sp. z o.o.',
    at: ['ul. Budowlanych', '44', '45-123', 'Opole'],
    people: [
      ['Jagoda', 'Kurek', 'Jęczmień'],
      ['Emil', 'Gruszka', 'Laboratorium'],
    ],
  },
  {
    trade: 'brewery',
    code: 'BROWAR-WIDAWA',
    name: 'Browar nad Widawą Sp. z o.o.',
    at: ['ul. Oławska', '16', '46-100', 'Namysłów'],
    people: [['Grażyna', 'Ratajczak', 'Surowce']],
  },
  {
    trade: 'brewery',
    code: 'SŁÓD-BYDGOSZCZ',
    name: 'Bydgoska Wytwórnia Słodu Sp. z o.o.',
    at: ['ul. Fordońska', '246', '85-766', 'Bydgoszcz'],
    people: [['Konrad', 'Piechocki', 'Zakup']],
  },
  {
    trade: 'trader',
    code: 'GDYŃSKIE-ZIARNO',
    name: 'Gdyńskie Ziarno Terminal Sp. z o.o.',
    at: ['ul. Indyjska', '13', '81-336', 'Gdynia'],
    people: [
      ['Nikodem', 'Trzebiatowski', 'Trading'],
      ['Izabela', 'Szostak', 'Operacje portowe'],
    ],
  },
  {
    trade: 'trader',
    code: 'PORT-SZCZECIN',
    name: 'Szczeciński Terminal Zbożowy Sp. z o.o.',
    at: ['ul. Bytomska', '7', '70-603', 'Szczecin'],
    people: [['Borys', 'Jankowski', 'Awizacje']],
  },
  {
    trade: 'trader',
    code: 'ZIARNOHURT',
    name: 'Ziarnohurt Wielkopolska Sp. z o.o.',
    at: ['ul. Obornicka', '229', '60-650', 'Poznań'],
    people: [['Lidia', 'Marciniak', 'Handel']],
  },
  {
    trade: 'feed',
    code: 'MARKFUTTER',
    name: 'Märkische Futterwerke GmbH',
    countryCode: 'DE',
    at: ['Hafenstraße', '18', '15230', 'Frankfurt (Oder)'],
    people: [
      ['Heike', 'Lehmann', 'Einkauf'],
      ['Dariusz', 'Wolff', 'Disposition'],
    ],
  },
  {
    trade: 'mill',
    code: 'ELBMÜHLE',
    name: 'Elbmühle Riesa GmbH & Co. KG',
    countryCode: 'DE',
    at: ['Paul-Greifzu-Straße', '21', '01591', 'Riesa'],
    people: [['Torsten', 'Krüger', 'Einkauf Getreide']],
  },
  {
    trade: 'trader',
    code: 'NORDKORN',
    name: 'Nordkorn Handel AG',
    countryCode: 'DE',
    at: ['Am Kai', '30', '20457', 'Hamburg'],
    people: [['Annika', 'Petersen', 'Trading']],
  },
  {
    trade: 'brewery',
    code: 'MORAVSKÝ-SLAD',
    name: 'Moravský slad a.s.',
    countryCode: 'CZ',
    at: ['Olomoucká', '51', '796 01', 'Prostějov'],
    people: [
      ['Lenka', 'Dvořáková', 'Nákup'],
      ['Pavel', 'Horák', 'Sladovna'],
    ],
  },
];

function recipient(buyer: Buyer, random: Random): DemoRecipient {
  const countryCode = buyer.countryCode ?? 'PL';
  const domain = `${mailName(buyer.code)}.test`;
  const placed = ([street, buildingNumber, postCode, city]: Place) => ({
    countryCode,
    city,
    street,
    buildingNumber,
    postCode,
  });
  return {
    trade: buyer.trade,
    form: {
      accountingMethod: 'VAT',
      label: 'FIRMA',
      companyName: buyer.code,
      lastName: buyer.name,
      email: `biuro@${domain}`,
      phoneNumber: demoPhone(random),
      nip: demoNip(random),
      ...placed(buyer.at),
      addressList: [
        { name: 'Siedziba', ...placed(buyer.at) },
        ...(buyer.ramps ?? []).map(([name, ...place]) => ({ name, ...placed(place) })),
      ],
      contactList: buyer.people.map(([firstName, lastName, department]) => ({
        name: department,
        firstName,
        lastName,
        email: `${mailName(firstName)}.${mailName(lastName)}@${domain}`,
        phoneNumber: demoPhone(random),
      })),
    },
  };
}

/**
 * Returns 25 mills, feed plants, oil mills, breweries and traders, four of them abroad, always the same ones.
 */
export function demoRecipients(): readonly DemoRecipient[] {
  const random = seededRandom(2_004);
  return BUYERS.map((buyer) => recipient(buyer, random));
}

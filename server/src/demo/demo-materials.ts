import type { PARAMETER_TYPES } from '@spichlerz/shared/wire/materials';

type ParameterType = (typeof PARAMETER_TYPES)[number];

/** A raw material with its qualities, parameters, variants and a realistic price range. */
export type DemoMaterial = {
  readonly name: string;
  readonly displayOrder: number;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: ParameterType;
    readonly unit?: string;
  }[];
  readonly variants: readonly string[];
  /** Parameter values by the name of the parameter. */
  readonly qualities: readonly {
    readonly title: string;
    readonly values: Readonly<Record<string, string | number | boolean>>;
  }[];
  /** The price range that a farm is paid, in złoty per tonne; a recipient pays more. */
  readonly price: readonly [from: number, to: number];
  /** The share of the company's trade in percent. */
  readonly share: number;
};

const MOISTURE = { name: 'Wilgotność', type: 'NUMBER', unit: '%' } as const;
const IMPURITIES = { name: 'Zanieczyszczenia', type: 'NUMBER', unit: '%' } as const;
const DENSITY = { name: 'Gęstość', type: 'NUMBER', unit: 'kg/hl' } as const;
const PROTEIN = { name: 'Białko', type: 'NUMBER', unit: '%' } as const;
const FALLING_NUMBER = { name: 'Liczba opadania', type: 'NUMBER', unit: 's' } as const;
const NO_GMO = { name: 'Bez GMO', type: 'BOOLEAN' } as const;
const ORIGIN = { name: 'Pochodzenie', type: 'TEXT' } as const;

export const DEMO_MATERIALS: readonly DemoMaterial[] = [
  {
    name: 'Pszenica',
    displayOrder: 1,
    parameters: [MOISTURE, PROTEIN, FALLING_NUMBER, DENSITY, IMPURITIES, ORIGIN],
    variants: ['Ozima', 'Jara', 'Durum'],
    qualities: [
      {
        title: 'Konsumpcyjna 14/76/250',
        values: {
          Wilgotność: 14.5,
          Białko: 14,
          'Liczba opadania': 250,
          Gęstość: 76,
          Zanieczyszczenia: 2,
          Pochodzenie: 'PL',
        },
      },
      {
        title: 'Konsumpcyjna 12,5/76/220',
        values: { Wilgotność: 14.5, Białko: 12.5, 'Liczba opadania': 220, Gęstość: 76, Zanieczyszczenia: 2 },
      },
      { title: 'Paszowa', values: { Wilgotność: 15, Gęstość: 70, Zanieczyszczenia: 3 } },
    ],
    price: [760, 920],
    share: 34,
  },
  {
    name: 'Żyto',
    displayOrder: 2,
    parameters: [MOISTURE, FALLING_NUMBER, DENSITY, IMPURITIES],
    variants: ['Populacyjne', 'Hybrydowe'],
    qualities: [
      {
        title: 'Konsumpcyjne 120/72',
        values: { Wilgotność: 14.5, 'Liczba opadania': 120, Gęstość: 72, Zanieczyszczenia: 2 },
      },
      { title: 'Paszowe', values: { Wilgotność: 15, Gęstość: 68, Zanieczyszczenia: 3 } },
    ],
    price: [560, 690],
    share: 9,
  },
  {
    name: 'Jęczmień',
    displayOrder: 3,
    parameters: [
      MOISTURE,
      PROTEIN,
      DENSITY,
      { name: 'Celność', type: 'NUMBER', unit: '%' },
      { name: 'Energia kiełkowania', type: 'NUMBER', unit: '%' },
      { name: 'Odmiana', type: 'TEXT' },
    ],
    variants: ['Ozimy', 'Jary'],
    qualities: [
      {
        title: 'Browarny 11,5/90',
        values: {
          Wilgotność: 14,
          Białko: 11.5,
          Celność: 90,
          'Energia kiełkowania': 97,
          Odmiana: 'z listy odbiorcy',
        },
      },
      { title: 'Paszowy 62', values: { Wilgotność: 14.5, Gęstość: 62 } },
      { title: 'Paszowy 60', values: { Wilgotność: 15, Gęstość: 60 } },
    ],
    price: [640, 860],
    share: 12,
  },
  {
    name: 'Kukurydza',
    displayOrder: 4,
    parameters: [MOISTURE, IMPURITIES, { name: 'DON', type: 'NUMBER', unit: 'µg/kg' }, NO_GMO],
    variants: ['Sucha', 'Mokra'],
    qualities: [
      {
        title: 'Sucha 14,5',
        values: { Wilgotność: 14.5, Zanieczyszczenia: 3, DON: 4000, 'Bez GMO': true },
      },
      { title: 'Mokra 30', values: { Wilgotność: 30, Zanieczyszczenia: 3 } },
    ],
    price: [700, 840],
    share: 15,
  },
  {
    name: 'Rzepak',
    displayOrder: 5,
    parameters: [
      MOISTURE,
      IMPURITIES,
      { name: 'Zaolejenie', type: 'NUMBER', unit: '%' },
      { name: 'Kwas erukowy', type: 'NUMBER', unit: '%' },
      NO_GMO,
    ],
    variants: ['Ozimy', 'Jary', 'HOLL'],
    qualities: [
      {
        title: '00 standard 40/9/2',
        values: { Zaolejenie: 40, Wilgotność: 9, Zanieczyszczenia: 2, 'Kwas erukowy': 2, 'Bez GMO': true },
      },
      {
        title: 'HOLL',
        values: { Zaolejenie: 40, Wilgotność: 9, Zanieczyszczenia: 2, 'Bez GMO': true },
      },
    ],
    price: [1_950, 2_280],
    share: 16,
  },
  {
    name: 'Owies',
    displayOrder: 6,
    parameters: [MOISTURE, DENSITY, IMPURITIES, { name: 'Nagi', type: 'BOOLEAN' }],
    variants: ['Oplewiony', 'Nagi'],
    qualities: [
      {
        title: 'Spożywczy 54',
        values: { Wilgotność: 14, Gęstość: 54, Zanieczyszczenia: 2, Nagi: false },
      },
      { title: 'Paszowy 50', values: { Wilgotność: 14.5, Gęstość: 50, Zanieczyszczenia: 3 } },
    ],
    price: [540, 720],
    share: 4,
  },
  {
    name: 'Pszenżyto',
    displayOrder: 7,
    parameters: [MOISTURE, DENSITY, IMPURITIES],
    variants: ['Ozime', 'Jare'],
    qualities: [{ title: 'Paszowe 68', values: { Wilgotność: 14.5, Gęstość: 68, Zanieczyszczenia: 3 } }],
    price: [620, 740],
    share: 7,
  },
  {
    name: 'Soja',
    displayOrder: 8,
    parameters: [MOISTURE, PROTEIN, IMPURITIES, NO_GMO, ORIGIN],
    variants: ['Nasiona', 'Śruta'],
    qualities: [
      {
        title: 'Nasiona bez GMO 13/38',
        values: { Wilgotność: 13, Białko: 38, Zanieczyszczenia: 2, 'Bez GMO': true, Pochodzenie: 'PL/UA' },
      },
      { title: 'Nasiona paszowe', values: { Wilgotność: 14, Białko: 36, Zanieczyszczenia: 3 } },
    ],
    price: [1_620, 1_980],
    share: 3,
  },
];

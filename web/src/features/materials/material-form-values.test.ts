import { describe, expect, it } from 'vitest';
import {
  alignToParameters,
  formPath,
  materialFieldDescriptions,
  materialSchema,
  materialValues,
  rawMaterialRequest,
} from './material-form-values.ts';

const parameters = [
  { id: 1, rawMaterialId: 9, name: 'Wilgotność', type: 'NUMBER' as const, unit: '%' },
  { id: 2, rawMaterialId: 9, name: 'Bez GMO', type: 'BOOLEAN' as const, unit: null },
];
const material = {
  id: 9,
  name: 'Pszenica',
  displayOrder: 3,
  version: 4,
  parameters,
  variants: [],
  qualityOptions: [{ id: 5, title: 'Konsumpcyjna', parameterValues: [{ parameterId: 1, value: '14.5' }] }],
};

describe('the form of a raw material', () => {
  it('decimal numbers are shown with a comma and sent with a point; empty values are not sent', () => {
    const values = materialValues(material);
    expect(values.qualities[0]?.values).toEqual([
      { parameterId: 1, value: '14,5' },
      { parameterId: 2, value: '' },
    ]);
    expect(rawMaterialRequest(materialSchema(parameters).parse(values), parameters, 4)).toEqual({
      name: 'Pszenica',
      displayOrder: 3,
      version: 4,
      qualityOptions: [
        { id: 5, title: 'Konsumpcyjna', parameterValues: [{ parameterId: 1, value: '14.5' }] },
      ],
    });
  });

  it('the second of two qualities with equal names has an error', () => {
    const twice = {
      name: 'A',
      displayOrder: '',
      qualities: ['Paszowa', ' paszowa'].map((title) => ({ title, values: [] })),
    };
    expect(materialSchema(parameters).safeParse(twice).error?.issues).toMatchObject([
      { path: ['qualities', 1, 'title'] },
    ]);
  });

  it('the value of a number parameter must be a number between −2147483648 and 2147483647', () => {
    const values = materialValues(material);
    const typed = (value: string) => ({
      ...values,
      qualities: [
        {
          title: 'A',
          values: [
            { parameterId: 1, value },
            { parameterId: 2, value: 'true' },
          ],
        },
      ],
    });
    expect(materialSchema(parameters).safeParse(typed('dużo')).error?.issues).toMatchObject([
      { path: ['qualities', 0, 'values', 0, 'value'], message: 'Wpisz liczbę.' },
    ]);
    expect(materialSchema(parameters).safeParse(typed('1 250,5')).success).toBe(true);
    expect(materialSchema(parameters).safeParse(typed('-2147483648')).success).toBe(true);
    // with the minus sign that the screen shows
    expect(materialSchema(parameters).safeParse(typed('−2,5')).success).toBe(true);
    expect(materialSchema(parameters).safeParse(typed('99999999999999')).error?.issues).toMatchObject([
      { message: 'Ta liczba jest za duża. Wpisz najwyżej 2\u00a0147\u00a0483\u00a0647.' },
    ]);
    expect(materialSchema(parameters).safeParse(typed('-99999999999999')).error?.issues).toMatchObject([
      { message: 'Ta liczba jest za mała. Wpisz co najmniej −2\u00a0147\u00a0483\u00a0648.' },
    ]);
  });

  it('a number may have at most three decimal places, unless it is the unchanged stored value', () => {
    const stored = [{ id: 5, title: 'Paszowa', parameterValues: [{ parameterId: 1, value: '14.12345' }] }];
    const values = materialValues({ ...material, qualityOptions: stored });
    const schema = materialSchema(parameters, stored);
    expect(schema.safeParse(values).success).toBe(true);
    const typed = (value: string) => ({
      ...values,
      qualities: [{ id: 5, title: 'Paszowa', values: [{ parameterId: 1, value }] }],
    });
    expect(schema.safeParse(typed('14,123')).success).toBe(true);
    expect(schema.safeParse(typed('14,1230')).success).toBe(true);
    expect(schema.safeParse(typed('14,1234')).error?.issues).toMatchObject([
      { path: ['qualities', 0, 'values', 0, 'value'], message: 'Wpisz najwyżej 3 miejsca po przecinku.' },
    ]);
  });

  it('the path of a server error is converted to the path of the form field', () => {
    const output = materialSchema(parameters).parse({
      name: 'A',
      displayOrder: '',
      qualities: [
        {
          title: 'B',
          values: [
            { parameterId: 1, value: '' },
            { parameterId: 2, value: 'true' },
          ],
        },
      ],
    });
    expect(formPath(output, 'qualityOptions.0.title')).toBe('qualities.0.title');
    expect(formPath(output, 'qualityOptions.0.parameterValues.0.value')).toBe('qualities.0.values.1.value');
    expect(formPath(output, 'name')).toBe('name');
  });

  it('the typed value of a parameter stays when a different parameter is added or deleted', () => {
    const gluten = { id: 3, rawMaterialId: 9, name: 'Gluten', type: 'TEXT' as const, unit: null };
    const now = [...parameters.filter(({ id }) => id === 1), gluten];
    const typed = [
      {
        title: 'A',
        values: [
          { parameterId: 1, value: '14,5' },
          { parameterId: 2, value: 'true' },
        ],
      },
    ];
    expect(alignToParameters(now, typed)[0]?.values).toEqual([
      { parameterId: 1, value: '14,5' },
      { parameterId: 3, value: '' },
    ]);
  });

  it('the list of changes shows the name of each parameter and the answer to a Yes/No parameter in Polish', () => {
    const values = materialValues({
      ...material,
      qualityOptions: [
        {
          id: 5,
          title: 'Paszowa',
          parameterValues: [
            { parameterId: 1, value: '14.5' },
            { parameterId: 2, value: 'false' },
          ],
        },
      ],
    });
    expect(materialFieldDescriptions(parameters).qualities.show(values.qualities, values)).toBe(
      'Paszowa (Wilgotność: 14,5; Bez GMO: Nie)',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { materialRequest, materialSchema, materialValues } from './material-form-values.ts';

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
  it('shows numbers with a comma and sends them with a point, and leaves out what is empty', () => {
    const values = materialValues(material);
    expect(values.qualities[0]?.values).toEqual([
      { parameterId: 1, value: '14,5' },
      { parameterId: 2, value: '' },
    ]);
    expect(materialRequest(materialSchema.parse(values), parameters, 4)).toEqual({
      name: 'Pszenica',
      displayOrder: 3,
      version: 4,
      qualityOptions: [
        { id: 5, title: 'Konsumpcyjna', parameterValues: [{ parameterId: 1, value: '14.5' }] },
      ],
    });
  });

  it('flags a quality that stands twice on the second one', () => {
    const twice = {
      name: 'A',
      displayOrder: '',
      qualities: ['Paszowa', ' paszowa'].map((title) => ({ title, values: [] })),
    };
    expect(materialSchema.safeParse(twice).error?.issues).toMatchObject([
      { path: ['qualities', 1, 'title'] },
    ]);
  });
});

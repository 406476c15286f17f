import { listRawMaterials } from '@spichlerz/shared/wire/materials';
import type { Client } from '../client.ts';
import { makeMaterial } from '../records.ts';
import { testSaveFailures, type WriteCase } from '../save-cases.ts';
import { choose, test, type } from '../screen.ts';

// Only an administrator may edit raw materials.
test.use({ account: 'admin' });

async function materialOf(colleague: Client, name: string) {
  const { list } = await colleague(listRawMaterials, { body: { search: name } });
  return list.map(({ qualityOptions, parameters, variants }) => ({
    qualities: qualityOptions.map(({ title }) => title),
    parameters: parameters.map((parameter) => parameter.name),
    variants: variants.map((variant) => variant.name),
  }));
}

const MATERIALS: readonly WriteCase[] = [
  {
    title: 'a change of a raw material',
    fillForm: async (page, colleague) => {
      const { id, name } = await makeMaterial(colleague);
      const main = page.getByRole('main');
      await page.goto(`/data/raw-material-list/form/${id}`);
      await type(main, 'Jakość 1', 'Browarna');
      return {
        form: main,
        url: '**/api/cargo/update/*',
        save: () => page.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        fields: [[main.getByRole('textbox', { name: 'Jakość 1' }), 'Browarna']],
        notification: 'Zapisano surowiec',
        readStored: () => materialOf(colleague, name),
        stored: [{ qualities: ['Browarna'], parameters: [], variants: [] }],
      };
    },
  },
  {
    title: 'a new parameter of a raw material',
    fillForm: async (page, colleague) => {
      const { id, name } = await makeMaterial(colleague);
      await page.goto(`/data/raw-material-list/form/${id}`);
      await page.getByRole('button', { name: 'Dodaj parametr' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nowy parametr' });
      await type(dialog, 'Nazwa', 'Wilgotność');
      await choose(dialog, 'Rodzaj', 'Liczba');
      return {
        form: dialog,
        url: '**/api/cargo/upsert-parameter',
        save: () => dialog.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        fields: [
          [dialog.getByRole('textbox', { name: 'Nazwa' }), 'Wilgotność'],
          [dialog.getByRole('combobox', { name: 'Rodzaj' }), 'Liczba'],
        ],
        notification: 'Zapisano parametr',
        readStored: () => materialOf(colleague, name),
        stored: [{ qualities: ['Konsumpcyjna'], parameters: ['Wilgotność'], variants: [] }],
      };
    },
  },
];

testSaveFailures(MATERIALS, { isRepeatable: false });

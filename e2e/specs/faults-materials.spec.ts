import { createVariant, listRawMaterials } from '@spichlerz/shared/wire/materials';
import type { Client } from '../client.ts';
import { makeMaterial, uniqueMark } from '../records.ts';
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
    title: 'a new raw material',
    fillForm: async (page, colleague) => {
      const name = `Surowiec ${uniqueMark()}`;
      const main = page.getByRole('main');
      await page.goto('/data/raw-material-list/form');
      await type(main, 'Nazwa', name);
      await main.getByRole('button', { name: 'Dodaj jakość' }).click();
      await type(main, 'Jakość 1', 'Paszowa');
      return {
        form: main,
        url: '**/api/cargo/create',
        save: () => page.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        fields: [
          [main.getByRole('textbox', { name: 'Nazwa' }), name],
          [main.getByRole('textbox', { name: 'Jakość 1' }), 'Paszowa'],
        ],
        notification: 'Dodano surowiec',
        readStored: () => materialOf(colleague, name),
        stored: [{ qualities: ['Paszowa'], parameters: [], variants: [] }],
      };
    },
  },
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
  {
    title: 'a new name of a variant',
    fillForm: async (page, colleague) => {
      const { id, name } = await makeMaterial(colleague);
      await colleague(createVariant, { body: { rawMaterialId: id, name: 'Luzem' } });
      await page.goto(`/data/raw-material-list/form/${id}`);
      await page.getByRole('button', { name: 'Edytuj: Luzem' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edytuj wariant' });
      await type(dialog, 'Nazwa', 'W workach');
      return {
        form: dialog,
        url: '**/api/cargo/variant/*',
        save: () => dialog.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        fields: [[dialog.getByRole('textbox', { name: 'Nazwa' }), 'W workach']],
        notification: 'Zapisano wariant',
        readStored: () => materialOf(colleague, name),
        stored: [{ qualities: ['Konsumpcyjna'], parameters: [], variants: ['W workach'] }],
      };
    },
  },
];

testSaveFailures(MATERIALS, { isRepeatable: false });

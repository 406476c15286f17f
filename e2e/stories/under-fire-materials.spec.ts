import { createVariant, listRawMaterials } from '@spichlerz/shared/wire/materials';
import type { Client } from '../client.ts';
import { makeMaterial, uniqueMark } from '../records.ts';
import { choose, test, type } from '../screen.ts';
import { tellSecondTries, type Write } from '../second-try.ts';

// who keeps raw materials
test.use({ account: 'admin' });

async function materialOf(colleague: Client, name: string) {
  const { list } = await colleague(listRawMaterials, { body: { search: name } });
  return list.map(({ qualityOptions, parameters, variants }) => ({
    qualities: qualityOptions.map(({ title }) => title),
    parameters: parameters.map((parameter) => parameter.name),
    variants: variants.map((variant) => variant.name),
  }));
}

const MATERIALS: readonly Write[] = [
  {
    what: 'a new raw material',
    begin: async (page, colleague) => {
      const name = `Surowiec ${uniqueMark()}`;
      const main = page.getByRole('main');
      await page.goto('/data/raw-material-list/form');
      await type(main, 'Nazwa', name);
      await main.getByRole('button', { name: 'Dodaj jakość' }).click();
      await type(main, 'Jakość 1', 'Paszowa');
      return {
        form: main,
        call: '**/api/cargo/create',
        save: () => page.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        kept: [
          [main.getByRole('textbox', { name: 'Nazwa' }), name],
          [main.getByRole('textbox', { name: 'Jakość 1' }), 'Paszowa'],
        ],
        notice: 'Dodano surowiec',
        read: () => materialOf(colleague, name),
        written: [{ qualities: ['Paszowa'], parameters: [], variants: [] }],
      };
    },
  },
  {
    what: 'a change of a raw material',
    begin: async (page, colleague) => {
      const { id, name } = await makeMaterial(colleague);
      const main = page.getByRole('main');
      await page.goto(`/data/raw-material-list/form/${id}`);
      await type(main, 'Jakość 1', 'Browarna');
      return {
        form: main,
        call: '**/api/cargo/update/*',
        save: () => page.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        kept: [[main.getByRole('textbox', { name: 'Jakość 1' }), 'Browarna']],
        notice: 'Zapisano surowiec',
        read: () => materialOf(colleague, name),
        written: [{ qualities: ['Browarna'], parameters: [], variants: [] }],
      };
    },
  },
  {
    what: 'a new parameter of a raw material',
    begin: async (page, colleague) => {
      const { id, name } = await makeMaterial(colleague);
      await page.goto(`/data/raw-material-list/form/${id}`);
      await page.getByRole('button', { name: 'Dodaj parametr' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nowy parametr' });
      await type(dialog, 'Nazwa', 'Wilgotność');
      await choose(dialog, 'Rodzaj', 'Liczba');
      return {
        form: dialog,
        call: '**/api/cargo/upsert-parameter',
        save: () => dialog.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        kept: [
          [dialog.getByRole('textbox', { name: 'Nazwa' }), 'Wilgotność'],
          [dialog.getByRole('combobox', { name: 'Rodzaj' }), 'Liczba'],
        ],
        notice: 'Zapisano parametr',
        read: () => materialOf(colleague, name),
        written: [{ qualities: ['Konsumpcyjna'], parameters: ['Wilgotność'], variants: [] }],
      };
    },
  },
  {
    what: 'another name of a variant',
    begin: async (page, colleague) => {
      const { id, name } = await makeMaterial(colleague);
      await colleague(createVariant, { body: { rawMaterialId: id, name: 'Luzem' } });
      await page.goto(`/data/raw-material-list/form/${id}`);
      await page.getByRole('button', { name: 'Edytuj: Luzem' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edytuj wariant' });
      await type(dialog, 'Nazwa', 'W workach');
      return {
        form: dialog,
        call: '**/api/cargo/variant/*',
        save: () => dialog.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        kept: [[dialog.getByRole('textbox', { name: 'Nazwa' }), 'W workach']],
        notice: 'Zapisano wariant',
        read: () => materialOf(colleague, name),
        written: [{ qualities: ['Konsumpcyjna'], parameters: [], variants: ['W workach'] }],
      };
    },
  },
];

tellSecondTries(MATERIALS);

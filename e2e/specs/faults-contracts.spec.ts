import type { Page } from '@playwright/test';
import { allocate, getAllocatedValue } from '@spichlerz/shared/wire/allocations';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { Client } from '../client.ts';
import { type AllocatedContracts, makeAllocatedContracts, uniqueMark } from '../records.ts';
import { type FilledForm, testSaveFailures, type WriteCase } from '../save-cases.ts';
import { chooseRowAction, type, typeNumber } from '../screen.ts';
import { confirm } from '../trading-steps.ts';

const CONTRACTS: readonly WriteCase[] = [
  {
    title: 'a new purchase contract',
    fillForm: async (page, colleague) => {
      const { purchase } = await makeAllocatedContracts(colleague);
      const number = `N/${uniqueMark()}`;
      const main = page.getByRole('main');
      await page.goto(`/contract/purchase-list/form?copy=${purchase.id}`);
      await type(main, 'Nr kontraktu', number);
      await type(main, 'Uwagi', 'ładować od podwórza');
      return {
        form: main,
        url: '**/api/contract/create-purchase',
        save: async () => {
          await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
          await confirm(page, 'Dodać kontrakt zakupu?', 'Dodaj kontrakt');
        },
        fields: [
          [main.getByRole('textbox', { name: 'Nr kontraktu' }), number],
          [main.getByRole('textbox', { name: 'Uwagi' }), 'ładować od podwórza'],
        ],
        notification: 'Dodano kontrakt zakupu',
        readStored: async () => {
          const { list } = await colleague(contracts.purchase.list, { query: { search: number } });
          return list.map(({ documentNumber, comments }) => [documentNumber, comments]);
        },
        stored: [[number, 'ładować od podwórza']],
      };
    },
  },
  {
    title: 'a change of a sales contract',
    fillForm: async (page, colleague) => {
      const { id, number } = (await makeAllocatedContracts(colleague)).sale;
      const main = page.getByRole('main');
      await page.goto(`/contract/sale-list/dashboard/${id}/details`);
      await typeNumber(main.getByRole('textbox', { name: 'Cena główna', exact: true }), '812,50');
      await type(main, 'Uwagi', 'rozładunek do południa');
      return {
        form: main,
        url: '**/api/contract/update-sales/*',
        save: async () => {
          await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
          await confirm(page, `Zapisać zmiany w kontrakcie ${number}?`, 'Zapisz');
        },
        fields: [
          [main.getByRole('textbox', { name: 'Cena główna', exact: true }), '812,50'],
          [main.getByRole('textbox', { name: 'Uwagi' }), 'rozładunek do południa'],
        ],
        notification: 'Zapisano kontrakt',
        readStored: async () => {
          const saved = await colleague(contracts.sales.dashboard, { params: { id } });
          return [saved.mainCargoOption.price, saved.comments];
        },
        stored: [81_250, 'rozładunek do południa'],
      };
    },
  },
];

const openBetween = ({ purchase, sale }: AllocatedContracts, colleague: Client) =>
  colleague(getAllocatedValue, { body: { purchaseId: purchase.id, salesId: sale.id } });

const makeAllocated = async (colleague: Client): Promise<AllocatedContracts> => {
  const allocated = await makeAllocatedContracts(colleague);
  await colleague(allocate, {
    params: { id: allocated.sale.id },
    body: { purchaseId: allocated.purchase.id, quantityKg: 40_000 },
  });
  return allocated;
};

/** Types another quantity into the open dialog. */
async function typeQuantity(
  page: Page,
  colleague: Client,
  allocated: AllocatedContracts,
  words: { readonly title: string; readonly save: string; readonly notification: string },
  tonnes: string,
  appears: RegExp,
): Promise<FilledForm> {
  const dialog = page.getByRole('dialog', { name: words.title });
  const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
  await typeNumber(quantity, tonnes);
  return {
    form: dialog,
    url: '**/api/contract/allocate-contract/*',
    save: () => dialog.getByRole('button', { name: words.save, exact: true }).click(),
    fields: [[quantity, `${tonnes},000`]],
    notification: words.notification,
    readStored: () => openBetween(allocated, colleague),
    stored: Number(tonnes) * 1_000,
    appears,
  };
}

const NEW_ALLOCATION = { title: 'Nowa alokacja', save: 'Alokuj', notification: 'Dodano alokację' };
const RELEASED_ALLOCATION = {
  title: 'Edytuj alokację',
  save: 'Zapisz',
  notification: 'Zwolniono alokację',
};

const ALLOCATIONS: readonly WriteCase[] = [
  {
    title: 'a new allocation',
    fillForm: async (page, colleague) => {
      const allocated = await makeAllocatedContracts(colleague);
      const { purchase, sale } = allocated;
      await page.goto(
        `/contract/sale-list/allocation/${sale.id}?search=${encodeURIComponent(purchase.number)}`,
      );
      await page.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` }).click();
      return typeQuantity(page, colleague, allocated, NEW_ALLOCATION, '80', /Do zaalokowania\s*0,000\st/);
    },
  },
  {
    title: 'the release of an allocation from the purchase',
    fillForm: async (page, colleague) => {
      const allocated = await makeAllocated(colleague);
      await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/realization`);
      await chooseRowAction(page, allocated.sale.number, 'Edytuj alokację');
      return typeQuantity(
        page,
        colleague,
        allocated,
        RELEASED_ALLOCATION,
        '0',
        /Do zaalokowania\s*100,000\st/,
      );
    },
  },
];

const WRITES = [...CONTRACTS, ...ALLOCATIONS];

testSaveFailures(WRITES, { isRepeatable: true });

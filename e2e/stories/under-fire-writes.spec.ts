import type { Page } from '@playwright/test';
import { SIDES } from '@spichlerz/shared/domain/side';
import { allocate, getAllocatedValue } from '@spichlerz/shared/wire/allocations';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { Client } from '../client.ts';
import { type Allocation, makeAllocatedContracts, uniqueMark } from '../records.ts';
import { chooseRowAction, type, typeFigure } from '../screen.ts';
import { loseResponses, type Typed, tellSecondTries, type Write } from '../second-try.ts';
import { confirm } from '../trading-steps.ts';

const LIST = { purchase: 'purchase-list', sales: 'sale-list' } as const;
const WORD = { purchase: 'zakupu', sales: 'sprzedaży' } as const;

const ofSide = (pair: Allocation) => ({ purchase: pair.purchase, sales: pair.sale });

const CONTRACTS: readonly Write[] = SIDES.flatMap((side) => [
  {
    what: `a new ${side} contract`,
    begin: async (page, colleague) => {
      const original = ofSide(await makeAllocatedContracts(colleague))[side];
      const number = `N/${uniqueMark()}`;
      const main = page.getByRole('main');
      await page.goto(`/contract/${LIST[side]}/form?copy=${original.id}`);
      await type(main, 'Nr kontraktu', number);
      await type(main, 'Uwagi', 'ładować od podwórza');
      return {
        form: main,
        call: `**/api/contract/create-${side}`,
        save: async () => {
          await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
          await confirm(page, `Dodać kontrakt ${WORD[side]}?`, 'Dodaj kontrakt');
        },
        kept: [
          [main.getByRole('textbox', { name: 'Nr kontraktu' }), number],
          [main.getByRole('textbox', { name: 'Uwagi' }), 'ładować od podwórza'],
        ],
        notice: `Dodano kontrakt ${WORD[side]}`,
        read: async () => {
          const { list } = await colleague(contracts[side].list, { query: { search: number } });
          return list.map(({ documentNumber, comments }) => [documentNumber, comments]);
        },
        written: [[number, 'ładować od podwórza']],
      };
    },
  },
  {
    what: `a change of a ${side} contract`,
    begin: async (page, colleague) => {
      const { id, number } = ofSide(await makeAllocatedContracts(colleague))[side];
      const main = page.getByRole('main');
      await page.goto(`/contract/${LIST[side]}/dashboard/${id}/details`);
      await typeFigure(main.getByRole('textbox', { name: 'Cena główna', exact: true }), '812,50');
      await type(main, 'Uwagi', 'rozładunek do południa');
      return {
        form: main,
        call: `**/api/contract/update-${side}/*`,
        save: async () => {
          await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
          await confirm(page, `Zapisać zmiany w kontrakcie ${number}?`, 'Zapisz');
        },
        kept: [
          [main.getByRole('textbox', { name: 'Cena główna', exact: true }), '812,50'],
          [main.getByRole('textbox', { name: 'Uwagi' }), 'rozładunek do południa'],
        ],
        notice: 'Zapisano kontrakt',
        read: async () => {
          const saved = await colleague(contracts[side].dashboard, { params: { id } });
          return [saved.mainCargoOption.price, saved.comments];
        },
        written: [81_250, 'rozładunek do południa'],
      };
    },
  },
]);

const openBetween = ({ purchase, sale }: Allocation, colleague: Client) =>
  colleague(getAllocatedValue, { body: { purchaseId: purchase.id, salesId: sale.id } });

const allocated = async (colleague: Client): Promise<Allocation> => {
  const pair = await makeAllocatedContracts(colleague);
  await colleague(allocate, {
    params: { id: pair.sale.id },
    body: { purchaseId: pair.purchase.id, cargoQuantity: 40_000 },
  });
  return pair;
};

/** The dialog is open, and another quantity is typed. */
async function typeQuantity(
  page: Page,
  colleague: Client,
  pair: Allocation,
  words: { readonly title: string; readonly save: string; readonly notice: string },
  tonnes: string,
  comes: RegExp,
): Promise<Typed> {
  const dialog = page.getByRole('dialog', { name: words.title });
  const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
  await typeFigure(quantity, tonnes);
  return {
    form: dialog,
    call: '**/api/contract/allocate-contract/*',
    save: () => dialog.getByRole('button', { name: words.save, exact: true }).click(),
    kept: [[quantity, `${tonnes},000`]],
    notice: words.notice,
    read: () => openBetween(pair, colleague),
    written: Number(tonnes) * 1_000,
    comes,
  };
}

const NEW_ALLOCATION = { title: 'Nowa alokacja', save: 'Alokuj', notice: 'Dodano alokację' };
const CHANGED_ALLOCATION = { title: 'Edytuj alokację', save: 'Zapisz', notice: 'Zmieniono alokację' };

const RELEASED_ALLOCATION = { ...CHANGED_ALLOCATION, notice: 'Zwolniono alokację' };

const ALLOCATIONS: readonly Write[] = [
  {
    what: 'a new allocation',
    begin: async (page, colleague) => {
      const pair = await makeAllocatedContracts(colleague);
      const { purchase, sale } = pair;
      await page.goto(
        `/contract/sale-list/allocation/${sale.id}?search=${encodeURIComponent(purchase.number)}`,
      );
      await page.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` }).click();
      return typeQuantity(page, colleague, pair, NEW_ALLOCATION, '80', /Do zaalokowania\s*0,000\st/);
    },
  },
  {
    what: 'a change of an allocation, from the sale',
    begin: async (page, colleague) => {
      const pair = await allocated(colleague);
      await page.goto(`/contract/sale-list/dashboard/${pair.sale.id}/realization`);
      await chooseRowAction(page, pair.purchase.number, 'Edytuj alokację');
      return typeQuantity(page, colleague, pair, CHANGED_ALLOCATION, '27', /Do zaalokowania\s*53,000\st/);
    },
  },
  {
    what: 'the end of an allocation, from the purchase',
    begin: async (page, colleague) => {
      const pair = await allocated(colleague);
      await page.goto(`/contract/purchase-list/dashboard/${pair.purchase.id}/realization`);
      await chooseRowAction(page, pair.sale.number, 'Edytuj alokację');
      return typeQuantity(page, colleague, pair, RELEASED_ALLOCATION, '0', /Do zaalokowania\s*100,000\st/);
    },
  },
];

const WRITES = [...CONTRACTS, ...ALLOCATIONS];

tellSecondTries(WRITES);
loseResponses(WRITES);

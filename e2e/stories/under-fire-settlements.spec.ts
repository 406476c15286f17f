import type { Page } from '@playwright/test';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import {
  invoiceSale,
  listSettlements,
  type SettlementRow,
  settlePurchase,
} from '@spichlerz/shared/wire/settlements';
import type { Client } from '../client.ts';
import { CONNECTION_LOST, listenForMistakes } from '../fire.ts';
import {
  type Allocation,
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  plateOf,
  typedDay,
} from '../records.ts';
import { chooseRowAction, expect, expectNotice, find, test, type, typeDay } from '../screen.ts';
import { loseResponses, tellSecondTries, type Write } from '../second-try.ts';
import { confirm } from '../trading-steps.ts';

// an administrator may re-open what is paid
test.use({ account: 'admin' });

const LIST: BySide<(pair: Allocation) => string> = {
  purchase: ({ purchase }) => `/contract/purchase-list/dashboard/${purchase.id}/settlement`,
  sales: ({ sale }) => `/contract/sale-list/dashboard/${sale.id}/settlement`,
};

type Settled = { readonly pair: Allocation; readonly transportId: number; readonly plate: string };

/** A truck in the list of settlements of one side, its action chosen. */
async function chooseAction(
  page: Page,
  colleague: Client,
  side: Side,
  { pair, transportId }: Omit<Settled, 'plate'>,
  action: string,
): Promise<Settled> {
  const plate = await plateOf(colleague, transportId);
  await page.goto(LIST[side](pair));
  await chooseRowAction(page, plate, action);
  return { pair, transportId, plate };
}

async function released(colleague: Client) {
  const pair = await makeAllocatedContracts(colleague);
  return { pair, transportId: await makeReleasedTransport(colleague, pair) };
}

const OF_CONTRACT: BySide<(pair: Allocation) => { purchaseId: number } | { salesId: number }> = {
  purchase: ({ purchase }) => ({ purchaseId: purchase.id }),
  sales: ({ sale }) => ({ salesId: sale.id }),
};

/** The only settlement of a pair, as one side sees it. */
async function settlementOf(colleague: Client, side: Side, pair: Allocation): Promise<SettlementRow> {
  const { list } = await colleague(listSettlements[side], { query: OF_CONTRACT[side](pair) });
  const [settlement] = list;
  if (settlement === undefined) throw new Error('The truck has no settlement');
  return settlement;
}

const SETTLEMENTS: readonly Write[] = [
  {
    what: 'a settlement with the supplier',
    begin: async (page, colleague) => {
      const transport = await chooseAction(page, colleague, 'purchase', await released(colleague), 'Rozlicz');
      const dialog = page.getByRole('dialog', { name: `Rozliczenie zakupu, ${transport.plate}` });
      await type(dialog, 'Potrącenia', 'Wilgotność 15,2 %');
      return {
        form: dialog,
        call: '**/api/contract/settlement-purchase',
        save: async () => {
          await dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click();
          await confirm(page, 'Zapisać rozliczenie zakupu?', 'Zapisz rozliczenie');
        },
        kept: [[dialog.getByRole('textbox', { name: 'Potrącenia', exact: true }), 'Wilgotność 15,2 %']],
        notice: 'Zapisano rozliczenie zakupu',
        read: async () => {
          const { purchaseSettlementStatus, deductions } = await settlementOf(
            colleague,
            'purchase',
            transport.pair,
          );
          return [purchaseSettlementStatus, deductions];
        },
        written: ['SETTLED', 'Wilgotność 15,2 %'],
      };
    },
  },
  {
    what: 'a settlement with the recipient',
    begin: async (page, colleague) => {
      const transport = await chooseAction(page, colleague, 'sales', await released(colleague), 'Rozlicz');
      const dialog = page.getByRole('dialog', { name: `Rozliczenie sprzedaży, ${transport.plate}` });
      await type(dialog, 'Szczegóły', 'waga odbiorcy');
      return {
        form: dialog,
        call: '**/api/contract/settlement-sales',
        save: () => dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click(),
        kept: [[dialog.getByRole('textbox', { name: 'Szczegóły' }), 'waga odbiorcy']],
        notice: 'Zapisano rozliczenie sprzedaży',
        read: async () => (await settlementOf(colleague, 'sales', transport.pair)).details,
        written: 'waga odbiorcy',
      };
    },
  },
  {
    what: "a supplier's invoice",
    begin: async (page, colleague) => {
      const { pair, transportId } = await released(colleague);
      await colleague(settlePurchase, {
        body: {
          transportId,
          realPurchaseCargoPrice: 79_000,
          realPurchaseCargoQuality: pair.material.quality.title,
        },
      });
      const transport = await chooseAction(page, colleague, 'purchase', { pair, transportId }, 'Faktura');
      const dialog = page.getByRole('dialog', { name: `Faktura zakupu, ${transport.plate}` });
      await type(dialog, 'Nr faktury', 'FZ/7');
      return {
        form: dialog,
        call: '**/api/contract/settlement-set-purchase-invoice',
        save: () => dialog.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        kept: [[dialog.getByRole('textbox', { name: 'Nr faktury' }), 'FZ/7']],
        notice: 'Zapisano fakturę',
        read: async () => {
          const saved = await settlementOf(colleague, 'purchase', transport.pair);
          return [saved.purchaseSettlementStatus, saved.purchaseInvoiceNumber];
        },
        written: ['INVOICE', 'FZ/7'],
      };
    },
  },
  {
    what: 'an invoice to the recipient that is paid at once',
    begin: async (page, colleague) => {
      const transport = await chooseAction(page, colleague, 'sales', await released(colleague), 'Faktura');
      const dialog = page.getByRole('dialog', { name: `Faktura sprzedaży, ${transport.plate}` });
      await type(dialog, 'Nr faktury', 'FS/7');
      await typeDay(dialog, 'Termin płatności', typedDay(14));
      await dialog.getByRole('switch', { name: 'Oznacz jako opłacone' }).click();
      return {
        form: dialog,
        call: '**/api/contract/settlement-set-sales-invoice',
        save: async () => {
          await dialog.getByRole('button', { name: 'Oznacz jako opłacone' }).click();
          await confirm(page, 'Oznaczyć rozliczenie jako opłacone?', 'Oznacz jako opłacone');
        },
        kept: [
          [dialog.getByRole('textbox', { name: 'Nr faktury' }), 'FS/7'],
          [dialog.getByRole('textbox', { name: 'Termin płatności' }), typedDay(14)],
        ],
        notice: 'Oznaczono rozliczenie jako opłacone',
        read: async () => {
          const saved = await settlementOf(colleague, 'sales', transport.pair);
          return [saved.salesSettlementStatus, saved.salesInvoiceNumber, saved.salesPaymentDate];
        },
        written: ['PAID', 'FS/7', dayFromToday(14)],
      };
    },
  },
  {
    what: 'the re-opening of a paid settlement',
    begin: async (page, colleague) => {
      const { pair, transportId } = await released(colleague);
      const { settlementId } = await settlementOf(colleague, 'sales', pair);
      await colleague(invoiceSale, {
        body: {
          settlementId,
          salesSettlementStatus: 'PAID',
          salesInvoiceNumber: 'FS/8',
          salesDeliverDate: dayFromToday(0),
          salesPaymentDate: dayFromToday(14),
        },
      });
      const transport = await chooseAction(
        page,
        colleague,
        'sales',
        { pair, transportId },
        'Otwórz ponownie',
      );
      const dialog = page.getByRole('dialog', { name: 'Otworzyć rozliczenie ponownie?' });
      await type(dialog, 'Powód', 'zła kwota');
      return {
        form: dialog,
        call: '**/api/contract/settlement-set-sales-invoice',
        save: () => dialog.getByRole('button', { name: 'Otwórz ponownie' }).click(),
        kept: [[dialog.getByRole('textbox', { name: 'Powód' }), 'zła kwota']],
        notice: 'Otwarto rozliczenie ponownie',
        read: async () => (await settlementOf(colleague, 'sales', transport.pair)).salesSettlementStatus,
        written: 'INVOICE',
      };
    },
  },
  {
    what: 'the move of a settlement',
    begin: async (page, colleague) => {
      const pair = await makeAllocatedContracts(colleague);
      const transportId = await makeTransport(colleague, pair, 'DELIVERED');
      const other = await makeAllocatedContracts(colleague);
      const { plate } = await chooseAction(page, colleague, 'sales', { pair, transportId }, 'Przenieś');
      const dialog = page.getByRole('dialog', { name: `Przenieś rozliczenie, ${plate}` });
      await find(dialog, 'Nowy kontrakt sprzedaży', other.sale.number);
      await expect(dialog.getByText('Cena rzeczywista zmieni się na cenę nowego')).toBeVisible();
      await type(dialog, 'Szczegóły', 'pomylony kontrakt');
      return {
        form: dialog,
        call: '**/api/contract/settlement-reallocate',
        save: async () => {
          await dialog.getByRole('button', { name: 'Dalej' }).click();
          await confirm(page, 'Przenieść rozliczenie?', 'Przenieś');
        },
        kept: [
          [
            dialog.getByRole('combobox', { name: 'Nowy kontrakt sprzedaży' }),
            new RegExp(`^${other.sale.number},`),
          ],
          [dialog.getByRole('textbox', { name: 'Szczegóły' }), 'pomylony kontrakt'],
        ],
        notice: 'Przeniesiono rozliczenie',
        read: async () => (await settlementOf(colleague, 'sales', other)).details,
        written: 'pomylony kontrakt',
      };
    },
  },
];

tellSecondTries(SETTLEMENTS);
loseResponses(SETTLEMENTS);

test('one invoice for two trucks that fails at the second is entered for it at the second try', async ({
  page,
  colleague,
}) => {
  const mistakes = listenForMistakes(page);
  const pair = await makeAllocatedContracts(colleague);
  await makeReleasedTransport(colleague, pair);
  await makeReleasedTransport(colleague, pair);
  await page.goto(LIST.sales(pair));
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await page.getByRole('button', { name: 'Faktura (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Faktura sprzedaży, 2 transporty' });
  const number = dialog.getByRole('textbox', { name: 'Nr faktury' });
  await type(dialog, 'Nr faktury', 'FS/9');
  await typeDay(dialog, 'Termin płatności', typedDay(14));
  await dialog.getByRole('switch', { name: 'Oznacz jako opłacone' }).click();
  const pay = async () => {
    await dialog.getByRole('button', { name: 'Oznacz jako opłacone' }).click();
    await confirm(page, 'Oznaczyć rozliczenia jako opłacone?', 'Oznacz jako opłacone');
  };

  const asked: number[] = [];
  await page.route('**/api/contract/settlement-set-sales-invoice', async (route) => {
    asked.push((route.request().postDataJSON() as { settlement_id: number }).settlement_id);
    if (asked.length === 2) await CONNECTION_LOST.answer(route);
    else await route.continue();
  });
  await pay();
  await expect(dialog.getByText(`Nie udało się zapisać. ${CONNECTION_LOST.sentence}`)).toBeVisible();
  await expect(number).toHaveValue('FS/9');
  await pay();
  await expectNotice(page, 'Oznaczono rozliczenia jako opłacone');
  await expect(dialog).toBeHidden();
  const [first, second] = asked;
  expect(asked).toEqual([first, second, second]);
  const { list } = await colleague(listSettlements.sales, { query: OF_CONTRACT.sales(pair) });
  expect(list.map((row) => [row.salesSettlementStatus, row.salesInvoiceNumber])).toEqual([
    ['PAID', 'FS/9'],
    ['PAID', 'FS/9'],
  ]);
  expect(mistakes).toEqual([]);
});

import type { Page } from '@playwright/test';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { listSettlements, type SettlementRow } from '@spichlerz/shared/wire/settlements';
import type { Client } from '../client.ts';
import {
  type AllocatedContracts,
  dayAsTyped,
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
} from '../records.ts';
import { testSaveFailures, type WriteCase } from '../save-cases.ts';
import { chooseRowAction, expect, searchAndChoose, test, type, typeDay } from '../screen.ts';
import { confirm } from '../trading-steps.ts';

// Only an administrator may re-open a paid settlement.
test.use({ account: 'admin' });

const LIST: BySide<(allocated: AllocatedContracts) => string> = {
  purchase: ({ purchase }) => `/contract/purchase-list/dashboard/${purchase.id}/settlement`,
  sales: ({ sale }) => `/contract/sale-list/dashboard/${sale.id}/settlement`,
};

type ReleasedTransport = {
  readonly allocated: AllocatedContracts;
  readonly transportId: number;
  readonly registration: string;
};

/** Opens a row action of a transport in the settlement list of one side. */
async function chooseAction(
  page: Page,
  colleague: Client,
  side: Side,
  { allocated, transportId }: Omit<ReleasedTransport, 'registration'>,
  action: string,
): Promise<ReleasedTransport> {
  const registration = await registrationOf(colleague, transportId);
  await page.goto(LIST[side](allocated));
  await chooseRowAction(page, registration, action);
  return { allocated, transportId, registration };
}

async function makeReleased(colleague: Client) {
  const allocated = await makeAllocatedContracts(colleague);
  return { allocated, transportId: await makeReleasedTransport(colleague, allocated) };
}

const OF_CONTRACT: BySide<(allocated: AllocatedContracts) => { purchaseId: number } | { salesId: number }> = {
  purchase: ({ purchase }) => ({ purchaseId: purchase.id }),
  sales: ({ sale }) => ({ salesId: sale.id }),
};

/** Returns the only settlement of an allocation from one side. */
async function settlementOf(
  colleague: Client,
  side: Side,
  allocated: AllocatedContracts,
): Promise<SettlementRow> {
  const { list } = await colleague(listSettlements[side], { query: OF_CONTRACT[side](allocated) });
  const [settlement] = list;
  if (settlement === undefined) throw new Error('The transport has no settlement');
  return settlement;
}

const SETTLEMENTS: readonly WriteCase[] = [
  {
    title: 'a settlement with the supplier',
    fillForm: async (page, colleague) => {
      const transport = await chooseAction(
        page,
        colleague,
        'purchase',
        await makeReleased(colleague),
        'Rozlicz',
      );
      const dialog = page.getByRole('dialog', { name: `Rozliczenie zakupu, ${transport.registration}` });
      await type(dialog, 'Potrącenia', 'Wilgotność 15,2 %');
      return {
        form: dialog,
        url: '**/api/contract/settlement-purchase',
        save: async () => {
          await dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click();
          await confirm(page, 'Zapisać rozliczenie zakupu?', 'Zapisz rozliczenie');
        },
        fields: [[dialog.getByRole('textbox', { name: 'Potrącenia', exact: true }), 'Wilgotność 15,2 %']],
        notification: 'Zapisano rozliczenie zakupu',
        readStored: async () => {
          const { purchaseSettlementStatus, deductions } = await settlementOf(
            colleague,
            'purchase',
            transport.allocated,
          );
          return [purchaseSettlementStatus, deductions];
        },
        stored: ['SETTLED', 'Wilgotność 15,2 %'],
      };
    },
  },
  {
    title: 'a settlement with the recipient',
    fillForm: async (page, colleague) => {
      const transport = await chooseAction(
        page,
        colleague,
        'sales',
        await makeReleased(colleague),
        'Rozlicz',
      );
      const dialog = page.getByRole('dialog', { name: `Rozliczenie sprzedaży, ${transport.registration}` });
      await type(dialog, 'Szczegóły', 'waga odbiorcy');
      return {
        form: dialog,
        url: '**/api/contract/settlement-sales',
        save: () => dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click(),
        fields: [[dialog.getByRole('textbox', { name: 'Szczegóły' }), 'waga odbiorcy']],
        notification: 'Zapisano rozliczenie sprzedaży',
        readStored: async () => (await settlementOf(colleague, 'sales', transport.allocated)).details,
        stored: 'waga odbiorcy',
      };
    },
  },
  {
    title: 'an invoice to the recipient that is paid at once',
    fillForm: async (page, colleague) => {
      const transport = await chooseAction(
        page,
        colleague,
        'sales',
        await makeReleased(colleague),
        'Faktura',
      );
      const dialog = page.getByRole('dialog', { name: `Faktura sprzedaży, ${transport.registration}` });
      await type(dialog, 'Nr faktury', 'FS/7');
      await typeDay(dialog, 'Termin płatności', dayAsTyped(14));
      await dialog.getByRole('switch', { name: 'Oznacz jako opłacone' }).click();
      return {
        form: dialog,
        url: '**/api/contract/settlement-set-sales-invoice',
        save: async () => {
          await dialog.getByRole('button', { name: 'Oznacz jako opłacone' }).click();
          await confirm(page, 'Oznaczyć rozliczenie jako opłacone?', 'Oznacz jako opłacone');
        },
        fields: [
          [dialog.getByRole('textbox', { name: 'Nr faktury' }), 'FS/7'],
          [dialog.getByRole('textbox', { name: 'Termin płatności' }), dayAsTyped(14)],
        ],
        notification: 'Oznaczono rozliczenie jako opłacone',
        readStored: async () => {
          const saved = await settlementOf(colleague, 'sales', transport.allocated);
          return [saved.salesSettlementStatus, saved.salesInvoiceNumber, saved.salesPaymentDate];
        },
        stored: ['PAID', 'FS/7', dayFromToday(14)],
      };
    },
  },
  {
    title: 'the move of a settlement',
    fillForm: async (page, colleague) => {
      const allocated = await makeAllocatedContracts(colleague);
      const transportId = await makeTransport(colleague, allocated, 'DELIVERED');
      const other = await makeAllocatedContracts(colleague);
      const { registration } = await chooseAction(
        page,
        colleague,
        'sales',
        { allocated, transportId },
        'Przenieś',
      );
      const dialog = page.getByRole('dialog', { name: `Przenieś rozliczenie, ${registration}` });
      await searchAndChoose(dialog, 'Nowy kontrakt sprzedaży', other.sale.number);
      await expect(dialog.getByText('Cena rzeczywista zmieni się na cenę nowego')).toBeVisible();
      await type(dialog, 'Szczegóły', 'pomylony kontrakt');
      return {
        form: dialog,
        url: '**/api/contract/settlement-reallocate',
        save: async () => {
          await dialog.getByRole('button', { name: 'Dalej' }).click();
          await confirm(page, 'Przenieść rozliczenie?', 'Przenieś');
        },
        fields: [
          [
            dialog.getByRole('combobox', { name: 'Nowy kontrakt sprzedaży' }),
            new RegExp(`^${other.sale.number},`),
          ],
          [dialog.getByRole('textbox', { name: 'Szczegóły' }), 'pomylony kontrakt'],
        ],
        notification: 'Przeniesiono rozliczenie',
        readStored: async () => (await settlementOf(colleague, 'sales', other)).details,
        stored: 'pomylony kontrakt',
      };
    },
  },
];

testSaveFailures(SETTLEMENTS, { isRepeatable: true });

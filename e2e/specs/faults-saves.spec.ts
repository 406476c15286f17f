import type { Locator, Page } from '@playwright/test';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { listSettlements, type SettlementRow } from '@spichlerz/shared/wire/settlements';
import { getTransport } from '@spichlerz/shared/wire/transports';
import type { Client } from '../client.ts';
import { collectUnexpectedErrors, type Failure, failureAt, LOST_RESPONSE } from '../fault-injection.ts';
import {
  type AllocatedContracts,
  dayAsTyped,
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
} from '../records.ts';
import {
  chooseRowAction,
  expect,
  expectNotification,
  searchAndChoose,
  test,
  type,
  typeDay,
  typeNumber,
} from '../screen.ts';
import { confirm } from '../trading-steps.ts';

/*
 * One form for each way of saving: a versioned record on a page, a transport in a dialog, a
 * settlement, and a moved settlement. Component tests such as
 * web/src/features/transports/repeated-saves.test.tsx cover the other forms.
 */

/** A filled form or dialog that is not saved yet. */
type FilledForm = {
  /** The form or dialog. It also shows the failure next to its save button. */
  readonly form: Locator;
  /** The save request, as a Playwright URL pattern. */
  readonly url: string;
  readonly save: () => Promise<void>;
  /** The filled fields, with the values that a failed save must keep. */
  readonly fields: readonly (readonly [field: Locator, value: string | RegExp])[];
  readonly notification: string;
  /** Reads the stored value through the API. */
  readonly readStored: () => Promise<unknown>;
  readonly stored: unknown;
};

/** A test case that opens and fills a form or dialog. */
type WriteCase = {
  readonly title: string;
  readonly fillForm: (page: Page, colleague: Client) => Promise<FilledForm>;
};

/** Opens an action of a transport in the list of settlements of its sale. Returns its registration number. */
async function chooseSaleAction(
  page: Page,
  colleague: Client,
  { sale }: AllocatedContracts,
  transportId: number,
  action: string,
): Promise<string> {
  const registration = await registrationOf(colleague, transportId);
  await page.goto(`/contract/sale-list/dashboard/${sale.id}/settlement`);
  await chooseRowAction(page, registration, action);
  return registration;
}

/** Returns the only settlement of a sale. */
async function saleSettlement(colleague: Client, { sale }: AllocatedContracts): Promise<SettlementRow> {
  const { list } = await colleague(listSettlements.sales, { query: { salesId: sale.id } });
  const [settlement] = list;
  if (settlement === undefined) throw new Error('The transport has no settlement');
  return settlement;
}

const WRITES: readonly WriteCase[] = [
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
  {
    title: 'a redirect of a transport',
    fillForm: async (page, colleague) => {
      const id = await makeTransport(colleague, await makeAllocatedContracts(colleague), 'ON_THE_WAY');
      const registration = await registrationOf(colleague, id);
      const { sale } = await makeAllocatedContracts(colleague);
      await page.goto(`/logistics?search=${encodeURIComponent(registration)}`);
      await chooseRowAction(page, registration, 'Przekieruj');
      const dialog = page.getByRole('dialog', { name: `Przekieruj transport ${registration}` });
      await searchAndChoose(dialog, 'Nowy kontrakt sprzedaży', sale.number);
      await expect(dialog.getByText('Miejsce rozładunku:')).toBeVisible();
      await type(dialog, 'Uwagi', 'zadzwonić do młyna');
      return {
        form: dialog,
        url: '**/api/contract/transport-reallocate',
        save: async () => {
          await dialog.getByRole('button', { name: 'Dalej' }).click();
          await confirm(page, 'Przekierować transport?', 'Przekieruj');
        },
        fields: [
          [dialog.getByRole('combobox', { name: 'Nowy kontrakt sprzedaży' }), new RegExp(`^${sale.number},`)],
          [dialog.getByRole('textbox', { name: 'Uwagi' }), 'zadzwonić do młyna'],
        ],
        notification: 'Przekierowano transport',
        readStored: async () => {
          const { salesId, comment } = await colleague(getTransport, { params: { id } });
          return [salesId, comment];
        },
        stored: [sale.id, 'zadzwonić do młyna'],
      };
    },
  },
  {
    title: 'an invoice to the recipient that is paid at once',
    fillForm: async (page, colleague) => {
      const allocated = await makeAllocatedContracts(colleague);
      const transportId = await makeReleasedTransport(colleague, allocated);
      const registration = await chooseSaleAction(page, colleague, allocated, transportId, 'Faktura');
      const dialog = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
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
          const saved = await saleSettlement(colleague, allocated);
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
      const registration = await chooseSaleAction(page, colleague, allocated, transportId, 'Przenieś');
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
        readStored: async () => (await saleSettlement(colleague, other)).details,
        stored: 'pomylony kontrakt',
      };
    },
  },
];

async function expectSaveFails(
  page: Page,
  { sentence, respond }: Failure,
  { url, save, form, fields }: FilledForm,
): Promise<void> {
  await page.route(url, respond, { times: 1 });
  await save();
  await expect(form.getByText(`Nie udało się zapisać. ${sentence}`)).toBeVisible();
  for (const [field, value] of fields) await expect(field).toHaveValue(value);
}

async function expectSaved(
  page: Page,
  { save, notification, readStored, stored }: FilledForm,
): Promise<void> {
  await save();
  await expectNotification(page, notification);
  expect(await readStored()).toEqual(stored);
}

/*
 * In each case, the first save fails, and the form shows the failure and keeps its fields. The response of the
 * second save is lost. The third save must not store the values again.
 */
for (const [turn, { title, fillForm }] of WRITES.entries()) {
  test(`saving ${title} shows a failure, keeps the fields and stores the values once after a lost response`, async ({
    page,
    colleague,
  }) => {
    const errors = collectUnexpectedErrors(page);
    // Waits for the stream of live changes, which updates the form after a save whose response was lost.
    const streamOpened = page.waitForResponse('**/api/events');
    const typed = await fillForm(page, colleague);
    await streamOpened;
    await expectSaveFails(page, failureAt(turn), typed);
    await expectSaveFails(page, LOST_RESPONSE, typed);
    await expectSaved(page, typed);
    expect(errors).toEqual([]);
  });
}

test('when one response is lost while several transports are unloaded, a retry stores each typed weight once', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const allocated = await makeAllocatedContracts(colleague);
  const transports = [
    { id: await makeTransport(colleague, allocated, 'ON_THE_WAY'), tonnes: '24,480' },
    { id: await makeTransport(colleague, allocated, 'ON_THE_WAY'), tonnes: '25,120' },
    { id: await makeTransport(colleague, allocated, 'ON_THE_WAY'), tonnes: '24,960' },
  ] as const;
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await page.getByRole('group', { name: 'Zaznaczone' }).getByRole('button', { name: 'Zmień status' }).click();
  await page.getByRole('menuitem', { name: 'Dostarczony' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dostarczenie transportów' });
  const weightOf = async (id: number) =>
    dialog.getByRole('textbox', { name: await registrationOf(colleague, id), exact: true });
  for (const { id, tonnes } of transports) await typeNumber(await weightOf(id), tonnes);

  const sent: (string | null)[] = [];
  await page.route('**/api/contract/transport-status-update', async (route) => {
    sent.push(route.request().postData());
    await (sent.length === 2 ? LOST_RESPONSE.respond(route) : route.continue());
  });
  const save = dialog.getByRole('button', { name: 'Oznacz jako dostarczone' });
  await save.click();
  await expect(dialog.getByText(`Nie udało się zapisać. ${LOST_RESPONSE.sentence}`)).toBeVisible();
  for (const { id, tonnes } of transports) await expect(await weightOf(id)).toHaveValue(tonnes);
  await save.click();
  await expectNotification(page, '3 transporty');
  // The second request is sent twice, the others once.
  expect(sent).toEqual([sent[0], sent[1], sent[1], sent[3]]);
  for (const { id, tonnes } of transports) {
    const { status, realQuantityKg } = await colleague(getTransport, { params: { id } });
    expect([status, realQuantityKg]).toEqual(['DELIVERED', Number(tonnes.replace(',', ''))]);
  }
  expect(errors).toEqual([]);
});

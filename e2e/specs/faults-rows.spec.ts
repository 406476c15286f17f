import type { Locator, Page } from '@playwright/test';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { getTransport } from '@spichlerz/shared/wire/transports';
import type { Client } from '../client.ts';
import {
  CONNECTION_LOST,
  collectUnexpectedErrors,
  FAILURES,
  type Failure,
  failureAt,
} from '../fault-injection.ts';
import { makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import { choose, expect, expectError, expectNotification, rowOf, test } from '../screen.ts';
import { confirm } from '../trading-steps.ts';

type StatusMenu = {
  readonly subject: string;
  readonly menu: string;
  readonly from: string;
  readonly to: string;
  readonly url: string;
  /** Opens the screen with the row. */
  readonly open: (page: Page, colleague: Client) => Promise<{ name: string; read: () => Promise<unknown> }>;
  /** Confirms the change, if it needs confirmation. */
  readonly confirmChange?: (page: Page) => Promise<void>;
  readonly notification: (name: string) => string;
  readonly stored: unknown;
};

const STATUS_MENUS: readonly [StatusMenu, ...StatusMenu[]] = [
  {
    subject: 'the status of a purchase contract',
    menu: 'Zmień status kontraktu',
    from: 'Aktywny',
    to: 'Zamknięty',
    url: '**/api/contract/update-purchase-status',
    open: async (page, colleague) => {
      const { id, number } = (await makeAllocatedContracts(colleague)).purchase;
      await page.goto(`/contract/purchase-list/dashboard/${id}/realization`);
      const read = async () =>
        (await colleague(contracts.purchase.dashboard, { params: { id } })).contractStatus;
      return { name: number, read };
    },
    confirmChange: (page) => confirm(page, 'Zmienić status na „Zamknięty”?', 'Zmień status'),
    notification: (name) => `Status kontraktu ${name}: Zamknięty.`,
    stored: 'CLOSED',
  },
  {
    subject: 'the agreement status of a sales contract',
    menu: 'Zmień status umowy',
    from: 'Podpisana',
    to: 'Do podpisu',
    url: '**/api/contract/update-sales-agreement-status',
    open: async (page, colleague) => {
      const { id, number } = (await makeAllocatedContracts(colleague)).sale;
      await page.goto(`/contract/sale-list/all?search=${encodeURIComponent(number)}`);
      const read = async () =>
        (await colleague(contracts.sales.dashboard, { params: { id } })).agreementStatus;
      return { name: number, read };
    },
    notification: (name) => `Status umowy ${name}: Do podpisu.`,
    stored: 'TO_SIGN',
  },
  {
    subject: 'the status of a transport',
    menu: 'Zmień status transportu',
    from: 'Nowy',
    to: 'W drodze',
    url: '**/api/contract/transport-status-update',
    open: async (page, colleague) => {
      const id = await makeTransport(colleague, await makeAllocatedContracts(colleague));
      const name = await registrationOf(colleague, id);
      await page.goto(`/logistics?search=${encodeURIComponent(name)}`);
      const read = async () => (await colleague(getTransport, { params: { id } })).status;
      return { name, read };
    },
    confirmChange: (page) => page.getByRole('dialog').getByRole('button', { name: 'Zmień status' }).click(),
    notification: (name) => `Status transportu ${name}: W drodze.`,
    stored: 'ON_THE_WAY',
  },
];

/** In the list of contracts, one button contains both the status of the contract and that of its agreement. */
const menuAt = (page: Page, { menu }: StatusMenu, status: string): Locator =>
  page.getByRole('button', { name: `${menu}: ${status}` });

async function chooseTo(page: Page, status: StatusMenu): Promise<void> {
  await menuAt(page, status, status.from).click();
  await page.getByRole('menuitem', { name: status.to, exact: true }).click();
  await status.confirmChange?.(page);
}

async function closeErrorNotification(page: Page): Promise<void> {
  const close = page.getByRole('alert').getByRole('button', { name: 'Zamknij powiadomienie' });
  await close.click();
  await expect(close).toBeHidden();
}

for (const [turn, status] of STATUS_MENUS.entries()) {
  test(`changing ${status.subject} restores the old value on a failure, and succeeds on retry`, async ({
    page,
    colleague,
  }) => {
    const errors = collectUnexpectedErrors(page);
    const { name, read } = await status.open(page, colleague);
    const { sentence, respond } = failureAt(turn);
    await page.route(status.url, respond, { times: 1 });
    await chooseTo(page, status);
    await expectError(page, sentence);
    await expect(menuAt(page, status, status.from)).toBeEnabled();
    await closeErrorNotification(page);
    await chooseTo(page, status);
    await expectNotification(page, status.notification(name));
    await expect(menuAt(page, status, status.to)).toBeVisible();
    expect(await read()).toBe(status.stored);
    expect(errors).toEqual([]);
  });
}

test('a status that is changed without a connection keeps the old value until the connection returns', async ({
  page,
  colleague,
}) => {
  const [status] = STATUS_MENUS;
  const errors = collectUnexpectedErrors(page);
  await status.open(page, colleague);
  await expect(menuAt(page, status, status.from)).toBeVisible();
  await page.route('**/api/**', CONNECTION_LOST.respond);
  const away = page.getByText('Brak połączenia ze Spichlerzem.');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await chooseTo(page, status);
    await expect(away).toBeVisible();
    await expectError(page, CONNECTION_LOST.sentence);
    await expect(menuAt(page, status, status.from)).toBeEnabled();
    await closeErrorNotification(page);
  }
  await page.unroute('**/api/**');
  await expect(away).toBeHidden();
  await chooseTo(page, status);
  await expect(menuAt(page, status, status.to)).toBeVisible();
  expect(errors).toEqual([]);
});

/** Creates two purchases of one supplier, selects both in the list and returns their numbers and ids. */
async function chooseTwo(page: Page, colleague: Client) {
  const first = await makeAllocatedContracts(colleague);
  const { purchaseSupplierId, supplier } = await colleague(contracts.purchase.dashboard, {
    params: { id: first.purchase.id },
  });
  const second = await makeAllocatedContracts(colleague, { supplierId: purchaseSupplierId });
  await page.goto(`/contract/purchase-list/all?search=${encodeURIComponent(supplier?.name ?? '')}`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  return [first.purchase, second.purchase] as const;
}

/** Fails the request that changes this record once. */
async function failOnce(page: Page, call: string, id: number, failure: Failure): Promise<void> {
  let hasFailed = false;
  await page.route(call, async (route) => {
    const isIt = (route.request().postData() ?? '').includes(`:${id},`);
    if (hasFailed || !isIt) return route.fallback();
    hasFailed = true;
    return failure.respond(route);
  });
}

/** The failed record is listed with its reason and stays selected, while the other one is changed. */
async function expectOneFailed(page: Page, number: string, sentence: string): Promise<void> {
  const results = page.getByRole('dialog', { name: 'Wynik zmiany' });
  await expect(results).toContainText('Zmieniono: 1, odrzucono: 1.');
  await expect(results.getByRole('listitem').filter({ hasText: number })).toContainText(sentence);
  await results.getByRole('button', { name: 'Zamknij', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Zaznaczone' })).toContainText('Zaznaczono: 1 ');
  await expect(page.getByRole('checkbox', { name: `Zaznacz: ${number}` })).toBeChecked();
}

test('a status change of many contracts keeps the failed one selected, and succeeds on retry', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const [first, second] = await chooseTwo(page, colleague);
  await failOnce(page, '**/api/contract/update-purchase-status', second.id, FAILURES[1]);
  const closeAll = async () => {
    await page
      .getByRole('group', { name: 'Zaznaczone' })
      .getByRole('button', { name: 'Zmień status' })
      .click();
    await page.getByRole('menuitem', { name: 'Zamknięty' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Zmień status' }).click();
  };
  await closeAll();
  await expectOneFailed(page, second.number, FAILURES[1].sentence);
  await expect(rowOf(page, second.number)).toContainText('Aktywny');
  await expect(rowOf(page, first.number)).toBeHidden();
  await closeAll();
  await expectNotification(page, '1 kontrakt: Zamknięty.');
  await expect(rowOf(page, second.number)).toBeHidden();
  expect(errors).toEqual([]);
});

test('an owner change of many contracts keeps the failed one selected, and succeeds on retry', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const [first, second] = await chooseTwo(page, colleague);
  await failOnce(page, '**/api/contract/update-purchase-owner', first.id, CONNECTION_LOST);
  const handOver = async () => {
    await page.getByRole('button', { name: 'Zmień opiekuna' }).click();
    const dialog = page.getByRole('dialog', { name: 'Zmienić opiekuna?' });
    await choose(dialog, 'Nowy opiekun', 'Michał Ratajczyk');
    await dialog.getByRole('button', { name: 'Zmień opiekuna' }).click();
  };
  await handOver();
  await expectOneFailed(page, first.number, CONNECTION_LOST.sentence);
  await expect(rowOf(page, first.number)).not.toContainText('Michał Ratajczyk');
  await expect(rowOf(page, second.number)).toContainText('Michał Ratajczyk');
  await handOver();
  await expectNotification(page, 'Zmieniono opiekuna');
  await expect(rowOf(page, first.number)).toContainText('Michał Ratajczyk');
  expect(errors).toEqual([]);
});

test('a status change of many transports keeps the failed one selected, and succeeds on retry', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const allocated = await makeAllocatedContracts(colleague);
  const [, second] = [await makeTransport(colleague, allocated), await makeTransport(colleague, allocated)];
  const registration = await registrationOf(colleague, second);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await failOnce(page, '**/api/contract/transport-status-update', second, FAILURES[2]);
  const sendAll = async () => {
    await page
      .getByRole('group', { name: 'Zaznaczone' })
      .getByRole('button', { name: 'Zmień status' })
      .click();
    await page.getByRole('menuitem', { name: 'W drodze' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Zmień status' }).click();
  };
  await sendAll();
  await expectOneFailed(page, registration, FAILURES[2].sentence);
  await expect(rowOf(page, registration)).toContainText('Nowy');
  await sendAll();
  await expectNotification(page, '1 transport: W drodze.');
  await expect(page.getByRole('button', { name: 'Zmień status transportu: W drodze' })).toHaveCount(2);
  expect(errors).toEqual([]);
});

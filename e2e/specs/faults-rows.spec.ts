import type { Page } from '@playwright/test';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { Client } from '../client.ts';
import {
  CONNECTION_LOST,
  collectUnexpectedErrors,
  FAILURES,
  type Failure,
  shortenConnectionChecks,
} from '../fault-injection.ts';
import { makeAllocatedContracts } from '../records.ts';
import { expect, expectError, expectNotification, rowOf, test } from '../screen.ts';
import { confirm } from '../trading-steps.ts';

async function closeErrorNotification(page: Page): Promise<void> {
  const close = page.getByRole('alert').getByRole('button', { name: 'Zamknij powiadomienie' });
  await close.click();
  await expect(close).toBeHidden();
}

test('a status that is changed without a connection keeps the old value until the connection returns', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  await shortenConnectionChecks(page);
  const { id, number } = (await makeAllocatedContracts(colleague)).purchase;
  const menuAt = (status: string) => page.getByRole('button', { name: `Zmień status kontraktu: ${status}` });
  const close = async () => {
    await menuAt('Aktywny').click();
    await page.getByRole('menuitem', { name: 'Zamknięty', exact: true }).click();
    await confirm(page, 'Zmienić status na „Zamknięty”?', 'Zmień status');
  };
  await page.goto(`/contract/purchase-list/dashboard/${id}/realization`);
  await expect(menuAt('Aktywny')).toBeVisible();
  await page.route('**/api/**', CONNECTION_LOST.respond);
  const away = page.getByText('Brak połączenia ze Spichlerzem.');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await close();
    await expect(away).toBeVisible();
    await expectError(page, CONNECTION_LOST.sentence);
    await expect(menuAt('Aktywny')).toBeEnabled();
    await closeErrorNotification(page);
  }
  await page.unroute('**/api/**');
  await expect(away).toBeHidden();
  await close();
  await expectNotification(page, `Status kontraktu ${number}: Zamknięty.`);
  await expect(menuAt('Zamknięty')).toBeVisible();
  const { contractStatus } = await colleague(contracts.purchase.dashboard, { params: { id } });
  expect(contractStatus).toBe('CLOSED');
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

/** Makes the first request that changes this record fail. */
async function failOnce(page: Page, call: string, id: number, failure: Failure): Promise<void> {
  let hasFailed = false;
  await page.route(call, async (route) => {
    const isIt = (route.request().postData() ?? '').includes(`:${id},`);
    if (hasFailed || !isIt) return route.fallback();
    hasFailed = true;
    return failure.respond(route);
  });
}

/**
 * Expects that the result lists the failed record with its reason and keeps it selected, and
 * that one other is changed.
 */
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

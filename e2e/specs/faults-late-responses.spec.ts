import type { Page, Route } from '@playwright/test';
import { changeAgreementStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { collectUnexpectedErrors, deferRequests, LOST_RESPONSE } from '../fault-injection.ts';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport } from '../records.ts';
import { expect, expectError, expectNotification, rowOf, test } from '../screen.ts';
import { search } from '../trading-steps.ts';

test('a late response to an older search is ignored', async ({ page, colleague }) => {
  const errors = collectUnexpectedErrors(page);
  const [older, newer] = [await makeAllocatedContracts(colleague), await makeAllocatedContracts(colleague)];
  const slow = await deferRequests(
    page,
    ({ searchParams }) => searchParams.get('search') === older.sale.number,
  );
  await page.goto(`/contract/sale-list/${newer.material.id}`);
  await search(page, older.sale.number);
  await expect.poll(slow.count).toBe(1);
  await search(page, newer.sale.number);
  await expect(rowOf(page, newer.sale.number)).toBeVisible();
  await slow.release();
  // Waits for another response of the list, so that the late response has been processed before the check.
  const refreshed = page.waitForResponse((response) => response.url().includes('/get-sales-list'));
  await page.getByRole('button', { name: 'Odśwież' }).click();
  await refreshed;
  await expect(rowOf(page, newer.sale.number)).toBeVisible();
  await expect(rowOf(page, older.sale.number)).toBeHidden();
  expect(errors).toEqual([]);
});

test('when the user opens two allocation dialogs before the first one has loaded, only the second one is shown', async ({
  page,
  colleague,
}) => {
  const first = await makeAllocatedContracts(colleague);
  const second = await makeAllocatedContracts(colleague);
  const slow = await deferRequests(
    page,
    ({ pathname }, body) =>
      pathname.endsWith('/get-allocated-value') && body.includes(`"purchase_id":${first.purchase.id},`),
  );
  await page.goto(`/contract/sale-list/allocation/${second.sale.id}`);
  await search(page, first.purchase.number);
  await page.getByRole('button', { name: `Alokuj z kontraktu ${first.purchase.number}` }).click();
  await expect.poll(slow.count).toBe(1);
  await search(page, second.purchase.number);
  await page.getByRole('button', { name: `Alokuj z kontraktu ${second.purchase.number}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  await expect(dialog).toContainText(second.purchase.number);
  const late = page.waitForResponse(`**/get-purchase-dashboard/${first.purchase.id}`);
  await slow.release();
  await late;
  await expect(dialog).toContainText(second.purchase.number);
  await expect(dialog).not.toContainText(first.purchase.number);
});

/** Defers the code of the logistics page until the returned function is called. */
async function deferLogistics(page: Page): Promise<() => Promise<unknown>> {
  const deferred: Route[] = [];
  await page.route('**/assets/logistics-page-*.js', (route) => {
    deferred.push(route);
  });
  return () => Promise.all(deferred.map((route) => route.continue()));
}

test('a list stays visible until the next screen has loaded; a late response of the list does not change the next screen', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const { purchase } = await makeAllocatedContracts(colleague);
  const mark = purchase.number.slice(2);
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const release = await deferLogistics(page);
  await page.goto(`/data/supplier-list?search=${mark}`);
  await expect(rowOf(page, mark)).toBeVisible();

  await test.step('the list stays visible while the code of the next screen loads, and has its search again when the user returns', async () => {
    await page.getByRole('link', { name: 'Logistyka' }).click();
    // The URL is already that of the next screen, while the list is still visible.
    await expect(page).toHaveURL('/logistics');
    await expect(heading('Dostawcy')).toBeVisible();
    await release();
    await expect(heading('Logistyka')).toBeVisible();
    await page.getByRole('link', { name: 'Pozycje' }).click();
    await expect(heading('Pozycje')).toBeVisible();
    await page.getByRole('link', { name: 'Dostawcy' }).click();
    await expect(page).toHaveURL(`/data/supplier-list?search=${mark}`);
    await expect(rowOf(page, mark)).toBeVisible();
  });

  await test.step('a late response of the list does not change the next screen', async () => {
    const slow = await deferRequests(page, ({ pathname }) => pathname === '/api/contractor/supplier/list');
    const rows = page.getByRole('table').getByRole('row');
    await page.getByRole('button', { name: 'Odśwież' }).click();
    await expect.poll(slow.count).toBe(1);
    await page.getByRole('link', { name: 'Odbiorcy' }).click();
    await expect(heading('Odbiorcy')).toBeVisible();
    await expect(rows.nth(1)).not.toBeEmpty();
    const before = await rows.allInnerTexts();
    await slow.release();
    const refreshed = page.waitForResponse('**/api/contractor/recipient/list');
    await page.getByRole('button', { name: 'Odśwież' }).click();
    await refreshed;
    await expect(heading('Odbiorcy')).toBeVisible();
    expect(await rows.allInnerTexts()).toEqual(before);
  });
  expect(errors).toEqual([]);
});

test('after a lost response, a retry completes the deletion of a contract and opens the list of contracts', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const { id, number } = (await makeAllocatedContracts(colleague)).sale;
  await colleague(changeAgreementStatus.sales, { body: { salesId: id, status: 'TO_SIGN' } });
  const count = async () =>
    (await colleague(contracts.sales.list, { query: { search: number } })).list.length;
  const eventStream = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${id}/details`);
  await eventStream;
  await page.getByRole('button', { name: 'Usuń kontrakt' }).click();
  const confirmation = page.getByRole('dialog', { name: `Usunąć kontrakt ${number}?` });
  const deleteButton = confirmation.getByRole('button', { name: 'Usuń kontrakt' });
  await page.route('**/api/contract/delete-sales/*', LOST_RESPONSE.respond, { times: 1 });
  await deleteButton.click();
  await expectError(page, LOST_RESPONSE.sentence);
  expect(await count()).toBe(0);
  await deleteButton.click();
  await expect(page.getByRole('heading', { name: 'Kontrakty sprzedaży', level: 1 })).toBeVisible();
  await expectNotification(page, 'Usunięto kontrakt');
  await expect(confirmation).toBeHidden();
  await expect(page).toHaveURL(/\/contract\/sale-list\/\d+/);
  expect(errors).toEqual([]);
});

test('the result of a status change of several transports is shown even after the user has left the page', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  for (let times = 0; times < 2; times += 1) await makeTransport(colleague, allocated);
  await page.goto('/positions');
  await navigateInApp(page, `/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  const slow = await deferRequests(page, ({ pathname }) => pathname.endsWith('/transport-status-update'));
  await page.getByRole('button', { name: 'Zmień status', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Oczekuje' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Zmień status' }).click();
  for (const respond of [respondWithError, undefined]) {
    await expect.poll(slow.count).toBe(1);
    if (respond === respondWithError) await page.goBack();
    await slow.release(respond);
  }
  await expect(page).toHaveURL('/positions');
  const message = page.getByRole('alert').filter({ hasText: 'Zmieniono: 1, odrzucono: 1.' });
  await expect(message).toContainText('Ta zmiana statusu nie jest możliwa.');
});

const respondWithError = (route: Route) =>
  route.fulfill({ status: 409, json: { success: false, result: { message_code: 'WRONG_STATUS' } } });

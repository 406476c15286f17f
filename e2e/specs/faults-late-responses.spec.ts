import type { Page, Route } from '@playwright/test';
import { changeAgreementStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { collectUnexpectedErrors, deferRequests, FAILURES, LOST_RESPONSE } from '../fault-injection.ts';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport } from '../records.ts';
import { expect, expectError, expectNotification, rowOf, test, type } from '../screen.ts';
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
  // Waits for a later response. The rows of the late response would be visible by then.
  const refreshed = page.waitForResponse((response) => response.url().includes('/get-sales-list'));
  await page.getByRole('button', { name: 'Odśwież' }).click();
  await refreshed;
  await expect(rowOf(page, newer.sale.number)).toBeVisible();
  await expect(rowOf(page, older.sale.number)).toBeHidden();
  expect(errors).toEqual([]);
});

test('a response for a screen that was left does not change the next screen', async ({ page }) => {
  const errors = collectUnexpectedErrors(page);
  const slow = await deferRequests(page, ({ pathname }) => pathname === '/api/contractor/supplier/list');
  await page.goto('/data/supplier-list');
  await expect.poll(slow.count).toBe(1);
  await page.getByRole('link', { name: 'Odbiorcy' }).click();
  await expect(page.getByRole('heading', { name: 'Odbiorcy', level: 1 })).toBeVisible();
  await expect(page.getByRole('table').getByRole('row').nth(1)).not.toBeEmpty();
  const rows = await page.getByRole('table').getByRole('row').allInnerTexts();
  await slow.release();
  const refreshed = page.waitForResponse('**/api/contractor/recipient/list');
  await page.getByRole('button', { name: 'Odśwież' }).click();
  await refreshed;
  await expect(page.getByRole('heading', { name: 'Odbiorcy', level: 1 })).toBeVisible();
  expect(await page.getByRole('table').getByRole('row').allInnerTexts()).toEqual(rows);
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

/** Defers the code of the logistics page until release. */
async function deferLogistics(page: Page): Promise<() => Promise<unknown>> {
  const deferred: Route[] = [];
  await page.route('**/assets/logistics-page-*.js', (route) => {
    deferred.push(route);
  });
  return () => Promise.all(deferred.map((route) => route.continue()));
}

test('a list keeps its scroll position while the next page loads slowly', async ({ page, colleague }) => {
  const { purchase } = await makeAllocatedContracts(colleague);
  const mark = purchase.number.slice(2);
  const release = await deferLogistics(page);
  await page.goto(`/data/supplier-list?search=${mark}`);
  await expect(rowOf(page, mark)).toBeVisible();
  await page.getByRole('link', { name: 'Logistyka' }).click();
  // The URL is already that of the next page, while the list is still visible.
  await expect(page).toHaveURL('/logistics');
  await expect(page.getByRole('heading', { name: 'Dostawcy', level: 1 })).toBeVisible();
  await release();
  await expect(page.getByRole('heading', { name: 'Logistyka', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Pozycje' }).click();
  await expect(page.getByRole('heading', { name: 'Pozycje', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Dostawcy' }).click();
  await expect(page).toHaveURL(`/data/supplier-list?search=${mark}`);
  await expect(rowOf(page, mark)).toBeVisible();
});

test('a failed deletion of a contract shows an error, and a retry after a lost response opens the list of contracts', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const { id, number } = (await makeAllocatedContracts(colleague)).sale;
  await colleague(changeAgreementStatus.sales, { body: { salesId: id, status: 'TO_SIGN' } });
  const count = async () =>
    (await colleague(contracts.sales.list, { query: { search: number } })).list.length;
  const follows = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${id}/details`);
  await follows;
  await page.getByRole('button', { name: 'Usuń kontrakt' }).click();
  const confirmation = page.getByRole('dialog', { name: `Usunąć kontrakt ${number}?` });
  const deleteButton = confirmation.getByRole('button', { name: 'Usuń kontrakt' });
  for (const [{ sentence, respond }, left] of [
    [FAILURES[0], 1],
    [LOST_RESPONSE, 0],
  ] as const) {
    await page.route('**/api/contract/delete-sales/*', respond, { times: 1 });
    await deleteButton.click();
    await expectError(page, sentence);
    expect(await count()).toBe(left);
  }
  await deleteButton.click();
  await expect(page.getByRole('heading', { name: 'Kontrakty sprzedaży', level: 1 })).toBeVisible();
  await expectNotification(page, 'Usunięto kontrakt');
  await expect(confirmation).toBeHidden();
  await expect(page).toHaveURL(/\/contract\/sale-list\/\d+/);
  expect(errors).toEqual([]);
});

test('a missing contract shows the 404 page, opened by URL and by a link', async ({ page }) => {
  const message = page.getByRole('heading', { name: '404 – nie znaleziono' });
  await page.goto('/contract/sale-list/dashboard/999999/realization');
  await expect(message).toBeVisible();
  await page.goto('/positions');
  await navigateInApp(page, '/contract/purchase-list/dashboard/999999/details', '/404');
  await expect(message).toBeVisible();
});

test("input right after saving is not reported as a colleague's change", async ({ page, colleague }) => {
  const { sale } = await makeAllocatedContracts(colleague);
  const main = page.getByRole('main');
  const comments = main.getByRole('textbox', { name: 'Uwagi' });
  await page.goto(`/contract/sale-list/dashboard/${sale.id}/details`);
  await expect(comments).toBeVisible();
  const slow = await deferRequests(page, ({ pathname }) =>
    pathname.endsWith(`/get-sales-dashboard/${sale.id}`),
  );
  const save = async (text: string) => {
    await type(main, 'Uwagi', text);
    await main.getByRole('button', { name: 'Zapisz', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Zapisz' }).click();
  };
  await save('brama od podwórza');
  await expect.poll(slow.count).toBeGreaterThan(0);
  // The form is inert until the contract is refetched. Otherwise new input would
  // conflict with the newer version.
  expect(await comments.evaluate((field) => field.closest('[inert]') !== null)).toBe(true);
  await slow.release();
  await page.unrouteAll();
  await expectNotification(page, 'Zapisano kontrakt');
  await save('brama od ulicy');
  await expectNotification(page, 'Zapisano kontrakt');
  await expect(page.getByText('Ten kontrakt zmieniono')).toBeHidden();
});

test('the result of a change of several transports is shown after the user has gone back', async ({
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

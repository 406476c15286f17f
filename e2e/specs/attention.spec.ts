import { navigateInApp } from '../navigation.ts';
import {
  changeTransportFields,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
} from '../records.ts';
import { expect, normalizeSpaces, test } from '../screen.ts';

test('each link under "Do zrobienia" opens the list of the records that the link counts', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const [late, later] = [
    await makeTransport(colleague, allocated),
    await makeTransport(colleague, allocated, 'ON_THE_WAY'),
  ];
  await changeTransportFields(colleague, late, { dateLoading: '2020-01-07', dateUnloading: '2020-01-08' });
  await changeTransportFields(colleague, later, { dateLoading: '2020-01-06', dateUnloading: '2020-01-07' });
  const released = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeReleasedTransport(colleague, released));
  await page.goto('/positions');

  await test.step('the list of sales without a signed agreement has as many contracts as the link shows', async () => {
    const item = page
      .getByRole('region', { name: 'Do zrobienia' })
      .getByRole('link', { name: /^Sprzedaże bez podpisanej umowy/ });
    const [, count] = /(\d+)$/.exec(normalizeSpaces(await item.innerText())) ?? [];
    await item.click();
    await expect(page.getByRole('tab', { name: 'Wszystkie', selected: true })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(new RegExp(` z ${count} wynik`));
    await expect(page.getByRole('button', { name: /Sprzedaże bez podpisanej umowy/ })).toBeVisible();
  });

  await test.step('overdue invoices are sorted by payment date, the earliest first', async () => {
    await navigateInApp(page, '/positions');
    await page
      .getByRole('region', { name: 'Do zrobienia' })
      .getByRole('link', { name: /^Termin płatności minął: zakup/ })
      .click();
    await expect(page.getByRole('tab', { name: 'Zakup', selected: true })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Termin płatności' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(page.getByRole('row').nth(1)).toContainText('Po terminie');
    await page.getByRole('button', { name: 'Usuń filtr: Po terminie' }).click();
    await expect(page).not.toHaveURL(/isOverdue/);
  });

  await test.step('in the list of settled sales without an invoice, the contract link and the row menu open the settlements', async () => {
    await navigateInApp(page, '/positions');
    await page
      .getByRole('region', { name: 'Do zrobienia' })
      .getByRole('link', { name: /^Sprzedaż rozliczona, bez faktury/ })
      .click();
    const actions = page.getByRole('button', { name: /^Akcje: / }).first();
    const contract = page
      .locator('tr[data-row]')
      .first()
      .locator('a[href*="/contract/sale-list/dashboard/"]');
    await expect(contract).toHaveAttribute('href', /\/settlement$/);
    await actions.click();
    const registration = (await actions.getAttribute('aria-label'))?.replace('Akcje: ', '') ?? '';
    await page.getByRole('menuitem', { name: 'Rozliczenie i faktura sprzedaży' }).click();
    await expect(page.getByRole('tab', { name: 'Rozliczenia', selected: true })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText(registration);
  });

  await test.step('late transports are sorted by unloading date, the earliest first', async () => {
    await navigateInApp(page, '/positions');
    await page
      .getByRole('region', { name: 'Do zrobienia' })
      .getByRole('link', { name: /^Niedostarczone po dacie rozładunku/ })
      .click();
    // Compares only these two transports, because a retry of this test also lists the transports of the first
    // attempt.
    const own = [await registrationOf(colleague, later), await registrationOf(colleague, late)];
    const listed = async () =>
      (await page.getByRole('rowheader').allInnerTexts())
        .map(normalizeSpaces)
        .filter((text) => own.includes(text));
    await expect.poll(listed).toEqual(own);
  });

  await test.step('in the list of transports to settle with a supplier, the contract link opens the settlements of the purchase', async () => {
    await navigateInApp(page, '/positions');
    await page
      .getByRole('region', { name: 'Do zrobienia' })
      .getByRole('link', { name: /^Do rozliczenia z dostawcą/ })
      .click();
    const search = page.getByRole('searchbox', { name: 'Szukaj' });
    await search.fill(registration);
    await search.press('Enter');
    await page
      .getByRole('row', { name: registration })
      .getByRole('link', { name: released.purchase.number })
      .click();
    await expect(page.getByRole('tab', { name: 'Rozliczenia', selected: true })).toBeVisible();
  });
});

test('the counts under "Do zrobienia" are refetched after midnight in Warsaw', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-06-30T21:59:00Z') });
  await page.goto('/positions');
  const waits = page.getByRole('region', { name: 'Do zrobienia' });
  await expect(waits.getByRole('link', { name: /^Sprzedaże bez podpisanej umowy/ })).toBeVisible();
  await page.route('**/api/dashboard/attention', (route) =>
    route.fulfill({ json: { success: true, result: { contracts: [], transports: [], invoices: [] } } }),
  );
  // The counts are refetched after two minutes, one minute after midnight. The clock stops five seconds
  // later, because the page aborts a request after twenty seconds of this clock.
  await page.clock.runFor('02:05');
  await expect(waits).toContainText('Nic nie czeka.');
});

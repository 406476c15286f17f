import type { Page } from '@playwright/test';
import { changeContractOwner } from '@spichlerz/shared/wire/contract-changes';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { changeUser } from '@spichlerz/shared/wire/users';
import { navigateInApp } from '../navigation.ts';
import { firstMaterial, makeAllocatedContracts, makeTransport, makeUser } from '../records.ts';
import { expect, searchAndChoose, test, typeNumber } from '../screen.ts';

test('a filter range with its end before its start shows an error and cannot be applied', async ({
  page,
  colleague,
}) => {
  const { id } = await firstMaterial(colleague);
  await page.goto(`/contract/sale-list/${id}`);
  await page.getByRole('button', { name: 'Filtry', exact: true }).click();
  const panel = page.getByRole('form', { name: 'Filtry' });
  const apply = panel.getByRole('button', { name: 'Zastosuj' });
  await expect(apply).toBeDisabled();
  await typeNumber(panel.getByRole('textbox', { name: 'Cena od' }), '900');
  await typeNumber(panel.getByRole('textbox', { name: 'Cena do' }), '800');
  await expect(apply).toBeDisabled();
  await page.keyboard.press('Tab');
  await expect(panel.getByText('Wartość „do” nie może być mniejsza niż „od”.')).toBeVisible();
  await typeNumber(panel.getByRole('textbox', { name: 'Cena od' }), '700');
  await expect(panel.getByText('Wartość „do” nie może być mniejsza niż „od”.')).toBeHidden();
  await panel.getByRole('combobox', { name: 'Waluta', exact: true }).click();
  await page.getByRole('option', { name: 'EUR' }).click();
  await apply.click();
  await expect(page).toHaveURL(/priceFrom=70000/);
  await expect(apply).toBeDisabled();
  const active = page.getByRole('group', { name: 'Włączone filtry' });
  await expect(active.getByText('Cena od 700,00 €/t')).toBeVisible();
  await expect(active.getByText('Waluta: EUR')).toBeVisible();
});

test('the filter panel takes at most a third of the window and can restore the default filters or clear all filters', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/sandbox');
  for (const [list, status] of [
    ['/logistics', 'Status transportu'],
    ['/contract/purchase-list/all', 'Status kontraktu'],
  ] as const) {
    await navigateInApp(page, list);
    await page.getByRole('button', { name: 'Filtry', exact: true }).click();
    const panel = page.getByRole('form', { name: 'Filtry' });
    const reset = panel.getByRole('button', { name: 'Domyślne' });
    const clear = panel.getByRole('button', { name: 'Wyczyść', exact: true });
    const all = page.getByRole('group', { name: status }).getByRole('checkbox', { name: 'Wszystkie' });
    await expect(reset).toBeDisabled();
    expect((await panel.boundingBox())?.height).toBeLessThanOrEqual(300);
    const cutOff = await panel
      .getByRole('radiogroup')
      .evaluateAll((switches) => switches.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect(cutOff, `${list}: switches whose choices do not fit`).toBe(0);
    await clear.click();
    await expect(all).toBeChecked();
    await expect(clear).toBeDisabled();
    await reset.click();
    await expect(all).not.toBeChecked();
    await expect(reset).toBeDisabled();
  }
});

test('the filter panel of logistics can filter by a contract', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  await makeTransport(colleague, allocated, 'NEW');
  await page.goto('/logistics');
  await page.getByRole('button', { name: 'Filtry', exact: true }).click();
  const panel = page.getByRole('form', { name: 'Filtry' });
  await searchAndChoose(panel, 'Kontrakt zakupu', allocated.purchase.number);
  await panel.getByRole('button', { name: 'Zastosuj' }).click();
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(1);
  await expect(page.getByRole('group', { name: 'Włączone filtry' })).toContainText(
    `Kontrakt zakupu: ${allocated.purchase.number}`,
  );
});

test('unapplied filters stay while the list is searched, sorted and filtered by status', async ({ page }) => {
  await page.goto('/contract/purchase-list/all');
  await page.getByRole('button', { name: 'Filtry', exact: true }).click();
  const panel = page.getByRole('form', { name: 'Filtry' });
  const apply = panel.getByRole('button', { name: 'Zastosuj' });
  const clear = panel.getByRole('button', { name: 'Domyślne' });
  const [from, to] = [
    panel.getByRole('textbox', { name: 'Cena od' }),
    panel.getByRole('textbox', { name: 'Cena do' }),
  ];
  const gmp = panel.getByRole('radiogroup', { name: 'GMP' });
  await gmp.getByText('Tak').click();
  await typeNumber(from, '1');
  await typeNumber(to, '900');

  await page.getByRole('searchbox', { name: 'Szukaj' }).fill('a');
  await expect(page).toHaveURL(/search=a/);
  await page.getByRole('columnheader', { name: 'Cena' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=price/);
  await page.getByRole('group', { name: 'Status kontraktu' }).getByText('Zamknięty').click();
  await expect(page).toHaveURL(/contractStatus=/);
  await expect(gmp.getByRole('radio', { name: 'Tak' })).toBeChecked();
  await expect(from).toHaveValue('1,00');
  await expect(to).toHaveValue('900,00');

  await apply.click();
  await expect(page).toHaveURL(/priceTo=90000/);
  await expect(page).toHaveURL(/search=a&|search=a$/);
  await expect(page).toHaveURL(/sort=price/);
  await expect(apply).toBeDisabled();

  // Clearing the filters also clears the search and unapplied filters.
  await clear.click();
  await expect(from).toHaveValue('');
  await page.getByRole('searchbox', { name: 'Szukaj' }).fill('b');
  await expect(page).toHaveURL(/search=b/);
  await typeNumber(from, '2');
  await clear.click();
  await expect(page).not.toHaveURL(/search=/);
  await expect(from).toHaveValue('');
  await expect(apply).toBeDisabled();
});

test('clearing the filters also clears a search text that was not submitted', async ({ page }) => {
  await page.goto('/contract/purchase-list/all?isGmp=true');
  const search = page.getByRole('searchbox', { name: 'Szukaj' });
  await search.fill('jęczmień');
  await page.getByRole('button', { name: 'Wyczyść filtry' }).click();
  await expect(page).not.toHaveURL(/isGmp/);
  await expect(search).toHaveValue('');
});

test("changing the raw material removes only the previous material's qualities from the unapplied filters", async ({
  page,
  colleague,
}) => {
  const { id, quality } = await firstMaterial(colleague);
  await page.goto(`/contract/purchase-list/${id}`);
  await page.getByRole('button', { name: 'Filtry', exact: true }).click();
  const panel = page.getByRole('form', { name: 'Filtry' });
  const apply = panel.getByRole('button', { name: 'Zastosuj' });
  await panel.getByRole('combobox', { name: 'Jakość' }).click();
  await page.getByRole('option', { name: quality.title, exact: true }).click();
  await expect(panel.getByText(quality.title)).toBeVisible();
  await typeNumber(panel.getByRole('textbox', { name: 'Cena do' }), '900');
  await page.getByRole('tab', { name: 'Wszystkie' }).click();
  await expect(page).toHaveURL(/purchase-list\/all/);
  await expect(panel.getByRole('textbox', { name: 'Cena do' })).toHaveValue('900,00');
  await apply.click();
  await expect(page).toHaveURL(/priceTo=90000/);
  await expect(page).not.toHaveURL(/rawMaterialQualityId/);
});

test('the search field keeps its text while the user types, and the back button restores the previous search', async ({
  page,
}) => {
  const box = page.getByRole('searchbox', { name: 'Szukaj' });
  await page.goto('/data/supplier-list');
  await box.pressSequentially('jan ');
  await expect(page).toHaveURL('/data/supplier-list?search=jan');
  await box.pressSequentially('kow');
  await expect(box).toHaveValue('jan kow');
  await expect(page).toHaveURL('/data/supplier-list?search=jan+kow');

  await page.clock.install();
  await box.pressSequentially('alski');
  await page.goBack();
  await expect(box).toHaveValue('jan');
  await page.clock.runFor(2_000);
  await expect(box).toHaveValue('jan');
  await expect(page).toHaveURL('/data/supplier-list?search=jan');
});

test('a list does not look empty before the response to its new filters or page', async ({
  page,
  colleague,
}) => {
  const empty = page.getByText('Nie ma jeszcze dostawców');
  const rows = page.getByRole('region', { name: 'Dostawcy' }).getByRole('row');
  const found = page.getByText(/^\d+–\d+ z/);
  await page.goto('/data/supplier-list?search=niczego-takiego');
  const clear = page.getByRole('button', { name: 'Wyczyść filtry' });
  await clear.waitFor();

  let release = await deferList(page);
  await clear.press('Enter');
  await expect(rows).not.toHaveCount(0);
  await expect(empty).toBeHidden();
  release();
  await expect(found).toBeVisible();

  const { filtered } = await colleague(contractors.purchase.list, { body: {} });
  const last = Math.ceil(filtered / 10);
  release = await deferList(page, `"offset":${(last - 1) * 10}`);
  await page.goto(`/data/supplier-list?page=${last + 3}`);
  await expect(page).toHaveURL(new RegExp(`page=${last}$`));
  await expect(rows).not.toHaveCount(0);
  await expect(empty).toBeHidden();
  release();
  await expect(page.getByText(new RegExp(`–${filtered} z`))).toBeVisible();
});

test("the owner filter finds the contracts of a deactivated owner and shows the owner's name", async ({
  page,
  colleague,
}) => {
  const { id: userId, ...user } = await makeUser(colleague);
  const { material, purchase } = await makeAllocatedContracts(colleague);
  await colleague(changeContractOwner.purchase, { body: { purchaseId: purchase.id, userId } });
  await colleague(changeUser, {
    params: { id: userId },
    body: { ...user, role: 'USER', active: false },
  });
  await page.goto(`/contract/purchase-list/${material.id}`);
  await page.getByRole('button', { name: 'Filtry', exact: true }).click();
  const panel = page.getByRole('form', { name: 'Filtry' });
  await panel.getByRole('combobox', { name: 'Opiekun' }).fill(user.lastName);
  await page.getByRole('option', { name: `${user.firstName} ${user.lastName}` }).click();
  await panel.getByRole('button', { name: 'Zastosuj' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody tr')).toContainText(purchase.number);

  for (const list of ['/contract/purchase-list/all', '/contract/sale-list/all', '/allocations']) {
    await navigateInApp(page, `${list}?ownerId=${userId}`);
    await expect(page.getByRole('group', { name: 'Włączone filtry' })).toContainText(
      `Opiekun: ${user.firstName} ${user.lastName}`,
    );
  }
});

test('options that arrive late do not remove typed text', async ({ page, colleague }) => {
  const { material } = await makeAllocatedContracts(colleague);
  const { firstName, lastName } = await makeUser(colleague);
  const release = await deferList(page, '', '**/api/profile/option-list');
  await page.goto(`/contract/purchase-list/${material.id}`);
  await page.getByRole('button', { name: 'Filtry', exact: true }).click();
  const owner = page.getByRole('form', { name: 'Filtry' }).getByRole('combobox', { name: 'Opiekun' });
  await owner.fill(lastName);
  release();
  await expect(page.getByRole('option', { name: `${firstName} ${lastName}` })).toBeVisible();
  await expect(owner).toHaveValue(lastName);
  await expect(owner).toBeFocused();
});

/** Defers the response of requests that contain `part` until the returned function is called. */
async function deferList(
  page: Page,
  part = '',
  call = '**/api/contractor/supplier/list',
): Promise<() => void> {
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(call, async (route) => {
    if (route.request().postData()?.includes(part)) await released;
    await route.continue();
  });
  return () => release?.();
}

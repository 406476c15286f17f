import type { Page } from '@playwright/test';
import { changeContractOwner } from '@spichlerz/shared/wire/contract-changes';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { changeUser } from '@spichlerz/shared/wire/users';
import { navigateInApp } from '../navigation.ts';
import { firstMaterial, makeAllocatedContracts, makeTransport, makeUser } from '../records.ts';
import { expect, searchAndChoose, test, typeNumber } from '../screen.ts';

test('a filter range that ends before its start cannot be applied; the filter buttons keep the focus; the label of a price filter shows the chosen currency', async ({
  page,
  colleague,
}) => {
  const { id } = await firstMaterial(colleague);
  await page.goto(`/contract/sale-list/${id}`);
  await page.getByRole('button', { name: 'Filtry', exact: true }).press('Enter');
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
  await expect(apply).toBeEnabled();
  await apply.press('Enter');
  await expect(page).toHaveURL(/priceFrom=70000/);
  await expect(apply).toBeDisabled();
  await expect(apply).toBeFocused();
  const active = page.getByRole('group', { name: 'Włączone filtry' });
  await expect(active.getByText('Cena od 700,00 €/t')).toBeVisible();
  await expect(active.getByText('Waluta: EUR')).toBeVisible();
  const clear = panel.getByRole('button', { name: 'Domyślne' });
  await expect(clear).toBeEnabled();
  await clear.press('Enter');
  await expect(page).not.toHaveURL(/priceFrom/);
  await expect(clear).toBeDisabled();
  await expect(clear).toBeFocused();

  // Without a currency filter, the label of the price filter names no currency.
  await navigateInApp(page, '/contract/sale-list/all?contractStatus=&priceTo=40000');
  await expect(page.getByRole('button', { name: 'Usuń filtr: Cena do 400,00/t' })).toBeVisible();
});

test('the filter panel takes at most a third of the window, resets and clears all filters, and filters by contract', async ({
  page,
  colleague,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/contract/purchase-list/all');
  const panel = page.getByRole('form', { name: 'Filtry' });
  const expectPanel = async (status: string) => {
    await page.getByRole('button', { name: 'Filtry', exact: true }).click();
    const reset = panel.getByRole('button', { name: 'Domyślne' });
    const clear = panel.getByRole('button', { name: 'Wyczyść', exact: true });
    const all = page.getByRole('group', { name: status }).getByRole('checkbox', { name: 'Wszystkie' });
    await expect(reset).toBeDisabled();
    expect((await panel.boundingBox())?.height).toBeLessThanOrEqual(300);
    const cutOff = await panel
      .getByRole('radiogroup')
      .evaluateAll((switches) => switches.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect(cutOff, `${status}: switches whose choices do not fit`).toBe(0);
    await clear.click();
    await expect(all).toBeChecked();
    await expect(clear).toBeDisabled();
    await reset.click();
    await expect(all).not.toBeChecked();
    await expect(reset).toBeDisabled();
  };
  await expectPanel('Status kontraktu');
  await navigateInApp(page, '/logistics');
  await expectPanel('Status transportu');

  await test.step('logistics can be filtered by a contract', async () => {
    const allocated = await makeAllocatedContracts(colleague);
    await makeTransport(colleague, allocated, 'NEW');
    await searchAndChoose(panel, 'Kontrakt zakupu', allocated.purchase.number);
    await panel.getByRole('button', { name: 'Zastosuj' }).click();
    await expect(page.locator('tbody tr[data-row]')).toHaveCount(1);
    await expect(page.getByRole('group', { name: 'Włączone filtry' })).toContainText(
      `Kontrakt zakupu: ${allocated.purchase.number}`,
    );
  });

  await test.step('a list with contradictory filters has a button that clears the filters, and no retry button', async () => {
    await navigateInApp(page, '/logistics?dateLoadingFrom=2027-02-01&dateLoadingTo=2027-01-01');
    const failure = page.getByRole('alert');
    await expect(failure).toContainText('Data początkowa nie może być późniejsza niż końcowa.');
    await expect(failure.getByRole('button', { name: 'Spróbuj ponownie' })).toHaveCount(0);
    await failure.getByRole('button', { name: 'Wyczyść filtry' }).click();
    await expect(page).toHaveURL(/\/logistics$/);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  });
});

test('filters that are not applied yet survive a search and a sort; choosing another raw material clears the quality filter; clearing removes all filters', async ({
  page,
  colleague,
}) => {
  const { id, quality } = await firstMaterial(colleague);
  await page.goto(`/contract/purchase-list/${id}`);
  await page.getByRole('button', { name: 'Filtry', exact: true }).click();
  const panel = page.getByRole('form', { name: 'Filtry' });
  const apply = panel.getByRole('button', { name: 'Zastosuj' });
  const clear = panel.getByRole('button', { name: 'Domyślne' });
  const [from, to] = [
    panel.getByRole('textbox', { name: 'Cena od' }),
    panel.getByRole('textbox', { name: 'Cena do' }),
  ];
  const gmp = panel.getByRole('radiogroup', { name: 'GMP' });
  const search = page.getByRole('searchbox', { name: 'Szukaj' });

  await test.step('filters that are not applied yet stay while the list is searched, sorted and filtered by raw material and status', async () => {
    await panel.getByRole('combobox', { name: 'Jakość' }).click();
    await page.getByRole('option', { name: quality.title, exact: true }).click();
    await expect(panel.getByText(quality.title)).toBeVisible();
    await gmp.getByText('Tak').click();
    await typeNumber(from, '1');
    await typeNumber(to, '900');
    await page.getByRole('tab', { name: 'Wszystkie' }).click();
    await expect(page).toHaveURL(/purchase-list\/all/);
    await search.fill('a');
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
    await expect(page).not.toHaveURL(/rawMaterialQualityId/);
    await expect(page).toHaveURL(/search=a&|search=a$/);
    await expect(page).toHaveURL(/sort=price/);
    await expect(apply).toBeDisabled();
  });

  await test.step('clearing the filters also clears the search and the filters that are not applied yet', async () => {
    await clear.click();
    await expect(from).toHaveValue('');
    await search.fill('b');
    await expect(page).toHaveURL(/search=b/);
    await typeNumber(from, '2');
    await clear.click();
    await expect(page).not.toHaveURL(/search=/);
    await expect(from).toHaveValue('');
    await expect(apply).toBeDisabled();
  });

  await test.step('clearing the filters also clears a search text that was not submitted', async () => {
    await navigateInApp(page, '/contract/purchase-list/all?isGmp=true');
    await search.fill('jęczmień');
    await page.getByRole('button', { name: 'Wyczyść filtry' }).click();
    await expect(page).not.toHaveURL(/isGmp/);
    await expect(search).toHaveValue('');
  });
});

test('a list that waits for new filters or a new page does not look empty; the search field keeps the typed text', async ({
  page,
  colleague,
}) => {
  await test.step('a list does not look empty while it waits for new filters or a new page', async () => {
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

  await test.step('the search field keeps its text while the user types; the back button restores the previous search', async () => {
    const box = page.getByRole('searchbox', { name: 'Szukaj' });
    await navigateInApp(page, '/data/supplier-list');
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
});

test('the owner filter keeps text typed before its options arrive, and finds the contracts of a deactivated owner', async ({
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
  const name = `${user.firstName} ${user.lastName}`;
  const release = await deferList(page, '', '**/api/profile/option-list');
  await page.goto(`/contract/purchase-list/${material.id}`);
  await page.getByRole('button', { name: 'Filtry', exact: true }).click();
  const panel = page.getByRole('form', { name: 'Filtry' });
  const owner = panel.getByRole('combobox', { name: 'Opiekun' });
  await owner.fill(user.lastName);
  release();
  await expect(page.getByRole('option', { name })).toBeVisible();
  await expect(owner).toHaveValue(user.lastName);
  await expect(owner).toBeFocused();

  await page.getByRole('option', { name }).click();
  await panel.getByRole('button', { name: 'Zastosuj' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody tr')).toContainText(purchase.number);
  for (const list of ['/contract/purchase-list/all', '/contract/sale-list/all', '/allocations']) {
    await navigateInApp(page, `${list}?ownerId=${userId}`);
    await expect(page.getByRole('group', { name: 'Włączone filtry' })).toContainText(`Opiekun: ${name}`);
  }
});

/** Defers the requests whose body contains `part` until the returned function is called. */
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

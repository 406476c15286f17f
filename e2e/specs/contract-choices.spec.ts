import type { Page } from '@playwright/test';
import { contractors } from '@spichlerz/shared/wire/contractors';
import type { Client } from '../client.ts';
import { deferRequests } from '../fault-injection.ts';
import { makeAllocatedContracts, makeTransport, uniqueMark, uniqueNip } from '../records.ts';
import { expect, expectNotification, searchAndChoose, test, type, typeDay } from '../screen.ts';
import { confirm, createContractor } from '../trading-steps.ts';

/* The selects and options of the contract form. */

test('a supplier that was not found is created under the typed name', async ({ page }) => {
  await page.goto('/contract/purchase-list/form');
  await page.getByRole('combobox', { name: 'Dostawca' }).fill('Młyn pod Lipą');
  await expect(page.getByText('Brak wyników')).toBeVisible();
  await page.getByRole('button', { name: 'Dodaj nowego dostawcę' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowy dostawca' });
  await expect(dialog.getByRole('textbox', { name: 'Nazwa / nazwisko' })).toHaveValue('Młyn pod Lipą');
});

test('a new supplier fills the form and clears the errors of its fields', async ({ page }) => {
  const name = `Młyn ${uniqueMark()}`;
  await page.goto('/contract/purchase-list/form');
  const main = page.getByRole('main');
  const supplier = main.getByRole('combobox', { name: 'Dostawca' });
  const place = page.getByRole('region', { name: 'Miejsce załadunku' });
  const errors = main.getByText(/^(Wybierz pozycję z listy|Przy warunkach FCA podaj miejscowość)\.$/);
  await supplier.press('Tab');
  await expect(errors).toHaveCount(1);
  await type(place, 'Miejscowość', '');
  await expect(errors).toHaveCount(2);
  await page.getByRole('button', { name: 'Dodaj nowego dostawcę' }).click();
  await createContractor(page.getByRole('dialog', { name: 'Nowy dostawca' }), name);
  await expectNotification(page, 'Dodano dostawcę');
  await expect(supplier).toHaveValue(`${name} sp. z o.o.`);
  await expect(place.getByRole('textbox', { name: 'Miejscowość' })).toHaveValue('Poznań');
  await expect(errors).toHaveCount(0);
});

test('the choice of a supplier shows eight of them, each in one line with code, town and NIP', async ({
  page,
  colleague,
}) => {
  const mark = uniqueMark();
  const nip = uniqueNip();
  await colleague(contractors.purchase.create, {
    body: {
      accountingMethod: 'VAT',
      label: 'FIRMA',
      companyName: mark,
      lastName: `Gospodarstwo ${mark}`,
      nip,
      city: 'Lidzbark Warmiński',
      countryCode: 'PL',
    },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/contract/purchase-list/form');
  const supplier = page.getByRole('combobox', { name: 'Dostawca' });
  await supplier.click();
  const list = page.getByRole('listbox', { name: 'Dostawca' });
  const ninth = list.getByRole('option').nth(8);
  await expect(ninth).toBeAttached();
  await expect(list.getByRole('option').nth(7)).toBeInViewport({ ratio: 0.9 });
  await expect(ninth).not.toBeInViewport({ ratio: 0.2 });
  await supplier.fill(mark);
  const option = page.getByRole('option', { name: `Gospodarstwo ${mark}` });
  await expect(option).toContainText(`${mark} · Lidzbark Warmiński · NIP ${nip}`);
  expect((await option.boundingBox())?.height).toBeLessThan(40);
});

test('Enter chooses no option before the search results arrive', async ({ page, colleague }) => {
  const { list } = await colleague(contractors.purchase.list, {
    body: { limit: 1, offset: 0, orderBy: 'full_name DESC' },
  });
  const name = list[0]?.fullName ?? '';
  const slow = await deferRequests(
    page,
    ({ pathname }, body) => pathname.endsWith('/option-list') && body.includes(name),
  );
  await page.goto('/contract/purchase-list/form');
  const supplier = page.getByRole('combobox', { name: 'Dostawca' });
  await supplier.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await supplier.pressSequentially(name);
  await supplier.press('Enter');
  await expect.poll(slow.count).toBe(1);
  await supplier.press('Enter');
  await expect(supplier).toHaveValue(name);
  await slow.release();
  await expect(page.getByRole('option')).toHaveCount(1);
  await supplier.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Podsumowanie' })).toContainText(name);
});

test('the calendar of the end of a range opens at the month of its start', async ({ page }) => {
  await page.goto('/contract/purchase-list/form');
  const main = page.getByRole('main');
  await typeDay(main, 'Termin odbioru od', '15/01/2031');
  await expect(main.getByRole('textbox', { name: 'Termin odbioru do' })).toBeFocused();
  // The calendar of the previous field is still visible during its exit animation.
  const nextMonth = page.getByRole('button', { name: 'Następny miesiąc' });
  await expect(nextMonth).toHaveCount(1);
  await nextMonth.click();
  await page.getByRole('button', { name: '16 lutego 2031' }).click();
  await expect(main.getByRole('textbox', { name: 'Termin odbioru do' })).toHaveValue('16/02/2031');
});

test.describe('a computer in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the calendar marks the current day in Warsaw', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-11-17T23:30:00Z'));
    await page.goto('/contract/purchase-list/form');
    await page.getByRole('textbox', { name: 'Termin odbioru od' }).click();
    await expect(page.locator('[aria-current=date]')).toHaveAccessibleName('18 listopada 2026');
  });
});

test('the menu and the form explain why a delivered contract cannot be cancelled', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  await makeTransport(colleague, allocated, 'DELIVERED');
  const reason = 'Część towaru już dostarczono, więc kontrakt można tylko zamknąć.';

  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/details`);
  await page.getByRole('button', { name: /^Zmień status kontraktu/ }).click();
  const cancelled = page.getByRole('menuitem', { name: 'Anulowany' });
  await expect(cancelled).toBeDisabled();
  await cancelled.hover();
  await expect(page.getByRole('tooltip')).toHaveText(reason);
  await page.keyboard.press('Escape');

  await page.getByRole('main').getByRole('combobox', { name: 'Status kontraktu' }).click();
  await expect(page.getByRole('option', { name: `Anulowany. ${reason}` })).toBeDisabled();
  await expect(page.getByRole('option', { name: 'Zamknięty', exact: true })).toBeEnabled();
});

test('the price filter ignores the currency', async ({ page }) => {
  await page.goto('/contract/sale-list/all?contractStatus=&priceTo=40000');
  await expect(page.getByRole('button', { name: 'Usuń filtr: Cena do 400,00/t' })).toBeVisible();
});

test('the allocations of a sale link back to the sale, and unavailable printouts are not offered', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  await makeTransport(colleague, allocated, 'DELIVERED');
  await page.goto(`/contract/sale-list/allocation/${allocated.sale.id}`);
  await page
    .getByRole('navigation', { name: 'Ścieżka' })
    .getByRole('link', { name: allocated.sale.number })
    .click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${allocated.sale.id}/realization$`));

  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/settlement`);
  await expect(page.getByRole('button', { name: 'Zestawienie rozliczenia' })).toBeDisabled();
});

test('the list of candidate purchases shows the requirements of the sale', async ({ page, colleague }) => {
  const { sale } = await makeAllocatedContracts(colleague);
  const terms = page.getByRole('paragraph').filter({ hasText: 'Termin dostawy' });
  await page.goto(`/contract/sale-list/allocation/${sale.id}`);
  await expect(terms).toHaveText(/\d$/);

  await page.goto(`/contract/sale-list/dashboard/${sale.id}/details`);
  await page.getByRole('switch', { name: 'GMP' }).click();
  await page.getByRole('switch', { name: 'CERT' }).click();
  await page.getByRole('button', { name: 'Zapisz' }).click();
  await confirm(page, `Zapisać zmiany w kontrakcie ${sale.number}?`, 'Zapisz');
  await expectNotification(page, 'Zapisano kontrakt');
  await page.getByRole('link', { name: 'Alokuj' }).click();
  await expect(terms).toHaveText(/ · Wymagania: GMP, CERT$/);
});

test.describe('the contract address when the contractor changes', () => {
  type Place = { street: string; buildingNumber: string; postCode: string; city: string };
  const LIPOWA = { street: 'Lipowa', buildingNumber: '3', postCode: '61-001', city: 'Poznań' };
  const POLNA = { street: 'Polna', buildingNumber: '8', postCode: '62-200', city: 'Gniezno' };

  const makeSupplier = async (colleague: Client, place: Place | null) => {
    const name = `Dostawca ${uniqueMark()}`;
    await colleague(contractors.purchase.create, {
      body: {
        accountingMethod: 'VAT',
        label: 'FIRMA',
        companyName: name,
        lastName: name,
        nip: uniqueNip(),
        ...place,
        countryCode: 'PL',
      },
    });
    return name;
  };
  const expectPlace = async (page: Page, { street, buildingNumber, postCode, city }: Place) => {
    const place = page.getByRole('region', { name: 'Miejsce załadunku' });
    await expect(place.getByRole('textbox', { name: 'Ulica' })).toHaveValue(street);
    await expect(place.getByRole('textbox', { name: 'Nr budynku' })).toHaveValue(buildingNumber);
    await expect(place.getByRole('textbox', { name: 'Kod pocztowy' })).toHaveValue(postCode);
    await expect(place.getByRole('textbox', { name: 'Miejscowość' })).toHaveValue(city);
  };
  const NOWHERE = { street: '', buildingNumber: '', postCode: '', city: '' };

  test('the address is replaced when it was copied from the previous contractor', async ({
    page,
    colleague,
  }) => {
    const [first, second] = [await makeSupplier(colleague, LIPOWA), await makeSupplier(colleague, POLNA)];
    const homeless = await makeSupplier(colleague, null);
    await page.goto('/contract/purchase-list/form');
    const main = page.getByRole('main');
    await searchAndChoose(main, 'Dostawca', first);
    await expectPlace(page, LIPOWA);
    await searchAndChoose(main, 'Dostawca', second);
    await expectPlace(page, POLNA);
    await searchAndChoose(main, 'Dostawca', homeless);
    await expectPlace(page, NOWHERE);
    await expect(page.getByText('wpisano ręcznie, więc')).toHaveCount(0);
  });

  test('the address stays when the same contractor is chosen again, and Enter chooses only a matching contractor', async ({
    page,
    colleague,
  }) => {
    const [first, second] = [await makeSupplier(colleague, LIPOWA), await makeSupplier(colleague, POLNA)];
    await page.goto('/contract/purchase-list/form');
    const main = page.getByRole('main');
    const supplier = main.getByRole('combobox', { name: 'Dostawca' });
    await searchAndChoose(main, 'Dostawca', first);
    await expectPlace(page, LIPOWA);
    await supplier.click();
    await page.getByRole('option', { name: first }).click();
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(supplier).toHaveValue(first);
    await expectPlace(page, LIPOWA);

    await supplier.selectText();
    await supplier.pressSequentially(second);
    await expect(page.getByRole('option')).toHaveText([new RegExp(second), new RegExp(first)]);
    await supplier.press('Enter');
    await expect(supplier).toHaveValue(second);
    await expectPlace(page, POLNA);

    await supplier.fill(first);
    await expect(page.getByRole('option')).toHaveText([new RegExp(first), new RegExp(second)]);
    await page.getByRole('option', { name: second }).click();
    await expect(supplier).toHaveValue(second);
    await expectPlace(page, POLNA);
  });

  test("an edited address stays with a note, and can be replaced by the new contractor's address", async ({
    page,
    colleague,
  }) => {
    const [first, second] = [await makeSupplier(colleague, LIPOWA), await makeSupplier(colleague, POLNA)];
    await page.goto('/contract/purchase-list/form');
    const main = page.getByRole('main');
    await searchAndChoose(main, 'Dostawca', first);
    await expectPlace(page, LIPOWA);
    await type(page.getByRole('region', { name: 'Miejsce załadunku' }), 'Nr budynku', '5A');
    await searchAndChoose(main, 'Dostawca', second);
    const message = page.getByRole('alert').filter({
      hasText:
        'Miejsce załadunku wpisano ręcznie, więc po zmianie dostawcy zostało: Lipowa 5A, 61-001 Poznań.',
    });
    await expect(message).toBeVisible();
    await expectPlace(page, { ...LIPOWA, buildingNumber: '5A' });
    await searchAndChoose(main, 'Dostawca', first);
    await expect(message).toBeHidden();
    await searchAndChoose(main, 'Dostawca', second);
    await message.getByRole('button', { name: 'Wstaw adres dostawcy' }).press('Enter');
    await expectPlace(page, POLNA);
    await expect(message).toBeHidden();
    await expect(main.getByRole('combobox', { name: 'Dostawca' })).toBeFocused();
  });
});

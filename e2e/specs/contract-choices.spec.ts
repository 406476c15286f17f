import { contractors } from '@spichlerz/shared/wire/contractors';
import { deferRequests } from '../fault-injection.ts';
import { uniqueMark, uniqueNip } from '../records.ts';
import { expect, expectNotification, test, type } from '../screen.ts';
import { createContractor } from '../trading-steps.ts';

/* The selects and options of the contract form. */

test('a search without a match offers to add a supplier with the typed name; the new supplier fills the form and clears its errors', async ({
  page,
}) => {
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
  await supplier.fill('Młyn pod Lipą');
  await expect(page.getByText('Brak wyników')).toBeVisible();
  await page.getByRole('button', { name: 'Dodaj nowego dostawcę' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowy dostawca' });
  await expect(dialog.getByRole('textbox', { name: 'Nazwa / nazwisko' })).toHaveValue('Młyn pod Lipą');
  await createContractor(dialog, name);
  await expectNotification(page, 'Dodano dostawcę');
  await expect(supplier).toHaveValue(`${name} sp. z o.o.`);
  await expect(place.getByRole('textbox', { name: 'Miejscowość' })).toHaveValue('Poznań');
  await expect(errors).toHaveCount(0);
});

test('at 1440 px the contract form is at most two windows high, its supplier list shows eight options, and Enter chooses the first match', async ({
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
  const { list: last } = await colleague(contractors.purchase.list, {
    body: { limit: 2, offset: 0, orderBy: 'full_name DESC' },
  });
  const [name = '', other = ''] = last.map(({ fullName }) => fullName);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/contract/purchase-list/form');
  const supplier = page.getByRole('combobox', { name: 'Dostawca' });

  await test.step('the form is at most two windows high, and its supplier list shows eight options of one line each', async () => {
    const [terms, material] = await Promise.all(
      ['Kontrahent i warunki', 'Towar i ceny'].map((region) =>
        page.getByRole('region', { name: region }).boundingBox(),
      ),
    );
    expect(terms?.y).toBe(material?.y);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_800);

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

  await test.step('Enter chooses the first match of a search, but does nothing before the results arrive', async () => {
    const slow = await deferRequests(
      page,
      ({ pathname }, body) => pathname.endsWith('/option-list') && body.includes(name),
    );
    await supplier.fill(name);
    await supplier.press('Enter');
    await expect.poll(slow.count).toBe(1);
    await supplier.press('Enter');
    await expect(supplier).toHaveValue(name);
    await slow.release();
    await expect(page.getByRole('option')).toHaveCount(1);
    await supplier.press('Enter');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Podsumowanie' })).toContainText(name);

    // The selected supplier stays an option, below the match of the search.
    await supplier.fill(other);
    await expect(page.getByRole('option')).toHaveCount(2);
    await supplier.press('Enter');
    await expect(supplier).toHaveValue(other);
  });
});

test.describe('in a browser with the time zone of New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the calendar marks the current day in Warsaw', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-11-17T23:30:00Z'));
    await page.goto('/contract/purchase-list/form');
    await page.getByRole('textbox', { name: 'Termin odbioru od' }).click();
    await expect(page.locator('[aria-current=date]')).toHaveAccessibleName('18 listopada 2026');
  });
});

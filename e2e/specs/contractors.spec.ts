import { contractors } from '@spichlerz/shared/wire/contractors';
import type { Client } from '../client.ts';
import { navigateInApp } from '../navigation.ts';
import {
  type AllocatedContracts,
  makeAllocatedContracts,
  makeTransport,
  uniqueMark,
  uniqueNip,
} from '../records.ts';
import {
  chooseRowAction,
  expect,
  expectError,
  expectNotification,
  normalizeSpaces,
  rowOf,
  searchAndChoose,
  test,
  type,
} from '../screen.ts';

/** Creates a supplier with two addresses and two contacts. */
async function makeSupplier(client: Client) {
  const mark = uniqueMark();
  const body = {
    accountingMethod: 'VAT' as const,
    label: 'FIRMA' as const,
    companyName: `KOD ${mark}`,
    lastName: `Ziarno ${mark} sp. z o.o.`,
    nip: uniqueNip(),
    phoneNumber: '601 234 567',
    email: `biuro@${mark.toLowerCase()}.test`,
    street: 'Zbożowa',
    buildingNumber: '7',
    postCode: '60-001',
    city: 'Poznań',
    countryCode: 'PL',
    addressList: [
      { name: 'Magazyn', city: 'Kutno', countryCode: 'PL' },
      { name: 'Elewator', city: 'Łęczyca', countryCode: 'PL' },
    ],
    contactList: [
      { name: 'Biuro', firstName: 'Anna', lastName: 'Kos', phoneNumber: '0048 22 123 45 67' },
      { name: 'Waga', firstName: 'Piotr', lastName: 'Sum' },
    ],
  };
  const { id } = await client(contractors.purchase.create, { body });
  return { id, mark, ...body };
}

test('the details of a contractor open from the list, and each detail can be copied', async ({
  page,
  context,
  colleague,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const supplier = await makeSupplier(colleague);
  await page.goto(`/data/supplier-list?search=${supplier.mark}`);
  await expect(rowOf(page, supplier.lastName)).toContainText('+48 601 234 567');
  await chooseRowAction(page, supplier.lastName, 'Szczegóły');
  const details = page.getByRole('dialog', { name: `Dostawca: ${supplier.lastName}` });
  await expect(details.getByText('Zbożowa 7, 60-001 Poznań')).toBeVisible();
  await expect(details.getByText('Nie ma otwartych kontraktów.').first()).toBeVisible();

  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [name, text] of [
    ['NIP', supplier.nip],
    ['telefon', '+48 601 234 567'],
    ['e-mail', supplier.email],
    ['telefon, Biuro', '+48 221 234 567'],
  ] as const) {
    await details.getByRole('button', { name: `Kopiuj: ${name}`, exact: true }).click();
    await expectNotification(page, `Skopiowano: ${name}${text}`);
    expect(await copied()).toBe(text);
  }

  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  // A click on the name opens the details, too.
  await page.getByRole('button', { name: supplier.lastName, exact: true }).click();
  await details.getByRole('link', { name: 'Edytuj' }).click();
  await expect(page.getByRole('heading', { name: supplier.lastName, level: 1 })).toBeVisible();
  // The next test reuses the browser context, so the permission must end with this test.
  await context.clearPermissions();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a long name does not widen the page, and a phone number stays on one line', async ({
    page,
    colleague,
  }) => {
    const lastName = `${uniqueMark()} Przedsiębiorstwo Wielobranżowe i Gospodarstwo Rolno-Hodowlane sp. z o.o. sp. k.`;
    const { id } = await colleague(contractors.purchase.create, {
      body: { accountingMethod: 'VAT', label: 'FIRMA', companyName: lastName, lastName, nip: uniqueNip() },
    });
    await page.goto(`/data/supplier-list/form/${id}`);
    await expect(page.getByRole('navigation', { name: 'Ścieżka' }).getByText(lastName)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await page.setViewportSize({ width: 320, height: 844 });
    const supplier = await makeSupplier(colleague);
    await navigateInApp(page, `/data/supplier-list?search=${supplier.mark}`);
    await page.getByRole('button', { name: /^Akcje: / }).click();
    await page.getByRole('menuitem', { name: 'Szczegóły' }).click();
    const details = page.getByRole('dialog', { name: `Dostawca: ${supplier.lastName}` });
    await expect(details.getByRole('link', { name: '+48 601 234 567' })).toBeVisible();
    const phones = details.getByRole('link', { name: /^\+48/ });
    await expect(phones).toHaveCount(2);
    for (const phone of await phones.all()) expect(await phone.evaluate(phoneLines)).toBe(1);

    await page.setViewportSize({ width: 390, height: 844 });
    await navigateInApp(page, '/contract/purchase-list/form');
    await searchAndChoose(page.getByRole('main'), 'Dostawca', supplier.lastName);
    const identity = page.getByText(`Kod: ${supplier.companyName}`);
    await expect(identity).toContainText('Tel. +48 601 234 567');
    expect(await identity.evaluate(phoneLines)).toBe(1);
  });
});

test('a contractor with a contract cannot be deleted; the reason names the contract, even a contract created during the confirmation', async ({
  page,
  colleague,
}) => {
  const supplier = await makeSupplier(colleague);
  await page.goto(`/data/supplier-list?search=${supplier.mark}`);
  let made: AllocatedContracts | undefined;

  await test.step('a contract that was created during the confirmation prevents the deletion', async () => {
    await chooseRowAction(page, supplier.lastName, 'Usuń');
    const confirmation = page.getByRole('dialog', { name: 'Usunąć dostawcę?' });
    await expect(confirmation).toContainText(
      `Dostawca ${supplier.lastName} zostanie usunięty razem z adresami`,
    );
    await page.route('**/api/contractor/supplier/delete/**', async (route) => {
      made = await makeAllocatedContracts(colleague, { supplierId: supplier.id });
      await route.continue();
    });
    await confirmation.getByRole('button', { name: 'Usuń' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Dlatego nie można go usunąć.' })).toBeVisible();
    await expectError(page, `Ten dostawca ma 1 kontrakt: ${made?.purchase.number}.`);
  });

  const number = made?.purchase.number ?? '';
  const reason = `Ten dostawca ma 1 kontrakt: ${number}. Dlatego nie można go usunąć.`;
  // The page has cached the contractor without contracts. A reload clears the cache.
  await page.reload();

  await test.step('the details of the contractor link to the open contract', async () => {
    await page.getByRole('button', { name: supplier.lastName, exact: true }).click();
    const details = page.getByRole('dialog', { name: `Dostawca: ${supplier.lastName}` });
    await expect(details.getByText(`${made?.material.name}, 100,000 t, dostarczono 0,000 t`)).toBeVisible();
    await details.getByRole('link', { name: number }).click();
    await expect(page).toHaveURL(new RegExp(`/purchase-list/dashboard/${made?.purchase.id}/realization`));
    await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible();
    await page.goBack();
  });

  await test.step('the list and the form show why the contractor cannot be deleted', async () => {
    await page.getByRole('button', { name: `Akcje: ${supplier.lastName}`, exact: true }).click();
    const remove = page.getByRole('menuitem', { name: 'Usuń' });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await remove.hover();
    await expect(page.getByRole('tooltip', { name: reason })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Edytuj' }).click();
    const panel = page.getByRole('region', { name: 'Kontrakty (1)' });
    await expect(panel.getByRole('link', { name: number })).toBeVisible();
    await page.getByRole('button', { name: 'Usuń', exact: true }).hover();
    await expect(page.getByRole('tooltip', { name: reason })).toBeVisible();
  });
});

test('a changed order of addresses and contacts is saved and listed in the audit log', async ({
  page,
  colleague,
}) => {
  const supplier = await makeSupplier(colleague);
  const address = `/data/supplier-list/form/${supplier.id}`;
  await page.goto(address);
  const name = (index: number) =>
    page
      .getByRole('region', { name: `Adres odbioru ${index}` })
      .getByRole('textbox', { name: 'Nazwa adresu' });
  await expect(name(1)).toHaveValue('Magazyn');

  // When an entry is moved by keyboard, the focus stays on the button of this entry.
  const down = page.getByRole('button', { name: 'Przesuń niżej: Adres odbioru 1' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(name(1)).toHaveValue('Elewator');
  await expect(page.getByRole('button', { name: 'Przesuń niżej: Adres odbioru 2' })).toBeFocused();
  await page.getByRole('button', { name: 'Przesuń wyżej: Kontakt 2' }).click();

  // The address that is stored as the first one can be moved but not deleted.
  const remove = page.getByRole('button', { name: 'Usuń: adres odbioru 2' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await remove.hover();
  await expect(page.getByRole('tooltip').filter({ hasText: 'zapisany jako pierwszy' })).toBeVisible();

  await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expectNotification(page, 'Zapisano dostawcę');
  await page.goto(address);
  await expect(name(1)).toHaveValue('Elewator');
  await expect(name(2)).toHaveValue('Magazyn');
  await expect(
    page.getByRole('region', { name: 'Kontakt 1' }).getByRole('textbox', { name: 'Nazwa kontaktu' }),
  ).toHaveValue('Waga');
  const newest = page.getByRole('list', { name: 'Historia zmian' }).getByRole('listitem').first();
  await expect(newest).toContainText('Zmieniono dane kontrahenta');
  await expect(newest).toContainText('Kolejność adresów');
  expect(normalizeSpaces(await newest.innerText())).toContain('Magazyn, Elewator → jest: Elewator, Magazyn');

  // The server has stored the new order, so the former first address can be deleted.
  await page.getByRole('button', { name: 'Usuń: adres odbioru 2' }).click();
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expectNotification(page, 'Zapisano dostawcę');
});

test('a typed phone number is formatted; a repeated address name and the NIP of another supplier are rejected', async ({
  page,
  colleague,
}) => {
  const taken = await makeSupplier(colleague);
  const supplier = await makeSupplier(colleague);
  await page.goto(`/data/supplier-list/form/${supplier.id}`);
  const basics = page.getByRole('region', { name: 'Dane podstawowe' });
  const save = page.getByRole('button', { name: 'Zapisz', exact: true });
  await type(basics, 'Telefon', '0048 502-345-678');
  await expect(basics.getByRole('textbox', { name: 'Telefon' })).toHaveValue('+48 502 345 678');

  await test.step('the second of two equal address names has an error', async () => {
    const second = page.getByRole('region', { name: 'Adres odbioru 2' });
    await type(second, 'Nazwa adresu', ' magazyn');
    await expect(second.getByText('Ta nazwa jest już na liście. Wpisz inną.')).toBeVisible();
    await second.getByRole('button', { name: 'Taki sam jak adres księgowy' }).click();
    await expect(second.getByRole('textbox', { name: 'Ulica' })).toHaveValue('Zbożowa');
    await type(second, 'Nazwa adresu', 'Biuro');
  });

  await test.step('the NIP of another supplier is rejected at its field', async () => {
    await type(basics, 'NIP', taken.nip);
    await save.click();
    await expectError(page, 'Kontrahent z tym numerem NIP już istnieje.');
    await expect(basics.getByText('Kontrahent z tym numerem NIP już istnieje.')).toBeVisible();
    await expect(basics.getByRole('textbox', { name: 'NIP' })).toHaveValue(taken.nip);
    await type(basics, 'NIP', supplier.nip);
  });

  await test.step('the audit log lists the saved changes', async () => {
    await save.click();
    await expectNotification(page, 'Zapisano dostawcę');
    const newest = page.getByRole('list', { name: 'Historia zmian' }).getByRole('listitem').first();
    await expect(newest).toContainText('+48 601 234 567');
    await expect(newest).toContainText('+48 502 345 678');
    await expect(newest).toContainText('Adres „Biuro”');
  });
});

test('the form of a recipient shows open quantities and transports in progress, and updates live', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  await page.goto(`/data/recipient-list/form/${allocated.recipientId}`);
  const open = page.getByRole('region', { name: 'Otwarte ilości' });
  await expect(open.getByRole('definition')).toHaveText(/80,000/);
  await expect(page.getByRole('region', { name: 'W drodze (0)' })).toBeVisible();
  await makeTransport(colleague, allocated, 'ON_THE_WAY');
  const transports = page.getByRole('region', { name: 'W drodze (1)' });
  await transports.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/sale-list/dashboard/${allocated.sale.id}/transport`));
});

test('a list keeps its filters after a form is closed; deleting the only row of the last page opens the previous page', async ({
  page,
  colleague,
}) => {
  const mark = uniqueMark();
  for (let i = 10; i <= 20; i++) {
    await colleague(contractors.sales.create, {
      body: { accountingMethod: 'VAT', label: 'FIRMA', companyName: `${mark} ${i}`, nip: uniqueNip() },
    });
  }
  const left = `/data/recipient-list?page=2&search=${mark}`;
  const last = rowOf(page, `${mark} 20`);
  const open = async () => {
    await chooseRowAction(page, `${mark} 20`, 'Edytuj');
    await expect(page).toHaveURL(/\/form\/\d+$/);
  };
  await page.goto(left);
  await open();
  await page.getByRole('button', { name: 'Anuluj' }).click();
  await expect(page).toHaveURL(left);
  await open();
  await type(page.getByRole('region', { name: 'Dane podstawowe' }), 'E-mail', 'biuro@mlyn.test');
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expectNotification(page, 'Zapisano odbiorcę');
  await expect(page).toHaveURL(/\/form\/\d+$/);
  await page.getByRole('navigation', { name: 'Menu główne' }).getByRole('link', { name: 'Odbiorcy' }).click();
  await expect(page).toHaveURL(left);
  await expect(last).toBeVisible();
  await open();
  await page.getByRole('navigation', { name: 'Ścieżka' }).getByRole('link', { name: 'Odbiorcy' }).click();
  await expect(page).toHaveURL(`/data/recipient-list?search=${mark}`);

  await navigateInApp(page, left);
  await expect(page.getByText('11–11 z 11 wyników')).toBeVisible();
  await chooseRowAction(page, `${mark} 20`, 'Usuń');
  await page.getByRole('dialog').getByRole('button', { name: 'Usuń' }).click();
  await expect(page.getByText('1–10 z 10 wyników')).toBeVisible();
});

/** Returns the number of lines that the first phone number in the element takes. */
function phoneLines(element: Element): number {
  const text = [...element.childNodes].find((node) => node.textContent?.includes('+48'));
  const start = text?.textContent?.indexOf('+48') ?? -1;
  if (text === undefined || start < 0) return 0;
  const range = document.createRange();
  range.setStart(text, start);
  range.setEnd(text, start + '+48 601 234 567'.length);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}

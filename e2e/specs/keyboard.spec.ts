import { changeTransportStatus, getTransport } from '@spichlerz/shared/wire/transports';
import { navigateInApp } from '../navigation.ts';
import {
  findDemoRecords,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
} from '../records.ts';
import { chooseRowAction, expect, normalizeSpaces, test } from '../screen.ts';
import { editTransport } from '../trading-steps.ts';

test('closing a dialog restores the focus to the button or menu that opened it', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const { purchase, sale } = allocated;
  const id = await makeTransport(colleague, allocated);
  await colleague(changeTransportStatus, { body: { transportId: id, status: 'ON_THE_WAY' } });
  const registration = (await colleague(getTransport, { params: { id } })).registrationNumber;

  await page.goto(`/contract/sale-list/dashboard/${sale.id}/transport`);
  for (const [action, title] of [
    ['Edytuj', 'Edytuj transport'],
    ['Przekieruj', `Przekieruj transport ${registration}`],
  ] as const) {
    await chooseRowAction(page, registration, action);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `Akcje: ${registration}` })).toBeFocused();
  }

  await navigateInApp(
    page,
    `/contract/sale-list/allocation/${sale.id}?search=${purchase.number}`,
    /allocation/,
  );
  const allocate = page.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` });
  await allocate.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
  await expect(quantity).toBeFocused();
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('button', { name: `Zmień alokację z kontraktu ${purchase.number}` }),
  ).toBeFocused();
});

test('Escape in a changed dialog opens a confirmation, and another Escape closes only the confirmation', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  const dialog = await editTransport(page, allocated, registration);
  const remarks = dialog.getByRole('textbox', { name: 'Uwagi' });
  await remarks.fill('brama od podwórza');
  const confirmation = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
  await page.keyboard.press('Escape');
  await expect(confirmation.getByRole('button', { name: 'Wróć do formularza' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(confirmation).toBeHidden();
  await expect(remarks).toHaveValue('brama od podwórza');
  await remarks.press('Escape');
  await confirmation.getByRole('button', { name: 'Porzuć zmiany' }).press('Enter');
  await expect(dialog).toBeHidden();
});

test('fast typing replaces the number in a field, and removed characters are reported', async ({ page }) => {
  await page.goto('/contract/purchase-list/form');
  const quantity = page.getByRole('main').getByRole('textbox', { name: 'Ilość', exact: true });
  await quantity.focus();
  for (const [typed, left] of [
    ['7894', '7 894,000'],
    ['1.250,5', '1 250,500'],
    ['98765,4', '98 765,400'],
  ] as const) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
    expect(normalizeSpaces(await quantity.inputValue())).toBe(left);
    await page.keyboard.press('Shift+Tab');
  }
  // A phone keyboard inserts suggestions at once, without a paste event.
  for (const [offered, left] of [
    ['25.080', '25,080'],
    ['24 640 kg', '24,640'],
  ] as const) {
    await page.keyboard.insertText(offered);
    await page.keyboard.press('Tab');
    expect(await quantity.inputValue()).toBe(left);
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.type('1e3');
  await page.keyboard.press('Tab');
  expect(normalizeSpaces(await quantity.inputValue())).toBe('1 000,000');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('1x3');
  await expect(page.getByText('Pominięto „x”: tu pasuje tylko liczba.')).toBeVisible();
});

test('removing an entry moves the focus to the next element', async ({ page, colleague }) => {
  await page.goto('/contract/purchase-list/form');
  const add = page.getByRole('button', { name: 'Dodaj kontakt' });
  const remove = (index: number) => page.getByRole('button', { name: `Usuń: kontakt ${index}` });
  await add.press('Enter');
  await add.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Kontakt 2' })).toBeFocused();
  await remove(1).press('Enter');
  await expect(remove(2)).toBeHidden();
  await expect(remove(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(add).toBeFocused();

  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeReleasedTransport(colleague, allocated));
  await navigateInApp(page, `/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await chooseRowAction(page, registration, 'Rozlicz');
  const addOption = page.getByRole('button', { name: 'Dodaj opcję' });
  await addOption.press('Enter');
  const second = page.getByRole('group', { name: 'Opcja 2' });
  await expect(second.getByRole('textbox', { name: 'Ilość rzeczywista' })).toBeFocused();
  await second.getByRole('button', { name: 'Usuń opcję 2' }).press('Enter');
  await expect(second).toBeHidden();
  await expect(addOption).toBeFocused();
});

test('the buttons of a dialog never cover the focused field on a low or narrow screen', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  const dialog = await editTransport(page, allocated, registration);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    for (const name of ['Fracht za tonę', 'Nr rejestracyjny', 'Nr naczepy', 'Telefon kierowcy', 'Uwagi']) {
      const field = dialog.getByRole('textbox', { name, exact: true });
      await field.focus();
      await expect.poll(() => field.evaluate(isInSight), `${name} at ${viewport.width} px`).toBe(true);
    }
  }
});

test('the header of a table never covers the row that Shift+Tab focuses', async ({ page, colleague }) => {
  const { materialId } = await findDemoRecords(colleague);
  await page.setViewportSize({ width: 700, height: 520 });
  await page.goto(`/contract/purchase-list/${materialId}`);
  const buttons = page
    .getByRole('rowgroup')
    .last()
    .getByRole('button', { name: /^Akcje: / });
  await buttons.last().focus();
  const first = buttons.first();
  for (let steps = 0; steps < 100 && !(await first.evaluate(isFocused)); steps++) {
    await page.keyboard.press('Shift+Tab');
    const focus = page.locator(':focus');
    await expect.poll(() => focus.evaluate(isInSight)).toBe(true);
  }
  await expect(first).toBeFocused();
});

test('a row menu scrolls on a low screen, so that all entries can be reached', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  await page.setViewportSize({ width: 740, height: 240 });
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await page.getByRole('button', { name: `Akcje: ${registration}` }).press('Enter');
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 });
});

test('opening a row menu or focusing a header does not scroll the table', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 520 });
  await page.goto('/contract/purchase-list/all?size=25');
  const list = page.getByRole('region', { name: 'Kontrakty zakupu' });
  const place = () => list.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const menus = list.getByRole('button', { name: /^Akcje: / });
  await menus.nth(1).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await place()).toEqual([0, 0]);
  await page.keyboard.press('Escape');
  await expect(menus.nth(1)).toBeFocused();
  await menus.nth(2).press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await place()).toEqual([0, 0]);
  await page.keyboard.press('Escape');

  await list.evaluate((table) => table.scrollTo(0, 150));
  await list.getByRole('columnheader').getByRole('button').first().focus();
  expect(await place()).toEqual([0, 150]);
});

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

/** Whether no other element covers the upper and lower edge of the field. */
function isInSight(field: Element): boolean {
  const { left, top, width, height } = field.getBoundingClientRect();
  return [top + 2, top + height - 2].every((y) =>
    field.contains(document.elementFromPoint(left + width / 2, y)),
  );
}

test('applying and clearing filters keeps the focus', async ({ page, colleague }) => {
  const { materialId } = await findDemoRecords(colleague);
  await page.goto(`/contract/purchase-list/${materialId}`);
  await page.getByRole('button', { name: 'Filtry', exact: true }).press('Enter');
  const panel = page.getByRole('form', { name: 'Filtry' });
  const apply = panel.getByRole('button', { name: 'Zastosuj' });
  await expect(apply).toBeDisabled();
  await panel.getByRole('textbox', { name: 'Ilość od' }).fill('100');
  await expect(apply).toBeEnabled();
  await apply.press('Enter');
  await expect(page).toHaveURL(/quantityFrom|cargoQuantityFrom/i);
  await expect(apply).toBeDisabled();
  await expect(apply).toBeFocused();
  const clear = panel.getByRole('button', { name: 'Domyślne' });
  await expect(clear).toBeEnabled();
  await clear.press('Enter');
  await expect(page).not.toHaveURL(/quantityFrom/i);
  await expect(clear).toBeDisabled();
  await expect(clear).toBeFocused();
});

test.describe('the form of a new record', () => {
  test.use({ account: 'admin' });

  test('the form of a new record focuses its first field', async ({ page }) => {
    await page.goto('/sandbox');
    for (const [list, add, first] of [
      ['/contract/purchase-list/all', 'Dodaj kontrakt', 'Dostawca'],
      ['/contract/sale-list/all', 'Dodaj kontrakt', 'Odbiorca'],
      ['/data/supplier-list', 'Dodaj dostawcę', 'Nazwa / nazwisko'],
      ['/data/recipient-list', 'Dodaj odbiorcę', 'Nazwa / nazwisko'],
      ['/data/raw-material-list', 'Dodaj surowiec', 'Nazwa'],
      ['/users', 'Dodaj użytkownika', 'Imię'],
    ] as const) {
      await test.step(`${add} in ${list}`, async () => {
        await navigateInApp(page, list);
        await page.getByRole('link', { name: add }).press('Enter');
        const main = page.getByRole('main');
        const named = { name: first, exact: true };
        const field = main.getByRole('textbox', named).or(main.getByRole('combobox', named));
        await expect(field).toBeFocused();
        await expect(page.getByRole('listbox')).toBeHidden();
        await page.keyboard.press('Tab');
        await expect(field).not.toBeFocused();
      });
    }
  });

  test('the first click outside a focused field works even when the blur shows an error', async ({
    page,
  }) => {
    await page.goto('/user/create');
    await expect(page.getByRole('textbox', { name: 'Imię' })).toBeFocused();
    const notify = page.getByRole('switch', { name: 'Nowe kontrakty zakupu' });
    await page.getByText('Nowe kontrakty zakupu').hover({ position: { x: 10, y: 5 }, force: true });
    await page.mouse.down();
    // Waits two frames, in which an error below the blurred field would move the elements.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await page.mouse.up();
    await expect(notify).toBeChecked();
    await expect(page.getByText('Pole nie może być puste.')).toBeHidden();

    await page.getByRole('textbox', { name: 'Imię' }).click();
    await page.keyboard.press('Tab');
    await expect(page.getByText('Pole nie może być puste.')).toBeVisible();
  });

  test.describe('a touch screen', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

    test('a new form does not open the on-screen keyboard', async ({ page }) => {
      await page.goto('/user/create');
      await expect(page.getByRole('textbox', { name: 'Imię' })).toBeVisible();
      await expect(page.locator('body')).toBeFocused();
    });
  });
});

test('a table has a name and row headers, and a screen reader announces its order and a search without matches', async ({
  page,
  colleague,
}) => {
  const { purchase } = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/purchase-list/all?search=${encodeURIComponent(purchase.number)}`);
  const table = page.getByRole('table', { name: 'Kontrakty zakupu' });
  await expect(table.getByRole('rowheader')).toHaveText(`${purchase.number}${purchase.id}`);
  const announcement = page
    .getByRole('main')
    .locator('[aria-live="polite"]')
    .filter({ hasText: 'Nr, malejąco' });
  // The live region stays in the document, so that a screen reader announces its changes.
  const region = await announcement.elementHandle();
  await table.getByRole('button', { name: 'Dostawca' }).press('Enter');
  await expect.poll(() => region?.innerText()).toBe('Dostawca, rosnąco');
  await page.getByRole('searchbox', { name: 'Szukaj' }).fill('nie ma takiego');
  await expect.poll(() => region?.innerText()).toContain('Nic nie pasuje');
});

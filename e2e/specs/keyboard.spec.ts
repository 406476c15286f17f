import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeReleasedTransport, makeTransport, registrationOf } from '../records.ts';
import { chooseRowAction, expect, normalizeSpaces, rowOf, test } from '../screen.ts';

test('Escape closes a dialog and restores the focus, but needs a confirmation when the dialog has input', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const { purchase, sale } = allocated;
  const registration = await registrationOf(
    colleague,
    await makeTransport(colleague, allocated, 'ON_THE_WAY'),
  );
  await page.goto(`/contract/sale-list/dashboard/${sale.id}/transport`);
  const edited = page.getByRole('dialog', { name: 'Edytuj transport' });

  await test.step('closing a dialog restores the focus to the menu that opened it', async () => {
    const redirected = page.getByRole('dialog', { name: `Przekieruj transport ${registration}` });
    for (const [action, dialog] of [
      ['Edytuj', edited],
      ['Przekieruj', redirected],
    ] as const) {
      await chooseRowAction(page, registration, action);
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: `Akcje: ${registration}` })).toBeFocused();
    }
  });

  await test.step('Escape in a changed dialog opens a confirmation; a second Escape closes only the confirmation', async () => {
    await chooseRowAction(page, registration, 'Edytuj');
    const remarks = edited.getByRole('textbox', { name: 'Uwagi' });
    await remarks.fill('brama od podwórza');
    const confirmation = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
    await page.keyboard.press('Escape');
    await expect(confirmation.getByRole('button', { name: 'Wróć do formularza' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
    await expect(remarks).toHaveValue('brama od podwórza');
    await remarks.press('Escape');
    await confirmation.getByRole('button', { name: 'Porzuć zmiany' }).press('Enter');
    await expect(edited).toBeHidden();
  });

  await test.step('a candidate purchase can be allocated to the sale by keyboard', async () => {
    await navigateInApp(
      page,
      `/contract/sale-list/allocation/${sale.id}?search=${purchase.number}`,
      /allocation/,
    );
    const row = rowOf(page, purchase.number);
    const number = row.getByRole('rowheader').getByRole('button');
    await expect(number).toBeVisible();
    await page.keyboard.press('j');
    await expect(number).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
    const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
    await expect(quantity).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await row.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` }).press('Enter');
    await expect(quantity).toBeFocused();
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(
      row.getByRole('button', { name: `Zmień alokację z kontraktu ${purchase.number}` }),
    ).toBeFocused();
  });
});

test('fast typing replaces the number in a field; removing a form entry moves the focus to the next element', async ({
  page,
  colleague,
}) => {
  await page.goto('/contract/purchase-list/form');

  await test.step('fast typing replaces the number in a field, and removed characters are reported', async () => {
    const quantity = page.getByRole('main').getByRole('textbox', { name: 'Ilość', exact: true });
    await quantity.focus();
    // A phone keyboard inserts suggestions at once, without a paste event.
    for (const [enter, text, left] of [
      ['type', '7894', '7 894,000'],
      ['type', '98765,4', '98 765,400'],
      ['insertText', '25.080', '25,080'],
      ['insertText', '24 640 kg', '24,640'],
      ['type', '1e3', '1 000,000'],
    ] as const) {
      await page.keyboard[enter](text);
      await page.keyboard.press('Tab');
      expect(normalizeSpaces(await quantity.inputValue())).toBe(left);
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.type('1x3');
    await expect(page.getByText('Pominięto „x”: tu pasuje tylko liczba.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
  });

  await test.step('removing a contact moves the focus to the next contact, or to the button that adds a contact', async () => {
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
  });

  await test.step('removing a price option of a settlement moves the focus to the button that adds an option', async () => {
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
});

test('on a low or narrow screen the buttons of a dialog cover no focused field, and a row menu scrolls', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  await page.setViewportSize({ width: 740, height: 240 });
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);

  await test.step('a row menu scrolls on a low screen, and its last entry can be reached', async () => {
    await page.getByRole('button', { name: `Akcje: ${registration}` }).press('Enter');
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem').last()).toBeFocused();
    await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 });
  });

  await test.step('the buttons of a dialog never cover the focused field', async () => {
    await page.getByRole('menuitem', { name: 'Edytuj', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edytuj transport' });
    for (const viewport of [
      { width: 740, height: 360 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      for (const name of ['Fracht za tonę', 'Nr rejestracyjny', 'Nr naczepy', 'Telefon kierowcy', 'Uwagi']) {
        const field = dialog.getByRole('textbox', { name, exact: true });
        await field.focus();
        await expect.poll(() => field.evaluate(isInSight), `${name} at ${viewport.width} px`).toBe(true);
      }
    }
  });
});

test('opening a row menu or focusing a header does not scroll the table, and the header covers no focused row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 520 });
  await page.goto('/contract/purchase-list/all?size=25');
  const list = page.getByRole('region', { name: 'Kontrakty zakupu' });
  const menus = list.getByRole('button', { name: /^Akcje: / });

  await test.step('opening a row menu or focusing a header does not scroll the table', async () => {
    const place = () => list.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
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

  await test.step('the header never covers the row that Shift+Tab focuses', async () => {
    await page.setViewportSize({ width: 700, height: 520 });
    await menus.nth(9).focus();
    const first = menus.first();
    for (let steps = 0; steps < 100 && !(await first.evaluate(isFocused)); steps++) {
      await page.keyboard.press('Shift+Tab');
      const focus = page.locator(':focus');
      await expect.poll(() => focus.evaluate(isInSight)).toBe(true);
    }
    await expect(first).toBeFocused();
  });
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

  test('in the form of a new user, the first click works even when the blur of a field shows an error', async ({
    page,
  }) => {
    await page.goto('/user/create');
    const firstName = page.getByRole('textbox', { name: 'Imię' });
    const email = page.getByRole('textbox', { name: 'E-mail' });
    await expect(firstName).toBeFocused();

    await test.step('a click on the label turns the switch on', async () => {
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

      await firstName.click();
      await page.keyboard.press('Tab');
      await expect(page.getByText('Pole nie może być puste.')).toBeVisible();
    });

    await test.step('a click on the button generates a password', async () => {
      await email.fill('ewa@');
      await page.getByRole('button', { name: 'Wygeneruj hasło' }).hover();
      await page.mouse.down();
      await expect(email).toBeFocused();
      await page.mouse.up();
      await expect(page.getByRole('textbox', { name: 'Hasło', exact: true })).toHaveValue(/.{14}/);
    });
  });
});

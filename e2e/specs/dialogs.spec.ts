import { getTransport } from '@spichlerz/shared/wire/transports';
import {
  dayAsTyped,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
} from '../records.ts';
import { chooseRowAction, expect, expectNotification, rowOf, test, type, typeNumber } from '../screen.ts';

test('the back button asks for confirmation over a dialog with input, then closes the dialog and discards the input', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  const list = `/contract/sale-list/dashboard/${allocated.sale.id}/transport`;
  await page.goto(list);
  await page.getByRole('main').getByText('Nowy', { exact: true }).first().click();
  await expect(page).toHaveURL(/status=NEW/);
  await chooseRowAction(page, registration, 'Edytuj');
  const dialog = page.getByRole('dialog', { name: 'Edytuj transport' });
  await type(dialog, 'Uwagi', 'brama od podwórza');
  const confirmation = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
  await page.goBack();
  await confirmation.getByRole('button', { name: 'Wróć do formularza' }).click();
  await expect(page).toHaveURL(/status=NEW/);
  await expect(dialog.getByRole('textbox', { name: 'Uwagi' })).toHaveValue('brama od podwórza');
  await page.goBack();
  await confirmation.getByRole('button', { name: 'Porzuć zmiany' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(list);
  await expect(rowOf(page, registration)).toBeVisible();
});

test('dialog buttons respond to the first click even when the blur adds or removes an error', async ({
  page,
  colleague,
}) => {
  const { purchase, sale } = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/sale-list/allocation/${sale.id}?search=${purchase.number}`);
  await rowOf(page, purchase.number).getByRole('button', { name: 'Alokuj' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
  const tooMuch = dialog.getByText('pozwala zaalokować tu najwyżej 80,000 t.');
  await quantity.fill('90');
  // Clicks the upper edge, because an error above the button would push it down.
  await dialog.getByRole('button', { name: 'Anuluj' }).click({ position: { x: 20, y: 4 } });
  const confirmation = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
  await confirmation.getByRole('button', { name: 'Wróć do formularza' }).click();
  await typeNumber(quantity, '90');
  await expect(tooMuch).toBeVisible();
  await quantity.fill('70');
  await dialog.getByRole('button', { name: 'Alokuj', exact: true }).click();
  await expectNotification(page, 'Dodano alokację');
  await expect(dialog).toBeHidden();
});

test('a second line of comments does not change the height of a dialog, and an open dialog disables the search shortcut', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await chooseRowAction(page, registration, 'Edytuj');
  const dialog = page.getByRole('dialog', { name: 'Edytuj transport' });
  const remarks = dialog.getByRole('textbox', { name: 'Uwagi' });
  const height = () => remarks.evaluate((field: HTMLElement) => field.offsetHeight);
  await remarks.fill('brama od podwórza');
  const first = await height();
  // A second line must not move the elements below the field.
  await remarks.fill('brama od podwórza\ndzwonić wcześniej');
  expect(await height()).toBe(first);
  await remarks.fill('');

  const cancel = dialog.getByRole('button', { name: 'Anuluj' });
  await cancel.focus();
  await page.keyboard.press('/');
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Szukaj' })).toBeFocused();
});

test('a switch responds to the first click even when the blur adds an error', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  await makeTransport(colleague, allocated);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);
  await page.getByRole('button', { name: /^Akcje: / }).click();
  await page.getByRole('menuitem', { name: 'Dodaj transport' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowy transport' });
  // The error of the empty field is above the switch.
  await dialog.getByRole('textbox', { name: 'Nr rejestracyjny' }).click();
  await dialog.getByText('Transport z GMP', { exact: true }).hover({ force: true });
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
  await expect(dialog.getByRole('textbox', { name: 'Nr GMP' })).toBeVisible();
  await expect(dialog.getByRole('switch', { name: 'Transport z GMP' })).toBeFocused();
  await expect(dialog.getByText('Pole nie może być puste.')).toBeVisible();
});

const dayAndMonth = (days: number) => dayAsTyped(days).slice(0, 5);

test('Enter and the save button complete a day typed without a year, and the calendar does not cover the save button', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeReleasedTransport(colleague, allocated);
  const registration = await registrationOf(colleague, transportId);
  await page.goto(`/logistics?search=${encodeURIComponent(registration)}`);
  const dialog = page.getByRole('dialog', { name: `Rozliczenie frachtu, ${registration}` });
  const day = (name: string) => dialog.getByRole('textbox', { name });
  const calendar = page.getByRole('button', { name: 'Następny miesiąc' });
  const stored = async () =>
    (await colleague(getTransport, { params: { id: transportId } })).transportPaymentDate;

  await chooseRowAction(page, registration, 'Rozlicz fracht');
  await type(dialog, 'Nr faktury', 'FT/10');
  await day('Data wystawienia').fill(dayAndMonth(0));
  await day('Data wystawienia').press('Tab');
  await expect(day('Data wystawienia')).toHaveValue(dayAsTyped(0));
  await day('Termin płatności').pressSequentially(dayAndMonth(14).replace('/', '.'));
  await expect(calendar).toBeHidden();
  await day('Termin płatności').press('Enter');
  await expectNotification(page, 'Rozliczono fracht');
  expect(await stored()).toBe(dayAsTyped(14).split('/').toReversed().join('-'));

  await chooseRowAction(page, registration, 'Rozlicz fracht');
  await day('Termin płatności').click();
  await expect(calendar).toBeVisible();
  await day('Termin płatności').press('ControlOrMeta+A');
  await day('Termin płatności').pressSequentially(dayAsTyped(28));
  await expect(calendar).toBeHidden();
  await day('Termin płatności').fill(dayAndMonth(21).replace('/', ''));
  await dialog.getByRole('button', { name: 'Zapisz' }).click();
  await expectNotification(page, 'Rozliczono fracht');
  expect(await stored()).toBe(dayAsTyped(21).split('/').toReversed().join('-'));
});

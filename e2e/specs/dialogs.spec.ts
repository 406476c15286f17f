import { getTransport } from '@spichlerz/shared/wire/transports';
import {
  dayAsTyped,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
} from '../records.ts';
import { chooseRowAction, expect, expectNotification, rowOf, test, type } from '../screen.ts';

test('in a dialog, the comments field keeps its height, the search shortcut is off, and the back button asks before it discards input', async ({
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
  const remarks = dialog.getByRole('textbox', { name: 'Uwagi' });

  await test.step('a second line of comments does not make the field higher', async () => {
    const height = () => remarks.evaluate((field: HTMLElement) => field.offsetHeight);
    await remarks.fill('brama od podwórza');
    const first = await height();
    await remarks.fill('brama od podwórza\ndzwonić wcześniej');
    expect(await height()).toBe(first);
    await remarks.fill('');
  });

  await test.step('the search shortcut works only after the dialog is closed', async () => {
    const cancel = dialog.getByRole('button', { name: 'Anuluj' });
    await cancel.focus();
    await page.keyboard.press('/');
    await expect(cancel).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Szukaj' })).toBeFocused();
  });

  await test.step('the back button asks for confirmation, then closes the dialog and discards the input', async () => {
    await chooseRowAction(page, registration, 'Edytuj');
    await type(dialog, 'Uwagi', 'brama od podwórza');
    const confirmation = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
    await page.goBack();
    await confirmation.getByRole('button', { name: 'Wróć do formularza' }).click();
    await expect(page).toHaveURL(/status=NEW/);
    await expect(remarks).toHaveValue('brama od podwórza');
    await page.goBack();
    await confirmation.getByRole('button', { name: 'Porzuć zmiany' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(list);
    await expect(rowOf(page, registration)).toBeVisible();
  });
});

const dayAndMonth = (days: number) => dayAsTyped(days).slice(0, 5);

test('Enter and the save button complete a day typed without a year; typing a day closes the calendar', async ({
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

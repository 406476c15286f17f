import type { Locator, Page } from '@playwright/test';
import { listTransports } from '@spichlerz/shared/wire/transports';
import { ACCOUNTS, PASSWORD } from '../client.ts';
import {
  ALL_FAILURES,
  CONNECTION_LOST,
  collectUnexpectedErrors,
  deferRequests,
  dropResponse,
} from '../fault-injection.ts';
import { makeAllocatedContracts, makeTransport, uniqueMark } from '../records.ts';
import { chooseRowAction, expect, expectError, expectNotification, test, type } from '../screen.ts';
import { createContractor } from '../trading-steps.ts';

async function fillTransport(dialog: Locator, registration: string): Promise<void> {
  for (const [field, text] of [
    ['Fracht za tonę', '45'],
    ['Nr rejestracyjny', registration],
    ['Nr naczepy', 'PO 54321'],
    ['Przewoźnik', 'Trans-Ziarno'],
    ['Kierowca', 'Jan Kowal'],
    ['Telefon kierowcy', '600 700 800'],
  ] as const) {
    await type(dialog, field, text);
  }
}

/** Clicks the switch slowly, so that an error of the blurred field appears between mouse down and mouse up. */
async function clickGmpSlowly(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByText('Transport z GMP', { exact: true }).hover({ force: true });
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
}

test('the dialog of a new transport is locked during the save, keeps its input after a lost response and creates one transport on retry', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const allocated = await makeAllocatedContracts(colleague);
  const registration = `PO ${uniqueMark()}`;
  await makeTransport(colleague, allocated);
  const saving = await deferRequests(page, ({ pathname }) => pathname.endsWith('/transport-create'));
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);
  await chooseRowAction(page, allocated.purchase.number, 'Dodaj transport');
  const dialog = page.getByRole('dialog', { name: 'Nowy transport' });
  const driver = dialog.getByRole('textbox', { name: 'Kierowca' });
  const gmp = dialog.getByRole('switch', { name: 'Transport z GMP' });
  const save = dialog.getByRole('button', { name: 'Dodaj transport' });

  await test.step('a switch responds to the first click even when the blur of a field adds an error', async () => {
    // The error of the empty field appears above the switch and could move it during the click.
    await dialog.getByRole('textbox', { name: 'Nr rejestracyjny' }).click();
    await clickGmpSlowly(page, dialog);
    await expect(dialog.getByRole('textbox', { name: 'Nr GMP' })).toBeVisible();
    await expect(gmp).toBeFocused();
    await expect(dialog.getByText('Pole nie może być puste.')).toBeVisible();
    await page.keyboard.press('Space');
    await expect(gmp).not.toBeChecked();
  });

  await test.step('typed keys are ignored during the save; after the failure the save button has the focus', async () => {
    await fillTransport(dialog, registration);
    await save.press('Enter');
    await expect.poll(saving.count).toBe(1);
    await driver.focus();
    await page.keyboard.type(' zgubiony');
    await gmp.focus();
    await page.keyboard.press('Space');
    await expect(driver).toHaveValue('Jan Kowal');
    await expect(gmp).not.toBeChecked();
    await saving.release(dropResponse);
    await expectError(page, CONNECTION_LOST.sentence);
    await expect(dialog.getByText(`Nie udało się zapisać. ${CONNECTION_LOST.sentence}`)).toBeVisible();
    await expect(save).toBeFocused();
    await expect(dialog.getByRole('textbox', { name: 'Nr rejestracyjny' })).toHaveValue(registration);
  });

  await test.step('the retry creates no second transport', async () => {
    await save.click();
    await expect.poll(saving.count).toBe(1);
    await saving.release();
    await expectNotification(page, 'Dodano transport');
    await expect(dialog).toBeHidden();
    const { list } = await colleague(listTransports, { query: { search: registration } });
    expect(list.map(({ registrationNumber }) => registrationNumber)).toEqual([registration]);
  });
  expect(errors).toEqual([]);
});

test('a save response that arrives after the form was left causes no navigation', async ({ page }) => {
  const saving = await deferRequests(page, ({ pathname }) => pathname === '/api/contractor/supplier/create');
  await page.goto('/data/supplier-list/form');
  await createContractor(page.getByRole('main'), `Późny ${uniqueMark()}`);
  await expect.poll(saving.count).toBe(1);
  await page.getByRole('link', { name: 'Logistyka' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Porzuć zmiany' }).click();
  await expect(page.getByRole('heading', { name: 'Logistyka', level: 1 })).toBeVisible();
  await saving.release();
  await expectNotification(page, 'Zapisano zmiany z formularza, który został zamknięty.');
  await expect(page).toHaveURL(/\/logistics/);
});

test.describe('before the sign-in', () => {
  test.use({ account: null });

  test('a sign-in on a page of an outdated version loads the current version of the application', async ({
    page,
  }) => {
    const code = /\/assets\/application-.*\.js$/;
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    await page.goto('/login?back=/logistics');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNTS.trader);
    await page.getByLabel(/^Hasło/).fill(PASSWORD);
    await page.route('**/api/health', async (route) => {
      await page.unroute(code);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Zaloguj' }).click();
    await expect(page.getByRole('heading', { name: 'Logistyka', level: 1 })).toBeVisible();
  });

  test('a failed sign-in keeps the e-mail and password; a connection lost right after the sign-in shows an error with a retry button', async ({
    page,
  }) => {
    const alert = page.getByRole('alert');
    const again = page.getByRole('button', { name: 'Spróbuj ponownie' });
    const signIn = page.getByRole('button', { name: 'Zaloguj' });
    const lost = /\/api\/health|\/assets\/application-.*\.js$/;
    await page.route(lost, CONNECTION_LOST.respond);
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNTS.trader);
    await page.getByLabel(/^Hasło/).fill(PASSWORD);

    await test.step('every failure of the sign-in shows its reason', async () => {
      for (const { sentence, respond } of ALL_FAILURES) {
        await page.route('**/api/auth/login', respond, { times: 1 });
        await signIn.click();
        await expect(alert).toContainText(sentence);
      }
    });

    await test.step('the retry button loads the application when the connection is back', async () => {
      await signIn.click();
      await expect(again).toBeVisible();
      await expect(alert).toContainText(CONNECTION_LOST.sentence);
      await again.click();
      // The failed retry enables the button again. A retry that still runs would succeed without the route.
      await expect(again).toBeEnabled();
      await expect(alert).toContainText(CONNECTION_LOST.sentence);
      await page.unroute(lost);
      await again.click();
      await expect(page.getByRole('heading', { name: 'Pozycje', level: 1 })).toBeVisible();
    });

    await test.step('after a reload without a connection, the retry button loads the application when the connection is back', async () => {
      await page.route(lost, CONNECTION_LOST.respond);
      await page.reload();
      await expect(alert).toContainText(CONNECTION_LOST.sentence);
      await page.unroute(lost);
      await again.click();
      await expect(page.getByRole('heading', { name: 'Pozycje', level: 1 })).toBeVisible();
    });
  });

  test('when the connection is lost, a typed password reset code stays in its field and is not reported as wrong', async ({
    page,
  }) => {
    await page.route('**/api/auth/reset-password-request', (route) =>
      route.fulfill({ json: { success: true, result: true } }),
    );
    await page.goto('/reset-password');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNTS.trader);
    await page.getByRole('button', { name: 'Wyślij kod' }).click();
    await page.route('**/api/auth/reset-password-verify-code', CONNECTION_LOST.respond);
    await page.getByRole('textbox', { name: 'Znak 1 z 6 kodu' }).pressSequentially('ABC123');
    await expectError(page, CONNECTION_LOST.sentence);
    await expect(page.getByText('Kod jest nieprawidłowy')).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Znak 6 z 6 kodu' })).toHaveValue('3');
  });
});

import { listTransports } from '@spichlerz/shared/wire/transports';
import { ACCOUNTS, PASSWORD } from '../client.ts';
import {
  ALL_FAILURES,
  CONNECTION_LOST,
  collectUnexpectedErrors,
  deferRequests,
  dropResponse,
} from '../fault-injection.ts';
import { makeAllocatedContracts, makeTransport, registrationOf, uniqueMark } from '../records.ts';
import { chooseRowAction, expect, expectError, expectNotification, test, type } from '../screen.ts';
import { confirm, createContractor, editTransport } from '../trading-steps.ts';

test('saving a transport again after a lost response creates it once, and the dialog keeps its input', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const allocated = await makeAllocatedContracts(colleague);
  const registration = `PO ${uniqueMark()}`;
  await makeTransport(colleague, allocated);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);
  await chooseRowAction(page, allocated.purchase.number, 'Dodaj transport');
  const dialog = page.getByRole('dialog', { name: 'Nowy transport' });
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
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/transport-create')) keys.push(request.headers()['idempotency-key']);
  });
  await page.route('**/api/contract/transport-create', dropResponse, { times: 1 });
  const save = dialog.getByRole('button', { name: 'Dodaj transport' });
  await save.click();
  await expectError(page, CONNECTION_LOST.sentence);
  await expect(dialog.getByText(`Nie udało się zapisać. ${CONNECTION_LOST.sentence}`)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Nr rejestracyjny' })).toHaveValue(registration);

  await save.click();
  await expectNotification(page, 'Dodano transport');
  await expect(dialog).toBeHidden();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toBeTruthy();
  const { list } = await colleague(listTransports, { query: { search: registration } });
  expect(list.map(({ registrationNumber }) => registrationNumber)).toEqual([registration]);
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

test('a form is locked while it is saved, and the focus returns to its field afterwards', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const { sale } = await makeAllocatedContracts(colleague);
  const saving = await deferRequests(
    page,
    ({ pathname }) => pathname === `/api/contract/update-sales/${sale.id}`,
  );
  await page.goto(`/contract/sale-list/dashboard/${sale.id}/details`);
  const main = page.getByRole('main');
  const remarks = main.getByRole('textbox', { name: 'Uwagi', exact: true });
  const number = main.getByRole('textbox', { name: 'Nr kontraktu' });
  const responses = [
    { respond: CONNECTION_LOST.respond, expectMessage: () => expectError(page, CONNECTION_LOST.sentence) },
    { respond: undefined, expectMessage: () => expectNotification(page, 'Zapisano kontrakt') },
  ];
  await type(main, 'Uwagi', 'brama od podwórza');
  for (const { respond, expectMessage } of responses) {
    await number.press('Enter');
    await confirm(page, `Zapisać zmiany w kontrakcie ${sale.number}?`, 'Zapisz');
    await expect.poll(saving.count).toBe(1);
    for (const field of [remarks, number]) {
      await field.focus();
      await page.keyboard.type(' zgubione');
    }
    await expect(remarks).toHaveValue('brama od podwórza');
    await expect(number).toHaveValue(sale.number);
    await saving.release(respond);
    await expect(number).toBeFocused();
    await expectMessage();
  }
  expect(errors).toEqual([]);
});

test('a dialog is locked while it is saved', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  const saving = await deferRequests(page, ({ pathname }) =>
    pathname.startsWith('/api/contract/transport-update/'),
  );
  const dialog = await editTransport(page, allocated, registration);
  const driver = dialog.getByRole('textbox', { name: 'Kierowca' });
  const gmp = dialog.getByRole('switch', { name: 'Transport z GMP' });
  const save = dialog.getByRole('button', { name: 'Zapisz' });
  await type(dialog, 'Uwagi', 'brama od podwórza');
  await save.press('Enter');
  await expect.poll(saving.count).toBe(1);
  await driver.focus();
  await page.keyboard.type(' zgubiony');
  await gmp.focus();
  await page.keyboard.press('Space');
  await expect(driver).toHaveValue('Jan Kowal');
  await expect(gmp).not.toBeChecked();
  await saving.release(CONNECTION_LOST.respond);
  await expectError(page, CONNECTION_LOST.sentence);
  await expect(save).toBeFocused();
});

test.describe('before the sign-in', () => {
  test.use({ account: null });

  test('a failed sign-in keeps the e-mail and password for a retry', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNTS.trader);
    await page.getByLabel(/^Hasło/).fill(PASSWORD);
    const signIn = page.getByRole('button', { name: 'Zaloguj' });
    for (const { sentence, respond } of ALL_FAILURES) {
      await page.route('**/api/auth/login', respond, { times: 1 });
      await signIn.click();
      await expect(page.getByRole('alert')).toContainText(sentence);
    }
    await signIn.click();
    await expect(page).toHaveURL(/\/positions/);
  });

  test('signing in on a page of an older version loads the version of the server', async ({ page }) => {
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

  test('a connection lost right after the sign-in shows an error, and the sign-in completes on retry', async ({
    page,
  }) => {
    const again = page.getByRole('button', { name: 'Spróbuj ponownie' });
    const lost = /\/api\/health|\/assets\/application-.*\.js$/;
    await page.route(lost, CONNECTION_LOST.respond);
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNTS.trader);
    await page.getByLabel(/^Hasło/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Zaloguj' }).click();
    await expect(page.getByRole('alert')).toContainText(CONNECTION_LOST.sentence);
    await again.click();
    await expect(page.getByRole('alert')).toContainText(CONNECTION_LOST.sentence);
    await page.unroute(lost);
    await again.click();
    await expect(page.getByRole('heading', { name: 'Pozycje', level: 1 })).toBeVisible();

    await page.route(lost, CONNECTION_LOST.respond);
    await page.reload();
    await expect(page.getByRole('alert')).toContainText(CONNECTION_LOST.sentence);
    await page.unroute(lost);
    await again.click();
    await expect(page.getByRole('heading', { name: 'Pozycje', level: 1 })).toBeVisible();
  });

  test('a password reset code that could not be sent stays in its field and is not reported as wrong', async ({
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

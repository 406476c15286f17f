import { changeAgreementStatus, changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { ACCOUNTS, PASSWORD } from '../client.ts';
import { makeAllocatedContracts, makeTransport } from '../records.ts';
import { expect, expectError, expectFigures, rowOf, test, typeNumber } from '../screen.ts';
import { chooseFromUserMenu, signIn } from '../sign-in.ts';

test.describe('the sign-in page', () => {
  test.use({ account: null });

  test('a wrong password shows an error and keeps the e-mail', async ({ page }) => {
    await page.goto('/login/');
    const email = page.getByRole('textbox', { name: 'E-mail' });
    await email.fill(ACCOUNTS.trader);
    await page.getByLabel(/^Hasło/).fill('Spichlerz2?');
    await page.getByRole('button', { name: 'Zaloguj' }).click();
    await expectError(page, 'Nieprawidłowy e-mail lub hasło.');
    await expect(email).toHaveValue(ACCOUNTS.trader);
    await expect(page).toHaveURL(/\/login/);
  });

  test('signing out needs confirmation, and signing in again returns to the same page', async ({ page }) => {
    await page.goto('/login/');
    await signIn(page, ACCOUNTS.trader, PASSWORD);
    await chooseFromUserMenu(page, 'Wyloguj');
    const question = page.getByRole('dialog', { name: 'Wylogować się?' });
    await question.getByRole('button', { name: 'Anuluj' }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/\/positions/);
    await expect(page.getByRole('button', { name: /^Menu użytkownika/ })).toBeFocused();

    await chooseFromUserMenu(page, 'Wyloguj');
    await question.getByRole('button', { name: 'Wyloguj' }).click();
    await expect(page.getByRole('heading', { name: 'Logowanie' })).toBeVisible();
    await page.goto('/logistics');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('a trader cannot open a page for administrators', async ({ page }) => {
  await page.goto('/users');
  await expect(page.getByRole('heading', { name: 'Brak dostępu' })).toBeVisible();
  await expect(page).toHaveURL(/\/forbidden$/);
});

test('a contract that does not exist shows the 404 page', async ({ page }) => {
  await page.goto('/contract/sale-list/dashboard/987654321/realization');
  await expect(page.getByRole('heading', { name: '404 – nie znaleziono' })).toBeVisible();
  await expect(page).toHaveURL(/\/404$/);
});

test('an allocation above the allowed quantity is rejected and keeps its input', async ({
  page,
  colleague,
}) => {
  const { purchase, sale } = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/sale-list/allocation/${sale.id}?search=${purchase.number}`);
  await page.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
  await typeNumber(quantity, '80,001');
  // Pressing the inactive button shows what to correct.
  await dialog.getByRole('button', { name: 'Alokuj' }).click({ force: true });
  await expect(
    dialog.getByText(`Kontrakt sprzedaży ${sale.number} pozwala zaalokować tu najwyżej 80,000 t.`),
  ).toBeVisible();
  await expect(quantity).toHaveValue('80,001');
  await expect(quantity).toBeFocused();

  await page.goto(`/contract/sale-list/dashboard/${sale.id}/realization`);
  await expectFigures(page, { allocated: 0, toAllocate: 80_000 });
});

test('an allocation that became impossible is rejected by the server, and the dialog stays open', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const { purchase, sale } = allocated;
  await page.goto(`/contract/sale-list/allocation/${sale.id}?search=${purchase.number}`);
  await page.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
  await typeNumber(quantity, '80');
  // The browser must not receive the live change before it sends the request.
  await page.route('**/api/contract/allocate-contract/**', async (route) => {
    await colleague(changeContractStatus.purchase, { body: { purchaseId: purchase.id, status: 'CLOSED' } });
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Alokuj' }).click();
  await expectError(page, 'Te kontrakty do siebie nie pasują');
  await expect(quantity).toHaveValue(/^80/);
});

test('a status change in a row that the server rejects is reverted with the reason', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/sale-list/${allocated.material.id}?search=${allocated.sale.number}`);
  const status = (label: string) =>
    rowOf(page, allocated.sale.number).getByRole('button', { name: `Zmień status kontraktu: ${label}` });
  await status('Aktywny').click();
  await page.getByRole('menuitem', { name: 'Zamknięty' }).click();
  const question = page.getByRole('dialog', { name: 'Zmienić status na „Zamknięty”?' });
  await expect(question).toBeVisible();
  // A contract with a transport in progress cannot be closed, so a transport is created before the request.
  await makeTransport(colleague, allocated);
  await question.getByRole('button', { name: 'Zmień status' }).click();
  await expectError(page, 'Kontrakt sprzedaży ma transporty, które nie pozwalają na tę zmianę.');
  await expect(status('Aktywny')).toBeVisible();
});

test("a colleague's change appears on an open list without a reload", async ({ page, colleague }) => {
  const { material, sale } = await makeAllocatedContracts(colleague);
  const events = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/${material.id}?search=${sale.number}`);
  await events;
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const agreement = (label: string) =>
    rowOf(page, sale.number).getByRole('button', { name: `Zmień status umowy: ${label}` });
  await expect(agreement('Podpisana')).toBeVisible();
  await colleague(changeAgreementStatus.sales, { body: { salesId: sale.id, status: 'TO_SIGN' } });
  await expect(agreement('Do podpisu')).toBeVisible({ timeout: 2_000 });
  expect(loads).toBe(0);
});

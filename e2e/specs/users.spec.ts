import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { changeUser } from '@spichlerz/shared/wire/users';
import { ACCOUNTS } from '../client.ts';
import { findMail, linkOf } from '../mail.ts';
import { navigateInApp } from '../navigation.ts';
import { choose, expect, expectNotification, rowOf, signedInStorage, test, type } from '../screen.ts';
import { heading, makeUserWithOwnPassword, OWN_PASSWORD, post, signIn } from '../sign-in.ts';

test.use({ account: null });

async function expectError(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible();
}

test('a failed sign-in shows the reason and keeps the input', async ({ page, colleague }) => {
  await page.goto('/login/');
  await expect(page).toHaveTitle('Logowanie – Spichlerz');
  await expect(page.getByText(`© ${new Date().getFullYear()} Spichlerz`)).toBeVisible();

  await signIn(page, 'nikt', '');
  await expect(page.getByText('Pole nie może być puste.')).toBeVisible();

  const user = await makeUserWithOwnPassword(page, colleague);
  await signIn(page, user.email, 'nie to haslo');
  await expectError(page, 'Nieprawidłowy e-mail lub hasło.');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(user.email);
  await expect(page.getByLabel(/^Hasło/)).toHaveValue('nie to haslo');

  await colleague(changeUser, { params: { id: user.id }, body: { ...user, active: false } });
  await signIn(page, user.email, OWN_PASSWORD);
  await expectError(page, 'To konto jest wyłączone.');

  await page.reload();
  for (let i = 0; i < 10; i++) {
    await post(page, '/auth/login', { email: 'zgadywany@spichlerz.test', password: 'zgaduje' });
  }
  await signIn(page, 'zgadywany@spichlerz.test', 'zgaduje');
  await expectError(page, 'Zbyt wiele prób w krótkim czasie.');
});

test('a forgotten password is replaced with the code from the e-mail', async ({
  page,
  address,
  colleague,
}) => {
  const user = await makeUserWithOwnPassword(page, colleague);
  await page.goto('/login/');
  await page.getByRole('link', { name: 'Nie pamiętam hasła' }).click();
  await expect(page).toHaveTitle('Nie pamiętam hasła – Spichlerz');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(user.email);
  await page.getByRole('button', { name: 'Wyślij kod' }).click();

  await expect(page.getByRole('heading', { name: 'Wpisz kod' })).toBeVisible();
  const mail = await findMail(page, user.email);
  expect(mail).toMatch(/, \d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}<\/p>/);
  // The link is compared but not opened, because the next test opens this page.
  expect(linkOf(mail)).toBe(`${address}/reset-password`);
  const resend = page.getByRole('button', { name: /^Wyślij kod ponownie/ });
  await expect(resend).toBeDisabled();
  await expect(resend).toHaveText(/^Wyślij kod ponownie za (60|5\d) sekund/);
  const boxes = page.getByRole('textbox', { name: /^Znak \d z 6 kodu$/ });
  await expect(boxes).toHaveCount(6);

  await expect(page.getByRole('textbox', { name: 'Znak 1 z 6 kodu' })).toBeFocused();
  await paste(page, 'ZZZZZ2');
  await expectError(page, 'Kod jest nieprawidłowy');
  await expect(page.getByRole('alert')).toHaveCount(1);
  for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace');
  const [, code = ''] = /<h2>([A-Z2-9]{6}) /.exec(mail) ?? [];
  await paste(page, code.toLowerCase());

  await expect(page.getByRole('heading', { name: 'Nowe hasło' })).toBeVisible();
  const [next, again] = [page.getByLabel(/^Nowe hasło/), page.getByLabel(/^Powtórz nowe hasło/)];
  await expect(next).toBeFocused();
  await page.keyboard.type('krotkie');
  await expect(page.getByRole('listitem').filter({ hasText: 'mała litera – jest' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'cyfra – brakuje' })).toBeVisible();
  await again.fill('inne');
  await page.getByRole('button', { name: 'Ustaw hasło' }).click();
  await expect(page.getByText('Hasło nie spełnia wszystkich wymagań.')).toBeVisible();
  const set = async (password: string) => {
    await next.fill(password);
    await again.fill(password);
    await page.getByRole('button', { name: 'Ustaw hasło' }).click();
  };
  await set('Haslo123!');
  await expectError(page, 'To hasło łatwo odgadnąć');
  await expect(next).toBeFocused();
  await set(OWN_PASSWORD);
  await expectError(page, 'Nowe hasło musi być inne niż obecne.');
  const password = `${OWN_PASSWORD}2`;
  await set(password);

  await expect(page.getByRole('heading', { name: 'Hasło zmienione' })).toBeVisible();
  await page.getByRole('link', { name: 'Przejdź do logowania' }).click();
  await signIn(page, user.email, password);
  await expect(heading(page, 'Pozycje')).toBeVisible();
});

test('a password reset code can be sent again after a minute', async ({ page }) => {
  await page.clock.install();
  await page.goto('/reset-password');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nikt@spichlerz.test');
  await page.getByRole('button', { name: 'Wyślij kod' }).click();
  const resend = page.getByRole('button', { name: /^Wyślij kod ponownie/ });
  await expect(resend).toBeDisabled();
  // Sets the clock back, like a correction of a fast clock.
  await page.clock.setSystemTime(Date.now() - 2 * 3_600_000);
  await page.clock.runFor(59_000);
  await expect(resend).toBeDisabled();
  await page.clock.runFor(2_000);
  await resend.click();
  await expectNotification(page, 'Wysłaliśmy nowy kod.');
  await expect(resend).toBeDisabled();
});

async function paste(page: Page, text: string): Promise<void> {
  const first = page.getByRole('textbox', { name: 'Znak 1 z 6 kodu' });
  await first.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('a user added by an administrator must set a new password and can then work until the account is deactivated', async ({
  page,
  browser,
  address,
}) => {
  const mark = randomUUID().slice(0, 8);
  const user = { email: `${mark}@spichlerz.test`, firstName: 'Ewa', lastName: `Nowa ${mark}` };
  const admin = await browser.newContext({ storageState: await signedInStorage(address, 'admin') });
  const office = await admin.newPage();
  await office.goto(`/users?search=${mark}`);
  await expect(office).toHaveTitle('Użytkownicy – Spichlerz');
  const given = await addUser(office, user);

  await test.step('a user with an initial password can do nothing but set a new password', async () => {
    const rejected: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) rejected.push(response.url());
    });
    const called: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) called.push(new URL(request.url()).pathname);
    });
    await page.goto('/login/');
    await signIn(page, user.email, given);
    await expect(page.getByText('Ustaw własne hasło')).toBeVisible();
    await expect(page).toHaveURL('/my-account');
    await page.goto('/logistics');
    await expect(page).toHaveURL('/my-account');
    await expect(page.getByText('Ustaw własne hasło')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Adres' })).toBeHidden();
    await expect(page.getByRole('region', { name: 'Aktywne sesje' })).toBeHidden();
    expect(rejected).toEqual([]);
    expect(new Set(called)).toEqual(new Set(['/api/auth/login', '/api/auth/me']));
  });

  await test.step('the user sets a new password and can then open the other pages', async () => {
    const eventStream = page.waitForResponse('**/api/events');
    await setOwnPassword(page, given);
    await expect(heading(page, 'Pozycje')).toBeVisible();
    await page.getByRole('link', { name: 'Logistyka' }).click();
    await expect(heading(page, 'Logistyka')).toBeVisible();
    await eventStream;
  });

  await test.step('a user whose account is deactivated is signed out within two seconds', async () => {
    await deactivate(office, user, mark);
    await expect(page).toHaveURL(/\/login/, { timeout: 2_000 });
    await expect(heading(office, 'Użytkownicy')).toBeVisible();
    await expect(office.getByRole('searchbox', { name: 'Szukaj' })).toHaveValue(mark);
    await expect(rowOf(office, user.email).getByText('Wyłączone')).toBeVisible();
  });
  await admin.close();
});

type NewUser = { readonly email: string; readonly firstName: string; readonly lastName: string };

/** Adds a user with the form and returns the generated password. */
async function addUser(office: Page, { email, firstName, lastName }: NewUser): Promise<string> {
  await office.getByRole('link', { name: 'Dodaj użytkownika' }).click();
  const form = office.getByRole('main');
  await type(form, 'Imię', firstName);
  await type(form, 'Nazwisko', lastName);
  await type(form, 'E-mail', email);
  await choose(form, 'Rola', 'Użytkownik');
  await form.getByRole('switch', { name: 'Nowe kontrakty zakupu' }).click();
  await form.getByRole('button', { name: 'Wygeneruj hasło' }).click();
  const given = await form.getByRole('textbox', { name: 'Hasło', exact: true }).inputValue();
  expect(given).toHaveLength(14);
  await form.getByRole('button', { name: 'Zapisz' }).click();
  await expectNotification(office, 'Dodano użytkownika');
  return given;
}

/** Replaces the initial password after two attempts that are rejected. */
async function setOwnPassword(page: Page, given: string): Promise<void> {
  const [current, next, again] = [/^Obecne hasło/, /^Nowe hasło/, /^Powtórz nowe hasło/].map((label) =>
    page.getByLabel(label),
  ) as [Locator, Locator, Locator];
  await current.fill(given);
  await next.fill(given);
  await again.fill(given);
  await again.press('Enter');
  await expect(page.getByText('Nowe hasło musi być inne niż obecne.')).toBeVisible();
  await current.fill('nie to');
  await next.fill(OWN_PASSWORD);
  await again.fill(OWN_PASSWORD);
  await again.press('Enter');
  await expect(page.getByText('Obecne hasło jest nieprawidłowe.').first()).toBeVisible();
  await current.fill(given);
  await current.press('Enter');
}

/**
 * Opens a user from the open list and deactivates the account. `search` is the search in the URL of the list.
 */
async function deactivate(office: Page, user: NewUser, search: string): Promise<void> {
  const row = rowOf(office, user.email);
  expect((await row.boundingBox())?.height).toBeCloseTo(80, 0);
  await expect(row.getByText('Użytkownik')).toBeVisible();
  await row.getByRole('link').first().click();
  const trail = office.getByRole('navigation', { name: 'Ścieżka' });
  await expect(trail).toContainText(`${user.firstName} ${user.lastName}`);
  await expect(trail.getByRole('link', { name: 'Użytkownicy' })).toHaveAttribute(
    'href',
    `/users?search=${search}`,
  );
  await office.getByRole('switch', { name: 'Konto aktywne' }).click();
  await office.getByRole('button', { name: 'Zapisz', exact: true }).click();
  const dialog = office.getByRole('dialog', { name: 'Wyłączyć konto?' });
  await expect(dialog).not.toContainText('Prowadzi niezakończone kontrakty');
  const saved = office.waitForResponse('**/api/profile/update/*');
  await dialog.getByRole('button', { name: 'Wyłącz konto' }).click();
  await saved;
}

test.describe('signed in as an administrator', () => {
  test.use({ account: 'admin' });

  test('an administrator cannot change their own role or deactivate their own account; a card shows a space between first and last name', async ({
    page,
  }) => {
    // Users of other tests may move a user to the second page of the list, so the list is searched.
    await page.goto(`/users?search=${ACCOUNTS.admin}`);
    await rowOf(page, ACCOUNTS.admin).getByRole('link').first().click();
    await expect(page.getByRole('combobox', { name: 'Rola' })).toBeDisabled();
    await expect(page.getByRole('switch', { name: 'Konto aktywne' })).toBeDisabled();
    await expect(page.getByText(/jedyny aktywny administrator|nie można zmienić samemu/)).toHaveCount(2);
    await expect(page.getByText('Własne hasło zmienisz na stronie Moje konto.')).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await navigateInApp(page, '/users?search=Ratajczyk');
    await expect(page.getByRole('link', { name: 'Michał Ratajczyk', exact: true })).toBeVisible();
  });
});

import type { BrowserContext, Page } from '@playwright/test';
import { changeUser } from '@spichlerz/shared/wire/users';
import { ACCOUNTS, PASSWORD } from '../client.ts';
import { CONNECTION_LOST, collectUnexpectedErrors, LOST_RESPONSE } from '../fault-injection.ts';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import {
  chooseRowAction,
  collectConsoleErrors,
  expect,
  expectError,
  expectNotification,
  test,
  waitUntilStill,
} from '../screen.ts';
import {
  chooseFromUserMenu,
  heading,
  OWN_PASSWORD,
  post,
  signIn,
  signInAsNewUser,
  tokensIn,
} from '../sign-in.ts';

test.use({ account: null });

test('a user can list and end their own sessions, also on retry after a failure; a password change empties the list of other sessions', async ({
  page,
  browser,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const { email } = await signInAsNewUser(page, colleague);
  await page.route('**/api/events', CONNECTION_LOST.respond);
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await phone.newPage();
  await other.goto('/login/');
  const eventStream = other.waitForResponse('**/api/events');
  await signIn(other, email, OWN_PASSWORD);
  await expect(heading(other, 'Pozycje')).toBeVisible();
  await eventStream;
  await page.goto('/my-account');
  const sessions = page.getByRole('region', { name: 'Aktywne sesje' });
  const ends = sessions.getByRole('button', { name: 'Wyloguj' });

  await test.step('ending a session succeeds at the third attempt, after a failed request and a lost response', async () => {
    await expect(sessions.getByText('To urządzenie')).toHaveCount(1);
    await ends.click();
    const end = page
      .getByRole('dialog', { name: 'Wylogować urządzenie?' })
      .getByRole('button', { name: 'Wyloguj' });
    const call = '**/api/auth/end-session';
    await page.route(call, CONNECTION_LOST.respond, { times: 1 });
    await end.click();
    await expectError(page, CONNECTION_LOST.sentence);
    await expect(heading(other, 'Pozycje')).toBeVisible();

    await page.route(call, LOST_RESPONSE.respond, { times: 1 });
    await end.click();
    await expect(other).toHaveURL(/\/login/, { timeout: 3_000 });
    await expectError(page, LOST_RESPONSE.sentence);
    await end.click();
    await expectNotification(page, 'Wylogowano urządzenie.');
    await phone.close();
  });

  await test.step('sessions that a password change has ended disappear from the list', async () => {
    await post(page, '/auth/login', { email, password: OWN_PASSWORD });
    await page.reload();
    await expect(ends).toHaveCount(1);
    await page.getByLabel(/^Obecne hasło/).fill(OWN_PASSWORD);
    await page.getByLabel(/^Nowe hasło/).fill(`${OWN_PASSWORD}2`);
    await page.getByLabel(/^Powtórz nowe hasło/).fill(`${OWN_PASSWORD}2`);
    await page.getByRole('button', { name: 'Zmień hasło' }).click();
    await expectNotification(page, 'Zmieniono hasło');
    await expect(ends).toHaveCount(0);
  });
  expect(errors).toEqual([]);
});

test('when the browser blocks storage, a session lasts until the page is reloaded', async ({ page }) => {
  const problems = collectConsoleErrors(page);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The user agent keeps nothing', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/login/');
  await signIn(page, ACCOUNTS.trader, PASSWORD);
  await expect(heading(page, 'Pozycje')).toBeVisible();
  await page.getByRole('link', { name: 'Logistyka' }).click();
  await expect(heading(page, 'Logistyka')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/login?back=%2Flogistics');
  expect(problems).toEqual([]);
});

test('signing out ends the session in every tab, and the next user does not see the search of the previous user', async ({
  page,
  context,
  colleague,
}) => {
  const transportId = await makeTransport(colleague, await makeAllocatedContracts(colleague));
  const registration = await registrationOf(colleague, transportId);
  await signInAsNewUser(page, colleague);
  // Failed requests are not collected, because the server may reject a request sent during the sign-out.
  const problems = collectUnexpectedErrors(page);
  await page.goto('/positions');
  await expect(heading(page, 'Pozycje')).toBeVisible();
  const second = await context.newPage();
  await second.goto(`/logistics?search=${encodeURIComponent(registration)}`);
  await chooseRowAction(second, registration, 'Usuń');
  const deletion = second.getByRole('dialog', { name: 'Usunąć transport?' });
  await expect(deletion).toBeVisible();

  await test.step('signing out needs confirmation', async () => {
    const dialog = page.getByRole('dialog', { name: 'Wylogować się?' });
    await chooseFromUserMenu(page, 'Wyloguj');
    await dialog.getByRole('button', { name: 'Anuluj' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/positions/);
    await expect(page.getByRole('button', { name: /^Menu użytkownika/ })).toBeFocused();
    await chooseFromUserMenu(page, 'Wyloguj');
    await dialog.getByRole('button', { name: 'Wyloguj' }).click();
  });

  await test.step('both tabs show the sign-in page without a reason, and the open confirmation closes', async () => {
    await expect(page).toHaveURL('/login');
    await expect(second).toHaveURL(/\/login\?back=%2Flogistics/);
    await expect(deletion).toHaveCount(0);
    for (const tab of [page, second]) {
      await expect(tab.getByText('Twoja sesja wygasła')).toHaveCount(0);
    }
    expect(await tokensIn(page)).toEqual([null, null]);
  });

  await test.step('the search of the signed-out user is not restored for the next user in any tab', async () => {
    await signIn(page, ACCOUNTS.trader, PASSWORD);
    await expect(heading(second, 'Pozycje')).toBeVisible();
    await second.getByRole('link', { name: 'Logistyka' }).click();
    await expect(heading(second, 'Logistyka')).toBeVisible();
    await expect(second).toHaveURL('/logistics');
  });
  expect(problems).toEqual([]);
});

const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Zaloguj się ponownie' });
const newPasswordDialog = (page: Page) => page.getByRole('dialog', { name: 'Ustaw własne hasło' });

async function signInInDialog(page: Page, password: string, email?: string): Promise<void> {
  const dialog = signInAgain(page);
  if (email !== undefined) await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await dialog.getByLabel(/^Hasło/).fill(password);
  await dialog.getByRole('button', { name: 'Zaloguj' }).click();
}

test('a form keeps its input when the session ends during typing, and can be saved after a sign-in in a dialog', async ({
  page,
  colleague,
}) => {
  const { email } = await signInAsNewUser(page, colleague);
  const eventStream = page.waitForResponse('**/api/events');
  await page.goto('/my-account');
  await eventStream;
  const street = page.getByRole('textbox', { name: 'Ulica' });
  await street.fill('Zbożowa');

  const { token } = await post<{ token: string }>(page, '/auth/login', { email, password: OWN_PASSWORD });
  const password = 'Telefon1!haslo';
  await post(page, '/profile/change-password', { old_password: OWN_PASSWORD, new_password: password }, token);
  const dialog = signInAgain(page);
  await expect(dialog).toContainText('Twoja sesja wygasła.');
  await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await expect(dialog.getByLabel(/^Hasło/)).toBeFocused();

  // Escape closes the dialog, so that the user can view the form.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Zapisz adres' }).click();
  await expectError(page, 'Twoja sesja wygasła. Zaloguj się ponownie.');
  await page.getByRole('status').getByRole('button', { name: 'Zaloguj się' }).click();
  await signInInDialog(page, 'nie to');
  await expect(dialog.getByRole('alert')).toHaveText('Nieprawidłowy e-mail lub hasło.');
  await signInInDialog(page, password);
  await expect(dialog).toBeHidden();
  await expect(street).toHaveValue('Zbożowa');
  await page.getByRole('button', { name: 'Zapisz adres' }).click();
  await expectNotification(page, 'Zapisano adres.');
});

test('after an administrator has changed a password, the user keeps the open forms and sets a new password in a dialog', async ({
  page,
  context,
  colleague,
}) => {
  const user = await signInAsNewUser(page, colleague);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    const eventStream = tab.waitForResponse('**/api/events');
    await tab.goto('/data/supplier-list/form');
    await eventStream;
    await tab.getByRole('textbox', { name: 'Kod kontrahenta' }).fill('MOJE');
  }

  const given = 'Nadane1!haslo';
  const { id, ...names } = user;
  await colleague(changeUser, { params: { id }, body: { ...names, password: given } });
  await page.bringToFront();
  await signInInDialog(page, given);
  // The sign-in also resumes the other tab, but the dialog of that tab does not contain the typed password.
  await other.bringToFront();
  await expect(newPasswordDialog(other).getByLabel(/^Obecne hasło/)).toBeFocused();
  await page.bringToFront();
  const dialog = newPasswordDialog(page);
  await expect(dialog.getByLabel(/^Obecne hasło/)).toHaveValue(given);
  await expect(dialog.getByLabel(/^Nowe hasło/)).toBeFocused();

  // Escape closes the dialog, so that the user can view the form.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Ustaw hasło' }).click();
  await dialog.getByLabel(/^Obecne hasło/).fill(given);
  await dialog.getByLabel(/^Nowe hasło/).fill(`${OWN_PASSWORD}2`);
  await dialog.getByLabel(/^Powtórz nowe hasło/).fill(`${OWN_PASSWORD}2`);
  await dialog.getByRole('button', { name: 'Zmień hasło' }).click();
  await expect(dialog).toBeHidden();
  // A headless browser fires no visibilitychange event when a tab comes to the front.
  await other.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await expect(newPasswordDialog(tab)).toBeHidden();
    await expect(tab).toHaveURL('/data/supplier-list/form');
    await expect(tab.getByRole('textbox', { name: 'Kod kontrahenta' })).toHaveValue('MOJE');
    await expect(tab.getByRole('link', { name: 'Logistyka' })).toBeVisible();
  }
});

test('signing out in one tab keeps the forms of the other tabs; one sign-in in a dialog resumes all of these tabs', async ({
  page,
  context,
  colleague,
}) => {
  await signInAsNewUser(page, colleague);
  await page.goto('/positions');
  await expect(heading(page, 'Pozycje')).toBeVisible();
  const [typing, reading, again] = [
    await context.newPage(),
    await context.newPage(),
    await context.newPage(),
  ];
  await typing.goto('/data/supplier-list/form');
  const code = typing.getByRole('textbox', { name: 'Kod kontrahenta' });
  await code.fill('MOJE');
  await again.goto('/data/recipient-list/form');
  const other = again.getByRole('textbox', { name: 'Kod kontrahenta' });
  await other.fill('TEZ-MOJE');
  await reading.goto('/logistics');
  await expect(heading(reading, 'Logistyka')).toBeVisible();

  await page.bringToFront();
  await chooseFromUserMenu(page, 'Wyloguj');
  await page.getByRole('dialog').getByRole('button', { name: 'Wyloguj' }).click();
  await expect(page).toHaveURL('/login');
  await expect(reading).toHaveURL('/login?back=%2Flogistics');
  await reading.bringToFront();
  await expectNotification(reading, 'Wylogowano Cię w innej karcie.');
  for (const tab of [typing, again])
    await expect(signInAgain(tab)).toContainText('Wylogowano Cię w innej karcie.');

  await typing.bringToFront();
  await signInInDialog(typing, OWN_PASSWORD);
  await expect(signInAgain(typing)).toBeHidden();
  await expect(code).toHaveValue('MOJE');
  // One sign-in resumes all tabs.
  await expect(signInAgain(again)).toBeHidden();
  await expect(other).toHaveValue('TEZ-MOJE');
});

test('the form of one user is not shown to another user in any tab', async ({ page, context, colleague }) => {
  await signInAsNewUser(page, colleague);
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto('/data/supplier-list/form');
    await tab.getByRole('textbox', { name: 'Kod kontrahenta' }).fill('NIE-MOJE');
  }
  // Stores invalid tokens, so the session has ended and cannot be refreshed.
  await page.evaluate(() => {
    localStorage.setItem('TOKEN', 'a.b.c');
    localStorage.setItem('REFRESH-TOKEN', 'nothing');
  });
  await page.bringToFront();
  await page.getByRole('textbox', { name: 'Nazwa / nazwisko' }).fill('Nie Moje');
  await signInInDialog(page, PASSWORD, ACCOUNTS.trader);
  for (const tab of [page, second]) {
    await tab.bringToFront();
    await expect(heading(tab, 'Pozycje')).toBeVisible();
    await expect(signInAgain(tab)).toBeHidden();
    await tab.goto('/data/supplier-list/form');
    await expect(tab.getByRole('textbox', { name: 'Kod kontrahenta' })).toHaveValue('');
  }
});

test('a guest is redirected to the sign-in page; a sign-in returns to the requested page, also if an earlier session has ended', async ({
  page,
}) => {
  await test.step('links between sign-in and password reset work with the first click', async () => {
    // Clicks the upper edge of the link. If an error of the blurred field moves the link, the click misses.
    const clickAtEdge = (link: string) =>
      page.getByRole('link', { name: link }).click({ position: { x: 10, y: 2 } });
    await page.goto('/login/');
    for (const [link, to] of [
      ['Nie pamiętam hasła', '/reset-password'],
      ['Wróć do logowania', '/login'],
      ['Nie pamiętam hasła', '/reset-password'],
    ] as const) {
      await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
      await clickAtEdge(link);
      await expect(page).toHaveURL(new RegExp(`${to}$`));
    }
  });

  await test.step('every path redirects a guest to the sign-in page', async () => {
    for (const path of ['/positions', '/contract/sale-list', '/users', '/my-account', '/nowhere', '/']) {
      // Leaves the sign-in page first, because every path redirects to it, and the URL would not change.
      await navigateInApp(page, '/reset-password');
      await navigateInApp(page, path, /\/login/);
    }
  });

  await test.step('a sign-in opens the URL that the guest has requested', async () => {
    await page.goto('/logistics?search=abc');
    await signIn(page, ACCOUNTS.trader, PASSWORD);
    await expect(heading(page, 'Logistyka')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Szukaj' })).toHaveValue('abc');
  });

  await test.step('a user whose session has ended and cannot be refreshed signs in again and returns to the requested page', async () => {
    await page.evaluate(() => {
      localStorage.setItem('TOKEN', 'a.b.c');
      localStorage.setItem('REFRESH-TOKEN', 'nothing');
    });
    await page.getByRole('link', { name: 'Pozycje' }).click();
    await expect(page).toHaveURL('/login?back=%2Fpositions');
    await expectNotification(page, 'Twoja sesja wygasła.');
    expect(await tokensIn(page)).toEqual([null, null]);
    await signIn(page, ACCOUNTS.trader, PASSWORD);
    await expect(heading(page, 'Pozycje')).toBeVisible();
  });
});

test.describe('a trader', () => {
  test.use({ account: 'trader' });

  test('a trader is redirected from the sign-in page and from pages for administrators', async ({ page }) => {
    await page.goto('/login/');
    await expect(page).toHaveURL('/positions');
    for (const path of ['/reset-password', '/nowhere/at/all', '/']) {
      await navigateInApp(page, '/my-account');
      await navigateInApp(page, path, '/positions');
    }
    await page.goto('/users');
    await expect(page).toHaveURL('/forbidden');
    for (const path of ['/user/create', '/users/form/1']) {
      await navigateInApp(page, '/positions');
      await navigateInApp(page, path, '/forbidden');
    }
    await expect(page).toHaveTitle('Brak dostępu – Spichlerz');
    await page.getByRole('button', { name: 'Wróć' }).click();
    // The heading appears after the new URL. Once the heading is visible, the URL is final.
    await expect(heading(page, 'Pozycje')).toBeVisible();
    await expect(page).toHaveURL('/positions');
    await expect(page.getByRole('link', { name: 'Logistyka' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Użytkownicy' })).toBeHidden();

    await navigateInApp(page, '/data/supplier-list/form/999999', '/404');
    await expect(page.getByRole('heading', { name: '404 – nie znaleziono' })).toBeVisible();
    await page.getByRole('button', { name: 'Wróć' }).click();
    await expect(page).toHaveURL('/positions');
  });
});

test('one refresh of the session serves all requests of all tabs', async ({ page, context, colleague }) => {
  await signInAsNewUser(page, colleague);
  const others = [await context.newPage(), await context.newPage()];
  const tabs = [page, ...others];
  const { refreshes } = await expireToken(page, context, tabs.length);

  const paths = ['/logistics', '/contract/sale-list', '/data/supplier-list'];
  await Promise.all(tabs.map((tab, index) => tab.goto(paths[index] ?? '')));
  for (const tab of tabs) {
    await expect(tab.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await waitUntilStill(tab);
  }
  expect(refreshes()).toBe(1);
});

/**
 * From now on, rejects requests with the current access token. Requests for the signed-in user are accepted,
 * because each page sends one first. A refresh of the token waits until a request of every tab was rejected.
 */
async function expireToken(page: Page, context: BrowserContext, tabs: number) {
  const [old] = await tokensIn(page);
  const rejected: Page[] = [];
  let refreshes = 0;
  await context.route('**/api/**', async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (path === '/api/auth/refresh-token') {
      refreshes++;
      // Waits for a rejected request of every tab. A tab whose first request came after the refresh would send
      // the new token.
      await expect.poll(() => new Set(rejected).size).toBe(tabs);
    }
    if (request.headers()['authorization'] !== `Bearer ${old}` || path === '/api/auth/me') {
      await route.fallback();
      return;
    }
    rejected.push(request.frame().page());
    await route.fulfill({ status: 401, json: { success: false, result: { message_code: 'UNAUTHORIZED' } } });
  });
  return { refreshes: () => refreshes };
}

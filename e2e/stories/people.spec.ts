import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { changeUser } from '@spichlerz/shared/wire/users';
import { ACCOUNTS, type Client, PASSWORD } from '../client.ts';
import { GIVEN_PASSWORD, makePerson, type Person } from '../records.ts';
import {
  choose,
  expect,
  expectNotice,
  listenForProblems,
  rowOf,
  settle,
  signedIn,
  test,
  type,
} from '../screen.ts';

test.use({ account: null });

const OWN = 'Wlasne1!haslo';

async function post<Reply>(page: Page, path: string, data: object, token?: string): Promise<Reply> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const reply = await page.request.post(`/api${path}`, { data, headers });
  return ((await reply.json()) as { result: Reply }).result;
}

/** Somebody with a password of her own. */
async function settledPerson(page: Page, colleague: Client): Promise<Person> {
  const person = await makePerson(colleague);
  const { token } = await post<{ token: string }>(page, '/auth/login', {
    email: person.email,
    password: GIVEN_PASSWORD,
  });
  await post(page, '/profile/change-password', { old_password: GIVEN_PASSWORD, new_password: OWN }, token);
  return person;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel(/^Hasło/).fill(password);
  await page.getByRole('button', { name: 'Zaloguj' }).click();
}

async function expectRefusal(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });

test('a sign-in that fails says why and keeps what was typed', async ({ page, colleague }) => {
  await page.goto('/login/');
  await expect(page).toHaveTitle('Logowanie – Spichlerz');
  await expect(page.getByText(`© ${new Date().getFullYear()} Spichlerz`)).toBeVisible();

  await signIn(page, 'nikt', '');
  await expect(page.getByText('Pole nie może być puste.')).toBeVisible();

  const person = await settledPerson(page, colleague);
  await signIn(page, person.email, 'nie to haslo');
  await expectRefusal(page, 'Nieprawidłowy e-mail lub hasło.');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(person.email);
  await expect(page.getByLabel(/^Hasło/)).toHaveValue('nie to haslo');

  await colleague(changeUser, { params: { id: person.id }, body: { ...person, active: false } });
  await signIn(page, person.email, OWN);
  await expectRefusal(page, 'To konto jest wyłączone.');

  await page.reload();
  for (let i = 0; i < 10; i++) {
    await post(page, '/auth/login', { email: 'zgadywany@spichlerz.test', password: 'zgaduje' });
  }
  await signIn(page, 'zgadywany@spichlerz.test', 'zgaduje');
  await expectRefusal(page, 'Zbyt wiele prób w krótkim czasie.');
});

test('a forgotten password is set anew with the code of the mail', async ({ page, colleague }) => {
  const person = await settledPerson(page, colleague);
  await page.goto('/login/');
  await page.getByRole('link', { name: 'Nie pamiętam hasła' }).click();
  await expect(page).toHaveTitle('Nie pamiętam hasła – Spichlerz');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await page.getByRole('button', { name: 'Wyślij kod' }).click();

  await expect(page.getByRole('heading', { name: 'Wpisz kod' })).toBeVisible();
  const resend = page.getByRole('button', { name: /^Wyślij kod ponownie/ });
  await expect(resend).toBeDisabled();
  await expect(resend).toHaveText(/^Wyślij kod ponownie za (60|5\d) sekund/);
  const boxes = page.getByRole('textbox', { name: /^Znak \d z 6 kodu$/ });
  await expect(boxes).toHaveCount(6);

  await expect(page.getByRole('textbox', { name: 'Znak 1 z 6 kodu' })).toBeFocused();
  await paste(page, 'ZZZZZ2');
  await expectRefusal(page, 'Kod jest nieprawidłowy');
  for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace');
  const code = await codeFor(page, person.email);
  await paste(page, code.toLowerCase());

  await expect(page.getByRole('heading', { name: 'Nowe hasło' })).toBeVisible();
  const [next, again] = [page.getByLabel(/^Nowe hasło/), page.getByLabel(/^Powtórz nowe hasło/)];
  await next.fill('krotkie');
  await expect(page.getByRole('listitem').filter({ hasText: 'mała litera – jest' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'cyfra – brakuje' })).toBeVisible();
  await again.fill('inne');
  await page.getByRole('button', { name: 'Ustaw hasło' }).click();
  await expect(page.getByText('Hasło nie spełnia wszystkich wymagań.')).toBeVisible();
  await next.fill('Zapomniane1!');
  await again.fill('Zapomniane1!');
  await page.getByRole('button', { name: 'Ustaw hasło' }).click();

  await expect(page.getByRole('heading', { name: 'Hasło zmienione' })).toBeVisible();
  await page.getByRole('link', { name: 'Przejdź do logowania' }).click();
  await signIn(page, person.email, 'Zapomniane1!');
  await expect(heading(page, 'Pozycje')).toBeVisible();
});

test('a code can be sent again after a minute', async ({ page }) => {
  await page.clock.install();
  await page.goto('/reset-password');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nikt@spichlerz.test');
  await page.getByRole('button', { name: 'Wyślij kod' }).click();
  const resend = page.getByRole('button', { name: /^Wyślij kod ponownie/ });
  await expect(resend).toBeDisabled();
  await page.clock.runFor(59_000);
  await expect(resend).toBeDisabled();
  await page.clock.runFor(2_000);
  await resend.click();
  await expectNotice(page, 'Wysłaliśmy nowy kod.');
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

async function codeFor(page: Page, email: string): Promise<string> {
  const outbox = await (await page.request.get('/api/outbox')).text();
  const mail = outbox.split('<article>').find((article) => article.includes(email)) ?? '';
  const [, code] = /<h2>([A-Z2-9]{6}) /.exec(mail) ?? [];
  if (code === undefined) throw new Error('No code has been sent');
  return code;
}

test('a person an ADMIN has added must set a password of their own, then works', async ({
  page,
  browser,
  address,
}) => {
  const mark = randomUUID().slice(0, 8);
  const email = `${mark}@spichlerz.test`;
  const admin = await browser.newContext({ storageState: await signedIn(address, 'admin') });
  const office = await admin.newPage();
  await office.goto('/users');
  await expect(office).toHaveTitle('Użytkownicy – Spichlerz');
  await office.getByRole('link', { name: 'Dodaj użytkownika' }).click();
  const form = office.getByRole('main');
  await type(form, 'Imię', 'Ewa');
  await type(form, 'Nazwisko', `Nowa ${mark}`);
  await type(form, 'E-mail', email);
  await choose(form, 'Rola', 'Użytkownik');
  await form.getByRole('switch', { name: 'Nowe kontrakty zakupu' }).click();
  await form.getByRole('button', { name: 'Wygeneruj hasło' }).click();
  const given = await form.getByRole('textbox', { name: 'Hasło', exact: true }).inputValue();
  expect(given).toHaveLength(14);
  await form.getByRole('button', { name: 'Zapisz' }).click();
  await expectNotice(office, 'Dodano użytkownika');

  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const called: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) called.push(new URL(request.url()).pathname);
  });
  await page.goto('/login/');
  await signIn(page, email, given);
  await expect(page.getByText('Ustaw własne hasło')).toBeVisible();
  await expect(page).toHaveURL('/my-account');
  await page.goto('/logistics');
  await expect(page).toHaveURL('/my-account');
  await expect(page.getByRole('region', { name: 'Adres' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Aktywne sesje' })).toBeHidden();
  expect(refused).toEqual([]);
  expect(new Set(called)).toEqual(new Set(['/api/auth/login', '/api/auth/me']));

  await page.getByLabel(/^Obecne hasło/).fill('nie to');
  await page.getByLabel(/^Nowe hasło/).fill(OWN);
  await page.getByLabel(/^Powtórz nowe hasło/).fill(OWN);
  await page.getByLabel(/^Powtórz nowe hasło/).press('Enter');
  await expect(page.getByText('Obecne hasło jest nieprawidłowe.').first()).toBeVisible();
  await page.getByLabel(/^Obecne hasło/).fill(given);
  await page.getByLabel(/^Obecne hasło/).press('Enter');
  await expect(heading(page, 'Pozycje')).toBeVisible();
  await page.getByRole('link', { name: 'Logistyka' }).click();
  await expect(heading(page, 'Logistyka')).toBeVisible();
  await admin.close();
});

test('a person an ADMIN disables is out within about a second', async ({
  page,
  browser,
  address,
  colleague,
}) => {
  const person = await settledPerson(page, colleague);
  await page.goto('/login/');
  const follows = page.waitForResponse('**/api/events');
  await signIn(page, person.email, OWN);
  await expect(heading(page, 'Pozycje')).toBeVisible();
  await follows;

  const admin = await browser.newContext({ storageState: await signedIn(address, 'admin') });
  const office = await admin.newPage();
  await office.goto(`/users?search=${person.lastName.split(' ')[1]}`);
  const row = rowOf(office, person.email);
  expect((await row.boundingBox())?.height).toBeCloseTo(80, 0);
  await expect(row.getByText('Użytkownik')).toBeVisible();
  await row.getByRole('link').first().click();
  const trail = office.getByRole('navigation', { name: 'Ścieżka' });
  await expect(trail).toContainText(`${person.firstName} ${person.lastName}`);
  await expect(trail.getByRole('link', { name: 'Użytkownicy' })).toHaveAttribute('href', '/users');
  await office.getByRole('switch', { name: 'Konto aktywne' }).click();
  await office.getByRole('button', { name: 'Zapisz', exact: true }).click();
  const dialog = office.getByRole('dialog', { name: 'Wyłączyć konto?' });
  const saved = office.waitForResponse('**/api/profile/update/*');
  await dialog.getByRole('button', { name: 'Wyłącz konto' }).click();
  await saved;
  await expect(page).toHaveURL(/\/login/, { timeout: 2_000 });
  await expect(heading(office, 'Użytkownicy')).toBeVisible();
  await office.getByRole('searchbox', { name: 'Szukaj' }).fill(person.email);
  await expect(rowOf(office, person.email).getByText('Wyłączone')).toBeVisible();
  await admin.close();
});

test.describe('an ADMIN', () => {
  test.use({ account: 'admin' });

  test('cannot change the own role or account, and reads why', async ({ page }) => {
    await page.goto('/users');
    await rowOf(page, ACCOUNTS.admin).getByRole('link').first().click();
    await expect(page.getByRole('combobox', { name: 'Rola' })).toBeDisabled();
    await expect(page.getByRole('switch', { name: 'Konto aktywne' })).toBeDisabled();
    await expect(page.getByText(/jedyny aktywny administrator|nie można zmienić samemu/)).toHaveCount(2);
    await expect(page.getByText('Własne hasło zmienisz na stronie Moje konto.')).toBeVisible();
  });
});

test('own sessions are listed and ended', async ({ page, browser, colleague }) => {
  const person = await settledPerson(page, colleague);
  await page.goto('/login/');
  await signIn(page, person.email, OWN);
  await expect(heading(page, 'Pozycje')).toBeVisible();
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await phone.newPage();
  await other.goto('/login/');
  const follows = other.waitForResponse('**/api/events');
  await signIn(other, person.email, OWN);
  await expect(heading(other, 'Pozycje')).toBeVisible();
  await follows;

  await page.getByRole('button', { name: /^Menu użytkownika/ }).click();
  await page.getByRole('menuitem', { name: 'Moje konto' }).click();
  const sessions = page.getByRole('region', { name: 'Aktywne sesje' });
  await expect(sessions.getByText('To urządzenie')).toHaveCount(1);
  await sessions.getByRole('button', { name: 'Wyloguj' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Wylogować urządzenie?' });
  await dialog.getByRole('button', { name: 'Wyloguj' }).click();
  await expectNotice(page, 'Wylogowano urządzenie.');
  await expect(other).toHaveURL(/\/login/, { timeout: 3_000 });
  await phone.close();
});

test('signing out asks first, and leaves nothing behind', async ({ page, context, colleague }) => {
  const person = await settledPerson(page, colleague);
  const problems = listenForProblems(page);
  await page.goto('/login/');
  await signIn(page, person.email, OWN);
  await expect(heading(page, 'Pozycje')).toBeVisible();
  const second = await context.newPage();
  await second.goto('/logistics');
  await expect(heading(second, 'Logistyka')).toBeVisible();

  await page.getByRole('button', { name: /^Menu użytkownika/ }).click();
  await page.getByRole('menuitem', { name: 'Wyloguj' }).click();
  const dialog = page.getByRole('dialog', { name: 'Wylogować się?' });
  await dialog.getByRole('button', { name: 'Wyloguj' }).click();
  await expect(page).toHaveURL('/login');
  await expect(second).toHaveURL('/login?back=%2Flogistics');
  expect(await tokensIn(page)).toEqual([null, null]);
  expect(problems).toEqual([]);
});

const tokensIn = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('TOKEN'), localStorage.getItem('REFRESH-TOKEN')]);

test.describe('guards', () => {
  test('lead whoever is not signed in to sign in, and back', async ({ page }) => {
    for (const path of ['/positions', '/contract/sale-list', '/users', '/my-account', '/nowhere', '/']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login/);
    }
    await page.goto('/logistics?search=abc');
    await signIn(page, ACCOUNTS.trader, PASSWORD);
    await expect(heading(page, 'Logistyka')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Szukaj' })).toHaveValue('abc');
  });

  test.describe('with a trader', () => {
    test.use({ account: 'trader' });

    test('keep them out of what is not theirs', async ({ page }) => {
      for (const path of ['/login/', '/reset-password', '/nowhere/at/all', '/']) {
        await page.goto(path);
        await expect(page).toHaveURL('/positions');
      }
      for (const path of ['/users', '/user/create', '/users/form/1']) {
        await page.goto(path);
        await expect(page).toHaveURL('/forbidden');
      }
      await expect(page).toHaveTitle('Brak dostępu – Spichlerz');
      await page.getByRole('button', { name: 'Wróć' }).click();
      await expect(page).toHaveURL('/positions');
      await expect(page.getByRole('link', { name: 'Użytkownicy' })).toBeHidden();

      await page.goto('/data/supplier-list/form/999999');
      await expect(page).toHaveURL('/404');
      await expect(page.getByRole('heading', { name: '404 – nie znaleziono' })).toBeVisible();
      await page.getByRole('button', { name: 'Wróć' }).click();
      await expect(page).toHaveURL('/positions');
    });
  });
});

test.describe('a session', () => {
  test('is refreshed once for all calls of all tabs, which then go on', async ({ page, context }) => {
    await page.goto('/login/');
    await signIn(page, ACCOUNTS.trader, PASSWORD);
    await expect(heading(page, 'Pozycje')).toBeVisible();
    await page.goto('/sandbox');
    const others = [await context.newPage(), await context.newPage()];
    const { refreshes, refusals } = await outdateToken(page, context);

    const tabs = [page, ...others];
    const paths = ['/logistics', '/contract/sale-list', '/data/supplier-list'];
    await Promise.all(tabs.map((tab, index) => tab.goto(paths[index] ?? '')));
    for (const tab of tabs) {
      await expect(tab.getByRole('table').getByRole('row').nth(1)).toBeVisible();
      await settle(tab);
    }
    // every tab met the refusal; ten calls at once are counted in api/call.test.ts, where nothing depends on speed
    expect(refusals().length).toBeGreaterThanOrEqual(tabs.length);
    expect(refreshes()).toBe(1);
  });

  test('that cannot be refreshed leads to sign in and back to the same page', async ({ page }) => {
    await page.goto('/login/');
    await signIn(page, ACCOUNTS.trader, PASSWORD);
    await expect(heading(page, 'Pozycje')).toBeVisible();
    await page.evaluate(() => {
      localStorage.setItem('TOKEN', 'a.b.c');
      localStorage.setItem('REFRESH-TOKEN', 'nothing');
    });
    await page.getByRole('link', { name: 'Logistyka' }).click();
    await expect(page).toHaveURL('/login?back=%2Flogistics');
    await expectNotice(page, 'Twoja sesja wygasła.');
    expect(await tokensIn(page)).toEqual([null, null]);
    await signIn(page, ACCOUNTS.trader, PASSWORD);
    await expect(heading(page, 'Logistyka')).toBeVisible();
  });
});

/** The access token is over for every call but the first of a page; refreshing works as ever. */
async function outdateToken(page: Page, context: BrowserContext) {
  const [old] = await tokensIn(page);
  const refused: string[] = [];
  let refreshes = 0;
  await context.route('**/api/**', async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (path === '/api/auth/refresh-token') refreshes++;
    if (request.headers()['authorization'] !== `Bearer ${old}` || path === '/api/auth/me') {
      await route.fallback();
      return;
    }
    refused.push(path);
    await route.fulfill({ status: 401, json: { success: false, result: { message_code: 'UNAUTHORIZED' } } });
  });
  return { refreshes: () => refreshes, refusals: () => refused };
}

test.describe('the shell', () => {
  test.use({ account: 'trader' });

  test('has a skip link, a menu that stays collapsed, and slides in on a tablet', async ({ page }) => {
    await page.goto('/positions');
    await expect(page).toHaveTitle('Pozycje – Spichlerz');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Przejdź do treści' });
    await expect(skip).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    await page.getByRole('button', { name: 'Zwiń menu' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Rozwiń menu' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Logistyka' })).toBeVisible();

    await page.setViewportSize({ width: 1023, height: 800 });
    await expect(page.getByRole('link', { name: 'Logistyka' })).toBeHidden();
    await page.getByRole('button', { name: 'Otwórz menu' }).click();
    const menu = page.getByRole('dialog');
    for (const entry of ['Pozycje', 'Kontrakty sprzedaży', 'Kontrakty zakupu', 'Dostawcy', 'Odbiorcy']) {
      await expect(menu.getByRole('link', { name: entry })).toBeVisible();
    }
    await menu.getByRole('link', { name: 'Logistyka' }).click();
    await expect(heading(page, 'Logistyka')).toBeVisible();
    await expect(menu).toBeHidden();
  });

  test('tells that the connection is gone until it is back', async ({ page, context }) => {
    await page.goto('/positions');
    await expect(heading(page, 'Pozycje')).toBeVisible();
    const bar = page.getByText('Brak połączenia ze Spichlerzem.');
    await context.setOffline(true);
    await expect(bar).toBeVisible();
    await context.setOffline(false);
    await expect(bar).toBeHidden();
  });

  test('tells that the server cannot be reached until it can', async ({ page }) => {
    await page.goto('/positions');
    await expect(heading(page, 'Pozycje')).toBeVisible();
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Logistyka' }).click();
    const bar = page.getByText('Brak połączenia ze Spichlerzem.');
    await expect(bar).toBeVisible();
    await page.unroute('**/api/**');
    await expect(bar).toBeHidden();
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  });

  test('offers to reload when a new version waits', async ({ page }) => {
    await page.goto('/positions');
    await expect(heading(page, 'Pozycje')).toBeVisible();
    await page.route('**/index.html', (route) =>
      route.fulfill({ body: '<script type="module" crossorigin src="/assets/index-newer.js"></script>' }),
    );
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('Jest nowa wersja Spichlerza.')).toBeVisible();
    await page.getByRole('button', { name: 'Odśwież teraz' }).click();
    await expect(page.getByText('Jest nowa wersja Spichlerza.')).toBeHidden();
    await expect(heading(page, 'Pozycje')).toBeVisible();
  });
});

for (const scheme of ['light', 'dark'] as const) {
  test(`every part of the interface can be used by everybody, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/sandbox');
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await page
        .getByRole('tabpanel')
        .locator('button:visible, table:visible, label:visible')
        .first()
        .waitFor();
      // colours on their way from one to the other are nobody's choice; the tab's own example of loading never ends
      await page.evaluate(() =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
            .map(({ finished }) => finished),
        ),
      );
      // a colour that sets out only now is looked at again when it has arrived
      await expect(async () => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => [
            id,
            nodes.map(({ target, html }) => `${target.join(' ')}: ${html}`),
          ]),
        ).toEqual([]);
      }).toPass({ timeout: 20_000 });
    }
  });
}

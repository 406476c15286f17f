import { expect, type Locator, type Page } from '@playwright/test';
import type { Client } from './client.ts';
import { INITIAL_PASSWORD, makeUser, type TestUser } from './records.ts';

export const OWN_PASSWORD = 'Wlasne1!haslo';

/** Calls the API directly, with an optional access token. */
export async function post<Reply>(page: Page, path: string, data: object, token?: string): Promise<Reply> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const reply = await page.request.post(`/api${path}`, { data, headers });
  return ((await reply.json()) as { result: Reply }).result;
}

/** Creates a user who has already replaced the initial password. */
export async function makeUserWithOwnPassword(page: Page, colleague: Client): Promise<TestUser> {
  return (await makeUserWithSession(page, colleague)).user;
}

/** Creates a user who has replaced the initial password, and stores the tokens of this user in the browser. */
export async function signInAsNewUser(page: Page, colleague: Client): Promise<TestUser> {
  const { user, token, refreshToken } = await makeUserWithSession(page, colleague);
  // localStorage is available on every page of the server. This page does not load the application.
  await page.goto('/api/health');
  await page.evaluate(
    (tokens) => {
      localStorage.setItem('TOKEN', tokens.token);
      localStorage.setItem('REFRESH-TOKEN', tokens.refreshToken);
    },
    { token, refreshToken },
  );
  return user;
}

type Session = { readonly token: string; readonly refresh_token: string };

async function makeUserWithSession(page: Page, colleague: Client) {
  const user = await makeUser(colleague);
  const { token, refresh_token: refreshToken } = await post<Session>(page, '/auth/login', {
    email: user.email,
    password: INITIAL_PASSWORD,
  });
  await post(
    page,
    '/profile/change-password',
    { old_password: INITIAL_PASSWORD, new_password: OWN_PASSWORD },
    token,
  );
  return { user, token, refreshToken };
}

/** Submits the form of the sign-in page. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel(/^Hasło/).fill(password);
  await page.getByRole('button', { name: 'Zaloguj' }).click();
}

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, level: 1, exact: true });

/** Reads the stored tokens of the browser. */
export const tokensIn = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('TOKEN'), localStorage.getItem('REFRESH-TOKEN')]);

/**
 * Opens the user menu and waits for the focus on its first entry, because keys pressed during the opening
 * animation may be lost.
 */
export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu użytkownika/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Moje konto' })).toBeFocused();
}

export async function chooseFromUserMenu(page: Page, entry: string): Promise<void> {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: entry }).click();
}

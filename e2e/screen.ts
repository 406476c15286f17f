import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type Account, type Client, createClient, signInTokens, type Tokens } from './client.ts';
import { SERVERS } from './servers.ts';

type Options = {
  /** The signed-in user; null for none. */
  account: Account | null;
};
type Fixtures = {
  /** The URL of the server of this worker. */
  address: string;
  /** An API client that acts as an administrator at another computer. */
  colleague: Client;
};

export const test = base.extend<Options & Fixtures>({
  account: ['trader', { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from this pattern.
  baseURL: async ({}, use, { parallelIndex }) => {
    await use(SERVERS[parallelIndex]?.address);
  },
  address: async ({ baseURL }, use) => {
    await use(baseURL ?? '');
  },
  storageState: async ({ account, address }, use) => {
    await use(account === null ? storageWithTokens(address, null) : await signedInStorage(address, account));
  },
  page: async ({ page }, use) => {
    await use(page);
    // A route handler may still run for a background request. If its error were not ignored, the next test
    // would fail.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  colleague: async ({ address }, use) => {
    await use(await createClient(address, 'admin'));
  },
});
export { expect };

/** Returns the browser storage of a signed-in user. */
export async function signedInStorage(address: string, account: Account) {
  return storageWithTokens(address, await signInTokens(address, account));
}

function storageWithTokens(address: string, tokens: Tokens | null) {
  const localStorage =
    tokens === null
      ? []
      : [
          { name: 'TOKEN', value: tokens.token },
          { name: 'REFRESH-TOKEN', value: tokens.refreshToken },
        ];
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}

/* ---- acting on the screen ---- */

export async function choose(form: Locator, field: string, option: string): Promise<void> {
  const input = form.getByRole('combobox', { name: field, exact: true });
  await input.click();
  await form.page().getByRole('option', { name: option, exact: true }).click();
  await expect(input).toHaveValue(option);
}

/** Types a search text and chooses the option found. */
export async function searchAndChoose(form: Locator, field: string, text: string): Promise<void> {
  await form.getByRole('combobox', { name: field, exact: true }).fill(text);
  await form.page().getByRole('option', { name: text }).click();
}

/** Fills a text field and leaves it, because forms validate a field on blur. */
export async function type(form: Locator, field: string, text: string): Promise<void> {
  const input = form.getByRole('textbox', { name: field, exact: true });
  await input.fill(text);
  await input.blur();
}

/** Types a number key by key. Focusing a number field selects its text, so typing replaces it. */
export async function typeNumber(input: Locator, text: string): Promise<void> {
  await input.focus();
  const isSelected = () =>
    input.evaluate(
      (field: HTMLInputElement) => field.selectionStart === 0 && field.selectionEnd === field.value.length,
    );
  await expect.poll(isSelected).toBe(true);
  await input.pressSequentially(text);
  await expect(input).toHaveValue(text);
  await input.blur();
}

/** Types a date and leaves the field, because the date is parsed on blur. */
export async function typeDay(form: Locator, field: string, text: string): Promise<void> {
  const input = form.getByRole('textbox', { name: field, exact: true });
  await input.fill(text);
  await input.press('Tab');
  await expect(input).toHaveValue(text);
}

/** A table row, identified by a unique text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

export async function chooseRowAction(page: Page, row: string, action: string): Promise<void> {
  const actions = { name: `Akcje: ${row}`, exact: true };
  await page.getByRole('button', actions).click();
  // The menu that was opened before may still be visible during its exit animation.
  await page.getByRole('menu', actions).getByRole('menuitem', { name: action, exact: true }).click();
}

/** Returns the column headers of the page's table in order. */
export const headers = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map(normalizeSpaces);

/** Expects a success notification and closes it, so that it covers no other element. */
export async function expectNotification(page: Page, text: string): Promise<void> {
  const notification = page.getByRole('status').filter({ hasText: text });
  await notification.getByRole('button', { name: 'Zamknij powiadomienie' }).click();
  await expect(notification).toBeHidden();
}

export async function expectError(page: Page, sentence: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
}

/* ---- reading values from the screen ---- */

/** Replaces line breaks and the non-breaking spaces of numbers by normal spaces. */
export function normalizeSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Parses `1 234,500 t` as kilograms. A surplus is negative. */
function kilogramsOf(text: string): number {
  const [, surplus, figure] = /^(nadwyżka )?([\d ]+,\d{3}) t$/.exec(normalizeSpaces(text)) ?? [];
  if (figure === undefined) throw new Error(`"${text}" is not a quantity`);
  const kilograms = Number(figure.replace(/[ ,]/g, ''));
  return surplus === undefined ? kilograms : -kilograms;
}

/** The quantities of a contract in kilograms. */
export type ContractFigures = {
  quantity: number;
  realized: number;
  allocated: number;
  inDelivery: number;
  /** The uncertain part of the quantity in delivery. */
  uncertain: number;
  transports: number;
  toAllocate: number;
  delivered: number;
  /** The quantity labelled "Do odbioru" or "Do dostarczenia". */
  remaining: number;
  allowed: number;
};

/** Reads the quantities in the first tab of a contract dashboard. */
async function readFigures(page: Page): Promise<ContractFigures> {
  const tab = page.getByRole('region', { name: 'Realizacja' });
  const [terms, values] = await Promise.all([
    tab.getByRole('term').allInnerTexts(),
    tab.getByRole('definition').allInnerTexts(),
  ]);
  const facts = new Map(terms.map((term, index) => [normalizeSpaces(term), values[index] ?? '']));
  const lines = (term: string) =>
    (facts.get(term) ?? '').split('\n').filter((line) => normalizeSpaces(line) !== '');
  const kg = (term: string) => kilogramsOf(lines(term)[0] ?? '');
  const note = normalizeSpaces(lines('W dostawie').slice(1).join(' '));
  const [, uncertain] = /w tym niepewne (.+)/.exec(note) ?? [];
  return {
    quantity: kg('Ilość'),
    realized: kg('Zrealizowano'),
    allocated: kg('Zaalokowano'),
    inDelivery: kg('W dostawie'),
    uncertain: uncertain === undefined ? 0 : kilogramsOf(uncertain),
    transports: Number(/^(\d+) /.exec(note)?.[1]),
    toAllocate: kg('Do zaalokowania'),
    delivered: kg('Dostarczono'),
    remaining: kg(facts.has('Do odbioru') ? 'Do odbioru' : 'Do dostarczenia'),
    allowed: kg('Dopuszczalna ilość'),
  };
}

/** Expects the open dashboard to show these quantities within ten seconds, without a reload. */
export async function expectFigures(page: Page, expected: Partial<ContractFigures>): Promise<void> {
  await expect(async () => expect(await readFigures(page)).toMatchObject(expected)).toPass({
    timeout: 10_000,
  });
}

export type PositionFigures = { purchase: number; sales: number };

/** Reads the card of a raw material on the positions page. */
export async function readPosition(page: Page, material: string): Promise<PositionFigures> {
  const card = page.getByRole('link').filter({
    has: page.getByRole('heading', { name: material, exact: true }),
  });
  const text = normalizeSpaces(await card.innerText());
  const [, purchase = '', sales = ''] = /Zakup ([\d ,]+ t) Sprzedaż ([\d ,]+ t)$/.exec(text) ?? [];
  return { purchase: kilogramsOf(purchase), sales: kilogramsOf(sales) };
}

export async function expectPosition(page: Page, material: string, expected: PositionFigures): Promise<void> {
  await expect(async () => expect(await readPosition(page, material)).toEqual(expected)).toPass({
    timeout: 10_000,
  });
}

/** Waits until nothing is loading and all animations have finished, except endless ones. */
export async function waitUntilStill(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/** Collects console and page errors from now on. */
export function collectConsoleErrors(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

/** Exports the open list and returns the name and path of the downloaded file. */
export async function exportAs(
  page: Page,
  format: 'Excel (XLSX)' | 'CSV',
): Promise<{ name: string; file: string }> {
  await page.getByRole('button', { name: 'Eksportuj' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return { name: download.suggestedFilename(), file: await download.path() };
}

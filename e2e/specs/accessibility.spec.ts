import type { Page } from '@playwright/test';
import { AGREEMENT_STATUSES, CONTRACT_STATUSES, TOLERANCE_TYPES } from '@spichlerz/shared/domain/contract';
import { ROLES } from '@spichlerz/shared/domain/role';
import { SETTLEMENT_STATUSES } from '@spichlerz/shared/domain/settlement';
import { TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import { COLOUR_RULES, findViolations, SEVERE } from '../axe.ts';
import { allScreens, navigateInApp } from '../navigation.ts';
import { findDemoRecords } from '../records.ts';
import { collectConsoleErrors, expect, normalizeSpaces, test, waitUntilStill } from '../screen.ts';

const DESKTOP = { width: 1440, height: 600 };
const PHONE = { width: 390, height: 844 };

const PUBLIC_SCREENS = ['/login', '/reset-password', '/forbidden', '/404', '/sandbox'];

// Recording a trace of every screen takes longer than the checks.
test.use({ viewport: DESKTOP, trace: 'off' });

test.describe('before the sign-in', () => {
  test.use({ account: null });

  test('every public screen passes the axe rules, is in Polish and fits the width of the window', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const problems = collectConsoleErrors(page);
    for (const screen of PUBLIC_SCREENS)
      await test.step(screen, async () => {
        await page.goto(screen);
        await checkScreen(page, screen, problems);
      });
  });
});

test.describe('signed in as an administrator', () => {
  test.use({ account: 'admin' });

  test('every screen passes the axe rules, is in Polish and fits the width of the window', async ({
    page,
    colleague,
  }) => {
    test.setTimeout(600_000);
    const problems = collectConsoleErrors(page);
    await page.goto('/forbidden');
    for (const screen of await allScreens(page, await findDemoRecords(colleague)))
      await test.step(screen, async () => {
        await navigateInApp(page, screen);
        await checkScreen(page, screen, problems);
      });
  });
});

/** The first three cards of a list on a phone. All cards have the same colours, so checking three is enough. */
const CARDS = 'main li:has(> dl):nth-child(-n + 3)';

/** Checks the open screen in both sizes and colour schemes. The window has the size of a desktop afterwards. */
async function checkScreen(page: Page, screen: string, problems: string[]): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expectAccessible(page, screen, 'light');
  await expectPolish(page, screen);
  await expectAccessible(page, screen, 'dark', { rules: COLOUR_RULES });
  await page.setViewportSize(PHONE);
  await expectAccessible(page, screen, 'light', { exceptRules: COLOUR_RULES });
  // The contrast rules take half of the time of axe. On a phone they check only cards, because no other element
  // has a colour that the wide window lacks.
  if ((await page.locator(CARDS).count()) > 0)
    for (const scheme of ['light', 'dark'] as const)
      await expectAccessible(page, screen, scheme, { within: [CARDS], rules: COLOUR_RULES });
  await expectPolish(page, screen);
  expect.soft(problems.splice(0), `${screen}: console`).toEqual([]);
  await page.setViewportSize(DESKTOP);
}

async function expectAccessible(
  page: Page,
  screen: string,
  scheme: 'light' | 'dark',
  checks: Parameters<typeof findViolations>[1] = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  await waitUntilStill(page);
  const findings = await findViolations(page, { impacts: SEVERE, ...checks });
  const window = `${screen}, ${scheme}, ${page.viewportSize()?.width} px`;
  expect.soft(findings, window).toEqual([]);
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(beyond, `${window}: pixels beyond its edge`).toBe(0);
}

const CODE_PATTERN = [
  ...CONTRACT_STATUSES,
  ...AGREEMENT_STATUSES,
  ...TOLERANCE_TYPES,
  ...TRANSPORT_STATUSES,
  ...SETTLEMENT_STATUSES,
  ...ROLES,
  'PERCENT',
];
/** English words and codes that appear when a Polish text is missing. */
const ENGLISH_WORDS = [
  /\b(?:undefined|NaN|null|Infinity|Invalid Date|\[object \w+\])\b/,
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
  new RegExp(`\\b(?:${CODE_PATTERN.join('|')})\\b`),
  /\b(?:close|open|next|previous|clear|search|loading|select|toggle|remove|required|submit|cancel|save)\b/i,
];

/** Expects none of ENGLISH_WORDS in the title, the visible texts and the accessible names. */
async function expectPolish(page: Page, screen: string): Promise<void> {
  const texts = await page.evaluate(() => {
    const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    );
    return [document.title, ...document.body.innerText.split('\n'), ...spoken];
  });
  const foreign = texts
    .map(normalizeSpaces)
    .filter((text) => ENGLISH_WORDS.some((pattern) => pattern.test(text)));
  expect.soft(foreign, `${screen}: not in Polish`).toEqual([]);
}

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { AGREEMENT_STATUSES, CONTRACT_STATUSES, TOLERANCE_TYPES } from '@spichlerz/shared/domain/contract';
import { ROLES } from '@spichlerz/shared/domain/role';
import { SETTLEMENT_STATUSES } from '@spichlerz/shared/domain/settlement';
import { TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import { type DemoRecords, findDemoRecords } from '../records.ts';
import { collectConsoleErrors, expect, normalizeSpaces, test, waitUntilStill } from '../screen.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

type Screen = { readonly title: string; readonly path: (records: DemoRecords) => string };

const PUBLIC_SCREENS: readonly Screen[] = [
  { title: 'Logowanie', path: () => '/login' },
  { title: 'Nie pamiętam hasła', path: () => '/reset-password' },
  { title: 'Brak dostępu', path: () => '/forbidden' },
  { title: '404', path: () => '/404' },
  { title: 'Piaskownica', path: () => '/sandbox' },
];

const TABS = ['realization', 'details', 'transport', 'settlement', 'history'] as const;

const SIGNED_IN_SCREENS: readonly Screen[] = [
  { title: 'Pozycje', path: () => '/positions' },
  { title: 'Pozycja', path: ({ materialId }) => `/positions/${materialId}` },
  { title: 'Kontrakty zakupu', path: ({ materialId }) => `/contract/purchase-list/${materialId}` },
  { title: 'Kontrakty sprzedaży', path: ({ materialId }) => `/contract/sale-list/${materialId}` },
  { title: 'Nowy kontrakt zakupu', path: () => '/contract/purchase-list/form' },
  { title: 'Nowy kontrakt sprzedaży', path: () => '/contract/sale-list/form' },
  ...TABS.flatMap((tab) => [
    {
      title: `Kontrakt zakupu, ${tab}`,
      path: ({ purchaseId }: DemoRecords) => `/contract/purchase-list/dashboard/${purchaseId}/${tab}`,
    },
    {
      title: `Kontrakt sprzedaży, ${tab}`,
      path: ({ saleId }: DemoRecords) => `/contract/sale-list/dashboard/${saleId}/${tab}`,
    },
  ]),
  { title: 'Alokuj', path: ({ saleId }) => `/contract/sale-list/allocation/${saleId}` },
  { title: 'Alokacje', path: () => '/allocations' },
  { title: 'Logistyka', path: () => '/logistics' },
  { title: 'Wczytaj listę rozładunków', path: () => '/logistics/unloading-list' },
  { title: 'Faktury', path: () => '/invoices' },
  { title: 'Marże', path: () => '/margins' },
  { title: 'Dostawcy', path: () => '/data/supplier-list' },
  { title: 'Import dostawców', path: () => '/data/supplier-list/import' },
  { title: 'Nowy dostawca', path: () => '/data/supplier-list/form' },
  { title: 'Dostawca', path: ({ supplierId }) => `/data/supplier-list/form/${supplierId}` },
  { title: 'Odbiorcy', path: () => '/data/recipient-list' },
  { title: 'Import odbiorców', path: () => '/data/recipient-list/import' },
  { title: 'Nowy odbiorca', path: () => '/data/recipient-list/form' },
  { title: 'Odbiorca', path: ({ recipientId }) => `/data/recipient-list/form/${recipientId}` },
  { title: 'Przewoźnicy', path: () => '/data/carrier-list' },
  { title: 'Import przewoźników', path: () => '/data/carrier-list/import' },
  { title: 'Surowce', path: () => '/data/raw-material-list' },
  { title: 'Nowy surowiec', path: () => '/data/raw-material-list/form' },
  { title: 'Surowiec', path: ({ materialId }) => `/data/raw-material-list/form/${materialId}` },
  {
    title: 'Tabele potrąceń',
    path: ({ materialId }) => `/data/raw-material-list/form/${materialId}/discount-tables`,
  },
  {
    title: 'Tabela potrąceń',
    path: ({ materialId, discountTableId }) =>
      `/data/raw-material-list/form/${materialId}/discount-tables/form/${discountTableId}`,
  },
  { title: 'Moje konto', path: () => '/my-account' },
  { title: 'Użytkownicy', path: () => '/users' },
  { title: 'Nowy użytkownik', path: () => '/user/create' },
  { title: 'Użytkownik', path: ({ userId }) => `/users/form/${userId}` },
];

// A trace of every screen takes longer than the checks.
test.use({ viewport: DESKTOP, trace: 'off' });

// An administrator can open every screen.
for (const [account, screens] of [
  [null, PUBLIC_SCREENS],
  ['admin', SIGNED_IN_SCREENS],
] as const) {
  test.describe(account === null ? 'public screens' : 'screens behind the sign-in', () => {
    test.use({ account });
    for (const { title, path } of screens) {
      test(title, async ({ page, colleague }) => {
        const problems = collectConsoleErrors(page);
        await page.goto(path(await findDemoRecords(colleague)));
        await expect(page.getByRole('heading').first()).toBeVisible();
        for (const viewport of [DESKTOP, PHONE]) {
          await page.setViewportSize(viewport);
          await expectContrast(page, 'light');
          await expectPolish(page);
          await expectContrast(page, 'dark');
          const beyond = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect.soft(beyond, `pixels beyond the edge at ${viewport.width} px`).toBe(0);
        }
        expect.soft(problems, 'console').toEqual([]);
      });
    }
  });
}

/** The dark scheme changes only colours, so only the colour rules are checked again. */
async function expectContrast(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  await waitUntilStill(page);
  // No page contains a frame, so legacy mode misses nothing and is faster.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    // A rule of WCAG 2.2 that axe disables by default.
    rules: { 'target-size': { enabled: true } },
  });
  const { violations } = await (scheme === 'light' ? axe : axe.withRules(COLOUR_RULES)).analyze();
  const findings = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
  expect.soft(findings, `${scheme}, ${page.viewportSize()?.width} px`).toEqual([]);
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

/** Checks that all visible texts and accessible names are Polish. */
async function expectPolish(page: Page): Promise<void> {
  const texts = await page.evaluate(() => {
    const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    );
    return [document.title, ...document.body.innerText.split('\n'), ...spoken];
  });
  const foreign = texts
    .map(normalizeSpaces)
    .filter((text) => ENGLISH_WORDS.some((pattern) => pattern.test(text)));
  expect.soft(foreign, 'not in Polish').toEqual([]);
}

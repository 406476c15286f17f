import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, uniqueMark } from '../records.ts';
import { expect, test } from '../screen.ts';

/* The print styles of screens. */

/** The printable area of A4 landscape with margins of 10 mm, in pixels. */
const SHEET = { width: 1047, height: 718 };

test('a printed list fits the page, shows progress and status, and omits buttons; a printed form shows its switches', async ({
  page,
  colleague,
}) => {
  const { purchase } = await makeAllocatedContracts(colleague, {
    supplierName: `${uniqueMark()}${'GospodarstwoRolne'.repeat(14)}`,
    comments: `https://mapa.test/${'wielkopolskie'.repeat(9)}`,
  });
  await page.goto('/contract/purchase-list/all');
  const last = page.getByRole('columnheader', { name: 'Uwagi' });
  await expect(page.getByRole('button', { name: /^Akcje: / }).first()).toBeVisible();
  expect(String(await page.pdf({ preferCSSPageSize: true }))).toMatch(/MediaBox \[0 0 84\d\S* 59\d/);

  await page.setViewportSize(SHEET);
  await page.emulateMedia({ media: 'print' });
  await expect(last).toBeVisible();
  const box = await last.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? Number.NaN)).toBeLessThanOrEqual(SHEET.width);
  await expect(page.getByRole('button', { name: /^Akcje: / }).first()).toBeHidden();
  await expect(page.getByText('Przejdź do treści')).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Szukaj', includeHidden: true })).toBeHidden();
  // Browsers do not print backgrounds by default, but progress and status are shown by backgrounds.
  for (const message of [
    page.getByRole('img', { name: /^Dostarczono / }).first(),
    page.getByRole('button', { name: /^Zmień status kontraktu/ }).first(),
  ]) {
    await expect(message).toHaveCSS('print-color-adjust', 'exact');
  }

  // A switch shows its state by a background, too.
  await navigateInApp(page, `/contract/purchase-list/form?copy=${purchase.id}`);
  await expect(page.locator('.mantine-Switch-track').first()).toHaveCSS('print-color-adjust', 'exact');
});

import { findViolations } from '../axe.ts';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeReleasedTransport, registrationOf } from '../records.ts';
import {
  choose,
  chooseRowAction,
  expect,
  expectNotification,
  normalizeSpaces,
  rowOf,
  test,
  typeNumber,
} from '../screen.ts';

test('an additional cost of a transport reduces the margin, and the margin links to the transport', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeReleasedTransport(colleague, allocated));
  await page.goto(`/logistics?search=${encodeURIComponent(registration)}`);
  await chooseRowAction(page, registration, 'Rozlicz fracht');
  const dialog = page.getByRole('dialog', { name: `Rozliczenie frachtu, ${registration}` });
  await dialog.getByRole('button', { name: 'Dodaj koszt' }).click();
  await choose(dialog, 'Rodzaj', 'Przestój');
  await typeNumber(dialog.getByRole('textbox', { name: 'Kwota' }), '125');
  expect(await findViolations(page, { within: ['form'] })).toEqual([]);
  // Other costs can be saved before the carrier has sent an invoice.
  await dialog.getByRole('button', { name: 'Zapisz koszty' }).click();
  await expectNotification(page, 'Zapisano koszty');
  await navigateInApp(page, '/margins');
  await page.getByRole('tab', { name: 'Odbiorca' }).click();
  const recipient = `Odbiorca ${allocated.sale.number.slice(2)}`;
  const row = page.getByRole('row', { name: recipient });
  await expect.poll(async () => normalizeSpaces(await row.innerText())).toMatch(/125 zł\s+1 500 zł/);
  await expect(row).toContainText('60,00\u00a0zł/t');
  await row.getByRole('link', { name: /^Transporty/ }).click();
  await expect(page.getByRole('button', { name: new RegExp(`Odbiorca: ${recipient}`) })).toBeVisible();
  await page.getByRole('button', { name: 'Kolumny' }).click();
  await page.getByRole('checkbox', { name: /^Marża/ }).check();
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => normalizeSpaces(await rowOf(page, registration).innerText()))
    .toContain('1 500 zł');
});

import type { Page } from '@playwright/test';
import { collectUnexpectedErrors, failuresOfLimitedCall } from '../fault-injection.ts';
import { makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import { chooseRowAction, expect, expectNotification, test } from '../screen.ts';

/**
 * Lets a download fail in every way, expects an error with a retry button each time, and finally the file.
 */
async function expectFile(
  page: Page,
  call: RegExp,
  title: string,
  startDownload: () => Promise<void>,
): Promise<void> {
  const notification = page.getByRole('alert').filter({ hasText: title });
  const again = notification.getByRole('button', { name: 'Spróbuj ponownie' });
  let press = startDownload;
  for (const { sentence, respond } of failuresOfLimitedCall('Serwer przygotowuje już tyle')) {
    await page.route(call, respond, { times: 1 });
    await press();
    await expect(notification).toContainText(sentence);
    press = () => again.click();
  }
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(await download.failure()).toBeNull();
  await expect(notification).toBeHidden();
  // The notification appears under the mouse, so it stays until it is closed.
  await expectNotification(page, 'Pobrano');
}

test('failed printouts and exports show an error and succeed on retry', async ({ page, colleague }) => {
  const errors = collectUnexpectedErrors(page);
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(
    colleague,
    await makeTransport(colleague, allocated, 'DELIVERED'),
  );
  const noPaper = 'Nie udało się przygotować wydruku';
  const dashboard = `/contract/sale-list/dashboard/${allocated.sale.id}`;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await page.goto(`${dashboard}/settlement`);
  await expectFile(page, /\/print-sales\//, noPaper, () => press('Drukuj potwierdzenie'));
  await expectFile(page, /\/print-settlement-sales\//, noPaper, () => press('Lista dostaw'));
  await page.goto(`${dashboard}/transport`);
  await expectFile(page, /\/print-transport\//, noPaper, () =>
    chooseRowAction(page, registration, 'Zlecenie transportowe'),
  );
  await expectFile(page, /\/export\?/, 'Nie udało się wyeksportować listy', async () => {
    await press('Eksportuj');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
  });
  expect(errors).toEqual([]);
});

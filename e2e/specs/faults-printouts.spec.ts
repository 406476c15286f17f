import type { Page } from '@playwright/test';
import { busyServer, CONNECTION_LOST, collectUnexpectedErrors, type Failure } from '../fault-injection.ts';
import { makeAllocatedContracts, makeTransport } from '../records.ts';
import { expect, expectNotification, test } from '../screen.ts';

/** Makes a download fail once, expects an error with a retry button, and expects the file after the retry. */
async function expectFile(
  page: Page,
  call: RegExp,
  title: string,
  { sentence, respond }: Failure,
  startDownload: () => Promise<void>,
): Promise<void> {
  const notification = page.getByRole('alert').filter({ hasText: title });
  await page.route(call, respond, { times: 1 });
  await startDownload();
  await expect(notification).toContainText(sentence);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    notification.getByRole('button', { name: 'Spróbuj ponownie' }).click(),
  ]);
  expect(await download.failure()).toBeNull();
  await expect(notification).toBeHidden();
  // The notification appears under the mouse pointer, which stops its timeout, so it is closed here.
  await expectNotification(page, 'Pobrano');
}

test('a failed printout and a failed export show an error and succeed on retry', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const allocated = await makeAllocatedContracts(colleague);
  await makeTransport(colleague, allocated, 'DELIVERED');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  const busy = busyServer('Serwer przygotowuje już tyle wydruków');
  await expectFile(page, /\/print-sales\//, 'Nie udało się przygotować wydruku', busy, () =>
    press('Drukuj potwierdzenie'),
  );
  await expectFile(page, /\/export\?/, 'Nie udało się wyeksportować listy', CONNECTION_LOST, async () => {
    await press('Eksportuj');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
  });
  expect(errors).toEqual([]);
});

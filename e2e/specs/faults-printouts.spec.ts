import type { Page } from '@playwright/test';
import { collectUnexpectedErrors, failuresOfLimitedCall } from '../fault-injection.ts';
import { makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import { chooseRowAction, expect, expectNotification, test } from '../screen.ts';

/** Fails in every way, told each time beside the button that tries again, and comes as a file in the end. */
async function expectFile(page: Page, call: RegExp, title: string, ask: () => Promise<void>): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: title });
  const again = notice.getByRole('button', { name: 'Spróbuj ponownie' });
  let press = ask;
  for (const { sentence, respond } of failuresOfLimitedCall('Serwer przygotowuje już tyle')) {
    await page.route(call, respond, { times: 1 });
    await press();
    await expect(notice).toContainText(sentence);
    press = () => again.click();
  }
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(await download.failure()).toBeNull();
  await expect(notice).toBeHidden();
  // it came where the mouse is, and stays as long as somebody points at it
  await expectNotification(page, 'Pobrano');
}

test('papers and exports that fail are told, and come as files when they are asked for again', async ({
  page,
  colleague,
}) => {
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

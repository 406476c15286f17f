import type { Page } from '@playwright/test';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { CONNECTION_LOST, collectUnexpectedErrors, shortenConnectionChecks } from '../fault-injection.ts';
import { makeAllocatedContracts } from '../records.ts';
import { expect, expectError, expectNotification, test } from '../screen.ts';
import { confirm } from '../trading-steps.ts';

async function closeErrorNotification(page: Page): Promise<void> {
  const close = page.getByRole('alert').getByRole('button', { name: 'Zamknij powiadomienie' });
  await close.click();
  await expect(close).toBeHidden();
}

test('a status change without a connection keeps the old status, and succeeds when the connection is back', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  await shortenConnectionChecks(page);
  const { id, number } = (await makeAllocatedContracts(colleague)).purchase;
  const menuAt = (status: string) => page.getByRole('button', { name: `Zmień status kontraktu: ${status}` });
  const close = async () => {
    await menuAt('Aktywny').click();
    await page.getByRole('menuitem', { name: 'Zamknięty', exact: true }).click();
    await confirm(page, 'Zmienić status na „Zamknięty”?', 'Zmień status');
  };
  await page.goto(`/contract/purchase-list/dashboard/${id}/realization`);
  await expect(menuAt('Aktywny')).toBeVisible();
  await page.route('**/api/**', CONNECTION_LOST.respond);
  const away = page.getByText('Brak połączenia ze Spichlerzem.');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await close();
    await expect(away).toBeVisible();
    await expectError(page, CONNECTION_LOST.sentence);
    await expect(menuAt('Aktywny')).toBeEnabled();
    await closeErrorNotification(page);
  }
  await page.unroute('**/api/**');
  await expect(away).toBeHidden();
  await close();
  await expectNotification(page, `Status kontraktu ${number}: Zamknięty.`);
  await expect(menuAt('Zamknięty')).toBeVisible();
  const { contractStatus } = await colleague(contracts.purchase.dashboard, { params: { id } });
  expect(contractStatus).toBe('CLOSED');
  expect(errors).toEqual([]);
});

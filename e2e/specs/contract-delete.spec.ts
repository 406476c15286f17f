import { changeAgreementStatus } from '@spichlerz/shared/wire/contract-changes';
import { makeAllocatedContracts } from '../records.ts';
import { expect, expectNotification, rowOf, test } from '../screen.ts';
import { confirm, openContract, search } from '../trading-steps.ts';

test('a deleted contract leaves the list, and the back button skips the pages of the contract', async ({
  page,
  colleague,
}) => {
  const { sale, material } = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/sale-list/${material.id}`);
  await openContract(page, sale.number);
  await page.getByRole('tab', { name: 'Szczegóły' }).click();
  await colleague(changeAgreementStatus.sales, { body: { salesId: sale.id, status: 'EMPTY' } });
  await page.getByRole('button', { name: 'Usuń kontrakt' }).click();
  await confirm(page, `Usunąć kontrakt ${sale.number}?`, 'Usuń kontrakt');
  await expectNotification(page, 'Usunięto kontrakt');
  const list = page.getByRole('heading', { name: 'Kontrakty sprzedaży', level: 1 });
  for (const times of [1, 2]) {
    await page.goBack();
    await expect(list, `after ${times} times Back`).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/contract/sale-list/${material.id}`));
  }
  await search(page, sale.number);
  await expect(rowOf(page, sale.number)).toHaveCount(0);
});

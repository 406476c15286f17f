import { makePair, makeTruck, plateOf } from '../records.ts';
import { chooseRowAction, expect, rowOf, test, type } from '../screen.ts';

test('a dialog is closed with what is typed in it when the step back over its list is confirmed', async ({
  page,
  colleague,
}) => {
  const pair = await makePair(colleague);
  const plate = await plateOf(colleague, await makeTruck(colleague, pair));
  const list = `/contract/sale-list/dashboard/${pair.sale.id}/transport`;
  await page.goto(list);
  await page.getByRole('main').getByText('Nowy', { exact: true }).first().click();
  await expect(page).toHaveURL(/status=NEW/);
  await chooseRowAction(page, plate, 'Edytuj');
  const dialog = page.getByRole('dialog', { name: 'Edytuj transport' });
  await type(dialog, 'Uwagi', 'brama od podwórza');
  const question = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
  await page.goBack();
  await question.getByRole('button', { name: 'Wróć do formularza' }).click();
  await expect(page).toHaveURL(/status=NEW/);
  await expect(dialog.getByRole('textbox', { name: 'Uwagi' })).toHaveValue('brama od podwórza');
  await page.goBack();
  await question.getByRole('button', { name: 'Porzuć zmiany' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(list);
  await expect(rowOf(page, plate)).toBeVisible();
});

import { changeTransportStatus, getTransport } from '@spichlerz/shared/wire/transports';
import { makePair, makeTruck } from '../records.ts';
import { chooseRowAction, expect, test } from '../screen.ts';

test('a dialog gives the keyboard back to the button or the menu it was opened from', async ({
  page,
  colleague,
}) => {
  const pair = await makePair(colleague);
  const { purchase, sale } = pair;
  const id = await makeTruck(colleague, pair);
  await colleague(changeTransportStatus, { body: { transportId: id, status: 'ON_THE_WAY' } });
  const plate = (await colleague(getTransport, { params: { id } })).registrationNumber;

  await page.goto(`/contract/sale-list/dashboard/${sale.id}/transport`);
  for (const [action, title] of [
    ['Edytuj', 'Edytuj transport'],
    ['Przekieruj', `Przekieruj transport ${plate}`],
  ] as const) {
    await chooseRowAction(page, plate, action);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `Akcje: ${plate}` })).toBeFocused();
  }

  await page.goto(`/contract/sale-list/allocation/${sale.id}?search=${encodeURIComponent(purchase.number)}`);
  const allocate = page.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` });
  await allocate.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  const quantity = dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' });
  await expect(quantity).toBeFocused();
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(allocate).toBeFocused();
});

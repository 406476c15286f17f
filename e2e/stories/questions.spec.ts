import { makePair, makeTruck, plateOf } from '../records.ts';
import { chooseRowAction, expect, test } from '../screen.ts';
import { chooseFromUserMenu, heading, OWN_PASSWORD, settledPerson, signIn } from '../sign-in.ts';

test('a question goes with the page it was asked on', async ({ page, colleague }) => {
  const plate = await plateOf(colleague, await makeTruck(colleague, await makePair(colleague)));
  await page.goto('/positions');
  await page.getByRole('link', { name: 'Logistyka' }).click();
  await chooseRowAction(page, plate, 'Usuń');
  const question = page.getByRole('dialog', { name: 'Usunąć transport?' });
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Pozycje')).toBeVisible();
  await expect(question).toHaveCount(0);
});

test.describe('in two tabs', () => {
  test.use({ account: null });

  test('who signs out leaves no question behind in another tab', async ({ page, context, colleague }) => {
    const { email } = await settledPerson(page, colleague);
    const plate = await plateOf(colleague, await makeTruck(colleague, await makePair(colleague)));
    await page.goto('/login/');
    await signIn(page, email, OWN_PASSWORD);
    await expect(heading(page, 'Pozycje')).toBeVisible();
    const second = await context.newPage();
    await second.goto('/logistics');
    await chooseRowAction(second, plate, 'Usuń');
    const question = second.getByRole('dialog', { name: 'Usunąć transport?' });
    await expect(question).toBeVisible();
    await chooseFromUserMenu(page, 'Wyloguj');
    await page.getByRole('dialog').getByRole('button', { name: 'Wyloguj' }).click();
    await expect(second).toHaveURL(/\/login/);
    await expect(question).toHaveCount(0);
  });
});

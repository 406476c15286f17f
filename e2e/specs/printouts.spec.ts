import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { settlePurchase } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus, getTransport } from '@spichlerz/shared/wire/transports';
import type { Client } from '../client.ts';
import { findMail, linkOf } from '../mail.ts';
import { type AllocatedContracts, makeAllocatedContracts, makeTransport, uniqueMark } from '../records.ts';
import { chooseRowAction, expect, rowOf, test, type } from '../screen.ts';
import { confirm, openContract } from '../trading-steps.ts';

/** Does what prints a paper, and answers the file that comes. */
async function printed(page: Page, print: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), print()]);
  const file = await readFile(await download.path(), 'latin1');
  expect(file).toMatch(/^%PDF-/);
  await expect(page.getByRole('status').filter({ hasText: download.suggestedFilename() })).toBeVisible();
  return download.suggestedFilename();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** A paper's file is named after what it is and its number, in plain letters. */
const inFileName = (number: string) => number.toLowerCase().replaceAll('/', '-');

/** A delivered truck; answers its registration number. */
async function makeDelivered(
  client: Client,
  allocated: AllocatedContracts,
): Promise<{ id: number; registration: string }> {
  const id = await makeTransport(client, allocated, 'ON_THE_WAY');
  await client(changeTransportStatus, { body: { transportId: id, status: 'DELIVERED' } });
  const { registrationNumber } = await client(getTransport, { params: { id } });
  return { id, registration: registrationNumber };
}

test('a trader prints the confirmations of both contracts', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/realization`);
  expect(await printed(page, () => press(page, 'Drukuj potwierdzenie'))).toBe(
    `potwierdzenie-kontraktu-zakupu-${inFileName(allocated.purchase.number)}.pdf`,
  );
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/details`);
  expect(await printed(page, () => press(page, 'Drukuj potwierdzenie'))).toBe(
    `potwierdzenie-kontraktu-sprzedazy-${inFileName(allocated.sale.number)}.pdf`,
  );
});

test('a carrier gets an order, from the contract and from logistics alike', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  const id = await makeTransport(colleague, allocated);
  const { registrationNumber } = await colleague(getTransport, { params: { id } });
  for (const place of [
    `/contract/sale-list/dashboard/${allocated.sale.id}/transport`,
    `/logistics?search=${encodeURIComponent(registrationNumber)}`,
  ]) {
    await page.goto(place);
    expect(
      await printed(page, () => chooseRowAction(page, registrationNumber, 'Zlecenie transportowe')),
    ).toBe(`zlecenie-transportowe-nr-${id}.pdf`);
  }
});

test('nobody prints an order for a truck that somebody cancelled', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  const id = await makeTransport(colleague, allocated);
  const { registrationNumber } = await colleague(getTransport, { params: { id } });
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await colleague(changeTransportStatus, { body: { transportId: id, status: 'CANCELLED' } });
  await expect(rowOf(page, registrationNumber)).toContainText('Anulowany');
  await page.getByRole('button', { name: `Akcje: ${registrationNumber}`, exact: true }).click();
  const action = page.getByRole('menuitem', { name: 'Zlecenie transportowe' });
  await expect(action).toHaveAttribute('aria-disabled', 'true');
  await action.hover();
  await expect(page.getByText('Transport jest anulowany, więc zlecenia')).toBeVisible();
});

test('a supplier gets a statement of what is settled, a recipient a list of what came', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const settled = await makeDelivered(colleague, allocated);
  const open = await makeDelivered(colleague, allocated);
  await colleague(changeTransportStatus, { body: { transportId: settled.id, status: 'TO_BE_SETTLED' } });
  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/settlement`);

  const whole = page.getByRole('button', { name: 'Zestawienie rozliczenia', exact: true });
  await expect(whole).toHaveAttribute('aria-disabled', 'true');
  await whole.hover();
  await expect(page.getByRole('tooltip')).toContainText('Ten kontrakt nie ma jeszcze żadnego.');
  await colleague(settlePurchase, {
    body: {
      transportId: settled.id,
      realPurchaseCargoPrice: 79_000,
      realPurchaseCargoQuality: allocated.material.quality.title,
    },
  });
  const statement = `zestawienie-rozliczenia-kontrakt-zakupu-${inFileName(allocated.purchase.number)}.pdf`;
  expect(await printed(page, () => whole.click())).toBe(statement);

  await rowOf(page, settled.registration).getByRole('checkbox').check();
  expect(await printed(page, () => press(page, 'Zestawienie rozliczenia (1)'))).toBe(statement);
  await rowOf(page, open.registration).getByRole('checkbox').check();
  const refused = page.getByRole('button', { name: 'Zestawienie rozliczenia (2)', exact: true });
  await expect(refused).toHaveAttribute('aria-disabled', 'true');
  await refused.hover();
  await expect(page.getByText('Zestawienie obejmuje rozliczenia wysłane')).toBeVisible();

  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  expect(await printed(page, () => press(page, 'Lista dostaw'))).toBe(
    `lista-dostaw-kontrakt-sprzedazy-${inFileName(allocated.sale.number)}.pdf`,
  );
});

test('a contract without deliveries says why there is nothing to print', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  const button = page.getByRole('button', { name: 'Lista dostaw', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.hover();
  await expect(page.getByText('Ten kontrakt nie ma jeszcze dostarczonych transportów.')).toBeVisible();
});

test('a paper that breaks off is told, and printed again from there', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/realization`);
  await page.route('**/print-purchase/**', (route) => route.abort(), { times: 1 });
  await press(page, 'Drukuj potwierdzenie');
  const notice = page.getByRole('alert').filter({ hasText: 'Nie udało się przygotować wydruku' });
  await expect(notice).toContainText('Brak połączenia z serwerem.');
  await printed(page, () => notice.getByRole('button', { name: 'Spróbuj ponownie' }).click());
  await expect(notice).toBeHidden();
});

test('the notification of a new contract takes its confirmation along', async ({ page, colleague }) => {
  const { purchase } = await makeAllocatedContracts(colleague);
  const number = `Z/${uniqueMark()}`;
  await page.goto(`/contract/purchase-list/form?copy=${purchase.id}`);
  const main = page.getByRole('main');
  await type(main, 'Nr kontraktu', number);
  const emails = main.getByRole('combobox', { name: 'Adresy e-mail' });
  await emails.fill('dyspozytor@firma.test');
  await emails.press('Enter');
  await main.getByRole('switch', { name: 'Dołącz potwierdzenie PDF' }).check();
  await press(page, 'Zapisz');
  const question = page.getByRole('dialog', { name: 'Dodać kontrakt zakupu?' });
  await expect(question).toContainText('Powiadomienie z potwierdzeniem PDF zostanie wysłane');
  await confirm(page, 'Dodać kontrakt zakupu?', 'Dodaj kontrakt');

  await openContract(page, number);
  await page.getByRole('tab', { name: 'Historia' }).click();
  await expect(page.getByText(/^Powiadomienie na dyspozytor@firma\.test wysłano/)).toBeVisible();

  await page.goto('/positions');
  await page.goto(linkOf(await findMail(page, number)));
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { settlePurchase } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus, getTransport } from '@spichlerz/shared/wire/transports';
import type { Client } from '../client.ts';
import { CONNECTION_LOST } from '../fault-injection.ts';
import { findMail, linkOf } from '../mail.ts';
import { navigateInApp } from '../navigation.ts';
import { type AllocatedContracts, makeAllocatedContracts, makeTransport, uniqueMark } from '../records.ts';
import { chooseRowAction, expect, expectNotification, rowOf, test, type } from '../screen.ts';
import { confirm, openContract } from '../trading-steps.ts';

/** Runs an action that downloads a PDF, and returns the name of the file. */
async function printed(page: Page, print: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), print()]);
  const file = await readFile(await download.path(), 'latin1');
  expect(file).toMatch(/^%PDF-/);
  await expectNotification(page, download.suggestedFilename());
  return download.suggestedFilename();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Converts a contract number to its form in the file name of a printout. */
const inFileName = (number: string) => number.toLowerCase().replaceAll('/', '-');

/** Creates a delivered transport and returns its id and registration number. */
async function makeDelivered(
  client: Client,
  allocated: AllocatedContracts,
): Promise<{ id: number; registration: string }> {
  const id = await makeTransport(client, allocated, 'ON_THE_WAY');
  await client(changeTransportStatus, { body: { transportId: id, status: 'DELIVERED' } });
  const { registrationNumber } = await client(getTransport, { params: { id } });
  return { id, registration: registrationNumber };
}

test('a trader can print the confirmations of a purchase and a sale, but no list of deliveries before the first delivery', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const purchaseFile = `potwierdzenie-kontraktu-zakupu-${inFileName(allocated.purchase.number)}.pdf`;
  const again = { name: 'Spróbuj ponownie' };
  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/realization`);

  await test.step('an interrupted printout shows an error with a retry button', async () => {
    await page.route('**/print-purchase/**', CONNECTION_LOST.respond, { times: 1 });
    await press(page, 'Drukuj potwierdzenie');
    const notification = page.getByRole('alert').filter({ hasText: 'Nie udało się przygotować wydruku' });
    await expect(notification).toContainText(CONNECTION_LOST.sentence);
    expect(await printed(page, () => notification.getByRole('button', again).click())).toBe(purchaseFile);
    await expect(notification).toBeHidden();
  });

  await test.step('the confirmation of the sale is printed', async () => {
    await navigateInApp(page, `/contract/sale-list/dashboard/${allocated.sale.id}/details`);
    expect(await printed(page, () => press(page, 'Drukuj potwierdzenie'))).toBe(
      `potwierdzenie-kontraktu-sprzedazy-${inFileName(allocated.sale.number)}.pdf`,
    );
  });

  await test.step('a list of deliveries cannot be printed without deliveries', async () => {
    await page.getByRole('tab', { name: 'Rozliczenia' }).click();
    const deliveries = page.getByRole('button', { name: 'Lista dostaw', exact: true });
    await expect(deliveries).toHaveAttribute('aria-disabled', 'true');
    await deliveries.hover();
    await expect(page.getByText('Ten kontrakt nie ma jeszcze dostarczonych transportów.')).toBeVisible();
  });
});

test('the transport order is printed from the contract and from logistics, but not after the transport is cancelled', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const id = await makeTransport(colleague, allocated);
  const { registrationNumber, orderNumber } = await colleague(getTransport, { params: { id } });
  const order = 'Zlecenie transportowe';
  const file = `zlecenie-transportowe-${inFileName(orderNumber)}.pdf`;
  const eventStream = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await eventStream;
  expect(await printed(page, () => chooseRowAction(page, registrationNumber, order))).toBe(file);
  await navigateInApp(
    page,
    `/logistics?search=${encodeURIComponent(registrationNumber).replaceAll('%20', '+')}`,
  );
  expect(await printed(page, () => chooseRowAction(page, registrationNumber, order))).toBe(file);

  await test.step('the reason why the order of a cancelled transport cannot be printed can be read by keyboard', async () => {
    await navigateInApp(page, `/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
    await colleague(changeTransportStatus, { body: { transportId: id, status: 'CANCELLED' } });
    await expect(rowOf(page, registrationNumber)).toContainText('Anulowany');
    await page.getByRole('button', { name: `Akcje: ${registrationNumber}`, exact: true }).press('Enter');
    const action = page.getByRole('menuitem', { name: order });
    await expect(action).toHaveAttribute('aria-disabled', 'true');
    const reason = /^Transport jest anulowany, więc zlecenia/;
    await expect(action).toHaveAccessibleDescription(reason);
    await action.focus();
    await expect(page.getByRole('tooltip')).toHaveText(reason);
  });
});

test('the statement of a purchase can be printed only for settled transports; the deliveries of a sale can be printed and exported', async ({
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
  const disabledButton = page.getByRole('button', { name: 'Zestawienie rozliczenia (2)', exact: true });
  await expect(disabledButton).toHaveAttribute('aria-disabled', 'true');
  await disabledButton.hover();
  await expect(page.getByText('Zestawienie obejmuje rozliczenia wysłane')).toBeVisible();

  await navigateInApp(page, `/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  expect(await printed(page, () => press(page, 'Lista dostaw'))).toBe(
    `lista-dostaw-kontrakt-sprzedazy-${inFileName(allocated.sale.number)}.pdf`,
  );

  await test.step('a failed export shows an error and succeeds on retry', async () => {
    await page.route(/\/export\?/, CONNECTION_LOST.respond, { times: 1 });
    await press(page, 'Eksportuj');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const notification = page.getByRole('alert').filter({ hasText: 'Nie udało się wyeksportować listy' });
    await expect(notification).toContainText(CONNECTION_LOST.sentence);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      notification.getByRole('button', { name: 'Spróbuj ponownie' }).click(),
    ]);
    expect(await download.failure()).toBeNull();
    await expect(notification).toBeHidden();
  });
});

test('the e-mail about a new contract links to the contract; the audit log shows the recipient and the time of the e-mail', async ({
  page,
  colleague,
}) => {
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
  const confirmation = page.getByRole('dialog', { name: 'Dodać kontrakt zakupu?' });
  await expect(confirmation).toContainText('Powiadomienie z potwierdzeniem PDF zostanie wysłane');
  await confirm(page, 'Dodać kontrakt zakupu?', 'Dodaj kontrakt');

  await openContract(page, number);
  await page.getByRole('tab', { name: 'Historia' }).click();
  // The e-mail is sent asynchronously, and the open audit log shows its status without a reload.
  await expect(
    page.getByText(/^Powiadomienie na dyspozytor@firma\.test wysłano \d\d\/\d\d\/\d{4}, \d\d:\d\d\.$/),
  ).toBeVisible();

  await page.goto(linkOf(await findMail(page, number)));
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
});

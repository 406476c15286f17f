import { expect, type Locator, type Page } from '@playwright/test';
import { type AllocatedContracts, dayAsTyped, uniqueNip } from './records.ts';
import { choose, chooseRowAction, rowOf, type, typeDay } from './screen.ts';

/* Trading steps that several specs use. */

/** Fills in and saves the contractor form of a page or a dialog. */
export async function createContractor(form: Locator, name: string): Promise<void> {
  await type(form, 'Nazwa / nazwisko', `${name} sp. z o.o.`);
  await type(form, 'Kod kontrahenta', name);
  await type(form, 'NIP', uniqueNip());
  const address = form.getByRole('region', { name: 'Adres księgowy' });
  await type(address, 'Ulica', 'Zbożowa');
  await type(address, 'Nr budynku', '7');
  await type(address, 'Kod pocztowy', '60-001');
  await type(address, 'Miejscowość', 'Poznań');
  await form.getByRole('button', { name: 'Zapisz' }).click();
}

export async function fillTerms(page: Page, number: string, quality: string): Promise<void> {
  const main = page.getByRole('main');
  await type(main, 'Nr kontraktu', number);
  await choose(main, 'Status kontraktu', 'Aktywny');
  await choose(main, 'Status umowy', 'Podpisana');
  await choose(main, 'Jakość', quality);
}

/** Opens the edit dialog of a transport from the list of its sale. */
export async function editTransport(
  page: Page,
  { sale }: AllocatedContracts,
  registration: string,
): Promise<Locator> {
  await page.goto(`/contract/sale-list/dashboard/${sale.id}/transport`);
  await chooseRowAction(page, registration, 'Edytuj');
  return page.getByRole('dialog', { name: 'Edytuj transport' });
}

export async function confirm(page: Page, title: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
}

export async function search(page: Page, text: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Szukaj' });
  await box.fill(text);
  await box.press('Enter');
}

/** Opens a contract's dashboard from a list. */
export async function openContract(page: Page, number: string): Promise<void> {
  await search(page, number);
  await rowOf(page, number).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible();
}

export function statusOf(page: Page, transport: string, status: string): Locator {
  return rowOf(page, transport).getByRole('button', {
    name: `Zmień status transportu: ${status}`,
    exact: true,
  });
}

export async function chooseStatus(page: Page, transport: string, from: string, to: string): Promise<void> {
  await statusOf(page, transport, from).click();
  await page.getByRole('menuitem', { name: to, exact: true }).click();
}

export async function invoiceAndPay(
  page: Page,
  title: string,
  save: string,
  transport: string,
  number: string,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `${title}, ${transport}` });
  await chooseRowAction(page, transport, 'Faktura');
  await type(dialog, 'Nr faktury', number);
  await dialog.getByRole('button', { name: save, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, transport).getByText('Zafakturowane')).toBeVisible();
  await expect(rowOf(page, transport)).toContainText(number);

  await chooseRowAction(page, transport, 'Faktura');
  await typeDay(dialog, 'Termin płatności', dayAsTyped(14));
  await dialog.getByRole('switch', { name: 'Oznacz jako opłacone' }).click();
  await dialog.getByRole('button', { name: 'Oznacz jako opłacone' }).click();
  await confirm(page, 'Oznaczyć rozliczenie jako opłacone?', 'Oznacz jako opłacone');
  await expect(rowOf(page, transport).getByText('Opłacone')).toBeVisible();
  await expect(rowOf(page, transport)).toContainText(dayAsTyped(14));
}

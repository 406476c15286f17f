import type { Page } from '@playwright/test';
import { getTransport } from '@spichlerz/shared/wire/transports';
import { readSheet } from 'read-excel-file/node';
import { findViolations, SEVERE } from '../axe.ts';
import type { Client } from '../client.ts';
import { deferRequests, dropResponse } from '../fault-injection.ts';
import {
  type AllocatedContracts,
  changeTransportFields,
  changeUnloadedWeight,
  dayAsTyped,
  makeAllocatedContracts,
  makeTransport,
  uniqueMark,
} from '../records.ts';
import { collectConsoleErrors, expect, searchAndChoose, test, waitUntilStill } from '../screen.ts';

const DAY = dayAsTyped(1);
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const verdict = (page: Page, line: number) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(line), exact: true }) });

/** Creates transports of 10 t with these registration numbers. */
async function makeTransports(
  client: Client,
  allocated: AllocatedContracts,
  registrationNumbers: readonly string[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const registrationNumber of registrationNumbers) {
    const id = await makeTransport(client, allocated, 'NEW', 10_000);
    await changeTransportFields(client, id, { registrationNumber, trailerNumber: `${registrationNumber} N` });
    ids.push(id);
  }
  return ids;
}

/** Dispatches the event that a browser sends when the user pastes a text. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Tabela z maila albo z arkusza' }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

const chooseRecipient = (page: Page, { sale }: AllocatedContracts) =>
  searchAndChoose(section(page, '1. Lista'), 'Odbiorca', sale.number.slice(2));

const stateOf = async (client: Client, id: number) => {
  const { status, realQuantityKg } = await client(getTransport, { params: { id } });
  return [status, realQuantityKg];
};

async function expectAccessible(page: Page): Promise<void> {
  await waitUntilStill(page);
  expect(await findViolations(page, { impacts: SEVERE })).toEqual([]);
}

/** Expects that no option of the preview is cut off on a phone. */
async function expectNotCutOffOnPhone(page: Page): Promise<void> {
  const desktop = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ['Pokazane wiersze', 'Co zrobić z transportami']) {
    const choices = page.getByRole('radiogroup', { name });
    await expect(choices).toBeVisible();
    const widths = await choices.evaluate((group) => [
      group.scrollWidth,
      group.getBoundingClientRect().right,
    ]);
    expect(widths[0], name).toBeLessThanOrEqual(await choices.evaluate((group) => group.clientWidth));
    expect(widths[1], name).toBeLessThanOrEqual(390);
  }
  if (desktop !== null) await page.setViewportSize(desktop);
}

test('a pasted list unloads its transports after the user decides two ambiguous rows; undoing the list skips a transport whose weight was changed', async ({
  page,
  colleague,
}) => {
  const problems = collectConsoleErrors(page);
  const mark = uniqueMark();
  const allocated = await makeAllocatedContracts(colleague);
  const [certain = 0, first = 0, , , second = 0] = await makeTransports(colleague, allocated, [
    `A ${mark}`,
    `B ${mark}`,
    `B ${mark}`,
    `C ${mark}`,
    `C ${mark}`,
  ]);
  const table = [
    'Młyn, lista rozładunków\t\t\t\t',
    'Nr rej.\tData\tGodz.\tNetto [t]\tKwit',
    `A${mark}\t${DAY}\t7:15\t9,860\tR ${mark}1`,
    `B${mark}\t${DAY}\t8:15\t9,900\tR ${mark}2`,
    `C${mark}\t${DAY}\t9:15\t10,100\tR ${mark}3`,
    `D${mark}\t${DAY}\t9:45\t10,000\tR ${mark}4`,
    'Razem\t\t\t39,860\t',
  ].join('\r\n');

  await page.goto('/logistics');
  await page.getByRole('link', { name: 'Wczytaj listę rozładunków' }).click();
  await paste(page, table);
  await expect(section(page, '2. Kolumny')).toContainText('Wagi czytamy jako tony');
  await chooseRecipient(page, allocated);

  const preview = section(page, '3. Podgląd');
  await expect(preview).toContainText(/Suma z wiersza 7 \(39,860\st\) zgadza się/);
  await expect(verdict(page, 3)).toContainText(/10,000\st → 9,860\st/);
  await expect(verdict(page, 6)).toContainText('Brak transportu tego pojazdu do rozładunku w tych dniach.');
  await expect(verdict(page, 6).getByRole('link')).toHaveAttribute('target', '_blank');
  await page.getByRole('button', { name: 'Zmień kolumny' }).click();
  await expectAccessible(page);
  const apply = preview.getByRole('button', { name: /^Zastosuj/ });
  await expect(apply).toHaveText('Zastosuj 1 z 4');
  await preview.getByRole('combobox', { name: 'Transport wiersza 4' }).selectOption(String(first));
  await preview.getByRole('combobox', { name: 'Transport wiersza 5' }).selectOption(String(second));
  await expect(apply).toHaveText('Zastosuj 3 z 4');
  await apply.click();

  const result = section(page, 'Wynik');
  await expect(result).toContainText('Zastosowano 3 z 3 wierszy. Na liście zostało: 1.');
  await expect(verdict(page, 5)).toContainText('Dostarczony.');
  await expectAccessible(page);
  expect(await stateOf(colleague, second)).toEqual(['DELIVERED', 10_100]);
  const download = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Pobierz resztę (1)' }).click();
  const rest = await readSheet(await (await download).path());
  expect(rest.map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ['Nr rej.', 'Powód'],
    [`D${mark}`, 'Brak transportu.'],
  ]);

  await changeUnloadedWeight(colleague, certain, 9_870);
  await result.getByRole('button', { name: 'Cofnij wczytanie' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cofnij wczytanie' }).click();
  await expect(result).toContainText('Cofnięto 2 z 3 transportów.');
  await expect(verdict(page, 3)).toContainText('Nie cofnięto. Transport albo jego rozliczenie zmieniły się');
  await expect(verdict(page, 4)).toContainText('Cofnięto.');
  expect(await stateOf(colleague, first)).toEqual(['NEW', null]);
  expect(await stateOf(colleague, certain)).toEqual(['DELIVERED', 9_870]);

  await result.getByRole('button', { name: 'Wróć do podglądu' }).click();
  await expect(preview.getByRole('combobox', { name: 'Transport wiersza 4' })).toHaveValue(String(first));
  // Row 3 is a correction, because the weight of `certain` was changed after the list was applied.
  await expect(apply).toHaveText('Zastosuj 3 z 4');
  expect(problems).toEqual([]);
});

test('the columns of a recipient are stored; an unchanged list is recognized; a list with a new weight corrects the transport', async ({
  page,
  colleague,
}) => {
  const mark = uniqueMark();
  const allocated = await makeAllocatedContracts(colleague);
  const [id = 0] = await makeTransports(colleague, allocated, [`A ${mark}`]);
  const list = (kg: number, own = '') =>
    Buffer.from(
      `Wóz;Dzień;Netto;Kwit\r\nA ${mark}${own};${DAY};${kg};R ${mark}\r\nE ${mark};${DAY};61200;R ${mark}5`,
    );
  const choose = (buffer: Buffer) =>
    page
      .getByLabel('Plik z listą rozładunków')
      .setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer });
  await page.goto('/logistics/unloading-list');
  await chooseRecipient(page, allocated);
  await choose(list(9_860));
  const columns = section(page, '2. Kolumny');
  await expect(columns).toContainText('Wskaż kolumnę z numerem rejestracyjnym.');
  await columns.getByRole('combobox', { name: 'Wóz' }).click();
  await page.getByRole('option', { name: 'Nr rejestracyjny' }).click();
  const preview = section(page, '3. Podgląd');
  const apply = preview.getByRole('button', { name: /^Zastosuj/ });
  await expectNotCutOffOnPhone(page);
  await preview.getByText('Przekaż do rozliczenia').click();
  await expect(apply).toHaveText('Zastosuj 1 z 2');
  await apply.click();
  await expect(section(page, 'Wynik')).toContainText('Przekazany do rozliczenia.');
  expect(await stateOf(colleague, id)).toEqual(['TO_BE_SETTLED', 9_860]);

  await page.reload();
  await choose(list(9_860));
  await chooseRecipient(page, allocated);
  await expect(columns).toContainText('Kolumny jak w poprzedniej liście odbiorcy: Wóz → Nr rejestracyjny');
  await expect(verdict(page, 2)).toContainText('Wczytany wcześniej.');
  await expect(apply).toBeDisabled();

  await section(page, '1. Lista').getByRole('button', { name: 'Zmień listę' }).click();
  await choose(list(9_900));
  await expect(verdict(page, 2)).toContainText(/Korekta: 9,860\st → 9,900\st\./);
  await apply.click();
  await expect(section(page, 'Wynik')).toContainText(/Poprawiono wagę: 9,860\st → 9,900\st\./);
  expect(await stateOf(colleague, id)).toEqual(['TO_BE_SETTLED', 9_900]);

  // A list can be undone for a day, also after a reload.
  await page.reload();
  const recent = page.getByRole('region', { name: 'Ostatnio wczytane listy' });
  await expect(recent.getByText('1 transport').first()).toBeVisible();
  await recent
    .getByRole('button', { name: /^Cofnij wczytanie/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cofnij wczytanie' }).click();
  await expect(page.getByText('Cofnięto 1 z 1 transportu.')).toBeVisible();
  expect(await stateOf(colleague, id)).toEqual(['TO_BE_SETTLED', 9_860]);
});

test('a failed request shows an error and keeps the input; after a lost response the retry repeats the same request', async ({
  page,
  colleague,
}) => {
  const mark = uniqueMark();
  const allocated = await makeAllocatedContracts(colleague);
  const [id = 0] = await makeTransports(colleague, allocated, [`A ${mark}`]);
  const failure = { status: 503, json: { success: false, result: { message_code: 'MISSING_DATABASE' } } };
  // A live change of the new transport would repeat the failed check before the retry button is pressed.
  await page.route('**/api/events', (route) => route.abort());
  const failing = ['**/api/contract/unloading-mapping/*', '**/api/contract/unloading-check'];
  for (const url of failing) await page.route(url, (route) => route.fulfill(failure));
  await page.goto('/logistics/unloading-list');
  await paste(page, `Pojazd\tData\tNetto\tUwagi\nA ${mark}\t${DAY}\t9860\t\n`);
  await searchAndChoose(section(page, '1. Lista'), 'Tylko kontrakt sprzedaży', allocated.sale.number);
  await expect(page.getByRole('combobox', { name: 'Odbiorca' })).toHaveValue(
    new RegExp(allocated.sale.number.slice(2)),
  );
  await expect(page.getByText('Nie wczytaliśmy kolumn zapamiętanych dla tego odbiorcy')).toBeVisible();
  const failed = page.getByRole('alert').filter({ hasText: 'Baza danych jest chwilowo niedostępna.' });
  await expect(failed.first()).toBeVisible();
  for (const url of failing) await page.unroute(url);
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();

  const preview = section(page, '3. Podgląd');
  const apply = preview.getByRole('button', { name: 'Zastosuj 1 z 1' });
  await page.route('**/api/contract/unloading-apply', dropResponse);
  await apply.click();
  await expect(preview.getByRole('alert')).toContainText('Nie wiadomo, czy lista jest zastosowana.');
  await page.unroute('**/api/contract/unloading-apply');
  const storing = await deferRequests(page, ({ pathname }) => pathname.includes('/unloading-mapping/'));
  await preview.getByRole('button', { name: 'Ponów' }).click();
  const result = section(page, 'Wynik');
  await expect(result).toContainText('Zastosowano 1 z 1 wiersza.');
  await expect.poll(storing.count).toBe(1);
  await expect(result.getByRole('button', { name: 'Cofnij wczytanie' })).toBeDisabled();
  await storing.release();
  expect(await stateOf(colleague, id)).toEqual(['DELIVERED', 9_860]);

  await page.route('**/api/contract/unloading-undo', (route) => route.fulfill(failure));
  await result.getByRole('button', { name: 'Cofnij wczytanie' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cofnij wczytanie' }).click();
  await expect(dialog).toContainText('Baza danych jest chwilowo niedostępna.');
  await page.unroute('**/api/contract/unloading-undo');
  await dialog.getByRole('button', { name: 'Cofnij wczytanie' }).click();
  await expect(result).toContainText('Cofnięto 1 z 1 transportu.');
});

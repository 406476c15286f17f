import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { deferRequests } from '../fault-injection.ts';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport } from '../records.ts';
import { expect, exportAs, test } from '../screen.ts';

test('contracts are exported to Excel and transports to a CSV for Polish Excel; an empty list cannot be exported', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  await makeTransport(colleague, allocated, 'NEW', 40_500);
  await page.goto(
    `/contract/purchase-list/${allocated.material.id}?search=${encodeURIComponent(allocated.purchase.number)}`,
  );
  await expect(page.getByText('1–1 z 1 wyniku')).toBeVisible();

  await test.step('the filtered contracts are exported to Excel with numbers and dates', async () => {
    const { name, file } = await exportAs(page, 'Excel (XLSX)');
    expect(name).toMatch(/^kontrakty-zakupu-\d{4}-\d\d-\d\d\.xlsx$/);
    const [headers, record, ...others] = await readSheet(file);
    const cell = (header: string) => record?.[headers?.indexOf(header) ?? -1];
    expect(others).toEqual([]);
    expect(cell('Nr kontraktu')).toBe(allocated.purchase.number);
    expect(cell('Status')).toBe('Aktywny');
    expect(cell('Ilość (t)')).toBe(100);
    expect(cell('W dostawie (t)')).toBe(40.5);
    expect(cell('Cena (za t)')).toBe(800);
    expect(cell('Termin odbioru od')).toBeInstanceOf(Date);
    await expect(page.getByRole('status').filter({ hasText: name })).toBeVisible();
  });

  await test.step('an empty list cannot be exported', async () => {
    await page.getByRole('searchbox').fill('nie-ma-takiego');
    const button = page.getByRole('button', { name: 'Eksportuj' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.hover();
    await expect(page.getByText('Lista jest pusta, więc nie ma czego eksportować.')).toBeVisible();
  });

  await test.step('the transports of a contract are exported to a CSV that Polish Excel can open', async () => {
    await navigateInApp(page, `/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
    await expect(page.getByText('1–1 z 1 wyniku')).toBeVisible();
    const { name, file } = await exportAs(page, 'CSV');
    expect(name).toMatch(/^transporty-\d{4}-\d\d-\d\d\.csv$/);
    const [headers = '', record = '', rest] = (await readFile(file, 'utf8')).split('\r\n');
    expect(headers).toMatch(/^\ufeffNr rejestracyjny;/);
    expect(record.split(';')[headers.split(';').indexOf('Ilość (t)')]).toBe('40,500');
    expect(rest).toBe('');
  });
});

test('the retry button repeats the last failed export; the progress of the export stays visible on other pages', async ({
  page,
}) => {
  const failure = page.getByRole('alert').filter({ hasText: 'Nie udało się wyeksportować listy' });
  await page.route('**/export?**', (route) => route.abort(), { times: 2 });
  await page.goto('/positions');
  for (const [link, list] of [
    ['Dostawcy', 'supplier'],
    ['Odbiorcy', 'recipient'],
  ] as const) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Eksportuj' })).not.toHaveAttribute('aria-disabled');
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes(`/${list}/`));
    await page.getByRole('button', { name: 'Eksportuj' }).press('Enter');
    await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
    await failed;
    await expect(failure).toHaveCount(1);
  }
  await expect(failure).toContainText('Brak połączenia z serwerem.');

  const deferred = await deferRequests(page, ({ pathname }) => pathname.endsWith('/export'));
  const again = page.waitForRequest('**/export?**');
  await failure.getByRole('button', { name: 'Spróbuj ponownie' }).click();
  expect((await again).url()).toContain('/recipient/');
  const progress = page.getByRole('status').filter({ hasText: 'Trwa przygotowywanie pliku.' });
  await expect(progress).toBeVisible();
  await page.getByRole('link', { name: 'Logistyka' }).click();
  await expect(page.getByRole('heading', { name: 'Logistyka', level: 1 })).toBeVisible();
  await expect(progress).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), deferred.release()]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await expect(progress).toBeHidden();
  await expect(failure).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: download.suggestedFilename() })).toBeVisible();
});

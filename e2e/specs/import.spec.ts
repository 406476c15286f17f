import type { Page } from '@playwright/test';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { readSheet } from 'read-excel-file/node';
import writeWorkbook from 'write-excel-file/universal';
import { busyServer, collectUnexpectedErrors, deferRequests, LOST_RESPONSE } from '../fault-injection.ts';
import { uniqueMark, uniqueNip } from '../records.ts';
import { choose, collectConsoleErrors, expect, normalizeSpaces, rowOf, test } from '../screen.ts';

/** The bytes of the Polish letters in Windows-1250. All other characters of the tests are ASCII. */
const POLISH: Readonly<Record<string, number>> = {
  ą: 0xb9,
  ć: 0xe6,
  ę: 0xea,
  ł: 0xb3,
  ń: 0xf1,
  ó: 0xf3,
  ś: 0x9c,
  ź: 0x9f,
  ż: 0xbf,
  Ł: 0xa3,
  Ś: 0x8c,
  Ż: 0xaf,
};

/** Encodes a CSV like Polish Excel. */
function windows1250(rows: readonly (readonly string[])[]): Buffer {
  const text = rows.map((cells) => cells.join(';')).join('\r\n');
  return Buffer.from(Array.from(text, (letter) => POLISH[letter] ?? letter.charCodeAt(0)));
}

async function workbook(rows: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const blob = await writeWorkbook(rows.map((cells) => [...cells])).toBlob();
  return Buffer.from(await blob.arrayBuffer());
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Plik do importu').setInputFiles({ name, mimeType: '', buffer });
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
const importSummary = (page: Page, line: number) =>
  section(page, '3. Podgląd')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: String(line), exact: true }) });

test('suppliers are imported from an Excel CSV, and invalid rows are corrected in a second import', async ({
  page,
  colleague,
}) => {
  const problems = collectConsoleErrors(page);
  const mark = uniqueMark();
  const taken = uniqueNip();
  await colleague(contractors.purchase.create, {
    body: {
      accountingMethod: 'VAT',
      label: 'FIRMA',
      companyName: `ZAJĘTY ${mark}`,
      lastName: `Dawny dostawca ${mark}`,
      nip: taken,
    },
  });
  const repeated = uniqueNip();
  const corrected = uniqueNip();
  const file = windows1250([
    ['Kod', 'Nazwa', 'NIP', 'Rodzaj', 'Kod pocztowy', 'Miejscowość', 'Uwagi'],
    [`A ${mark}`, `Żyto i Spółka ${mark}`, `PL ${repeated}`, 'Firma', '90001', 'Łódź', ''],
    ['', '', '', '', '', '', ''],
    [`F ${mark}`, `Krótki ${mark}`, uniqueNip()],
    [`B ${mark}`, `Gęś ${mark}`, uniqueNip(), 'gospodarstwo rolne', '', '', 'stały'],
    [`C ${mark}`, `Powtórzony ${mark}`, repeated, '', '', '', ''],
    [`D ${mark}`, `Zajęty ${mark}`, taken, '', '', '', ''],
    [`E ${mark}`, `Skrócony ${mark}`, '1,23457E+09', '', '', '', ''],
  ]);

  await page.goto('/data/supplier-list');
  await page.getByRole('link', { name: 'Importuj' }).click();
  await chooseFile(page, 'dostawcy.csv', file);
  await expect(section(page, '1. Plik')).toContainText('dostawcy.csv, 6 wierszy z danymi');
  const columns = section(page, '2. Kolumny');
  await expect(columns.getByRole('combobox', { name: 'Nazwa / nazwisko' })).toHaveValue('Nazwa');
  await expect(columns.getByRole('combobox', { name: 'Adres księgowy, kod pocztowy' })).toHaveValue(
    'Kod pocztowy',
  );
  await expect(columns).toContainText('Nie będą zaimportowane kolumny: Uwagi.');
  await columns.getByRole('button', { name: 'Sprawdź 6 wierszy' }).click();

  const preview = section(page, '3. Podgląd');
  await expect(preview).toContainText('2 do zaimportowania, 4 z problemami.');
  await expect(importSummary(page, 4)).toContainText('Wiersz ma 3 komórki, a nagłówek 7 komórek');
  await expect(importSummary(page, 6)).toContainText(`NIP „${repeated}” jest już w wierszu 2 tego pliku.`);
  await expect(importSummary(page, 7)).toContainText(
    `NIP „${taken}” ma już w systemie Dawny dostawca ${mark}.`,
  );
  await expect(importSummary(page, 8)).toContainText('NIP „1,23457E+09” to liczba skrócona przez arkusz.');

  const download = page.waitForEvent('download');
  await preview.getByRole('button', { name: 'Pobierz wiersze do poprawy' }).click();
  const bad = await download;
  expect(bad.suggestedFilename()).toBe('dostawcy-do-poprawy.xlsx');
  const rows = await readSheet(await bad.path());
  expect(rows.map((cells) => cells[0])).toEqual(['Kod', `F ${mark}`, `C ${mark}`, `D ${mark}`, `E ${mark}`]);
  expect(rows[0]?.at(-1)).toBe('Problem');
  expect(rows[2]?.at(-1)).toBe(`NIP „${repeated}” jest już w wierszu 2 tego pliku.`);

  await preview.getByRole('button', { name: 'Importuj 2 dostawców' }).click();
  const result = section(page, 'Wynik');
  await expect(result).toContainText('Zaimportowano 2 dostawców.');
  await expect(result).toContainText('4 wiersze mają problemy');

  // The corrected file is imported again, and its columns are matched automatically.
  await result.getByRole('button', { name: 'Importuj następny plik' }).click();
  const texts = rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? cell : '')));
  await chooseFile(
    page,
    'poprawione.xlsx',
    await workbook(texts.map((cells) => cells.map((cell) => (cell === '1,23457E+09' ? corrected : cell)))),
  );
  await expect(columns).toContainText('Kolumny są dopasowane tak jak ostatnio');
  await columns.getByRole('button', { name: 'Sprawdź 4 wiersze' }).click();
  await expect(preview).toContainText('2 do zaimportowania, 2 z problemami.');
  await preview.getByRole('button', { name: 'Importuj 2 dostawców' }).click();
  await result.getByRole('link', { name: 'Przejdź do listy dostawców' }).click();

  await page.getByPlaceholder('Szukaj: nazwa, kod, NIP, PESEL, telefon').fill(mark);
  await expect(rowOf(page, `Żyto i Spółka ${mark}`)).toContainText(repeated);
  await expect(rowOf(page, `Gęś ${mark}`)).toBeVisible();
  await expect(rowOf(page, `Skrócony ${mark}`)).toContainText(corrected);
  expect(problems).toEqual([]);
});

test('recipients are imported from a workbook, and manually matched columns are remembered', async ({
  page,
}) => {
  const mark = uniqueMark();
  const rowsOf = (...codes: string[]) => [
    [`Kto to ${mark}`, 'NIP', 'PESEL', 'Miejscowość dostawy'],
    // A workbook stores NIP and PESEL as numbers, so a PESEL loses its leading zero.
    ...codes.map((code, index) => [
      `${code} ${mark}`,
      Number(uniqueNip()),
      index === 0 ? 2070803628 : '',
      'Śrem',
    ]),
  ];
  await page.goto('/data/recipient-list/import');
  await chooseFile(page, 'odbiorcy.xlsx', await workbook(rowsOf('Młyn', 'Piekarnia')));
  const columns = section(page, '2. Kolumny');
  await columns.getByRole('button', { name: 'Sprawdź 2 wiersze' }).hover();
  await expect(page.getByText('Wskaż kolumnę z nazwą albo z kodem kontrahenta.')).toBeVisible();
  await choose(columns, 'Nazwa / nazwisko', `Kto to ${mark}`);
  await columns.getByRole('button', { name: 'Sprawdź 2 wiersze' }).click();
  await expect(importSummary(page, 2)).toContainText('02070803628');

  // Leaving the page would discard the file, so it needs confirmation.
  await page.getByRole('link', { name: 'Przejdź do listy odbiorców' }).click();
  await page.getByRole('button', { name: 'Wróć do importu' }).click();
  await section(page, '3. Podgląd').getByRole('button', { name: 'Importuj 2 odbiorców' }).click();
  await expect(section(page, 'Wynik')).toContainText('Zaimportowano 2 odbiorców.');

  await page.reload();
  await chooseFile(page, 'odbiorcy.xlsx', await workbook(rowsOf('Olejarnia')));
  await expect(columns.getByRole('combobox', { name: 'Nazwa / nazwisko' })).toHaveValue(`Kto to ${mark}`);
});

test('a file without a table is rejected; the sheet and the encoding can be chosen; country names are recognized even if the country list arrives late', async ({
  page,
}) => {
  const countries = await deferRequests(page, ({ pathname }) => pathname === '/api/dictionary/country-list');
  await page.goto('/data/supplier-list/import');
  await chooseFile(page, 'stary.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]));
  await expect(page.getByRole('alert')).toContainText('To plik starego Excela (.xls) albo plik z hasłem.');
  await chooseFile(page, 'pusty.csv', Buffer.from('Nazwa;NIP\r\n'));
  await expect(page.getByRole('alert')).toContainText('W tym pliku są same nagłówki.');
  await chooseFile(
    page,
    'cudzyslow.csv',
    Buffer.from('Nazwa;Kod;NIP;Uwagi\r\nA;A;1;"stały\r\nB;B;2;\r\nC;C;3;magazyn 5"\r\n'),
  );
  await expect(page.getByRole('alert')).toContainText(
    'otwarty w linii 2 tego pliku zamyka się dopiero w linii 4',
  );
  await chooseFile(page, 'dobry.csv', Buffer.from('Nazwa;Kod;NIP\r\nA;A;1\r\n'));
  const chosen = section(page, '1. Plik');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(chosen).toContainText('dobry.csv, 1 wiersz z danymi');

  // The sheet with suppliers is preselected, and unknown headers are listed.
  const blob = await writeWorkbook([
    {
      sheet: 'Opis',
      data: [
        ['Lista od księgowej', '2026'],
        ['Stan na dziś', 'Ewa'],
      ],
    },
    {
      sheet: 'Dane',
      data: [
        ['Nazwa', 'Kod', 'NIP'],
        ['Łan', 'ŁAN', '1'],
      ],
    },
  ]).toBlob();
  await chosen.getByRole('button', { name: 'Zmień plik' }).click();
  await chooseFile(page, 'arkusze.xlsx', Buffer.from(await blob.arrayBuffer()));
  const columns = section(page, '2. Kolumny');
  await expect(chosen).toContainText('arkusze.xlsx, arkusz „Dane”, 1 wiersz z danymi');
  await expect(columns).toContainText('Kolumny są dopasowane po nazwach.');
  await choose(chosen, 'Arkusz', 'Opis');
  await expect(chosen).toContainText('arkusz „Opis”');
  await expect(columns).toContainText('Za nagłówki bierzemy wiersz 1, więc nie zostanie on zaimportowany.');

  // The bytes spell Młyn Śrem and Łąka in CP852, the encoding of DOS, which the import detects.
  const cp852 = Buffer.concat([
    Buffer.from('Nazwa;Kod;NIP\r\nM'),
    Buffer.from([0x88, 0x79, 0x6e, 0x20, 0x97, 0x72, 0x65, 0x6d, 0x3b, 0x9d, 0xa5, 0x6b, 0x61, 0x3b, 0x31]),
  ]);
  await chosen.getByRole('button', { name: 'Zmień plik' }).click();
  await chooseFile(page, 'stary-program.csv', cp852);
  const letters = chosen.getByRole('combobox', { name: 'Polskie litery' });
  await expect(letters).toHaveValue('Programy z DOS-u (CP852)');
  await expect(chosen).toContainText('W pliku jest na przykład „Młyn Śrem”.');
  await choose(chosen, 'Polskie litery', 'Excel i Windows (Windows-1250)');
  await expect(chosen).toContainText('—rem');
  await choose(chosen, 'Polskie litery', 'Programy z DOS-u (CP852)');
  await expect(columns).toContainText('np. Łąka');

  await test.step('a country name is recognized even when the country list arrives late', async () => {
    await chosen.getByRole('button', { name: 'Zmień plik' }).click();
    await chooseFile(
      page,
      'zagraniczni.csv',
      Buffer.from(`Kod;Nazwa;NIP;Miejscowość;Kraj\nHOF;Hof GmbH;${uniqueNip()};Berlin;Niemcy`),
    );
    await columns.getByRole('button', { name: 'Sprawdź 1 wiersz' }).click();
    await expect(page.getByText('Sprawdzono 0 z 1 wiersza.')).toBeVisible();
    await countries.release();
    await expect(section(page, '3. Podgląd')).toContainText('1 do zaimportowania, 0 z problemami.');
  });
});

test('a failed import keeps its file; a new check reports a NIP that a colleague has used; a retry imports the valid rows once', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const mark = uniqueMark();
  const [free, contested] = [uniqueNip(), uniqueNip()];
  await page.goto('/data/recipient-list/import');
  await chooseFile(
    page,
    'wyscig.csv',
    Buffer.from(`Nazwa;NIP\r\nA ${mark};${free}\r\nB ${mark};${contested}\r\nC ${mark};${uniqueNip()}\r\n`),
  );
  await section(page, '2. Kolumny').getByRole('button', { name: 'Sprawdź 3 wiersze' }).click();
  const preview = section(page, '3. Podgląd');
  const message = page.getByRole('main').getByRole('alert');

  await test.step('the server is busy', async () => {
    const { sentence, respond } = busyServer('Serwer wczytuje już inne');
    await page.route('**/api/contractor/recipient/import', respond, { times: 1 });
    await preview.getByRole('button', { name: 'Importuj 3 odbiorców' }).click();
    await expect(message).toContainText(sentence);
    await expect(preview).toContainText('3 do zaimportowania, 0 z problemami.');
  });

  await test.step('a colleague has saved a recipient with one of the NIPs', async () => {
    await colleague(contractors.sales.create, {
      body: { accountingMethod: 'VAT', label: 'FIRMA', lastName: `Szybszy ${mark}`, nip: contested },
    });
    await preview.getByRole('button', { name: 'Importuj 3 odbiorców' }).click();
    await expect(message).toContainText('Kontrahent z tym numerem NIP już istnieje.');
    await preview.getByRole('button', { name: 'Sprawdź ponownie' }).click();
    await expect(preview).toContainText('2 do zaimportowania, 1 z problemami.');
    await expect(importSummary(page, 3)).toContainText(
      `NIP „${contested}” ma już w systemie Szybszy ${mark}.`,
    );
  });

  await test.step('the response is lost', async () => {
    const run = preview.getByRole('button', { name: 'Importuj 2 odbiorców' });
    await page.route('**/api/contractor/recipient/import', LOST_RESPONSE.respond, { times: 1 });
    await run.click();
    await expect(message).toContainText(LOST_RESPONSE.sentence);
    await expect(preview).toContainText('2 do zaimportowania, 1 z problemami.');
    await run.click();
    await expect(section(page, 'Wynik')).toContainText('Zaimportowano 2 odbiorców.');
    const { list } = await colleague(contractors.sales.list, { body: { search: mark } });
    const names = list.map(({ fullName }) => fullName).toSorted();
    expect(names).toEqual([`A ${mark}`, `C ${mark}`, `Szybszy ${mark}`]);
  });
  expect(errors).toEqual([]);
});

test('carriers are imported from a workbook, and an invalid payment term is reported', async ({ page }) => {
  const mark = uniqueMark();
  const file = await workbook([
    ['Przewoźnik', 'NIP', 'Miejscowość', 'Termin płatności (dni)'],
    [`Przewozy ${mark}`, uniqueNip(), 'Łódź', 30],
    [`Spedycja ${mark}`, uniqueNip(), 'Kutno', 'miesiąc'],
  ]);
  await page.goto('/data/carrier-list');
  await page.getByRole('link', { name: 'Importuj' }).click();
  await chooseFile(page, 'przewoznicy.xlsx', file);
  const columns = section(page, '2. Kolumny');
  await expect(columns.getByRole('combobox', { name: 'Nazwa przewoźnika' })).toHaveValue('Przewoźnik');
  await columns.getByRole('button', { name: 'Sprawdź 2 wiersze' }).click();
  await expect(importSummary(page, 3)).toContainText('„miesiąc” nie jest liczbą dni.');
  await section(page, '3. Podgląd').getByRole('button', { name: 'Importuj 1 przewoźnika' }).click();
  await expect(section(page, 'Wynik')).toContainText('Zaimportowano 1 przewoźnika.');
  await page.getByRole('link', { name: 'Przejdź do listy przewoźników' }).click();
  await page.getByRole('searchbox').fill(mark);
  await expect(rowOf(page, `Przewozy ${mark}`)).toContainText('Łódź');
});

test('the check of more than a thousand rows shows its progress, and all rows are imported', async ({
  page,
}) => {
  const mark = uniqueMark();
  const start = Number(uniqueNip().slice(0, 6)) * 10_000;
  const rows = Array.from({ length: 1_001 }, (_, index) => [
    `${mark} ${index}`,
    `Firma ${mark} ${index}`,
    String(start + index),
  ]);
  // The rows are checked 500 at a time. Only the first check is answered before the progress is visible.
  let checks = 0;
  const later = await deferRequests(page, ({ pathname }) => {
    if (!pathname.endsWith('/import-check')) return false;
    checks += 1;
    return checks === 2;
  });
  await page.goto('/data/recipient-list/import');
  await chooseFile(page, 'duzo.csv', windows1250([['Kod', 'Nazwa', 'NIP'], ...rows]));
  await section(page, '2. Kolumny')
    .getByRole('button', { name: /^Sprawdź/ })
    .click();
  await expect(page.getByText(/^Sprawdzono 500 z 1\s001 wierszy\.$/)).toBeVisible();
  await later.release();
  const preview = section(page, '3. Podgląd');
  await expect(preview).toBeVisible();
  expect(normalizeSpaces(await preview.getByRole('status').first().innerText())).toContain(
    '1 001 do zaimportowania, 0 z problemami.',
  );
  await preview.getByRole('button', { name: /^Importuj/ }).click();
  await expect(section(page, 'Wynik')).toContainText(/Zaimportowano 1\s001 odbiorców/);
});

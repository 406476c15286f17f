import { contractors } from '@spichlerz/shared/wire/contractors';
import type { Client } from '../client.ts';
import { navigateInApp } from '../navigation.ts';
import { uniqueMark, uniqueNip } from '../records.ts';
import { expect, exportAs, test } from '../screen.ts';

/*
 * Exports a list of contractors, deletes the contractors and imports the exported file. Every field must keep
 * its value.
 */

const home = {
  city: 'Szamotuły',
  street: 'ul. Młyńska',
  buildingNumber: '3/5',
  postCode: '64-500',
  countryCode: 'PL',
};

/** A firm and a farm with all fields filled in, and a contractor with only the required fields. */
const recordsOf = (mark: string) => [
  {
    accountingMethod: 'VAT' as const,
    label: 'FIRMA' as const,
    companyName: `007 ${mark}`,
    lastName: `=Młyn; "Złoty Kłos", s.c. ${mark}`,
    nip: uniqueNip(),
    email: 'biuro@mlyn.test',
    phoneNumber: '+48 612 921 234',
    ...home,
    addressList: [
      { name: 'Brama 1', ...home, street: 'Polna' },
      { name: 'Sama nazwa', countryCode: 'CZ' },
      { name: 'Lager', city: 'Berlin', postCode: '10115', countryCode: 'DE' },
    ],
    contactList: [
      {
        name: 'Waga',
        firstName: 'Łucja',
        lastName: 'Źrebiec',
        email: 'waga@mlyn.test',
        phoneNumber: '+48 600 700 800',
      },
      { name: 'Biuro' },
      { name: 'Magazyn', phoneNumber: '+49 30 901820' },
    ],
  },
  {
    accountingMethod: 'RR' as const,
    label: 'GR' as const,
    companyName: `JAN ${mark}`,
    firstName: 'Jan',
    lastName: `Żółć ${mark}`,
    pesel: `0${uniqueNip()}`,
    ...home,
    buildingNumber: '12',
  },
  {
    accountingMethod: 'RR' as const,
    label: 'FIRMA' as const,
    companyName: `X ${mark}`,
    lastName: `X ${mark}`,
    nip: uniqueNip(),
  },
];

const SIDES = {
  purchase: { list: '/data/supplier-list', endpoints: contractors.purchase, extra: { middleName: 'Maria' } },
  sales: { list: '/data/recipient-list', endpoints: contractors.sales, extra: {} },
};

/**
 * Returns the id of each contractor and, as `record`, the fields to compare. Ids and versions are not compared,
 * because an import creates new records.
 */
async function recordsWith(client: Client, side: keyof typeof SIDES, mark: string) {
  const { endpoints } = SIDES[side];
  const { list } = await client(endpoints.list, { body: { search: mark, orderBy: 'company_name ASC' } });
  return Promise.all(
    list.map(async ({ id }) => {
      const {
        version: _version,
        id: _id,
        addressList,
        contactList,
        ...own
      } = await client(endpoints.get, {
        params: { id },
      });
      return {
        id,
        record: {
          ...own,
          addressList: addressList.map(({ id: _addressId, ...address }) => address),
          contactList: contactList.map(({ id: _contactId, ...contact }) => contact),
        },
      };
    }),
  );
}

test('suppliers and recipients are unchanged after an export and an import', async ({ page, colleague }) => {
  await page.goto('/positions');
  // Each side uses one format, because both sides share the code that writes and reads a file.
  for (const [side, format] of [
    ['purchase', 'Excel (XLSX)'],
    ['sales', 'CSV'],
  ] as const) {
    await test.step(`contractors of ${side} contracts are exported and imported as ${format}`, async () => {
      const mark = uniqueMark();
      const { list, endpoints, extra } = SIDES[side];
      for (const [index, body] of recordsOf(mark).entries())
        await colleague(endpoints.create, { body: { ...body, ...(index === 1 && extra) } });
      const before = await recordsWith(colleague, side, mark);
      expect(before).toHaveLength(3);

      await navigateInApp(page, `${list}?search=${mark}`);
      await expect(page.getByText('1–3 z 3 wyników')).toBeVisible();
      const { file } = await exportAs(page, format);
      for (const { id } of before) await colleague(endpoints.delete, { params: { id } });

      await navigateInApp(page, `${list}/import`);
      await page.getByLabel('Plik do importu').setInputFiles(file);
      await expect(page.getByText('Nie będą zaimportowane kolumny')).toHaveCount(0);
      await page.getByRole('button', { name: 'Sprawdź 3 wiersze' }).click();
      await page.getByRole('button', { name: /^Importuj 3 / }).click();
      await expect(page.getByRole('region', { name: 'Wynik' })).toContainText('Zaimportowano 3');

      const after = await recordsWith(colleague, side, mark);
      expect(after.map(({ record }) => record)).toEqual(before.map(({ record }) => record));
    });
  }
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasNipChecksum, hasPeselChecksum } from '@spichlerz/shared/domain/contractor';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../repository-root.ts';
import { demoCarriers } from './demo-carriers.ts';
import { DEMO_MATERIALS } from './demo-materials.ts';
import { demoRecipients } from './demo-recipients.ts';
import { demoSuppliers } from './demo-suppliers.ts';

const suppliers = demoSuppliers();
const recipients = demoRecipients();
const forms = { purchase: suppliers.map(({ form }) => form), sales: recipients.map(({ form }) => form) };

describe.each(['purchase', 'sales'] as const)('%s contractors of the demo company', (side) => {
  test('are valid for the endpoint that creates them', () => {
    for (const form of forms[side]) {
      const read = contractors[side].create.body?.safeParse(form);
      expect([form.companyName, read?.success, read?.error?.issues]).toEqual([
        form.companyName,
        true,
        undefined,
      ]);
    }
  });

  test.each(['companyName', 'lastName', 'nip', 'pesel', 'email', 'phoneNumber'] as const)(
    'never share a %s',
    (field) => {
      const values = forms[side].map((form) => form[field]?.toLocaleLowerCase('pl')).filter(Boolean);
      expect(values).toEqual([...new Set(values)]);
    },
  );

  test('have one to three addresses and contacts; the first address equals the address of the contractor', () => {
    for (const { addressList = [], contactList = [], ...form } of forms[side]) {
      expect([1, 2, 3]).toContain(addressList.length);
      expect([1, 2, 3]).toContain(contactList.length);
      expect(addressList[0]).toMatchObject({ city: form.city, street: form.street, postCode: form.postCode });
    }
  });

  test('are the same on every run', () => {
    expect({ purchase: demoSuppliers(), sales: demoRecipients() }).toEqual({
      purchase: suppliers,
      sales: recipients,
    });
  });
});

test('of the 40 demo suppliers, farms with a PESEL settle as RR and firms with a NIP settle with VAT', () => {
  expect(suppliers).toHaveLength(40);
  for (const { accountingMethod, label, nip, pesel } of forms.purchase) {
    const kind = {
      label,
      accountingMethod,
      nip: hasNipChecksum(nip ?? ''),
      pesel: hasPeselChecksum(pesel ?? ''),
    };
    expect([
      { label: 'GR', accountingMethod: 'RR', nip: false, pesel: true },
      { label: 'FIRMA', accountingMethod: 'VAT', nip: true, pesel: false },
    ]).toContainEqual(kind);
  }
});

test('the 25 demo recipients include every trade, and some are abroad', () => {
  expect(recipients).toHaveLength(25);
  expect(new Set(recipients.map(({ trade }) => trade)).size).toBe(5);
  expect(new Set(recipients.map(({ form }) => form.countryCode))).toEqual(new Set(['PL', 'DE', 'CZ']));
  for (const { nip } of forms.sales) expect(hasNipChecksum(nip ?? '')).toBe(true);
});

test('post codes of demo contractors have the format of their country', () => {
  const written: Record<string, RegExp> = { PL: /^\d\d-\d{3}$/, DE: /^\d{5}$/, CZ: /^\d{3} \d\d$/ };
  for (const form of [...forms.purchase, ...forms.sales]) {
    for (const { countryCode, postCode } of [form, ...(form.addressList ?? [])]) {
      expect(postCode).toMatch(written[countryCode ?? ''] ?? /never/);
    }
  }
});

test('the county of each demo supplier is an existing powiat', () => {
  const file = path.join(repositoryRoot, 'server/src/db/migrations/0002-reference-data.sql');
  const known = new Set([...readFileSync(file, 'utf8').matchAll(/\('(\d{4})'/g)].map(([, code]) => code));
  expect(known.size).toBe(380);
  for (const { countyCode } of suppliers) expect(known).toContain(countyCode);
});

describe('raw materials of the demo company', () => {
  test('are sorted, and their shares add up to 100 percent', () => {
    expect(DEMO_MATERIALS.map(({ displayOrder }) => displayOrder)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(DEMO_MATERIALS.reduce((sum, { share }) => sum + share, 0)).toBe(100);
  });

  test.each(DEMO_MATERIALS)(
    'have qualities whose values refer to a parameter and have its type: $name',
    (material) => {
      const types = new Map(material.parameters.map(({ name, type }) => [name, type.toLowerCase()]));
      for (const { title, values } of material.qualities) {
        for (const [name, value] of Object.entries(values)) {
          const type = typeof value === 'string' ? 'text' : typeof value;
          expect([title, name, type]).toEqual([title, name, types.get(name)]);
        }
      }
      for (const names of [material.variants, material.qualities.map(({ title }) => title)]) {
        expect(names.length).toBeGreaterThan(0);
        expect(names).toEqual([...new Set(names)]);
      }
    },
  );
});

test('demo vehicles share no registration number, driver or phone number; demo carriers share no GMP certificate', () => {
  const transports = demoCarriers().flatMap((carrier) => carrier.transports);
  const numbers = transports.flatMap(({ registrationNumber, trailerNumber }) => [
    registrationNumber,
    trailerNumber,
  ]);
  expect(numbers).toEqual([...new Set(numbers)]);
  expect(new Set(transports.map(({ driverName }) => driverName)).size).toBe(transports.length);
  expect(new Set(transports.map(({ phoneNumber }) => phoneNumber)).size).toBe(transports.length);
  const certificates = demoCarriers().flatMap(({ gmpNumber }) => gmpNumber ?? []);
  expect(certificates).toEqual([...new Set(certificates)]);
});

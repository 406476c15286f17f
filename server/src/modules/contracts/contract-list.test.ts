import { SIDES } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { changeContract } from '../../testing/contract-form.ts';
import { type Material, makeContract, makeMaterial } from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(admin);
});
afterAll(() => test.close());

describe.each(SIDES)('the list of %s contracts', (side) => {
  it('finds a contract by parts of the words in its number, comments and address, ignoring case and missing Polish diacritics', async () => {
    const id = await makeContract(user, side, material, {
      documentNumber: `SZUKANY/${side}`,
      comments: 'Żwirownia przy Śluzie',
      address: { city: 'Żnin', postCode: '88-400', countryCode: 'PL' },
    });
    const find = async (search: string) =>
      (await user.call(contracts[side].list, { query: { search, rawMaterialId: [material.id] } })).list.map(
        (row) => row.id,
      );
    for (const search of [
      `szukany/${side}`,
      'zwirownia sluzie',
      'ŻNIN 88-4',
      'ZNIN',
      'ż',
      'SL zwi',
      '8-',
      '/',
    ])
      expect(await find(search)).toContain(id);
    for (const search of ['zwirownia ksiezyc', '100%', '_', 'q', 'q zwi', '_n', 'z_in', 'żx'])
      expect(await find(search)).not.toContain(id);
  });

  it('finds a contract by its id until the contract gets a number, and then by that number', async () => {
    const id = await makeContract(user, side, material);
    const find = async (search: string) =>
      (await user.call(contracts[side].list, { query: { search } })).list.map((row) => row.id);
    expect(await find(`nr ${id}`)).toContain(id);
    await changeContract(user, side, id, { documentNumber: `NAZWANY/${side}` });
    expect(await find(`nr ${id}`)).not.toContain(id);
    expect(await find(`nazwany/${side}`)).toContain(id);
  });

  it('returns each row on exactly one of its sorted pages; an unknown sort column or filter is rejected', async () => {
    const own = await makeMaterial(admin);
    const prices = [90_000, 70_000, 80_000, 80_000, 80_000];
    for (const price of prices) {
      await makeContract(user, side, own, {
        mainCargoOption: { price, rawMaterialQualityId: own.qualityId },
        isGmp: price === 70_000,
      });
    }
    const list = (query: object) =>
      user.call(contracts[side].list, { query: { rawMaterialId: [own.id], ...query } });
    const seen: number[] = [];
    for (let offset = 0; offset < 5; offset += 2) {
      const page = await list({ limit: 2, offset, orderBy: 'price ASC' });
      expect(page.filtered).toBe(5);
      seen.push(...page.list.map((row) => row.price));
    }
    expect(seen).toEqual([70_000, 80_000, 80_000, 80_000, 90_000]);
    expect((await list({ isGmp: true })).list.map((row) => row.price)).toEqual([70_000]);
    expect(await list({ priceFrom: 80_001 })).toMatchObject({ filtered: 1 });
    expect(await list({ contractStatus: ['NEW'] })).toMatchObject({ filtered: 0, list: [] });
    expect(await list({ dateOfReceiptTo: '2026-06-30' })).toMatchObject({ filtered: 0 });
    expect(await failureOf(list({ orderBy: 'colour ASC' as never }))).toMatchObject({
      status: 400,
      code: 'INVALID_SORT_PARAMS',
    });
    expect(await failureOf(list({ colour: 'red' }))).toMatchObject({
      status: 400,
      code: 'FST_ERR_VALIDATION',
    });
  });
});

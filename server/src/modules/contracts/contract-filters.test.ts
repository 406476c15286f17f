import { SIDES } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  signContract,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/* Tests the filters of the contract lists. A range includes both of its limits. */

let test: TestApp;
let user: TestUser;
let colleague: TestUser;
let material: Material;
const ids = { purchase: { small: 0, large: 0 }, sales: { small: 0, large: 0 } };

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  colleague = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  for (const side of SIDES) {
    const small = await makeContract(user, side, material, {
      quantityKg: 25_000,
      dateOfReceiptFrom: '2026-09-01',
      dateOfReceiptTo: '2026-09-10',
      isGmp: true,
      isFor: true,
      fcaCpt: true,
    });
    const large = await makeContract(user, side, material, {
      userId: colleague.id,
      documentNumber: 'ZE WSZYSTKIM',
      quantityKg: 100_000,
      dateOfReceiptFrom: '2026-09-20',
      dateOfReceiptTo: '2026-09-30',
      isCert: true,
      fcaCpt: false,
      currency: 'EUR',
      mainCargoOption: { price: 90_000, isContractualQuality: true, contractualQuality: 'Białko 13%' },
    });
    ids[side] = { small, large };
  }
  for (const side of SIDES) await signContract(user, side, ids[side].large);
  await makeAllocation(user, ids.purchase.small, ids.sales.small, 25_000);
  await makeTransport(user, ids.purchase.small, ids.sales.small, { status: 'DELIVERED' });
});
afterAll(() => test.close());

const BOTH = ['small', 'large'];

describe.each(SIDES)('the list of %s contracts', (side) => {
  const found = async (filter: object) => {
    const query = { rawMaterialId: [material.id], orderBy: 'id ASC' as const, ...filter };
    const { list, filtered, total } = await user.call(contracts[side].list, { query });
    expect([filtered, total]).toEqual([list.length, BOTH.length]);
    return BOTH.filter((name) => list.some(({ id }) => id === ids[side][name as 'small']));
  };

  it.each<[object, string[]]>([
    [{}, BOTH],
    [{ cargoQuantityFrom: 25_000, cargoQuantityTo: 100_000 }, BOTH],
    [{ cargoQuantityFrom: 25_001 }, ['large']],
    [{ cargoQuantityTo: 99_999 }, ['small']],
    [{ priceFrom: 80_000, priceTo: 90_000 }, BOTH],
    [{ priceFrom: 80_001 }, ['large']],
    [{ priceTo: 89_999 }, ['small']],
    [{ currency: 'EUR' }, ['large']],
    [{ currency: 'PLN', priceTo: 90_000 }, ['small']],
    // the receipt dates of a contract must overlap the requested range
    [{ dateOfReceiptFrom: '2026-09-10', dateOfReceiptTo: '2026-09-20' }, BOTH],
    [{ dateOfReceiptFrom: '2026-09-11' }, ['large']],
    [{ dateOfReceiptTo: '2026-09-19' }, ['small']],
    [{ dateOfReceiptFrom: '2026-09-11', dateOfReceiptTo: '2026-09-19' }, []],
    [{ receiptEndsFrom: '2026-09-10', receiptEndsTo: '2026-09-30' }, BOTH],
    [{ receiptEndsFrom: '2026-09-11' }, ['large']],
    [{ receiptEndsTo: '2026-09-29' }, ['small']],
    [{ isGmp: true }, ['small']],
    [{ isGmp: false }, ['large']],
    [{ isFor: true }, ['small']],
    [{ isCert: true }, ['large']],
    [{ fcaCpt: true }, ['small']],
    [{ fcaCpt: false }, ['large']],
    [{ isOpen: true }, ['large']],
    [{ isOpen: false }, ['small']],
    [{ agreementStatus: ['SIGNED', 'TO_SIGN'] }, ['large']],
    [{ agreementStatus: ['EMPTY'] }, ['small']],
    [{ contractStatus: ['ACTIVE', 'NEW'] }, BOTH],
    [{ contractStatus: ['CLOSED'] }, []],
    // with another filter, the counters per raw material and status cannot be used
    [{ contractStatus: ['ACTIVE', 'NEW'], isGmp: true }, ['small']],
  ])('returns the contracts that match the filter %j', async (filter, names) => {
    expect(await found(filter)).toEqual(names);
  });

  it('can be filtered by owners and by quality ids; the quality id 0 matches all contractual qualities', async () => {
    expect(await found({ ownerId: [colleague.id] })).toEqual(['large']);
    expect(await found({ ownerId: [user.id, colleague.id] })).toEqual(BOTH);
    expect(await found({ rawMaterialQualityId: [material.qualityId] })).toEqual(['small']);
    expect(await found({ rawMaterialQualityId: [0] })).toEqual(['large']);
    expect(await found({ rawMaterialQualityId: [material.qualityId, 0] })).toEqual(BOTH);
  });

  it.each(['ASC', 'DESC'] as const)('puts empty numbers last when sorted by number %s', async (direction) => {
    const orderBy = `document_number ${direction}` as const;
    for (const filter of [{}, { cargoQuantityFrom: 1 }, { search: 'Firma' }]) {
      const query = { rawMaterialId: [material.id], orderBy, ...filter };
      const { list } = await user.call(contracts[side].list, { query });
      expect(list.map(({ documentNumber }) => documentNumber)).toEqual(['ZE WSZYSTKIM', null]);
    }
  });

  it.each([
    [{}, 2],
    [{ isGmp: true }, 1],
  ])('counts the rows of the filter %j on a page beyond the last row', async (filter, filtered) => {
    const query = { rawMaterialId: [material.id], limit: 10, offset: 20, ...filter };
    expect(await user.call(contracts[side].list, { query })).toEqual({ list: [], filtered, total: 2 });
  });
});

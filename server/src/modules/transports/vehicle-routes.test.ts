import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { findVehicle } from '@spichlerz/shared/wire/vehicles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterAll(() => test.close());

const find = (query: NonNullable<CallInput<typeof findVehicle>['query']>) =>
  user.call(findVehicle, { query });
const makeAllocatedContracts = async () => {
  const [purchase, sale] = [
    await makeContract(user, 'purchase', material),
    await makeContract(user, 'sales', material),
  ];
  await makeAllocation(user, purchase, sale, 75_000);
  return { purchase, sale };
};

describe('the lookup of a vehicle', () => {
  it('finds the vehicle by its registration number, ignoring case, spaces and hyphens', async () => {
    const { purchase, sale } = await makeAllocatedContracts();
    await makeTransport(user, purchase, sale, {
      registrationNumber: 'ZST 71KH1',
      trailerNumber: 'ZST 99P',
      driverName: 'Jan Kot',
      isGmp: true,
      gmpNumber: 'PL-7',
    });
    expect((await find({ registrationNumber: ' zst71-kh1 ' })).known).toMatchObject({
      trailerNumber: 'ZST 99P',
      driverName: 'Jan Kot',
      gmpNumber: 'PL-7',
    });
    expect(await find({ registrationNumber: 'ZST 71KH2' })).toEqual({ known: null, elsewhere: [] });
  });

  it('returns the unfinished transports of the vehicle on overlapping days', async () => {
    const { purchase, sale } = await makeAllocatedContracts();
    const vehicle = { registrationNumber: 'GDA 5XY77' };
    const days = { dateLoading: '2026-10-10', dateUnloading: '2026-10-12' };
    const planned = await makeTransport(user, purchase, sale, { ...vehicle, ...days });
    await makeTransport(user, purchase, sale, { ...vehicle, ...days, status: 'DELIVERED' });
    const on = (dateLoading: string, dateUnloading: string, exceptId?: number) =>
      find({ ...vehicle, dateLoading, dateUnloading, ...(exceptId === undefined ? {} : { exceptId }) });
    expect((await on('2026-10-12', '2026-10-13')).elsewhere).toMatchObject([
      { id: planned, status: 'NEW', ...days },
    ]);
    expect((await on('2026-10-13', '2026-10-13')).elsewhere).toEqual([]);
    expect((await on('2026-10-12', '2026-10-13', planned)).elsewhere).toEqual([]);
    expect(await failureOf(on('2026-10-13', '2026-10-12'))).toMatchObject({
      code: 'DATE_TO_CANNOT_BE_BEFORE_FROM',
      fields: [{ path: 'date_unloading' }],
    });
  });
});

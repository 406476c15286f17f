import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { findVehicle } from '@spichlerz/shared/wire/vehicles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import { refusal } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
} from '../../testing/make.ts';

let test: TestApp;
let person: Person;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
  material = await makeMaterial(await as(test, 'ADMIN'));
});
afterAll(() => test.close());

const find = (query: NonNullable<CallInput<typeof findVehicle>['query']>) =>
  person.call(findVehicle, { query });
const makeAllocatedContracts = async () => {
  const [purchase, sale] = [
    await makeContract(person, 'purchase', material),
    await makeContract(person, 'sales', material),
  ];
  await makeAllocation(person, purchase, sale, 75_000);
  return { purchase, sale };
};

describe('a vehicle that has been here before', () => {
  it('is known by its registration number however it is written', async () => {
    const { purchase, sale } = await makeAllocatedContracts();
    await makeTransport(person, purchase, sale, {
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

  it('is elsewhere on days that touch an unfinished transport of it', async () => {
    const { purchase, sale } = await makeAllocatedContracts();
    const plate = { registrationNumber: 'GDA 5XY77' };
    const days = { dateLoading: '2026-10-10', dateUnloading: '2026-10-12' };
    const planned = await makeTransport(person, purchase, sale, { ...plate, ...days });
    await makeTransport(person, purchase, sale, { ...plate, ...days, status: 'DELIVERED' });
    const on = (dateLoading: string, dateUnloading: string, exceptId?: number) =>
      find({ ...plate, dateLoading, dateUnloading, ...(exceptId === undefined ? {} : { exceptId }) });
    expect((await on('2026-10-12', '2026-10-13')).elsewhere).toMatchObject([
      { id: planned, status: 'NEW', ...days },
    ]);
    expect((await on('2026-10-13', '2026-10-13')).elsewhere).toEqual([]);
    expect((await on('2026-10-12', '2026-10-13', planned)).elsewhere).toEqual([]);
    expect(await refusal(on('2026-10-13', '2026-10-12'))).toMatchObject({
      code: 'DATE_TO_CANNOT_BE_BEFORE_FROM',
      fields: [{ path: 'date_unloading' }],
    });
  });
});

import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { changeTransportReadings, getTransportReadings } from '@spichlerz/shared/wire/quality';
import { settlePurchase } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus, getTransport } from '@spichlerz/shared/wire/transports';
import * as wire from '@spichlerz/shared/wire/unloading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import {
  makeAllocation,
  makeContract,
  makeTransport,
  setContractStatus,
  setTransportStatuses,
} from '../../testing/make.ts';
import { qualityWorld } from '../../testing/quality.ts';
import { seededRandom } from '../../testing/random-trade.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';
import { runDuring } from '../../testing/while-locked.ts';

let test: TestApp;
let user: TestUser;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());

const DAY = '2026-11-25';

/** Creates a recipient with a sale. The returned `load` creates transports of 25 t to this sale. */
async function makeMill() {
  const goods = await qualityWorld(user, admin).makeGoods();
  const quantityKg = 10_000_000;
  const purchase = await makeContract(user, 'purchase', goods.material, { quantityKg });
  const sales = await makeContract(user, 'sales', goods.material, { quantityKg });
  await makeAllocation(user, purchase, sales, 5_000_000);
  const { recipient } = await user.call(contracts.sales.dashboard, { params: { id: sales } });
  const load = (registrationNumber: string, overrides: Parameters<typeof makeTransport>[3] = {}) =>
    makeTransport(user, purchase, sales, {
      status: 'ON_THE_WAY',
      registrationNumber,
      trailerNumber: `${registrationNumber} N`,
      dateLoading: DAY,
      dateUnloading: DAY,
      ...overrides,
    });
  return { ...goods, purchase, sales, recipientId: recipient?.id ?? 0, load };
}

type Row = wire.UnloadingRowRequest;

const row = (plate: string, overrides: Partial<Row> = {}): Row => ({
  row: 1,
  plate,
  day: DAY,
  net: 24_860,
  ...overrides,
});

const check = async (recipientId: number, rows: { row: number }[]) =>
  (await user.call(wire.checkUnloading, { body: { recipientId, rows } })).rows;

const versionOf = async (transportId: number) =>
  (await user.call(getTransport, { params: { id: transportId } })).version;

type Applied = Row & { transportId: number; version?: number };

/** Applies rows with the current version unless another version is given. */
async function apply(
  recipientId: number,
  rows: Applied[],
  { action = 'DELIVER', by = user }: { action?: 'DELIVER' | 'RELEASE'; by?: TestUser } = {},
) {
  const versioned = [];
  for (const one of rows)
    versioned.push({ ...one, version: one.version ?? (await versionOf(one.transportId)) });
  return by.call(wire.applyUnloading, { body: { recipientId, action, rows: versioned } });
}

const codesOf = ({ rows }: { rows: { messageCode: string | null }[] }) =>
  rows.map(({ messageCode }) => messageCode);

const undo = (listId: number, by = user) => by.call(wire.undoUnloading, { body: { listId } });

const read = async (id: number) => {
  const { status, realQuantityKg } = await user.call(getTransport, { params: { id } });
  const { readings, tickets } = await user.call(getTransportReadings, { params: { id } });
  return { status, realQuantityKg, readings, tickets };
};

const rowsOf = async (sql: string, ...values: unknown[]) => (await test.pool.query(sql, values)).rows;

/**
 * Returns the stored sums of both contracts and of their allocation, and the stored kilograms of the
 * transports.
 */
async function storedFigures(purchase: number, sales: number) {
  const [allocation] = await rowsOf(
    `select commit_kg, in_delivery_kg, delivered_kg, open_kg, transport_count from allocation
      where purchase_id = $1 and sales_id = $2`,
    purchase,
    sales,
  );
  return {
    allocation,
    transports: await rowsOf(
      'select id, status, quantity_kg, real_quantity_kg, extra_kg from transport where sales_id = $1 order by id',
      sales,
    ),
    contracts: await rowsOf(
      `select id, allocated_kg, in_delivery_kg, delivered_kg from contract where id = any($1) order by id`,
      [purchase, sales],
    ),
  };
}

describe('the check of an unloading list', () => {
  it('returns the state of each row: matched, ambiguous, without a transport, already applied or a correction', async () => {
    const { recipientId, sales, load } = await makeMill();
    const [certain, first, second, delivered, corrected] = [
      await load('PO 1'),
      await load('PO 2'),
      await load('PO 2'),
      await load('PO 4'),
      await load('PO 5'),
    ];
    await apply(recipientId, [
      { ...row('PO 4', { ticketNumber: 'R 4' }), transportId: delivered },
      { ...row('PO 5', { row: 2, ticketNumber: 'R 5' }), transportId: corrected },
    ]);
    const rows = [
      row('po-1'),
      row('PO 2', { row: 2 }),
      row('PO 3', { row: 3 }),
      row('PO 4', { row: 4, ticketNumber: 'r4' }),
      row('PO 5', { row: 5, ticketNumber: 'R 5', net: 24_900 }),
    ];
    const checked = await check(recipientId, rows);
    expect(
      checked.map(({ row: number, state, transportId, candidates }) => [
        number,
        state,
        transportId,
        candidates.map((candidate) => candidate.transportId),
      ]),
    ).toEqual([
      [1, 'MATCHED', certain, [certain]],
      [2, 'CHOOSE', null, [first, second]],
      [3, 'NONE', null, []],
      [4, 'APPLIED', delivered, [delivered]],
      [5, 'CORRECTION', corrected, [corrected]],
    ]);
    expect(checked[0]?.candidates[0]).toMatchObject({
      registrationNumber: 'PO 1',
      dateUnloading: DAY,
      quantityKg: 25_000,
      status: 'ON_THE_WAY',
      sale: { id: sales },
      version: 1,
    });
  });

  it('matches each row to open transports of the recipient, or only of one sale if the request names a sale', async () => {
    const { material, purchase, recipientId, sales, load } = await makeMill();
    const other = await makeContract(user, 'sales', material, { salesRecipientId: recipientId });
    await makeAllocation(user, purchase, other, 100_000);
    const otherSale = await makeContract(user, 'sales', material);
    await makeAllocation(user, purchase, otherSale, 100_000);
    const dates = { dateLoading: DAY, dateUnloading: DAY, registrationNumber: 'PO 1' };
    const ofOther = await makeTransport(user, purchase, other, dates);
    await makeTransport(user, purchase, otherSale, dates);
    await setTransportStatuses(user, await load('PO 1'), 'RETURN_TO_CLIENT');
    await setTransportStatuses(user, await load('PO 1'), 'DELIVERED', 'TO_BE_SETTLED');
    await load('PO 1', { dateLoading: '2026-11-20', dateUnloading: '2026-11-20' });
    expect(await check(recipientId, [row('PO 1')])).toMatchObject([
      { state: 'MATCHED', transportId: ofOther, candidates: [{ transportId: ofOther }] },
    ]);
    const { rows } = await user.call(wire.checkUnloading, { body: { salesId: sales, rows: [row('PO 1')] } });
    expect(rows).toMatchObject([{ state: 'NONE' }]);
  });

  it('returns the problem of an invalid row and still matches the valid rows', async () => {
    const { recipientId, load } = await makeMill();
    await load('PO 1');
    const faults: [object, string, string][] = [
      [{ plate: undefined }, 'VALUE_IS_MISSING', 'plate'],
      [{ net: undefined }, 'VALUE_IS_MISSING', 'net'],
      [{ net: 0 }, 'VALUE_IS_WRONG', 'net'],
      [{ net: 60_001 }, 'VALUE_IS_WRONG', 'net'],
      [{ net: '24860' }, 'VALUE_IS_WRONG_DATA_TYPE', 'net'],
      [{ day: '25.11.2026' }, 'VALUE_IS_WRONG', 'day'],
      [{ ticketNumber: ['R'] }, 'VALUE_IS_WRONG_DATA_TYPE', 'ticket_number'],
      [{ readings: [{ value: 14.5 }] }, 'VALUE_IS_MISSING', 'readings.0.name'],
    ];
    const rows = [
      ...faults.map(([fault], index) => ({ ...row('PO 9'), row: index + 2, ...fault })),
      row('PO 1'),
    ];
    const checked = await check(recipientId, rows);
    expect(checked.map(({ state, warnings }) => [state, warnings])).toEqual([
      ...faults.map(([, code, field]) => ['NONE', [{ code, field }]]),
      ['MATCHED', []],
    ]);
    expect(await check(recipientId, [row('PO 1', { net: 60_001, acceptHeavy: true })])).toMatchObject([
      { state: 'MATCHED', warnings: [] },
    ]);
  });

  it('rejects the row with the higher number of two rows with the same ticket number', async () => {
    const { recipientId, load } = await makeMill();
    await load('PO 1');
    await load('PO 1', { dateLoading: '2026-11-24' });
    const ticket = { ticketNumber: 'R 1' };
    expect(
      await check(recipientId, [row('PO 1', { ...ticket, row: 2 }), row('PO-1', { ...ticket, row: 1 })]),
    ).toMatchObject([
      { row: 2, state: 'NONE', warnings: [{ code: 'VALUE_IS_DUPLICATED', field: 'ticket_number' }] },
      { row: 1, warnings: [] },
    ]);
  });

  it('finds the parameter of a reading by the column name, and returns a warning for an unknown name', async () => {
    const { recipientId, parameters, load } = await makeMill();
    await load('PO 1');
    const readings = [
      { name: 'wilgotność [%]', value: 14.5 },
      { name: 'Zapach', value: 1 },
      { name: 'Żywe szkodniki', value: 1 },
      { name: 'Wilgotność', value: 15 },
      { parameterId: parameters.impurities, value: 2 },
      { parameterId: 999_999_999, value: 2 },
    ];
    const [checked] = await check(recipientId, [row('PO 1', { readings })]);
    expect(checked).toMatchObject({
      state: 'MATCHED',
      readings: [
        { parameterId: parameters.moisture, name: 'Wilgotność', unit: '%', value: 14.5 },
        { parameterId: parameters.impurities, value: 2 },
      ],
      warnings: [
        { code: 'UNKNOWN_PARAMETER', field: 'readings.1.name' },
        { code: 'VALUE_IS_WRONG_DATA_TYPE', field: 'readings.2.value' },
        { code: 'VALUE_IS_DUPLICATED', field: 'readings.3.name' },
        { code: 'RAW_MATERIAL_WRONG_DATA_TYPE', field: 'readings.5.parameter_id' },
      ],
    });
  });

  it('rejects an unknown recipient or sale, a missing recipient, too many rows and a repeated row number', async () => {
    const { recipientId } = await makeMill();
    const rows = [row('PO 1')];
    const failure = async (body: object) =>
      failureOf(user.call(wire.checkUnloading, { body: { rows, ...body } }));
    expect(await failure({ recipientId: 999_999_999 })).toMatchObject({
      code: 'RECIPIENT_NOT_FOUND',
      fields: [{ path: 'recipient_id' }],
    });
    expect(await failure({ salesId: 999_999_999 })).toMatchObject({
      code: 'CONTRACT_NOT_FOUND',
      fields: [{ path: 'sales_id' }],
    });
    expect(await failure({})).toMatchObject({
      code: 'VALUE_IS_MISSING',
      fields: [{ path: 'recipient_id' }],
    });
    const long = Array.from({ length: 501 }, (_, index) => row('PO 1', { row: index }));
    expect(await failure({ recipientId, rows: long })).toMatchObject({
      status: 400,
      code: 'VALUE_IS_WRONG',
      fields: [{ path: 'rows', code: 'VALUE_IS_WRONG' }],
    });
    expect(await failure({ recipientId, rows: [...rows, ...rows] })).toMatchObject({
      code: 'VALUE_IS_DUPLICATED',
      fields: [{ path: 'rows.1.row' }],
    });
  });
});

describe('applying an unloading list', () => {
  it('gives each transport its weight, ticket and readings, and releases the transport with the action RELEASE', async () => {
    const { recipientId, parameters, load } = await makeMill();
    const statuses = ['NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED'] as const;
    for (const action of ['DELIVER', 'RELEASE'] as const) {
      const ids: number[] = [];
      for (const status of statuses) ids.push(await load(`${action} ${status}`, { status }));
      const rows = ids.map((transportId, index) => ({
        ...row('PO 1', {
          row: index,
          ticketNumber: `${action} ${index}`,
          readings: [
            { name: 'Wilgotność', value: 14.5 },
            { name: 'Zapach', value: 1 },
          ],
        }),
        transportId,
      }));
      const { listId, rows: results } = await apply(recipientId, rows, { action });
      expect(results).toEqual(rows.map(({ row: number }) => ({ row: number, ok: true, messageCode: null })));
      for (const [index, id] of ids.entries()) {
        expect(await read(id)).toMatchObject({
          status: action === 'RELEASE' ? 'TO_BE_SETTLED' : 'DELIVERED',
          realQuantityKg: 24_860,
          readings: [{ parameterId: parameters.moisture, source: 'RECIPIENT', value: 14.5, takenOn: DAY }],
          tickets: [{ place: 'UNLOADING', number: `${action} ${index}`, net: 24_860, weighedOn: DAY }],
        });
        const { list } = await user.call(listAuditEntries, {
          query: { entity: 'transport', entityId: id },
        });
        expect(list[0]?.reason).toBe(`Lista rozładunków nr ${listId}, wiersz ${index}`);
      }
    }
  });

  it('accepts a row without a version for any version of its transport', async () => {
    const { recipientId, load } = await makeMill();
    const transportId = await load('PO 31');
    const rows = [{ ...row('PO 31'), transportId }];
    const applied = await user.call(wire.applyUnloading, { body: { recipientId, action: 'DELIVER', rows } });
    expect(codesOf(applied)).toEqual([null]);
    expect(await read(transportId)).toMatchObject({ status: 'DELIVERED', realQuantityKg: 24_860 });
  });

  it('returns the reason of each rejected row and applies the valid rows', async () => {
    const { material, purchase, recipientId, load } = await makeMill();
    const otherSale = await makeContract(user, 'sales', material);
    await makeAllocation(user, purchase, otherSale, 100_000);
    const foreign = await makeTransport(user, purchase, otherSale);
    const released = await load('PO 2');
    await setTransportStatuses(user, released, 'DELIVERED', 'TO_BE_SETTLED');
    const [fresh, stale, listed, heavy, badly, wrong] = [
      await load('PO 1'),
      await load('PO 3'),
      await load('PO 4'),
      await load('PO 5'),
      await load('PO 6'),
      await load('PO 7'),
    ];
    await apply(recipientId, [{ ...row('PO 4', { ticketNumber: 'R 4' }), transportId: listed }]);
    const cases: [Applied, string | null][] = [
      [{ ...row('PO 8'), transportId: foreign }, 'CONTRACT_IS_NOT_COMPATIBLE'],
      [{ ...row('PO 3'), transportId: stale, version: 7 }, 'CONFLICT'],
      [{ ...row('PO 2'), transportId: released }, 'WRONG_STATUS'],
      [{ ...row('PO 4', { ticketNumber: 'R 4' }), transportId: stale }, 'VALUE_IS_DUPLICATED'],
      [{ ...row('PO 4', { ticketNumber: 'R 5' }), transportId: listed }, 'VALUE_IS_DUPLICATED'],
      [{ ...row('', { plate: undefined }), transportId: badly }, 'VALUE_IS_MISSING'],
      [{ ...row('PO 6', { net: undefined }), transportId: badly }, 'VALUE_IS_MISSING'],
      [{ ...row('PO 6', { net: 0 }), transportId: badly }, 'VALUE_IS_WRONG'],
      [{ ...row('PO 5', { net: 60_001 }), transportId: heavy }, 'VALUE_IS_WRONG'],
      [
        { ...row('PO 7', { readings: [{ name: 'Wilgotność', value: true }] }), transportId: wrong },
        'VALUE_IS_WRONG_DATA_TYPE',
      ],
      [{ ...row('PO 1'), transportId: fresh }, null],
      [{ ...row('PO 1', { net: 24_000 }), transportId: fresh }, 'VALUE_IS_DUPLICATED'],
    ];
    const rows = cases.map(([one], index) => ({ ...one, row: index }));
    expect(codesOf(await apply(recipientId, rows))).toEqual(cases.map(([, code]) => code));
    const unknown = { ...row('PO 99'), transportId: 999_999_999, version: 1 };
    expect(codesOf(await apply(recipientId, [unknown]))).toEqual(['TRANSPORT_NOT_FOUND']);
    expect(await read(fresh)).toMatchObject({ status: 'DELIVERED', realQuantityKg: 24_860 });
    expect(await read(wrong)).toMatchObject({ status: 'ON_THE_WAY', readings: [], tickets: [] });
    const accepted = { ...row('PO 5', { net: 60_001, acceptHeavy: true }), transportId: heavy };
    expect(codesOf(await apply(recipientId, [accepted]))).toEqual([null]);
  });

  it('changes nothing when the same list is applied a second time', async () => {
    const { recipientId, load } = await makeMill();
    const rows = [
      { ...row('PO 1', { ticketNumber: 'R 1' }), transportId: await load('PO 1'), version: 1 },
      { ...row('PO 2', { row: 2 }), transportId: await load('PO 9'), version: 1 },
    ];
    await apply(recipientId, rows, { action: 'RELEASE' });
    const versions = async () => Promise.all(rows.map(({ transportId }) => versionOf(transportId)));
    const before = await versions();
    expect(codesOf(await apply(recipientId, rows, { action: 'RELEASE' }))).toEqual([null, null]);
    // the same ticket with the same weight is no correction, whatever its readings
    const measured = rows.map((one) => ({ ...one, readings: [{ name: 'Wilgotność', value: 9.9 }] }));
    expect(codesOf(await apply(recipientId, measured, { action: 'RELEASE' }))).toEqual([null, null]);
    expect(await versions()).toEqual(before);
    expect(
      await check(
        recipientId,
        rows.map(({ transportId: _id, version: _version, ...one }) => one),
      ),
    ).toMatchObject([{ state: 'APPLIED' }, { state: 'APPLIED' }]);
  });

  it('corrects the weight and the recipient readings of a transport, and keeps its status and loading readings', async () => {
    const { recipientId, parameters, load } = await makeMill();
    const transportId = await load('PO 1');
    const ticket = row('PO 1', { ticketNumber: 'R 1', readings: [{ name: 'Wilgotność', value: 14 }] });
    await apply(recipientId, [{ ...ticket, transportId }], { action: 'RELEASE' });
    const { tickets } = await read(transportId);
    await user.call(changeTransportReadings, {
      params: { id: transportId },
      body: {
        readings: [
          { parameterId: parameters.moisture, source: 'RECIPIENT', value: 14, sampleNumber: 'A1' },
          { parameterId: parameters.impurities, source: 'LOADING', value: 3 },
        ],
        tickets: tickets.map(({ place, net }) => ({ place, net, number: 'R 1' })),
      },
    });
    const corrected = { ...ticket, net: 24_900, readings: [{ name: 'Wilgotność', value: 15 }], transportId };
    expect(codesOf(await apply(recipientId, [corrected]))).toEqual([null]);
    expect(await read(transportId)).toMatchObject({
      status: 'TO_BE_SETTLED',
      realQuantityKg: 24_900,
      readings: [
        { parameterId: parameters.moisture, value: 15, sampleNumber: 'A1' },
        { source: 'LOADING', value: 3 },
      ],
      tickets: [{ number: 'R 1', net: 24_900 }],
    });
  });

  it('treats a ticket that a user entered by hand as applied, or as a correction if the weight differs', async () => {
    const { recipientId, load } = await makeMill();
    const transportId = await load('PO 1');
    await user.call(changeTransportStatus, {
      body: {
        transportId,
        status: 'TO_BE_SETTLED',
        tickets: [{ place: 'UNLOADING', number: 'R 1', net: 24_860 }],
      },
    });
    const states = async (one: Row) => (await check(recipientId, [one])).map(({ state }) => state);
    expect(await states(row('PO-1', { ticketNumber: 'r 1' }))).toEqual(['APPLIED']);
    expect(await states(row('PO 1', { ticketNumber: 'R 1', net: 24_900 }))).toEqual(['CORRECTION']);
    expect(await states(row('PO 2', { ticketNumber: 'R 1' }))).toEqual(['NONE']);
    expect(await states(row('PO 1', { ticketNumber: 'R 1', day: '2027-01-02' }))).toEqual(['NONE']);
  });

  it('never unloads a transport again that a user has unloaded by hand with another ticket', async () => {
    const { recipientId, load } = await makeMill();
    const first = await load('PO 1');
    const deliver = (number: string) =>
      user.call(changeTransportStatus, {
        body: {
          transportId: first,
          status: 'DELIVERED',
          tickets: [{ place: 'UNLOADING', number, net: 24_940, weighedOn: DAY }],
        },
      });
    const second = row('PO 1', { ticketNumber: 'Q 1', net: 25_360 });
    const stateOf = async (one: Row) => {
      const [checked] = await check(recipientId, [one]);
      return [checked?.state, checked?.transportId];
    };
    expect(await stateOf(second)).toEqual(['MATCHED', first]);
    // the ticket is stored after the preview
    await deliver('RKW 3816');
    expect(codesOf(await apply(recipientId, [{ ...second, transportId: first }]))).toEqual([
      'VALUE_IS_DUPLICATED',
    ]);
    expect(await read(first)).toMatchObject({
      realQuantityKg: 24_940,
      tickets: [{ number: 'RKW 3816', net: 24_940 }],
    });
    expect(await stateOf(second)).toEqual(['NONE', null]);
    expect(await stateOf({ ...second, ticketNumber: undefined })).toEqual(['NONE', null]);
    expect(await stateOf(row('PO 1', { net: 24_940 }))).toEqual(['MATCHED', first]);
    // some mills write the trailer in the column of the vehicle
    expect(await stateOf(row('PO 1 N', { ticketNumber: 'rkw3816' }))).toEqual(['MATCHED', first]);
    const other = await load('PO 1');
    expect(await stateOf(second)).toEqual(['MATCHED', other]);
    expect(codesOf(await apply(recipientId, [{ ...second, transportId: other }]))).toEqual([null]);
  });

  it('compares a later list with the weight that a user corrected after the first list', async () => {
    const { recipientId, load } = await makeMill();
    const transportId = await load('PO 1');
    const listed = row('PO 1', { ticketNumber: 'R 1' });
    await apply(recipientId, [{ ...listed, transportId }]);
    await user.call(changeTransportReadings, {
      params: { id: transportId },
      body: { readings: [], tickets: [{ place: 'UNLOADING', number: 'R 1', net: 24_500 }] },
    });
    const stateOf = async (one: Row) => (await check(recipientId, [one]))[0]?.state;
    expect([await stateOf(listed), await stateOf({ ...listed, net: 24_500 })]).toEqual([
      'CORRECTION',
      'APPLIED',
    ]);
    const version = await versionOf(transportId);
    expect(codesOf(await apply(recipientId, [{ ...listed, net: 24_500, transportId }]))).toEqual([null]);
    expect(await versionOf(transportId)).toBe(version);
    expect(codesOf(await apply(recipientId, [{ ...listed, transportId }]))).toEqual([null]);
    expect(await read(transportId)).toMatchObject({ realQuantityKg: 24_860 });
  });

  it('succeeds exactly if a parallel manual delivery of the same transport fails', async () => {
    const { recipientId, load } = await makeMill();
    for (let round = 0; round < 8; round += 1) {
      const transportId = await load(`PO ${round}`);
      const body = { transportId, status: 'DELIVERED', realQuantityKg: 24_000, version: 1 } as const;
      const [list, hand] = await Promise.allSettled([
        apply(recipientId, [{ ...row(`PO ${round}`, { net: 25_000 }), transportId, version: 1 }]),
        admin.call(changeTransportStatus, { body }),
      ]);
      const isListApplied = list.status === 'fulfilled' && codesOf(list.value)[0] === null;
      expect(list).toMatchObject({ value: { rows: [{ messageCode: isListApplied ? null : 'CONFLICT' }] } });
      expect(hand.status).toBe(isListApplied ? 'rejected' : 'fulfilled');
      expect(await read(transportId)).toMatchObject({ realQuantityKg: isListApplied ? 25_000 : 24_000 });
    }
  });

  it('accepts a ticket number once when two parallel lists contain the same ticket number', async () => {
    const { recipientId, load } = await makeMill();
    const ids = [await load('PO 1'), await load('PO 1')];
    const lists = await Promise.all(
      ids.map((transportId) =>
        apply(recipientId, [{ ...row('PO 1', { ticketNumber: 'R 1' }), transportId }]),
      ),
    );
    expect(new Set(lists.flatMap(codesOf))).toEqual(new Set(['VALUE_IS_DUPLICATED', null]));
  });
});

describe('undoing an unloading list', () => {
  it('restores each transport to its state before the list; the same rows can then be applied again', async () => {
    const { recipientId, sales, load } = await makeMill();
    const statuses = ['NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED'] as const;
    const balances = async () => {
      const { allocated, delivered, inDelivery } = await user.call(contracts.sales.dashboard, {
        params: { id: sales },
      });
      return { allocated, delivered, inDelivery };
    };
    for (const action of ['DELIVER', 'RELEASE'] as const) {
      const ids: number[] = [];
      for (const status of statuses) ids.push(await load(`${action} ${status}`, { status }));
      const before = await Promise.all(ids.map(read));
      const balance = await balances();
      const rows = ids.map((transportId, index) => ({
        ...row(`PL ${action}`, {
          row: index,
          ticketNumber: `${action} ${index}`,
          readings: [{ name: 'Wilgotność', value: 14 }],
        }),
        transportId,
      }));
      const { listId } = await apply(recipientId, rows, { action });
      expect((await undo(listId)).rows).toEqual(
        ids.map((transportId) => ({ transportId, ok: true, messageCode: null })),
      );
      expect(await Promise.all(ids.map(read))).toEqual(before);
      expect(await balances()).toEqual(balance);
      expect(codesOf(await apply(recipientId, rows, { action }))).toEqual(rows.map(() => null));
      expect((await undo(listId)).rows).toEqual([]);
    }
    const { rows: problems } = await test.pool.query('select * from integrity_problem');
    expect(problems).toEqual([]);
  });

  it('restores every stored quantity, whatever the weights and the order of the rows', async () => {
    const { recipientId, material } = await makeMill();
    for (let seed = 0; seed < 16; seed += 1) {
      const { below, pick } = seededRandom(seed + 1);
      const shuffled = <T>(items: readonly T[]) =>
        items
          .map((item) => ({ item, key: below(1_000_000) }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ item }) => item);
      const plannedKg = Array.from({ length: 3 + below(3) }, () => 24_000 + below(21) * 100);
      const quantityKg = plannedKg.reduce((sum, kg) => sum + kg, below(2) * 1_000);
      const tolerance = { toleranceType: 'SELLER', toleranceUnit: 'PERCENT', toleranceQuantity: 2 } as const;
      // some contracts are full and have no tolerance, so undoing must work without free quantity
      const purchase = await makeContract(user, 'purchase', material, { quantityKg });
      const sales = await makeContract(user, 'sales', material, {
        quantityKg,
        salesRecipientId: recipientId,
        ...(below(2) === 0 && tolerance),
      });
      await makeAllocation(user, purchase, sales, quantityKg - below(2) * 500);
      const ids: number[] = [];
      for (const [index, kg] of plannedKg.entries())
        ids.push(
          await makeTransport(user, purchase, sales, {
            status: pick(['NEW', 'WAITING', 'ON_THE_WAY'] as const),
            registrationNumber: `PL ${seed} ${index}`,
            quantityKg: kg,
            dateLoading: DAY,
            dateUnloading: DAY,
          }),
        );
      const weight = () => 24_000 + below(2_500);
      // in half of the runs, a heavy transport delivered by hand may exceed its allocation before the list is
      // applied
      const [byHand, ...others] = ids;
      if (byHand !== undefined && below(2) === 0)
        await user.call(changeTransportStatus, {
          body: { transportId: byHand, status: 'DELIVERED', realQuantityKg: 24_000 + below(5_000) },
        });
      const listed = shuffled(below(2) === 0 ? ids : others);
      const before = await storedFigures(purchase, sales);
      for (let round = 0; round < 2; round += 1) {
        const rows = listed.map((transportId, index) => ({
          ...row(`PL ${seed} ${index}`, { row: index, net: weight() }),
          transportId,
        }));
        const action = below(2) === 0 ? 'DELIVER' : 'RELEASE';
        const { listId, rows: results } = await apply(recipientId, rows, { action });
        expect(codesOf({ rows: results })).toEqual(listed.map(() => null));
        expect((await undo(listId)).rows).toEqual(
          listed.map((transportId) => ({ transportId, ok: true, messageCode: null })),
        );
        expect(await storedFigures(purchase, sales), `seed ${seed}, round ${round}`).toEqual(before);
      }
    }
  });

  it('restores the commitment of a closed contract that the lower weight of the list had reduced', async () => {
    const { recipientId, purchase, sales, load } = await makeMill();
    const transportId = await load('PO 1', { status: 'DELIVERED' });
    await setContractStatus(user, 'sales', sales, 'CLOSED');
    const before = await storedFigures(purchase, sales);
    const { listId } = await apply(recipientId, [{ ...row('PO 1'), transportId }]);
    expect(codesOf(await undo(listId))).toEqual([null]);
    expect(await storedFigures(purchase, sales)).toEqual(before);
  });

  it('fails for a transport whose unused kilograms were planned for a new transport, until the new transport is cancelled', async () => {
    const { recipientId, material } = await makeMill();
    const purchase = await makeContract(user, 'purchase', material, { quantityKg: 25_000 });
    const terms = { quantityKg: 25_000, salesRecipientId: recipientId };
    const sales = await makeContract(user, 'sales', material, terms);
    await makeAllocation(user, purchase, sales, 25_000);
    const transportId = await makeTransport(user, purchase, sales);
    const { listId } = await apply(recipientId, [{ ...row('PO 1', { net: 24_000 }), transportId }]);
    const other = await makeTransport(user, purchase, sales, { quantityKg: 1_000 });
    expect(codesOf(await undo(listId))).toEqual(['TRANSPORT_QUANTITY_IS_TO_BIG']);
    await setTransportStatuses(user, other, 'CANCELLED');
    expect(codesOf(await undo(listId))).toEqual([null]);
    expect(await storedFigures(purchase, sales)).toMatchObject({ allocation: { commit_kg: 25_000 } });
  });

  it('restores a lighter transport even if a heavier transport of the list has changed and is not restored', async () => {
    const { recipientId, material } = await makeMill();
    const purchase = await makeContract(user, 'purchase', material, { quantityKg: 50_000 });
    const terms = { quantityKg: 50_000, salesRecipientId: recipientId };
    const sales = await makeContract(user, 'sales', material, terms);
    await makeAllocation(user, purchase, sales, 50_000);
    const light = await makeTransport(user, purchase, sales);
    const heavy = await makeTransport(user, purchase, sales);
    const before = await storedFigures(purchase, sales);
    const { listId } = await apply(recipientId, [
      { ...row('PO 1', { net: 24_860 }), transportId: light },
      { ...row('PO 2', { row: 2, net: 25_400 }), transportId: heavy },
    ]);
    await setTransportStatuses(user, heavy, 'TO_BE_SETTLED');
    expect(codesOf(await undo(listId))).toEqual([null, 'CONFLICT']);
    await setTransportStatuses(user, heavy, 'DELIVERED', 'NEW');
    expect(await storedFigures(purchase, sales)).toMatchObject({
      allocation: before.allocation,
      contracts: before.contracts,
    });
  });

  it('leaves a transport unchanged and returns a conflict if the transport changed after the list was applied', async () => {
    const { recipientId, load } = await makeMill();
    const [changed, kept] = [await load('PO 1'), await load('PO 2')];
    const { listId } = await apply(recipientId, [
      { ...row('PO 1'), transportId: changed },
      { ...row('PO 2', { row: 2 }), transportId: kept },
    ]);
    await setTransportStatuses(user, changed, 'TO_BE_SETTLED');
    expect((await undo(listId)).rows).toEqual([
      { transportId: changed, ok: false, messageCode: 'CONFLICT' },
      { transportId: kept, ok: true, messageCode: null },
    ]);
    expect(await read(changed)).toMatchObject({ status: 'TO_BE_SETTLED', realQuantityKg: 24_860 });
  });

  it('returns a conflict for a transport that is settled in parallel, and does not change that transport', async () => {
    const { recipientId, load } = await makeMill();
    const transports = [await load('PO 71'), await load('PO 72')];
    const { listId } = await apply(
      recipientId,
      transports.map((transportId, index) => ({
        ...row(`PO 7${index + 1}`, { row: index + 1 }),
        transportId,
      })),
      { action: 'RELEASE' },
    );
    const [first, second = 0] = transports;
    const undone = await runDuring(
      test.pool,
      {
        before: (other) => other.query('select from transport where id = $1 for no key update', [first]),
        // the undo waits for the first transport and has not reached the second
        meanwhile: () =>
          admin.call(settlePurchase, {
            body: {
              transportId: second,
              realPurchaseCargoPrice: 78_500,
              realPurchaseCargoQuality: 'Konsumpcyjna',
            },
          }),
      },
      () => undo(listId),
    );
    expect(codesOf(undone)).toEqual([null, 'CONFLICT']);
    expect(await read(second)).toMatchObject({ status: 'TO_BE_SETTLED' });
  });

  it('is rejected while a later list has corrected the same transport; undoing that correction restores the first weight', async () => {
    const { recipientId, load } = await makeMill();
    const transportId = await load('PO 1');
    const ticket = { ...row('PO 1', { ticketNumber: 'R 1' }), transportId };
    const first = await apply(recipientId, [ticket], { action: 'RELEASE' });
    const second = await apply(recipientId, [{ ...ticket, net: 24_900 }]);
    expect(codesOf(await undo(first.listId))).toEqual(['CONFLICT']);
    expect(codesOf(await undo(second.listId))).toEqual([null]);
    expect(await read(transportId)).toMatchObject({ status: 'TO_BE_SETTLED', realQuantityKg: 24_860 });
    expect(codesOf(await undo(first.listId))).toEqual([null]);
    expect(await read(transportId)).toMatchObject({
      status: 'ON_THE_WAY',
      realQuantityKg: null,
      tickets: [],
    });
  });

  it('is allowed within a day, to the user who applied the list and to an ADMIN', async () => {
    const { recipientId, load } = await makeMill();
    const transportId = await load('PO 1');
    const { listId } = await apply(recipientId, [{ ...row('PO 1'), transportId }]);
    const other = await createTestUser(test);
    expect(await failureOf(undo(listId, other))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await failureOf(undo(999_999_999))).toMatchObject({
      code: 'NOT_FOUND',
      fields: [{ path: 'list_id' }],
    });
    const age = (interval: string) =>
      test.pool.query('update unloading_list set applied_at = now() - $2::interval where id = $1', [
        listId,
        interval,
      ]);
    const offered = async (to: TestUser) => {
      const { list } = await to.call(wire.listRecentUnloadings, {});
      return list.find(({ id }) => id === listId);
    };
    await age('25 hours');
    expect(await failureOf(undo(listId))).toMatchObject({ status: 409, code: 'WRONG_STATUS' });
    expect(await offered(user)).toBeUndefined();
    await age('23 hours');
    const transports = [{ transportId, registrationNumber: 'PO 1' }];
    expect(await offered(user)).toMatchObject({ transports });
    expect(await offered(admin)).toMatchObject({ transports });
    expect(await offered(other)).toBeUndefined();
    expect(codesOf(await undo(listId, admin))).toEqual([null]);
    expect(await offered(user)).toBeUndefined();
  });
});

it('the column mapping of unloading lists is stored for each recipient', async () => {
  const { recipientId } = await makeMill();
  const params = { id: recipientId };
  expect(await user.call(wire.getUnloadingMapping, { params })).toEqual({ columns: [] });
  const columns = [
    { header: 'Nr rej.', column: 'PLATE' as const },
    { header: 'H2O', column: 'READING' as const, parameter: 'Wilgotność' },
  ];
  expect(await user.call(wire.changeUnloadingMapping, { params, body: { columns } })).toEqual({ columns });
  const [plate] = columns;
  const changed = { columns: plate === undefined ? [] : [plate] };
  await user.call(wire.changeUnloadingMapping, { params, body: changed });
  expect(await admin.call(wire.getUnloadingMapping, { params })).toEqual(changed);
  const unknown = { id: 999_999_999 };
  expect(await failureOf(user.call(wire.getUnloadingMapping, { params: unknown }))).toMatchObject({
    status: 404,
    code: 'RECIPIENT_NOT_FOUND',
  });
  const twice = { columns: [columns[0], columns[0]].flatMap((one) => one ?? []) };
  expect(await failureOf(user.call(wire.changeUnloadingMapping, { params, body: twice }))).toMatchObject({
    code: 'VALUE_IS_DUPLICATED',
    fields: [{ path: 'columns.1.header' }],
  });
  for (const columns of [[[]], [{ header: 5 }]])
    expect(
      await failureOf(user.call(wire.changeUnloadingMapping, { params, body: { columns } as never })),
    ).toMatchObject({ status: 400, code: 'FST_ERR_VALIDATION' });
});

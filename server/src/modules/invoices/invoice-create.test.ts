import { carriers } from '@spichlerz/shared/wire/carriers';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import {
  changeInvoice,
  checkInvoice,
  correctInvoice,
  createInvoice,
  getInvoice,
  listInvoices,
} from '@spichlerz/shared/wire/invoices';
import { changeTransportReadings } from '@spichlerz/shared/wire/quality';
import { settlePurchase } from '@spichlerz/shared/wire/settlements';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { type Material, makeMaterial, makeTransport, setTransportStatuses } from '../../testing/make.ts';
import { makeReleasedTransport, settleSaleWithOptions, type Trade } from '../../testing/settle.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

/* Tests the joint invoice of many transports (customer invoices.md, POST /invoice/create). */

let test: TestApp;
let user: TestUser;
let material: Material;
let trade: Trade;
let transports: number[];
let recipient: number;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  trade = await makeReleasedTransport(user, material);
  const second = await makeTransport(user, trade.purchase, trade.sales, { quantityKg: 10_000 });
  await setTransportStatuses(user, second, 'DELIVERED', 'TO_BE_SETTLED');
  transports = [trade.transport, second];
  const { rows } = await test.pool.query<{ id: number }>(
    'select contractor_id as id from contract where id = $1',
    [trade.sales],
  );
  recipient = rows[0]?.id ?? 0;
});
afterAll(() => test.close());

const create = (body: Partial<BodyInputOf<typeof createInvoice>>) =>
  user.call(createInvoice, {
    body: { kind: 'SALES', contractorId: recipient, number: 'FV/1', transportIds: transports, ...body },
  });

it('a joint invoice contains each transport that can be invoiced; the response has an error code for each rejected transport', async () => {
  const other = await makeReleasedTransport(user, material);
  const [first = 0, second = 0] = transports;
  const { id, rows } = await create({
    dueDate: '2026-10-01',
    note: 'wspólna',
    transportIds: [...transports, other.transport],
    versions: [{ transportId: second, version: 99 }],
  });
  expect(rows).toEqual([
    { transportId: first, ok: true, messageCode: null },
    { transportId: second, ok: false, messageCode: 'CONFLICT' },
    { transportId: other.transport, ok: false, messageCode: 'CONTRACT_IS_NOT_COMPATIBLE' },
  ]);
  expect(await create({ number: ' fv/1', transportIds: [second] })).toMatchObject({
    id,
    rows: [{ ok: true }],
  });
  expect(await user.call(getInvoice, { params: { id: id ?? 0 } })).toMatchObject({
    number: 'FV/1',
    dueDate: '2026-10-01',
    note: 'wspólna',
    amount: 2_242_240 + 910_000,
    transportCount: 2,
  });
  const noted = await test.pool.query(
    "select changes from history where entity = 'invoice' and entity_id = $1",
    [id],
  );
  expect(noted.rows).toEqual([{ changes: { note: [null, 'wspólna'] } }]);
});

it('an invoice request is rejected if it repeats a transport, or has a price or version for a transport outside its list', async () => {
  const [first = 0, second = 0] = transports;
  const freightAmount = 100_000;
  const failures: [Partial<BodyInputOf<typeof createInvoice>>, string, string][] = [
    [{ transportIds: [first, second, first] }, 'transport_ids.2', 'VALUE_IS_DUPLICATED'],
    [
      {
        prices: [
          { transportId: first, freightAmount },
          { transportId: first, freightAmount: 1 },
        ],
      },
      'prices.1.transport_id',
      'VALUE_IS_DUPLICATED',
    ],
    [
      { transportIds: [first], prices: [{ transportId: second, freightAmount }] },
      'prices.0.transport_id',
      'VALUE_IS_WRONG',
    ],
    [
      { transportIds: [first], versions: [{ transportId: second, version: 1 }] },
      'versions.0.transport_id',
      'VALUE_IS_WRONG',
    ],
  ];
  for (const [body, path, code] of failures)
    expect(await failureOf(create({ number: 'FV/dwa razy', ...body }))).toMatchObject({
      status: 400,
      fields: [{ path, code }],
    });
});

it('the quantity of an invoice is the sum of its settled quantities, recalculated when the invoice is saved after a new weighing', async () => {
  const own = await makeReleasedTransport(user, material);
  const split = await makeTransport(user, own.purchase, own.sales, { quantityKg: 24_640 });
  await setTransportStatuses(user, split, 'DELIVERED', 'TO_BE_SETTLED');
  const { rows: contractors } = await test.pool.query<{ id: number }>(
    'select contractor_id as id from contract where id = any($1::bigint[]) order by id',
    [[own.purchase, own.sales]],
  );
  const [supplier = 0, buyer = 0] = contractors.map(({ id }) => id);
  await user.call(settlePurchase, {
    body: {
      transportId: own.transport,
      realPurchaseCargoPrice: 80_000,
      realPurchaseCargoQuality: 'Paszowa',
    },
  });
  await settleSaleWithOptions(user, split, [20_000, 90_000], [4_000, 80_000]);
  const bought = { kind: 'PURCHASE', contractorId: supplier, number: 'FZ/9' } as const;
  const purchase = await create({ ...bought, transportIds: [own.transport] });
  const sold = { contractorId: buyer, number: 'FV/9', transportIds: [own.transport, split] };
  const sale = await create(sold);
  const kilogramsOf = async (id: number | null) => {
    const invoice = await user.call(getInvoice, { params: { id: id ?? 0 } });
    return [invoice.quantity, ...invoice.transports.map(({ quantity }) => quantity)];
  };
  expect(await kilogramsOf(purchase.id)).toEqual([24_640, 24_640]);
  expect(await kilogramsOf(sale.id)).toEqual([48_640, 24_640, 24_000]);
  for (const id of [own.transport, split]) {
    const ticket = { place: 'UNLOADING', number: 'KW 1', net: 24_740 } as const;
    await user.call(changeTransportReadings, { params: { id }, body: { readings: [], tickets: [ticket] } });
  }
  expect(await kilogramsOf(purchase.id)).toEqual([24_640, 24_640]);
  expect(await kilogramsOf(sale.id)).toEqual([48_640, 24_640, 24_000]);
  await create(sold);
  expect(await kilogramsOf(sale.id)).toEqual([48_740, 24_740, 24_000]);
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
});

it('no invoice is created without an existing transport, or with an unknown recipient, incomplete payment data or an invalid KSeF number', async () => {
  expect(await create({ transportIds: [999_999] })).toEqual({
    id: null,
    rows: [{ transportId: 999_999, ok: false, messageCode: 'TRANSPORT_NOT_FOUND' }],
  });
  expect(await failureOf(create({ contractorId: 999_999 }))).toMatchObject({ code: 'RECIPIENT_NOT_FOUND' });
  expect(await failureOf(create({ isPaid: true }))).toMatchObject({ code: 'INVOICE_DATA_INCOMPLETE' });
  expect(await failureOf(create({ ksefNumber: 'KSEF' }))).toMatchObject({ code: 'VALUE_IS_WRONG' });
});

it('a freight invoice gets its amounts from the request or from the transport prices, and can be created as paid', async () => {
  const { id: contractorId } = await user.call(carriers.create, { body: { companyName: 'Przewozy' } });
  const [first = 0] = transports;
  const freight = {
    kind: 'FREIGHT',
    contractorId,
    number: 'FT/1',
    dueDate: '2026-10-01',
    isPaid: true,
  } as const;
  const prices = [{ transportId: first, freightAmount: 100_000 }];
  expect(await failureOf(create({ ...freight, prices }))).toMatchObject({ code: 'INVOICE_DATA_INCOMPLETE' });
  const { id } = await create({ ...freight, prices, issueDate: '2026-09-06' });
  expect(await user.call(getInvoice, { params: { id: id ?? 0 } })).toMatchObject({
    contractor: { id: contractorId, name: 'Przewozy' },
    isPaid: true,
    amount: 100_000 + 45_000,
  });
  expect(await create({ ...freight, prices, issueDate: '2026-09-06' })).toMatchObject({
    id: null,
    rows: [{ messageCode: 'WRONG_STATUS' }, { messageCode: 'WRONG_STATUS' }],
  });
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
});

it('a joint invoice rejects a delivery more than 180 days after the first delivery, and a freight amount of zero', async () => {
  const released = async (day: string, terms: { quantityKg: number; freightPerTonne?: number }) => {
    const transport = await makeTransport(user, trade.purchase, trade.sales, {
      dateLoading: day,
      dateUnloading: day,
      ...terms,
    });
    await setTransportStatuses(user, transport, 'DELIVERED', 'TO_BE_SETTLED');
    return transport;
  };
  const early = await released('2026-01-05', { quantityKg: 1_000 });
  const late = await released('2026-09-01', { quantityKg: 400, freightPerTonne: 1 });
  const transportIds = [early, late];
  const accepted = { ok: true, messageCode: null };
  const far = await create({ number: 'FV/180', transportIds });
  expect(far.rows).toMatchObject([accepted, { ok: false, messageCode: 'INVOICE_DATA_INCOMPLETE' }]);
  const dated = await create({ number: 'FV/180', issueDate: '2026-05-01', transportIds });
  expect(dated).toMatchObject({ id: far.id, rows: [accepted, accepted] });
  const { id: contractorId } = await user.call(carriers.create, { body: { companyName: 'Lekkie' } });
  const freight = { kind: 'FREIGHT', contractorId, number: 'FT/0', issueDate: '2026-09-06' } as const;
  expect((await create({ ...freight, transportIds })).rows).toMatchObject([
    accepted,
    { ok: false, messageCode: 'VALUE_IS_WRONG' },
  ]);
});

it('the check of a new invoice returns the invoice to join, a contractor with the same number, and a mismatch of seller NIP and KSeF number', async () => {
  const other = await makeReleasedTransport(user, material);
  const [first = 0, second = 0] = transports;
  const ksefNumber = '5265877635-20250826-0100001AF629-AF';
  const check = (body: Partial<BodyInputOf<typeof checkInvoice>>) =>
    user.call(checkInvoice, { body: { kind: 'SALES', transportIds: [first], number: ' fv/1', ...body } });
  const joined = {
    number: 'FV/1',
    issueDate: null,
    dueDate: '2026-10-01',
    ksefNumber: null,
    otherTransports: 1,
    isPaid: false,
  };
  expect(await check({})).toMatchObject({ joined, sellerNip: null, numberUsedBy: null });
  expect(await check({ transportIds: [first, second] })).toMatchObject({ joined: null });
  expect(await check({ number: 'FV/2' })).toMatchObject({ joined: null });
  expect(await check({ issueDate: '2028-01-01' })).toMatchObject({ joined: null });
  const { rows } = await test.pool.query<{ name: string; nip: string }>(
    `select r.full_name as name, p.nip from contractor r, contract c join contractor p on p.id = c.contractor_id
     where r.id = $1 and c.id = $2`,
    [recipient, trade.purchase],
  );
  const { name, nip } = rows[0] ?? {};
  expect(await check({ transportIds: [other.transport] })).toMatchObject({
    joined: null,
    numberUsedBy: name,
  });
  // a euro invoice of the same recipient does not join the PLN invoice
  await test.pool.query("update contract set contractor_id = $1, currency = 'EUR' where id = $2", [
    recipient,
    other.sales,
  ]);
  expect(await check({ transportIds: [other.transport] })).toMatchObject({
    joined: null,
    numberUsedBy: name,
  });
  expect(await check({ kind: 'PURCHASE', ksefNumber })).toEqual({
    joined: null,
    corrections: null,
    deletedCorrections: [],
    sellerNip: nip,
    ksefNumberUsedBy: null,
    numberUsedBy: null,
    isCorrectionNumber: false,
  });
  expect(await check({ kind: 'PURCHASE', ksefNumber, number: undefined })).toMatchObject({ sellerNip: nip });
  const own = await test.pool.query(`update contractor set accounting_method = 'RR' where nip = $1`, [nip]);
  expect(own.rowCount).toBe(1);
  expect(await check({ kind: 'PURCHASE', ksefNumber })).toMatchObject({ sellerNip: null });
  await user.call(settlePurchase, {
    body: { transportId: first, realPurchaseCargoPrice: 78_000, realPurchaseCargoQuality: 'Paszowa' },
  });
  const { rows: suppliers } = await test.pool.query<{ id: number }>(
    'select id from contractor where nip = $1',
    [nip],
  );
  const purchase = { kind: 'PURCHASE', contractorId: suppliers[0]?.id ?? 0, number: 'RR/1' } as const;
  expect(await create({ ...purchase, transportIds: [first] })).toMatchObject({ rows: [{ ok: true }] });
  expect(await check({ number: 'FV/77' })).toMatchObject({ numberUsedBy: null });
});

it('the check of an existing invoice number returns the sum of the corrections of that invoice', async () => {
  const check = (number: string) =>
    user.call(checkInvoice, { body: { kind: 'SALES', transportIds: transports, number } });
  const { list } = await user.call(listInvoices, { body: { search: 'FV/1', filter: { kind: 'SALES' } } });
  const id = list.find(({ number }) => number === 'FV/1')?.id ?? 0;
  expect(await check('FV/1')).toMatchObject({ joined: null, corrections: null });
  for (const [number, amountDifference] of [
    ['FV/1/K1', -88_880],
    ['FV/1/K2', 10_000],
  ] as const)
    await user.call(correctInvoice, {
      params: { id },
      body: { number, issueDate: '2026-10-03', amountDifference, reason: 'Reklamacja' },
    });
  expect(await check('fv/1')).toMatchObject({
    joined: null,
    corrections: { amount: -78_880, currency: 'PLN' },
  });
  expect(await check('FV/2')).toMatchObject({ corrections: null });
});

it('the check of a correction returns a different invoice or correction that already has the same number', async () => {
  const { list } = await user.call(listInvoices, { body: { search: 'FV/1', filter: { kind: 'SALES' } } });
  const { id } = list.find(({ number }) => number === 'FV/1/K1') ?? {};
  const usedBy = async (body: Pick<BodyInputOf<typeof checkInvoice>, 'number' | 'correction'>) => {
    const check = { kind: 'SALES', transportIds: transports, ...body } as const;
    return (await user.call(checkInvoice, { body: check })).joined?.number ?? null;
  };
  expect(await usedBy({ number: 'fv/1', correction: {} })).toBe('FV/1');
  expect(await usedBy({ number: 'FV/1/K1', correction: {} })).toBe('FV/1/K1');
  expect(await usedBy({ number: 'FV/1/K1', correction: { id } })).toBeNull();
  expect(await usedBy({ number: 'FV/1/K2', correction: { id } })).toBe('FV/1/K2');
  expect(await usedBy({ number: 'FV/1/K1' })).toBeNull();
});

it('the check of an invoice returns a different invoice that already has the same KSeF number', async () => {
  const ksefNumber = '5265877635-20250826-0100001AF629-AF';
  const usedBy = async (body: Partial<BodyInputOf<typeof checkInvoice>>) => {
    const { ksefNumberUsedBy } = await user.call(checkInvoice, {
      body: { kind: 'SALES', transportIds: transports, number: 'FV/1', ksefNumber, ...body },
    });
    return ksefNumberUsedBy?.number ?? null;
  };
  const { list } = await user.call(listInvoices, { body: { search: 'FV/1', filter: { kind: 'SALES' } } });
  const { id = 0 } = list.find(({ number }) => number === 'FV/1') ?? {};
  const save = (of: number, stored: { number: string; ksefNumber: string | null }) =>
    user.call(changeInvoice, { params: { id: of }, body: stored });
  await save(id, { number: 'FV/1', ksefNumber });
  // the KSeF number of the transports' own invoice is allowed, also when that invoice is renamed
  expect(await usedBy({})).toBeNull();
  expect(await usedBy({ number: 'FV/3' })).toBeNull();
  expect(await usedBy({ ksefNumber: 'OFF' })).toBeNull();
  expect(await usedBy({ kind: 'PURCHASE' })).toBe('FV/1');
  expect(await usedBy({ kind: 'PURCHASE', number: undefined })).toBe('FV/1');
  expect(await usedBy({ number: 'FV/1/K3', correction: {} })).toBe('FV/1');

  const correction = await user.call(correctInvoice, {
    params: { id },
    body: { number: 'FV/1/K3', issueDate: '2026-10-03', amountDifference: 100, reason: 'Reklamacja' },
  });
  await save(id, { number: 'FV/1', ksefNumber: null });
  await save(correction.id, { number: 'FV/1/K3', ksefNumber });
  expect(await usedBy({ number: 'FV/1/K3', correction })).toBeNull();
  expect(await usedBy({})).toBe('FV/1/K3');
});

import { realizedKg } from '@spichlerz/shared/domain/contract';
import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import { effKg, isInProgress } from '@spichlerz/shared/domain/transport';
import { kilograms } from '@spichlerz/shared/domain/units';
import { getAllocatedValue, listAllocations } from '@spichlerz/shared/wire/allocations';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { getTransport, listTransports, type TransportRow } from '@spichlerz/shared/wire/transports';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb } from '../db/tx.ts';
import { startMarginSums } from '../jobs/margin-sums.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { expectMargins } from '../testing/margins.ts';
import {
  idAt,
  makeWorld,
  performStep,
  randomSteps,
  type StepDataSource,
  seededRandom,
  type TradeFixture,
} from '../testing/random-trade.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

/*
 * Many clients change the same four contracts at once. The order is unknown, but every reply is a success or
 * a domain error, and every quantity equals the sum of its transports and commitments. `npm run stress` takes
 * many more steps.
 */

const WORKERS = 16;
const STEPS_EACH = Number(process.env['STRESS_STEPS_EACH'] ?? 60);
const SEED = Number(process.env['STRESS_SEED'] ?? 5_003);
const PAGE_SIZE = 100;

let test: TestApp;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp({ poolSize: 20 });
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());

async function transportsOf(side: Side, id: number): Promise<TransportRow[]> {
  const scope = { purchase: { purchaseId: id }, sales: { salesId: id } }[side];
  const transports: TransportRow[] = [];
  for (;;) {
    const query = { ...scope, limit: PAGE_SIZE, offset: transports.length };
    const { list } = await admin.call(listTransports, { query });
    transports.push(...list);
    if (list.length < PAGE_SIZE) return transports;
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

async function expectConsistentSums(side: Side, id: number): Promise<void> {
  const transports = await transportsOf(side, id);
  const { list: pairs } = await admin.call(listAllocations, {
    query: { purchase: { purchaseId: id }, sales: { salesId: id } }[side],
  });
  const served = await admin.call(contracts[side].dashboard, { params: { id } });
  const counted = transports.map((transport) => ({
    isOnTheWay: isInProgress(transport.status),
    kg: effKg({
      status: transport.status,
      isReturned: transport.isReturned,
      quantityKg: kilograms(transport.quantityKg),
      realQuantityKg: transport.realQuantityKg === null ? null : kilograms(transport.realQuantityKg),
    }),
  }));
  const inDelivery = sum(counted.filter(({ isOnTheWay }) => isOnTheWay).map(({ kg }) => kg));
  const delivered = sum(counted.filter(({ isOnTheWay }) => !isOnTheWay).map(({ kg }) => kg));
  expect(served).toMatchObject({
    inDelivery,
    delivered,
    allocated: sum(pairs.map(({ allocated }) => allocated)),
    realized: realizedKg({ inDeliveryKg: kilograms(inDelivery), deliveredKg: kilograms(delivered) }),
    toAllocate: served.quantityKg - served.allocated - inDelivery - delivered,
  });
}

/** The server's current state. Other clients may change it before the step is taken. */
function serverState(world: TradeFixture): StepDataSource {
  return {
    amountKg: async ({ at, amount }) => {
      if ('kg' in amount) return amount.kg;
      const body = {
        purchaseId: idAt(world, 'purchase', at.purchase),
        salesId: idAt(world, 'sales', at.sales),
      };
      return (await admin.call(getAllocatedValue, { body })) + (amount.of === 'open' ? 0 : 5_000);
    },
    transport: async ({ transport }) => {
      const index = world.transportIds.length === 0 ? 0 : transport % world.transportIds.length;
      const row = await admin.call(getTransport, { params: { id: world.transportIds[index] ?? 1 } });
      return {
        index: world.transportIds.indexOf(row.id),
        quantityKg: row.quantityKg,
        realQuantityKg: row.realQuantityKg,
        purchase: world.purchase.indexOf(row.purchaseId),
        sales: world.sales.indexOf(row.salesId),
      };
    },
  };
}

async function runWorker(world: TradeFixture, seed: number): Promise<number> {
  const nextStep = randomSteps(seededRandom(seed));
  const source = serverState(world);
  let done = 0;
  for (let number = 0; number < STEPS_EACH; number++) {
    const step = nextStep();
    // throws on a reply that is neither a success nor a domain error
    if ((await performStep(admin, world, step, source)) === null) done++;
  }
  return done;
}

it(`no kilogram is lost while ${WORKERS} clients change the same contracts`, {
  timeout: 3_600_000,
}, async () => {
  const world = await makeWorld(admin);
  const marginSums = startMarginSums({
    db: createDb(test.pool),
    log: pino({ level: 'silent' }),
    intervalMs: 1,
  });
  const done = await Promise.all(
    Array.from({ length: WORKERS }, (_, worker) => runWorker(world, SEED + worker * 101)),
  );
  await marginSums.stop();
  expect(sum(done)).toBeGreaterThan(WORKERS);
  for (const side of SIDES) for (const id of world[side]) await expectConsistentSums(side, id);
  const { rows } = await test.pool.query('select * from integrity_problem');
  expect(rows).toEqual([]);
  await expectMargins(test.pool, admin, world);
});

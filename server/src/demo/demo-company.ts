import { changeContractStatus as changeStatusCall } from '@spichlerz/shared/wire/contract-changes';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { NO_TIMEOUT } from '../db/prepared-statements.ts';
import { createDb, inTransaction, type Tx } from '../db/tx.ts';
import { changeContractStatus } from '../modules/contracts/contract-commands.ts';
import { type CreatedContract, createDemoContracts } from './demo-contracts.ts';
import { addDemoCorrections } from './demo-corrections.ts';
import { createDiscountTables } from './demo-discount-tables.ts';
import { correctDemoInvoice } from './demo-invoices.ts';
import { createMaterials } from './demo-material-records.ts';
import { createColleagues } from './demo-people.ts';
import { planTrade } from './demo-plan.ts';
import { seededRandom } from './demo-random.ts';
import { settleDemoTransports } from './demo-settlements.ts';
import { createDemoTransports } from './demo-transports.ts';
import type { LifecycleStage } from './lifecycle-stage.ts';
import { bodyOf, type SeedContext } from './seed-context.ts';

// Any number works, as long as nothing else in this database uses the same advisory lock.
const lockKey = 7_410_002;

/** Loads the demo company when the database has no user. When two servers start at once, only one loads it. */
export const seedDemoCompany = async ({ pool, log }: { pool: Pool; log: Logger }): Promise<void> => {
  const began = performance.now();
  const isLoaded = await inTransaction(createDb(pool), async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`${sql.raw(NO_TIMEOUT)} select pg_advisory_xact_lock(${lockKey})`.execute(tx);
    const someone = await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst();
    if (someone !== undefined) return false;
    await createDemoData(tx);
    return true;
  });
  if (isLoaded) log.info({ ms: Math.round(performance.now() - began) }, 'Demo company loaded');
};

/** Creates everything except users with the commands of the API, whose bodies are validated first. */
async function createDemoData(tx: Tx): Promise<void> {
  const { today } = await tx.selectNoFrom(sql<string>`current_date`.as('today')).executeTakeFirstOrThrow();
  const context: SeedContext = { tx, today, random: seededRandom(1_410), ...(await createColleagues(tx)) };
  const plan = planTrade(today, context.random);
  const materials = await createMaterials(context);
  await createDiscountTables(context, materials);
  const contracts = await createDemoContracts(context, plan, materials);
  const transports = await createDemoTransports(context, plan, contracts);
  await settleDemoTransports(context, transports);
  await addDemoCorrections(context, transports);
  await correctDemoInvoice(context);
  for (const contract of contracts.values()) await endContract(context, contract);
}

const FINAL_STATUS: Partial<Record<LifecycleStage, 'CLOSED' | 'TO_SETTLEMENT' | 'CANCELLED'>> = {
  closed: 'CLOSED',
  toSettle: 'TO_SETTLEMENT',
  cancelled: 'CANCELLED',
};

async function endContract({ tx, admin }: SeedContext, { id, planned }: CreatedContract): Promise<void> {
  const { side, stage } = planned;
  const status = FINAL_STATUS[stage];
  if (status === undefined) return;
  const change = {
    purchase: () => bodyOf(changeStatusCall.purchase, { purchaseId: id, status }),
    sales: () => bodyOf(changeStatusCall.sales, { salesId: id, status }),
  }[side]();
  await changeContractStatus(tx, admin, side, id, change.status, undefined);
}

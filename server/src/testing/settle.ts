import { listSettlements, settleSale } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus } from '@spichlerz/shared/wire/transports';
import type { Pool } from 'pg';
import { type Material, makeAllocation, makeContract, makeTransport, setTransportStatuses } from './make.ts';
import type { TestUser } from './test-user.ts';

export type Trade = { purchase: number; sales: number; transport: number };

/**
 * Creates a delivered transport of 24.64 t from a purchase to a sale at 910 zł/t. Part of the allocation stays
 * open.
 */
export async function makeDeliveredTransport(user: TestUser, material: Material): Promise<Trade> {
  const purchase = await makeContract(user, 'purchase', material);
  const sales = await makeContract(user, 'sales', material, {
    mainCargoOption: { price: 91_000, rawMaterialQualityId: material.qualityId },
  });
  await makeAllocation(user, purchase, sales, 60_000);
  const transport = await makeTransport(user, purchase, sales);
  await user.call(changeTransportStatus, {
    body: { transportId: transport, status: 'DELIVERED', realQuantityKg: 24_640 },
  });
  return { purchase, sales, transport };
}

export async function makeReleasedTransport(user: TestUser, material: Material): Promise<Trade> {
  const trade = await makeDeliveredTransport(user, material);
  await setTransportStatuses(user, trade.transport, 'TO_BE_SETTLED');
  return trade;
}

/** Returns the first settlement of the trade's contract on this side. */
export async function settlementOf(
  user: TestUser,
  side: 'purchase' | 'sales',
  trade: Pick<Trade, 'purchase' | 'sales'>,
) {
  const query = { purchase: { purchaseId: trade.purchase }, sales: { salesId: trade.sales } }[side];
  const { list } = await user.call(listSettlements[side], { query });
  const [row] = list;
  if (row === undefined) throw new Error('no settlement');
  return row;
}

/** Settles a sale with options, each of kilograms and a price per tonne. */
export const settleSaleWithOptions = async (
  user: TestUser,
  transportId: number,
  ...options: [number, number][]
) => {
  const { list } = await user.call(listSettlements.sales, { query: { transportId: [transportId] } });
  return user.call(settleSale, {
    body: {
      transportId,
      salesSettlementStatus: list[0]?.salesSettlementStatus ?? 'TO_BE_SETTLED',
      options: options.map(([realQuantityKg, realCargoPrice]) => ({
        realQuantityKg,
        realCargoPrice,
        realCargoQuality: 'Paszowa',
      })),
    },
  });
};

/** Returns the changes in the latest audit entry of a settlement. */
export async function lastChanges(pool: Pool, settlementId: number): Promise<unknown> {
  const { rows } = await pool.query<{ changes: unknown }>(
    "select changes from history where entity = 'settlement' and entity_id = $1 order by id desc limit 1",
    [settlementId],
  );
  return rows[0]?.changes;
}

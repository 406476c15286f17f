import { listSettlements, settleSale } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus } from '@spichlerz/shared/wire/transports';
import type { Pool } from 'pg';
import type { Person } from './as.ts';
import { type Material, makeAllocation, makeContract, makeTransport, setTransport } from './make.ts';

export type Trade = { purchase: number; sales: number; transport: number };

/** A truck of 24,640 t that was delivered from a purchase to a sale at 910 zł/t, with more of the pair still open. */
export async function makeDelivered(person: Person, material: Material): Promise<Trade> {
  const purchase = await makeContract(person, 'purchase', material);
  const sales = await makeContract(person, 'sales', material, {
    mainCargoOption: { price: 91_000, rawMaterialQualityId: material.qualityId },
  });
  await makeAllocation(person, purchase, sales, 60_000);
  const transport = await makeTransport(person, purchase, sales);
  await person.call(changeTransportStatus, {
    body: { transportId: transport, status: 'DELIVERED', realCargoQuantity: 24_640 },
  });
  return { purchase, sales, transport };
}

export async function makeReleased(person: Person, material: Material): Promise<Trade> {
  const trade = await makeDelivered(person, material);
  await setTransport(person, trade.transport, 'TO_BE_SETTLED');
  return trade;
}

/** The settlement as the list of a side shows it. */
export async function settlementOf(
  person: Person,
  side: 'purchase' | 'sales',
  trade: Pick<Trade, 'purchase' | 'sales'>,
) {
  const query = { purchase: { purchaseId: trade.purchase }, sales: { salesId: trade.sales } }[side];
  const { list } = await person.call(listSettlements[side], { query });
  const [row] = list;
  if (row === undefined) throw new Error('no settlement');
  return row;
}

/** Saves a sale as options of kilograms and a price per tonne. */
export const split = async (person: Person, transportId: number, ...options: [number, number][]) => {
  const { list } = await person.call(listSettlements.sales, { query: { transportId: [transportId] } });
  return person.call(settleSale, {
    body: {
      transportId,
      salesSettlementStatus: list[0]?.salesSettlementStatus ?? 'TO_BE_SETTLED',
      options: options.map(([realCargoQuantity, realCargoPrice]) => ({
        realCargoQuantity,
        realCargoPrice,
        realCargoQuality: 'Paszowa',
      })),
    },
  });
};

/** The changes in the latest history entry of a settlement. */
export async function lastChanges(pool: Pool, settlementId: number): Promise<unknown> {
  const { rows } = await pool.query<{ changes: unknown }>(
    "select changes from history where entity = 'settlement' and entity_id = $1 order by id desc limit 1",
    [settlementId],
  );
  return rows[0]?.changes;
}

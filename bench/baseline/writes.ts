import type { Pool, PoolClient } from 'pg';
import type { Handler, Row } from './row.ts';

/*
 * The write requests of the benchmark. Each one is a transaction with as few SQL statements as possible;
 * triggers of the schema update all counters and sums.
 */

const queryPrepared = async (client: PoolClient, name: string, text: string, values: unknown[]) =>
  (await client.query<Row>({ name, text, values })).rows;

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const lockContracts = (client: PoolClient, ids: number[]) =>
  queryPrepared(
    client,
    'lock',
    `select id, status, raw_material_id, plan_max_kg - allocated_kg - in_delivery_kg - delivered_kg as allowed_kg
     from contract where id = any($1::bigint[]) order by id for no key update`,
    [ids],
  );

const findAllocation = (client: PoolClient, purchaseId: unknown, salesId: unknown) =>
  queryPrepared(
    client,
    'allocation',
    'select id, open_kg, in_delivery_kg + delivered_kg as used_kg from allocation where purchase_id = $1 and sales_id = $2',
    [purchaseId, salesId],
  );

const hasEnded = ({ status }: Row) => status === 'CLOSED' || status === 'CANCELLED';

const USER_ID = '(select min(id) from app_user)';

const allocate: Handler = (pool, [purchaseId, salesId, kg]) =>
  inTransaction(pool, async (client) => {
    const contracts = await lockContracts(client, [purchaseId as number, salesId as number]);
    const [allocation] = await findAllocation(client, purchaseId, salesId);
    const open = (allocation?.['open_kg'] as number | undefined) ?? 0;
    if (
      contracts.some(
        (contract) => hasEnded(contract) || (contract['allowed_kg'] as number) + open < (kg as number),
      )
    )
      throw new Error('The contracts have no allowed quantity left');
    await queryPrepared(
      client,
      'allocate',
      `with audit_entry as (insert into history (user_id, entity, entity_id, action, changes, contract_ids)
         select ${USER_ID}, 'contract', id, 'allocated', jsonb_build_object('open_kg', jsonb_build_array($4::bigint, $3::bigint),
           'contract_id', jsonb_build_array(other, other)), array[id]
         from (values ($1::bigint, $2::bigint), ($2, $1)) as c (id, other)),
       announced as (insert into change_event (topic, ids) values
         ('allocation', array(select id from allocation where purchase_id = $1 and sales_id = $2)), ('contract', array[$1, $2]))
       update allocation set commit_kg = $3 + in_delivery_kg + delivered_kg where purchase_id = $1 and sales_id = $2`,
      [purchaseId, salesId, kg, open],
    );
    return true;
  });

const claimIdempotencyKey = (client: PoolClient, call: string, key: unknown) =>
  queryPrepared(
    client,
    'claim',
    `insert into idempotency_key (user_id, call, key) values (${USER_ID}, $1, $2) on conflict do nothing`,
    [call, key],
  );

const createTransport: Handler = (pool, [purchaseId, salesId, kg, key]) =>
  inTransaction(pool, async (client) => {
    await claimIdempotencyKey(client, 'create', key);
    const contracts = await lockContracts(client, [purchaseId as number, salesId as number]);
    const [allocation] = await findAllocation(client, purchaseId, salesId);
    if (
      contracts.some(hasEnded) ||
      allocation === undefined ||
      (allocation['open_kg'] as number) < (kg as number)
    )
      throw new Error('The allocation has no open quantity left');
    const [row] = await queryPrepared(
      client,
      'create',
      `with made as (insert into transport (purchase_id, sales_id, status, registration_number, trailer_number, carrier_name,
           driver_name, phone_number, quantity_kg, price_minor_per_tonne, date_loading, date_unloading)
         values ($1, $2, 'NEW', 'PO 12345', 'PO 54321', 'Miernik', 'Jan Miernik', '600 100 200', $3, 5000,
           current_date, current_date) returning id, registration_number),
       audit_entry as (insert into history (user_id, entity, entity_id, action, changes, contract_ids, subject)
         select ${USER_ID}, 'transport', id, 'created', jsonb_build_object('status', jsonb_build_array(null, 'NEW'),
           'quantity_kg', jsonb_build_array(null, $3::bigint), 'purchase_id', jsonb_build_array(null, $1::bigint),
           'sales_id', jsonb_build_array(null, $2::bigint)), array[$1, $2], registration_number from made),
       announced as (insert into change_event (topic, ids)
         select * from (values ('transport', array(select id from made)), ('contract', array[$1::bigint, $2])) as e (topic, ids)),
       remembered as (update idempotency_key set reply = (select jsonb_build_object('id', id) from made)
         where user_id = ${USER_ID} and call = 'create' and key = $4)
       select id from made`,
      [purchaseId, salesId, kg, key],
    );
    return { id: row?.['id'] };
  });

const changeStatus: Handler = (pool, [id, status]) =>
  inTransaction(pool, async (client) => {
    const [place] = await queryPrepared(
      client,
      'place',
      'select purchase_id, sales_id from transport where id = $1',
      [id],
    );
    await lockContracts(client, [place?.['purchase_id'] as never, place?.['sales_id'] as never]);
    const [transport] = await queryPrepared(
      client,
      'truck',
      `select t.status, t.version, t.registration_number, x.id as settlement_id from transport t
       left join settlement x on x.transport_id = t.id where t.id = $1 for no key update of t`,
      [id],
    );
    if (transport?.['status'] !== 'NEW') throw new Error('The transport is not NEW');
    await queryPrepared(
      client,
      'step',
      `with audit_entry as (insert into history (user_id, entity, entity_id, action, changes, contract_ids, subject)
         select ${USER_ID}, 'transport', id, 'statusChanged', jsonb_build_object('status', jsonb_build_array(status, $2::text)),
           array[purchase_id, sales_id], registration_number from transport where id = $1),
       announced as (insert into change_event (topic, ids)
         select e.topic, e.ids from transport t, lateral (values ('transport', array[t.id]),
           ('contract', array[t.purchase_id, t.sales_id])) as e (topic, ids) where t.id = $1)
       update transport set status = $2::transport_status, version = version + 1, updated_at = now() where id = $1`,
      [id, status],
    );
    return true;
  });

export const WRITES: Readonly<Record<string, Handler>> = {
  'allocate.0': allocate,
  'create and send a transport.0': createTransport,
  'create and send a transport.1': changeStatus,
};

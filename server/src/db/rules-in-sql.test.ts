import { type Allocation, openKg } from '@spichlerz/shared/domain/allocation';
import { CONTRACT_ATTENTIONS, type ContractAttention } from '@spichlerz/shared/domain/attention';
import {
  AGREEMENT_STATUSES,
  type AgreementStatus,
  ALLOCATABLE_STATUSES,
  acceptMax,
  allowedKg,
  CONTRACT_STATUSES,
  type ContractBalance,
  type ContractStatus,
  isFirm,
  planMax,
  RUNNING_STATUSES,
  realizedKg,
  suggestsSettlement,
  TOLERANCE_TYPES,
  TOLERANCE_UNITS,
  type Tolerance,
  toleranceRange,
} from '@spichlerz/shared/domain/contract';
import { fullName, nameKey } from '@spichlerz/shared/domain/contractor';
import {
  type DayRange,
  doRangesOverlap,
  OPEN_STATUSES,
  openPositionKg,
} from '@spichlerz/shared/domain/position';
import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import {
  effKg,
  isDelivered,
  isInProgress,
  TRANSPORT_STATUSES,
  type TransportWeights,
} from '@spichlerz/shared/domain/transport';
import { kilograms } from '@spichlerz/shared/domain/units';
import { listCandidates } from '@spichlerz/shared/wire/allocations';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { listPositions } from '@spichlerz/shared/wire/positions';
import { listTransports } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type Material, makeAllocation, makeContract, makeMaterial } from '../testing/make.ts';
import { seededRandom } from '../testing/random-trade.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

/*
 * The database repeats some rules of the domain, because lists are filtered, sorted and counted by them. The
 * tests compare the SQL with the domain on generated rows. The stored sums of these rows are generated too, so
 * that any combination occurs.
 */

let test: TestApp;
let user: TestUser;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());

const { below, pick } = seededRandom(5);
const includes = <Item>(items: readonly Item[], item: Item): boolean => items.includes(item);

type Generated = ContractBalance & {
  readonly side: Side;
  readonly status: ContractStatus;
  readonly agreementStatus: AgreementStatus;
  readonly inDeliveryCount: number;
  readonly receipt: DayRange & { readonly from: string; readonly to: string };
};
type Stored = Generated & { readonly id: number };

const DAYS = Array.from({ length: 9 }, (_, n) => `2020-0${n + 1}-15`);

/**
 * The delivered kilograms often equal the limit of a rule, or differ from it by one kilogram, to test the
 * limits.
 */
function generateContract(side: Side): Generated {
  const quantityKg = kilograms(1 + below(200_000));
  const tolerance: Tolerance | null =
    below(3) === 0
      ? null
      : { type: pick(TOLERANCE_TYPES), unit: pick(TOLERANCE_UNITS), quantity: (1 + below(10_000)) / 100 };
  const inDeliveryKg = kilograms(pick([0, below(quantityKg)]));
  const limits = { quantityKg, tolerance };
  const allocatedKg = kilograms(pick([0, below(quantityKg)]));
  const limit = pick([
    planMax(side, limits) - allocatedKg - inDeliveryKg,
    toleranceRange(limits).fromKg,
    quantityKg,
    0,
  ]);
  const [first = 0, last = 0] = [below(DAYS.length), below(DAYS.length)].toSorted(
    (one, other) => one - other,
  );
  return {
    ...limits,
    side,
    status: pick(CONTRACT_STATUSES),
    agreementStatus: pick(AGREEMENT_STATUSES),
    allocatedKg,
    inDeliveryKg,
    inDeliveryCount: inDeliveryKg > 0 ? 1 : 0,
    deliveredKg: kilograms(Math.max(0, limit + pick([-1, 0, 1]))),
    receipt: { from: DAYS[first] ?? '', to: DAYS[last] ?? '' },
  };
}

/** Stores generated contracts of a raw material, as copies of one contract per side. */
async function storeContracts(material: Material, generated: readonly Generated[]): Promise<Stored[]> {
  const copied = { purchase: 0, sales: 0 };
  for (const side of SIDES) copied[side] = await makeContract(user, side, material, { status: 'CLOSED' });
  const rows = generated.map(({ tolerance, receipt, ...row }) => ({
    ...row,
    ...receipt,
    tolerance,
    copied: copied[row.side],
  }));
  const { rows: stored } = await test.pool.query<{ id: number }>(
    `insert into contract (side, contractor_id, owner_id, fca_cpt, raw_material_id, price_minor_per_tonne, quality_id,
       status, agreement_status, receipt_from, receipt_to, quantity_kg, tolerance_type, tolerance_unit,
       tolerance_quantity, allocated_kg, in_delivery_kg, in_delivery_count, delivered_kg)
     select c.side, c.contractor_id, c.owner_id, c.fca_cpt, c.raw_material_id, c.price_minor_per_tonne, c.quality_id,
       (r.row ->> 'status')::contract_status, (r.row ->> 'agreementStatus')::agreement_status,
       (r.row ->> 'from')::date, (r.row ->> 'to')::date, (r.row ->> 'quantityKg')::bigint,
       (r.row #>> '{tolerance,type}')::tolerance_type, (r.row #>> '{tolerance,unit}')::tolerance_unit,
       (r.row #>> '{tolerance,quantity}')::numeric, (r.row ->> 'allocatedKg')::bigint,
       (r.row ->> 'inDeliveryKg')::bigint, (r.row ->> 'inDeliveryCount')::integer, (r.row ->> 'deliveredKg')::bigint
     from jsonb_array_elements($1::jsonb) with ordinality r (row, n)
     join contract c on c.id = (r.row ->> 'copied')::bigint
     order by r.n returning id`,
    [JSON.stringify(rows)],
  );
  return generated.map((contract, index) => ({ ...contract, id: stored[index]?.id ?? 0 }));
}

const idsOf = (rows: readonly { id: number }[]) =>
  rows.map(({ id }) => id).toSorted((one, other) => one - other);
const isUncovered = (contract: Generated, kg: number) => kg < toleranceRange(contract).fromKg;

describe('for generated contracts, the database and the domain', () => {
  let material: Material;
  let stored: Stored[];
  beforeAll(async () => {
    material = await makeMaterial(admin);
    stored = await storeContracts(
      material,
      Array.from({ length: 300 }, (_, n) => generateContract(n % 2 === 0 ? 'purchase' : 'sales')),
    );
  });

  it('agree on limits, on open quantities, and on which contracts are open, running or candidates', async () => {
    const { rows } = await test.pool.query(
      `select id, plan_max_kg as "planMax", accept_max_kg as "acceptMax", has_allowed as "hasAllowed",
         is_open_contract(status) as "isOpen", case when is_open_contract(status) then open_kg(c) else 0 end as "openKg",
         running_material(c) is not null as "isRunning", candidate_material(c) is not null as "isCandidate",
         (select z.realized_kg from contract_sort z where z.contract_id = c.id) as realized
       from contract c where id = any($1::bigint[]) order by id`,
      [stored.map(({ id }) => id)],
    );
    expect(rows).toEqual(
      stored.map((contract) => {
        const { id, side, status } = contract;
        const hasAllowed = allowedKg(side, contract) > 0;
        return {
          id,
          planMax: planMax(side, contract),
          acceptMax: acceptMax(contract),
          hasAllowed,
          isOpen: includes<ContractStatus>(OPEN_STATUSES, status),
          openKg: openPositionKg(contract),
          isRunning: includes<ContractStatus>(RUNNING_STATUSES, status),
          isCandidate:
            side === 'purchase' && hasAllowed && includes<ContractStatus>(ALLOCATABLE_STATUSES, status),
          realized: realizedKg(contract),
        };
      }),
    );
  });

  /** Reads all pages of a list of this raw material. */
  async function listed(side: Side, query: object): Promise<number[]> {
    const ids: { id: number }[] = [];
    for (let offset = 0, filtered = 1; offset < filtered; offset += 100) {
      const page = await user.call(contracts[side].list, {
        query: { rawMaterialId: [material.id], limit: 100, offset, orderBy: 'id ASC', ...query },
      });
      ids.push(...page.list);
      filtered = page.filtered;
    }
    return idsOf(ids);
  }

  /** These rules ignore the receipt dates, because those of all generated contracts are in the past. */
  const NEEDS_ATTENTION: Record<ContractAttention, (contract: Generated) => boolean> = {
    NOT_COVERED: (contract) =>
      contract.side === 'sales' &&
      includes<ContractStatus>(RUNNING_STATUSES, contract.status) &&
      isUncovered(contract, contract.allocatedKg + realizedKg(contract)),
    PAST_RANGE: (contract) =>
      includes<ContractStatus>(RUNNING_STATUSES, contract.status) &&
      isUncovered(contract, contract.deliveredKg),
    UNSIGNED: ({ status, agreementStatus }) =>
      includes<ContractStatus>(OPEN_STATUSES, status) && agreementStatus !== 'SIGNED',
    TO_CLOSE: (contract) => suggestsSettlement(contract.status, contract, contract.inDeliveryCount),
  };

  it.each(SIDES.flatMap((side) => CONTRACT_ATTENTIONS.map((attention) => ({ side, attention }))))(
    'select the same contracts that need attention: $side, $attention',
    async ({ side, attention }) => {
      const expected = stored.filter(
        (contract) => contract.side === side && NEEDS_ATTENTION[attention](contract),
      );
      expect(await listed(side, { attention })).toEqual(idsOf(expected));
    },
  );

  it('offer the same candidate purchases for a sale', async () => {
    const sale = await makeContract(user, 'sales', material, { status: 'CLOSED' });
    const expected = stored.filter(
      ({ side, status, ...balance }) =>
        side === 'purchase' &&
        includes<ContractStatus>(ALLOCATABLE_STATUSES, status) &&
        allowedKg(side, balance) > 0,
    );
    const { list, total } = await user.call(listCandidates, { params: { id: sale }, query: { limit: 100 } });
    expect(total).toBe(expected.length);
    expect(idsOf(list)).toEqual(idsOf(expected));
  });

  const positionOf = async (range: { dateFrom?: string; dateTo?: string }) => {
    const positions = await user.call(listPositions, { body: range });
    const { purchase, sales } = positions.find(({ id }) => id === material.id) ?? { purchase: 0, sales: 0 };
    return { purchase, sales };
  };
  const summed = (range: DayRange) => {
    const sum = { purchase: 0, sales: 0 };
    for (const contract of stored)
      if (doRangesOverlap(contract.receipt, range)) sum[contract.side] += openPositionKg(contract);
    return sum;
  };

  it('calculate the same position, with and without a range of receipt dates', async () => {
    expect(await positionOf({})).toEqual(summed({ from: null, to: null }));
    for (const from of DAYS)
      for (const to of DAYS.filter((day) => day >= from))
        expect(await positionOf({ dateFrom: from, dateTo: to })).toEqual(summed({ from, to }));
  });

  it('filter the same contracts by receipt dates', async () => {
    for (const from of DAYS) {
      const overlapping = (range: DayRange) =>
        idsOf(stored.filter(({ side, receipt }) => side === 'sales' && doRangesOverlap(receipt, range)));
      const ofGenerated = (ids: number[]) =>
        ids.filter((id) => stored.some((contract) => contract.id === id));
      expect(ofGenerated(await listed('sales', { dateOfReceiptFrom: from }))).toEqual(
        overlapping({ from, to: null }),
      );
      expect(ofGenerated(await listed('sales', { dateOfReceiptFrom: from, dateOfReceiptTo: from }))).toEqual(
        overlapping({ from, to: from }),
      );
    }
  });
});

it('the database and the domain calculate the same sum of allocations to contracts that are not firm', async () => {
  const material = await makeMaterial(admin);
  const own = await makeContract(user, 'purchase', material, { quantityKg: 10_000_000 });
  let expected = 0;
  for (const [index, status] of CONTRACT_STATUSES.entries()) {
    for (const [other, agreementStatus] of AGREEMENT_STATUSES.entries()) {
      const counterpart = await makeContract(user, 'sales', material);
      const kg = 2 ** (index * AGREEMENT_STATUSES.length + other);
      await makeAllocation(user, own, counterpart, Math.min(kg, 100_000));
      await test.pool.query('update contract set status = $2, agreement_status = $3 where id = $1', [
        counterpart,
        status,
        agreementStatus,
      ]);
      if (!isFirm({ status, agreementStatus })) expected += Math.min(kg, 100_000);
    }
  }
  const { allocatedSpeculative } = await user.call(contracts.purchase.dashboard, { params: { id: own } });
  expect(allocatedSpeculative).toBe(expected);
});

/** Transports in every status, returned or not and weighed or not, as far as the database accepts them. */
const TRANSPORTS: readonly TransportWeights[] = TRANSPORT_STATUSES.flatMap((status) =>
  [true, false].flatMap((isReturned) =>
    [null, 23_500].map((kg) => ({
      status,
      isReturned,
      quantityKg: kilograms(25_000),
      realQuantityKg: kg === null ? null : kilograms(kg),
    })),
  ),
).filter(
  ({ status, isReturned }) =>
    !isReturned || ['RETURN_TO_CLIENT', 'INVOICE', 'PAID', 'CANCELLED'].includes(status),
);

it('the database and the domain agree on the kilograms of transports, on late transports and on missing settlements', async () => {
  const material = await makeMaterial(admin);
  const [purchase, sale] = [
    await makeContract(user, 'purchase', material),
    await makeContract(user, 'sales', material),
  ];
  await makeAllocation(user, purchase, sale, 1_000);
  const { rows } = await test.pool.query<{ id: number; inDelivery: number; delivered: number }>(
    `insert into transport (purchase_id, sales_id, status, is_returned, quantity_kg, real_quantity_kg,
       registration_number, trailer_number, carrier_name, driver_name, phone_number, price_minor_per_tonne,
       date_loading, date_unloading, freight_minor, freight_invoice_number, freight_invoice_date, freight_payment_date)
     select $2, $3, (r.row ->> 'status')::transport_status, (r.row ->> 'isReturned')::boolean,
       (r.row ->> 'quantityKg')::bigint, (r.row ->> 'realQuantityKg')::bigint, 'PO 1', 'PO 2', 'Firma', 'Jan', '600', 1,
       '2020-01-01', '2020-01-02', 1, 'F/1', '2020-01-03', '2020-01-04'
     from jsonb_array_elements($1::jsonb) with ordinality r (row, n) order by r.n
     returning id, in_delivery_kg as "inDelivery", delivered_kg as delivered`,
    [JSON.stringify(TRANSPORTS), purchase, sale],
  );
  expect(rows.map(({ inDelivery, delivered }) => ({ inDelivery, delivered }))).toEqual(
    TRANSPORTS.map((transport) => ({
      inDelivery: isInProgress(transport.status) ? effKg(transport) : 0,
      delivered: isInProgress(transport.status) ? 0 : effKg(transport),
    })),
  );
  const idsWhere = (condition: (transport: TransportWeights) => boolean) =>
    rows.flatMap(({ id }, index) => {
      const transport = TRANSPORTS[index];
      return transport !== undefined && condition(transport) ? [id] : [];
    });
  const late = await user.call(listTransports, {
    query: { attention: 'LATE', purchaseId: purchase, orderBy: 'id ASC', limit: 100 },
  });
  expect(late.list.map(({ id }) => id)).toEqual(idsWhere(({ status }) => isInProgress(status)));
  const unsettled = await test.pool.query<{ id: number }>(
    `select entity_id as id from integrity_problem where entity = 'transport' and problem like 'delivered without%' order by id`,
  );
  expect(unsettled.rows.map(({ id }) => id)).toEqual(idsWhere(isDelivered));
});

it('the database and the domain calculate the same open quantity of an allocation', async () => {
  const material = await makeMaterial(admin);
  const [purchase, sale] = [
    await makeContract(user, 'purchase', material),
    await makeContract(user, 'sales', material),
  ];
  await makeAllocation(user, purchase, sale, 1_000);
  for (let n = 0; n < 50; n++) {
    const allocation: Allocation = {
      commitKg: kilograms(below(100_000) - 20_000),
      effKg: kilograms(below(100_000)),
    };
    const inDelivery = below(allocation.effKg + 1);
    const { rows } = await test.pool.query<{ open: number }>(
      `update allocation set commit_kg = $3, in_delivery_kg = $4, delivered_kg = $5
       where purchase_id = $1 and sales_id = $2 returning open_kg as open`,
      [purchase, sale, allocation.commitKg, inDelivery, allocation.effKg - inDelivery],
    );
    expect(rows).toEqual([{ open: openKg(allocation) }]);
  }
});

it('the database and the domain build the same name for a contractor', async () => {
  const names = [null, 'Jan', 'Łucja Żak'].flatMap((firstName) =>
    [null, 'Maria'].flatMap((middleName) =>
      [null, 'Nowak'].flatMap((lastName) =>
        [null, 'KOD-1'].map((companyName) => ({ firstName, middleName, lastName, companyName })),
      ),
    ),
  );
  const { rows } = await test.pool.query<{ name: string }>(
    `select coalesce(contractor_full_name(row ->> 'firstName', row ->> 'middleName', row ->> 'lastName',
       row ->> 'companyName'), '') as name from jsonb_array_elements($1::jsonb) row`,
    [JSON.stringify(names)],
  );
  expect(rows.map(({ name }) => name)).toEqual(names.map(fullName));
});

it('the database and the domain convert the same Latin and Cyrillic letters of names to lower case', async () => {
  // the lower case of the Turkish İ is one letter in PostgreSQL and two code points in JavaScript
  const letters = Array.from({ length: 0x52f - 0x41 }, (_, index) =>
    String.fromCodePoint(0x41 + index),
  ).filter((letter) => /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(letter) && letter !== 'İ');
  const { rows } = await test.pool.query<{ key: string }>(
    'select lower(btrim(letter)) as key from unnest($1::text[]) with ordinality l (letter, n) order by n',
    [letters],
  );
  expect(rows.map(({ key }) => key)).toEqual(letters.map(nameKey));
});

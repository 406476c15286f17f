import { allocate as allocateCall } from '@spichlerz/shared/wire/allocations';
import { carriers as carrierCalls } from '@spichlerz/shared/wire/carriers';
import {
  changeTransportStatus as changeStatusCall,
  createTransport as createCall,
} from '@spichlerz/shared/wire/transports';
import type { Actor } from '../auth/actor.ts';
import { allocate } from '../modules/allocations/allocation-commands.ts';
import { createCarrier } from '../modules/contractors/carrier-commands.ts';
import { changeTransportStatus, createTransport } from '../modules/transports/transport-commands.ts';
import { type DemoCarrier, demoCarriers } from './demo-carriers.ts';
import type { CreatedContract } from './demo-contracts.ts';
import { DEMO_RETURN_REASONS, DEMO_TRANSPORT_COMMENTS } from './demo-names.ts';
import type { Plan } from './demo-plan.ts';
import type { Random } from './demo-random.ts';
import { type DemoMeasurements, demoMeasurements } from './demo-readings.ts';
import type { PlannedTransport, TransportOutcome } from './demo-transport-plan.ts';
import type { PlannedContract } from './lifecycle-stage.ts';
import { bodyOf, type SeedContext } from './seed-context.ts';

export type CreatedTransport = PlannedTransport & {
  readonly id: number;
  readonly actor: Actor;
  readonly purchase: CreatedContract;
  readonly sale: CreatedContract;
  /** The freight agreed with the carrier, in minor units per tonne. */
  readonly freightPerTonne: number;
};

type Status = 'NEW' | 'WAITING' | 'ON_THE_WAY' | 'DELIVERED';

/**
 * The initial status of a transport. Most delivered transports start as DELIVERED, as if they were entered
 * after the delivery.
 */
const INITIAL_STATUS: Readonly<Record<TransportOutcome, Status>> = {
  new: 'NEW',
  waiting: 'WAITING',
  onTheWay: 'ON_THE_WAY',
  cancelled: 'NEW',
  returned: 'ON_THE_WAY',
  delivered: 'ON_THE_WAY',
  unweighed: 'DELIVERED',
  released: 'DELIVERED',
  settled: 'DELIVERED',
  invoiced: 'DELIVERED',
  paid: 'DELIVERED',
};

export async function createDemoTransports(
  context: SeedContext,
  plan: Plan,
  contracts: ReadonlyMap<PlannedContract, CreatedContract>,
): Promise<CreatedTransport[]> {
  const { tx, random } = context;
  const loads: { planned: PlannedTransport; purchase: CreatedContract; sale: CreatedContract }[] = [];
  for (const { openKg, transports, ...pair } of plan.allocations) {
    const purchase = createdContract(contracts, pair.purchase);
    const sale = createdContract(contracts, pair.sale);
    const quantityKg = transports.reduce((sum, transport) => sum + transport.quantityKg, openKg);
    const body = bodyOf(allocateCall, { purchaseId: purchase.id, quantityKg });
    await allocate(tx, random.pick(context.traders), sale.id, body);
    loads.push(...transports.map((planned) => ({ planned, purchase, sale })));
  }
  loads.sort((one, other) => one.planned.dateLoading.localeCompare(other.planned.dateLoading));
  const carriers = await createCarriers(context);
  const transports: CreatedTransport[] = [];
  for (const { planned, purchase, sale } of loads) {
    const actor = random.pick(context.traders);
    const freightPerTonne = random.int(35, 95) * 100;
    const { id } = await createTransport(
      tx,
      actor,
      bodyOf(createCall, {
        purchaseId: purchase.id,
        salesId: sale.id,
        status: INITIAL_STATUS[planned.outcome],
        quantityKg: planned.quantityKg,
        freightPerTonne,
        currency: 'PLN',
        dateLoading: planned.dateLoading,
        dateUnloading: planned.dateUnloading,
        ...chooseVehicle(carriers, sale.isGmp, random),
        ...commentFor(planned.outcome, random),
      }),
    );
    transports.push({ ...planned, id, actor, purchase, sale, freightPerTonne });
  }
  // Unloaded weights are entered after all transports are created, because a heavy load could leave too little
  // of the allocation for the next transports.
  const measurementsOf = demoMeasurements();
  for (const transport of transports) await applyOutcome(context, transport, measurementsOf(transport));
  return transports;
}

type CreatedCarrier = DemoCarrier & { readonly carrierId: number | null };

/**
 * Creates records of most carriers. The other carriers exist only as names in transports; the screen offers to
 * create their records.
 */
async function createCarriers({ tx, admin }: SeedContext): Promise<readonly CreatedCarrier[]> {
  const created: CreatedCarrier[] = [];
  for (const carrier of demoCarriers()) {
    const { form } = carrier;
    const carrierId =
      form === null ? null : (await createCarrier(tx, admin, bodyOf(carrierCalls.create, form))).id;
    created.push({ ...carrier, carrierId });
  }
  return created;
}

function createdContract(
  contracts: ReadonlyMap<PlannedContract, CreatedContract>,
  planned: PlannedContract,
): CreatedContract {
  const contract = contracts.get(planned);
  if (contract === undefined) throw new Error('A planned contract was not created');
  return contract;
}

/** Applies the outcome to the transport; demo-settlements.ts adds invoices and payments. */
async function applyOutcome(
  context: SeedContext,
  transport: CreatedTransport,
  measurements: DemoMeasurements,
): Promise<void> {
  const to = (
    status: 'CANCELLED' | 'RETURN_TO_CLIENT' | 'DELIVERED' | 'TO_BE_SETTLED',
    realQuantityKg?: number,
    more?: DemoMeasurements,
  ) => setStatus(context, transport, { status, realQuantityKg, ...more });
  const release = () => to('TO_BE_SETTLED', transport.realQuantityKg, measurements);
  const steps: Readonly<Record<TransportOutcome, (() => Promise<void>) | null>> = {
    new: null,
    waiting: null,
    onTheWay: null,
    cancelled: () => to('CANCELLED'),
    returned: () => to('RETURN_TO_CLIENT'),
    delivered: () => to('DELIVERED', transport.realQuantityKg, measurements),
    unweighed: null,
    released: release,
    settled: release,
    invoiced: release,
    paid: release,
  };
  await steps[transport.outcome]?.();
}

export async function setStatus(
  context: SeedContext,
  transport: CreatedTransport,
  change: {
    status: 'CANCELLED' | 'RETURN_TO_CLIENT' | 'DELIVERED' | 'TO_BE_SETTLED' | 'INVOICE';
    realQuantityKg?: number | undefined;
    reason?: string;
  } & DemoMeasurements,
  actor: Actor = transport.actor,
): Promise<void> {
  await changeTransportStatus(
    context.tx,
    actor,
    bodyOf(changeStatusCall, { transportId: transport.id, ...change }),
  );
}

/** Feed that requires GMP usually goes with a certified carrier. */
function chooseVehicle(carriers: readonly CreatedCarrier[], isGmpAsked: boolean, random: Random) {
  const fitting = carriers.filter(({ gmpNumber }) => !isGmpAsked || gmpNumber !== null || random.chance(5));
  const [first, ...others] = fitting;
  if (first === undefined) throw new Error('The demo company has no carrier');
  const carrier = random.pick([first, ...others]);
  const [transport, ...transports] = carrier.transports;
  if (transport === undefined) throw new Error(`${carrier.name} has no truck`);
  return {
    ...random.pick([transport, ...transports]),
    carrierId: carrier.carrierId,
    carrierName: carrier.name,
    isGmp: isGmpAsked && carrier.gmpNumber !== null,
    ...(isGmpAsked && carrier.gmpNumber !== null && { gmpNumber: carrier.gmpNumber }),
  };
}

function commentFor(outcome: TransportOutcome, random: Random): { comment?: string } {
  if (outcome === 'returned') return { comment: random.pick(DEMO_RETURN_REASONS) };
  return random.chance(35) ? { comment: random.pick(DEMO_TRANSPORT_COMMENTS) } : {};
}

import { allocate as allocateCall } from '@spichlerz/shared/wire/allocations';
import {
  changeTransportStatus as changeStatusCall,
  createTransport as createCall,
} from '@spichlerz/shared/wire/transports';
import type { Actor } from '../../http/actor.ts';
import { allocate } from '../../modules/allocations/allocation-commands.ts';
import { changeTransportStatus, createTransport } from '../../modules/transports/transport-commands.ts';
import { type DemoCarrier, demoCarriers } from './demo-carriers.ts';
import type { CreatedContract } from './demo-contracts.ts';
import { bodyOf, type SeedContext } from './demo-desk.ts';
import { DEMO_RETURN_REASONS, DEMO_TRANSPORT_COMMENTS } from './demo-names.ts';
import type { Plan } from './demo-plan.ts';
import type { Random } from './demo-random.ts';
import type { PlannedContract } from './demo-stage.ts';
import type { Fate, PlannedTransport } from './demo-truck-plan.ts';

export type CreatedTransport = PlannedTransport & {
  readonly id: number;
  readonly actor: Actor;
  readonly purchase: CreatedContract;
  readonly sale: CreatedContract;
  /** Agreed with the carrier, minor units per tonne. */
  readonly freightPrice: number;
};

type Status = 'NEW' | 'WAITING' | 'ON_THE_WAY' | 'DELIVERED';

/** Where a truck begins; what is long over begins delivered, as it does when somebody catches up on paper. */
const BEGINS: Readonly<Record<Fate, Status>> = {
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
  desk: SeedContext,
  plan: Plan,
  contracts: ReadonlyMap<PlannedContract, CreatedContract>,
): Promise<CreatedTransport[]> {
  const { tx, random } = desk;
  const loads: { planned: PlannedTransport; purchase: CreatedContract; sale: CreatedContract }[] = [];
  for (const { openKg, transports, ...pair } of plan.pairs) {
    const purchase = created(contracts, pair.purchase);
    const sale = created(contracts, pair.sale);
    const cargoQuantity = transports.reduce((sum, transport) => sum + transport.quantityKg, openKg);
    const body = bodyOf(allocateCall, { purchaseId: purchase.id, cargoQuantity });
    await allocate(tx, random.pick(desk.traders), sale.id, body);
    loads.push(...transports.map((planned) => ({ planned, purchase, sale })));
  }
  loads.sort((one, other) => one.planned.dateLoading.localeCompare(other.planned.dateLoading));
  const carriers = demoCarriers();
  const transports: CreatedTransport[] = [];
  for (const { planned, purchase, sale } of loads) {
    const actor = random.pick(desk.traders);
    const freightPrice = random.int(35, 95) * 100;
    const { id } = await createTransport(
      tx,
      actor,
      bodyOf(createCall, {
        purchaseId: purchase.id,
        salesId: sale.id,
        status: BEGINS[planned.fate],
        cargoQuantity: planned.quantityKg,
        pricePerTon: freightPrice,
        currency: 'PLN',
        dateLoading: planned.dateLoading,
        dateUnloading: planned.dateUnloading,
        ...vehicle(carriers, sale.isGmp, random),
        ...commentOn(planned.fate, random),
      }),
    );
    transports.push({ ...planned, id, actor, purchase, sale, freightPrice });
  }
  // weighed only now: a heavy load would leave too little of a promise for the truck after it
  for (const transport of transports) await drive(desk, transport);
  return transports;
}

function created(
  contracts: ReadonlyMap<PlannedContract, CreatedContract>,
  planned: PlannedContract,
): CreatedContract {
  const contract = contracts.get(planned);
  if (contract === undefined) throw new Error('A planned contract was not created');
  return contract;
}

/** What happened to the goods; the money follows in demo-settlements.ts. */
async function drive(desk: SeedContext, transport: CreatedTransport): Promise<void> {
  const to = (status: 'CANCELLED' | 'RETURN_TO_CLIENT' | 'DELIVERED' | 'TO_BE_SETTLED', realKg?: number) =>
    setStatus(desk, transport, { status, realCargoQuantity: realKg });
  const release = () => to('TO_BE_SETTLED', transport.realKg);
  const steps: Readonly<Record<Fate, (() => Promise<void>) | null>> = {
    new: null,
    waiting: null,
    onTheWay: null,
    cancelled: () => to('CANCELLED'),
    returned: () => to('RETURN_TO_CLIENT'),
    delivered: () => to('DELIVERED', transport.realKg),
    unweighed: null,
    released: release,
    settled: release,
    invoiced: release,
    paid: release,
  };
  await steps[transport.fate]?.();
}

export async function setStatus(
  desk: SeedContext,
  transport: CreatedTransport,
  change: {
    status: 'CANCELLED' | 'RETURN_TO_CLIENT' | 'DELIVERED' | 'TO_BE_SETTLED' | 'INVOICE';
    realCargoQuantity?: number | undefined;
    reason?: string;
  },
  actor: Actor = transport.actor,
): Promise<void> {
  await changeTransportStatus(
    desk.tx,
    actor,
    bodyOf(changeStatusCall, { transportId: transport.id, ...change }),
  );
}

/** Feed that asks for GMP goes with a certified carrier, most of the time. */
function vehicle(carriers: readonly DemoCarrier[], isGmpAsked: boolean, random: Random) {
  const fitting = carriers.filter(({ gmpNumber }) => !isGmpAsked || gmpNumber !== null || random.chance(5));
  const [first, ...others] = fitting;
  if (first === undefined) throw new Error('The demo company has no carrier');
  const carrier = random.pick([first, ...others]);
  const [transport, ...transports] = carrier.transports;
  if (transport === undefined) throw new Error(`${carrier.name} has no truck`);
  return {
    ...random.pick([transport, ...transports]),
    carrierName: carrier.name,
    isGmp: isGmpAsked && carrier.gmpNumber !== null,
    ...(isGmpAsked && carrier.gmpNumber !== null && { gmpNumber: carrier.gmpNumber }),
  };
}

function commentOn(fate: Fate, random: Random): { comment?: string } {
  if (fate === 'returned') return { comment: random.pick(DEMO_RETURN_REASONS) };
  return random.chance(35) ? { comment: random.pick(DEMO_TRANSPORT_COMMENTS) } : {};
}

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
import { bodyOf, type Desk } from './demo-desk.ts';
import { DEMO_RETURN_REASONS, DEMO_TRANSPORT_COMMENTS } from './demo-names.ts';
import type { Plan } from './demo-plan.ts';
import type { Random } from './demo-random.ts';
import type { PlannedContract } from './demo-stage.ts';
import type { Fate, PlannedTruck } from './demo-truck-plan.ts';

export type CreatedTruck = PlannedTruck & {
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

export async function createDemoTrucks(
  desk: Desk,
  plan: Plan,
  contracts: ReadonlyMap<PlannedContract, CreatedContract>,
): Promise<CreatedTruck[]> {
  const { tx, random } = desk;
  const loads: { planned: PlannedTruck; purchase: CreatedContract; sale: CreatedContract }[] = [];
  for (const { openKg, trucks, ...pair } of plan.pairs) {
    const purchase = created(contracts, pair.purchase);
    const sale = created(contracts, pair.sale);
    const cargoQuantity = trucks.reduce((sum, truck) => sum + truck.quantityKg, openKg);
    const body = bodyOf(allocateCall, { purchaseId: purchase.id, cargoQuantity });
    await allocate(tx, random.pick(desk.traders), sale.id, body);
    loads.push(...trucks.map((planned) => ({ planned, purchase, sale })));
  }
  loads.sort((one, other) => one.planned.dateLoading.localeCompare(other.planned.dateLoading));
  const carriers = demoCarriers();
  const trucks: CreatedTruck[] = [];
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
    trucks.push({ ...planned, id, actor, purchase, sale, freightPrice });
  }
  // weighed only now: a heavy load would leave too little of a promise for the truck after it
  for (const truck of trucks) await drive(desk, truck);
  return trucks;
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
async function drive(desk: Desk, truck: CreatedTruck): Promise<void> {
  const to = (status: 'CANCELLED' | 'RETURN_TO_CLIENT' | 'DELIVERED' | 'TO_BE_SETTLED', realKg?: number) =>
    setStatus(desk, truck, { status, realCargoQuantity: realKg });
  const release = () => to('TO_BE_SETTLED', truck.realKg);
  const steps: Readonly<Record<Fate, (() => Promise<void>) | null>> = {
    new: null,
    waiting: null,
    onTheWay: null,
    cancelled: () => to('CANCELLED'),
    returned: () => to('RETURN_TO_CLIENT'),
    delivered: () => to('DELIVERED', truck.realKg),
    unweighed: null,
    released: release,
    settled: release,
    invoiced: release,
    paid: release,
  };
  await steps[truck.fate]?.();
}

export async function setStatus(
  desk: Desk,
  truck: CreatedTruck,
  change: {
    status: 'CANCELLED' | 'RETURN_TO_CLIENT' | 'DELIVERED' | 'TO_BE_SETTLED' | 'INVOICE';
    realCargoQuantity?: number | undefined;
    reason?: string;
  },
  actor: Actor = truck.actor,
): Promise<void> {
  await changeTransportStatus(desk.tx, actor, bodyOf(changeStatusCall, { transportId: truck.id, ...change }));
}

/** Feed that asks for GMP goes with a certified carrier, most of the time. */
function vehicle(carriers: readonly DemoCarrier[], isGmpAsked: boolean, random: Random) {
  const fitting = carriers.filter(({ gmpNumber }) => !isGmpAsked || gmpNumber !== null || random.chance(5));
  const [first, ...others] = fitting;
  if (first === undefined) throw new Error('The demo company has no carrier');
  const carrier = random.pick([first, ...others]);
  const [truck, ...trucks] = carrier.trucks;
  if (truck === undefined) throw new Error(`${carrier.name} has no truck`);
  return {
    ...random.pick([truck, ...trucks]),
    carrierName: carrier.name,
    isGmp: isGmpAsked && carrier.gmpNumber !== null,
    ...(isGmpAsked && carrier.gmpNumber !== null && { gmpNumber: carrier.gmpNumber }),
  };
}

function commentOn(fate: Fate, random: Random): { comment?: string } {
  if (fate === 'returned') return { comment: random.pick(DEMO_RETURN_REASONS) };
  return random.chance(35) ? { comment: random.pick(DEMO_TRANSPORT_COMMENTS) } : {};
}

import type { Side } from '@spichlerz/shared/domain/side';
import * as calls from '@spichlerz/shared/wire/settlements';
import { redirectTransport as redirectCall } from '@spichlerz/shared/wire/transports';
import {
  invoiceSettlement,
  moveSettlement,
  settleSale,
} from '../../modules/settlements/settlement-commands.ts';
import { redirectTransport } from '../../modules/transports/redirect-commands.ts';
import type { CreatedContract } from './demo-contracts.ts';
import { addDays } from './demo-days.ts';
import { bodyOf, type Desk } from './demo-desk.ts';
import { DEMO_REOPEN_REASONS } from './demo-names.ts';
import { findSettlementIds } from './demo-settlements.ts';
import { type CreatedTruck, setStatus } from './demo-trucks.ts';

const REDIRECTED = 6;
const REDIRECTED_AND_DELIVERED = 2;
const MOVED_SALES = 4;
const MOVED_PURCHASES = 3;
const CORRECTED = 5;
const REOPENED = 2;

/** What does not go as planned: trucks that go elsewhere, papers that must be corrected. */
export async function disturbDemoTrade(desk: Desk, trucks: readonly CreatedTruck[]): Promise<void> {
  const partners = findPartners(trucks);
  await redirectSome(desk, trucks, partners);
  await moveSome(desk, trucks, partners);
  await correctSome(desk, trucks);
  await reopenSome(desk, trucks);
}

type Partners = (truck: CreatedTruck, side: Side) => CreatedContract | undefined;

/** Another contract of the side that trades with the truck's other contract already and runs on. */
function findPartners(trucks: readonly CreatedTruck[]): Partners {
  return (truck, side) => {
    const found = trucks.find(
      (other) =>
        (side === 'sales' ? other.purchase === truck.purchase : other.sale === truck.sale) &&
        contractOf(other, side) !== contractOf(truck, side) &&
        contractOf(other, side).planned.stage === 'active' &&
        contractOf(other, side).currency === contractOf(truck, side).currency,
    );
    return found === undefined ? undefined : contractOf(found, side);
  };
}

function contractOf(truck: CreatedTruck, side: Side): CreatedContract {
  return { purchase: truck.purchase, sales: truck.sale }[side];
}

/** The first trucks of a fate that have somewhere else to go, with the place. */
function withTargets(
  trucks: readonly CreatedTruck[],
  fate: CreatedTruck['fate'],
  side: Side,
  partners: Partners,
  count: number,
): { truck: CreatedTruck; target: CreatedContract }[] {
  return trucks
    .filter((truck) => truck.fate === fate)
    .flatMap((truck) => {
      const target = partners(truck, side);
      return target === undefined ? [] : [{ truck, target }];
    })
    .slice(0, count);
}

async function redirectSome(desk: Desk, trucks: readonly CreatedTruck[], partners: Partners): Promise<void> {
  const chosen = withTargets(trucks, 'onTheWay', 'sales', partners, REDIRECTED);
  for (const [index, { truck, target }] of chosen.entries()) {
    const body = bodyOf(redirectCall, {
      transportId: truck.id,
      newSalesId: target.id,
      dateUnloading: addDays(truck.dateUnloading, 1),
      pricePerTon: truck.freightPrice + 500,
      comment: 'Odbiorca nie przyjmuje dzisiaj, auto pojechało dalej.',
    });
    await redirectTransport(desk.tx, truck.actor, body);
    if (index < REDIRECTED_AND_DELIVERED)
      await setStatus(desk, truck, { status: 'DELIVERED', realCargoQuantity: truck.realKg });
  }
}

async function moveSome(desk: Desk, trucks: readonly CreatedTruck[], partners: Partners): Promise<void> {
  const { tx } = desk;
  for (const { truck, target } of withTargets(trucks, 'delivered', 'sales', partners, MOVED_SALES)) {
    const body = bodyOf(calls.moveSalesSettlement, {
      transportId: truck.id,
      newSalesId: target.id,
      details: 'Dostawa zaliczona na drugi kontrakt odbiorcy.',
    });
    await moveSettlement(tx, truck.actor, 'sales', { ...body, targetId: body.newSalesId });
  }
  const released = withTargets(trucks, 'released', 'purchase', partners, MOVED_PURCHASES);
  for (const { truck, target } of released) {
    const body = bodyOf(calls.movePurchaseSettlement, {
      transportId: truck.id,
      newPurchaseId: target.id,
      details: 'Towar z drugiego kontraktu dostawcy.',
    });
    await moveSettlement(tx, truck.actor, 'purchase', { ...body, targetId: body.newPurchaseId });
  }
}

/** The recipient weighed again after our invoice went out: the invoice needs a correction. */
async function correctSome(desk: Desk, trucks: readonly CreatedTruck[]): Promise<void> {
  for (const truck of trucks.filter(({ fate }) => fate === 'paid').slice(-CORRECTED)) {
    const { status } = await desk.tx
      .selectFrom('settlement_side as side')
      .innerJoin('settlement as s', 's.id', 'side.settlement_id')
      .where('s.transport_id', '=', truck.id)
      .where('side.side', '=', 'sales')
      .select('side.status')
      .executeTakeFirstOrThrow();
    const body = bodyOf(calls.settleSale, {
      transportId: truck.id,
      salesSettlementStatus: status,
      options: [
        {
          realCargoQuantity: truck.realKg - 140,
          realCargoPrice: truck.sale.price,
          realCargoQuality: truck.sale.material.qualities[0].title,
        },
      ],
      details: 'Odbiorca przysłał kwit z drugiego ważenia.',
    });
    await settleSale(desk.tx, truck.actor, body);
  }
}

/** An ADMIN takes back what was paid by mistake, and says why. */
async function reopenSome(desk: Desk, trucks: readonly CreatedTruck[]): Promise<void> {
  const { tx, admin, random } = desk;
  const settlementIds = await findSettlementIds(desk, trucks);
  const paid = await tx
    .selectFrom('settlement_side')
    .where('side', '=', 'purchase')
    .where('status', '=', 'PAID')
    .orderBy('settlement_id')
    .limit(REOPENED)
    .select('settlement_id')
    .execute();
  const isPaid = new Set(paid.map((row) => row.settlement_id));
  for (const truck of trucks) {
    const settlementId = settlementIds.get(truck.id);
    if (settlementId === undefined || !isPaid.has(settlementId)) continue;
    const body = bodyOf(calls.invoicePurchase, {
      settlementId,
      purchaseSettlementStatus: 'INVOICE',
      reason: random.pick(DEMO_REOPEN_REASONS),
    });
    await invoiceSettlement(tx, admin, 'purchase', {
      settlementId: body.settlementId,
      status: body.purchaseSettlementStatus,
      reason: body.reason,
    });
  }
}

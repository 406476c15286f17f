import type { Side } from '@spichlerz/shared/domain/side';
import * as calls from '@spichlerz/shared/wire/settlements';
import { redirectTransport as redirectCall } from '@spichlerz/shared/wire/transports';
import { moveSettlement, settleSale } from '../modules/settlements/settlement-commands.ts';
import { invoiceSettlement } from '../modules/settlements/side-invoice-commands.ts';
import { redirectTransport } from '../modules/transports/redirect-commands.ts';
import type { CreatedContract } from './demo-contracts.ts';
import { addDays } from './demo-days.ts';
import { DEMO_REOPEN_REASONS } from './demo-names.ts';
import { findSettlementIds } from './demo-settlements.ts';
import { type CreatedTransport, setStatus } from './demo-transports.ts';
import { bodyOf, type SeedContext } from './seed-context.ts';

const REDIRECTED = 6;
const REDIRECTED_AND_DELIVERED = 2;
const MOVED_SALES = 4;
const MOVED_PURCHASES = 3;
const CORRECTED = 5;
const REOPENED = 2;

/** Redirects some transports, and moves, corrects and re-opens some settlements. */
export async function addDemoCorrections(
  context: SeedContext,
  transports: readonly CreatedTransport[],
): Promise<void> {
  const partners = findPartners(transports);
  await redirectTransports(context, transports, partners);
  await moveSettlements(context, transports, partners);
  await correctQuantities(context, transports);
  await reopenSettlements(context, transports);
}

type Partners = (transport: CreatedTransport, side: Side) => CreatedContract | undefined;

/**
 * Finds the contract to which one side of a transport can move: an active contract of this side in the same
 * currency, which another transport already combines with the contract on the opposite side.
 */
function findPartners(transports: readonly CreatedTransport[]): Partners {
  return (transport, side) => {
    const found = transports.find(
      (other) =>
        (side === 'sales' ? other.purchase === transport.purchase : other.sale === transport.sale) &&
        contractOf(other, side) !== contractOf(transport, side) &&
        contractOf(other, side).planned.stage === 'active' &&
        contractOf(other, side).currency === contractOf(transport, side).currency,
    );
    return found === undefined ? undefined : contractOf(found, side);
  };
}

function contractOf(transport: CreatedTransport, side: Side): CreatedContract {
  return { purchase: transport.purchase, sales: transport.sale }[side];
}

/** Selects the first `count` transports with this outcome for which another contract is found. */
function withTargetContracts(
  transports: readonly CreatedTransport[],
  outcome: CreatedTransport['outcome'],
  side: Side,
  partners: Partners,
  count: number,
): { transport: CreatedTransport; target: CreatedContract }[] {
  return transports
    .filter((transport) => transport.outcome === outcome)
    .flatMap((transport) => {
      const target = partners(transport, side);
      return target === undefined ? [] : [{ transport, target }];
    })
    .slice(0, count);
}

async function redirectTransports(
  context: SeedContext,
  transports: readonly CreatedTransport[],
  partners: Partners,
): Promise<void> {
  const chosen = withTargetContracts(transports, 'onTheWay', 'sales', partners, REDIRECTED);
  for (const [index, { transport, target }] of chosen.entries()) {
    const body = bodyOf(redirectCall, {
      transportId: transport.id,
      newSalesId: target.id,
      dateUnloading: addDays(transport.dateUnloading, 1),
      freightPerTonne: transport.freightPerTonne + 500,
      comment: 'Odbiorca nie przyjmuje dzisiaj, auto pojechało dalej.',
    });
    await redirectTransport(context.tx, transport.actor, body);
    if (index < REDIRECTED_AND_DELIVERED)
      await setStatus(context, transport, { status: 'DELIVERED', realQuantityKg: transport.realQuantityKg });
  }
}

async function moveSettlements(
  context: SeedContext,
  transports: readonly CreatedTransport[],
  partners: Partners,
): Promise<void> {
  const { tx } = context;
  for (const { transport, target } of withTargetContracts(
    transports,
    'delivered',
    'sales',
    partners,
    MOVED_SALES,
  )) {
    const body = bodyOf(calls.moveSalesSettlement, {
      transportId: transport.id,
      newSalesId: target.id,
      details: 'Dostawa zaliczona na drugi kontrakt odbiorcy.',
    });
    await moveSettlement(tx, transport.actor, 'sales', { ...body, targetId: body.newSalesId });
  }
  const released = withTargetContracts(transports, 'released', 'purchase', partners, MOVED_PURCHASES);
  for (const { transport, target } of released) {
    const body = bodyOf(calls.movePurchaseSettlement, {
      transportId: transport.id,
      newPurchaseId: target.id,
      details: 'Towar z drugiego kontraktu dostawcy.',
    });
    await moveSettlement(tx, transport.actor, 'purchase', { ...body, targetId: body.newPurchaseId });
  }
}

/**
 * Reduces the quantity of some settled sales, as after a second weighing by the recipient. Their invoices then
 * need a correction.
 */
async function correctQuantities(
  context: SeedContext,
  transports: readonly CreatedTransport[],
): Promise<void> {
  for (const transport of transports.filter(({ outcome }) => outcome === 'paid').slice(-CORRECTED)) {
    const { status } = await context.tx
      .selectFrom('settlement_side as side')
      .innerJoin('settlement as s', 's.id', 'side.settlement_id')
      .where('s.transport_id', '=', transport.id)
      .where('side.side', '=', 'sales')
      .select('side.status')
      .executeTakeFirstOrThrow();
    const body = bodyOf(calls.settleSale, {
      transportId: transport.id,
      salesSettlementStatus: status,
      options: [
        {
          realQuantityKg: transport.realQuantityKg - 140,
          realCargoPrice: transport.sale.price,
          realCargoQuality: transport.sale.material.qualities[0].title,
        },
      ],
      details: 'Odbiorca przysłał kwit z drugiego ważenia.',
    });
    await settleSale(context.tx, transport.actor, body);
  }
}

/** Re-opens some paid purchase settlements as an ADMIN, with a reason. */
async function reopenSettlements(
  context: SeedContext,
  transports: readonly CreatedTransport[],
): Promise<void> {
  const { tx, admin, random } = context;
  const settlementIds = await findSettlementIds(context, transports);
  const paid = await tx
    .selectFrom('settlement_side')
    .where('side', '=', 'purchase')
    .where('status', '=', 'PAID')
    .orderBy('settlement_id')
    .limit(REOPENED)
    .select('settlement_id')
    .execute();
  const isPaid = new Set(paid.map((row) => row.settlement_id));
  for (const transport of transports) {
    const settlementId = settlementIds.get(transport.id);
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

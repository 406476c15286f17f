import { acceptableKg } from '@spichlerz/shared/domain/contract';
import { assertAllowed, assertVersion, DomainError, fieldError } from '@spichlerz/shared/domain/domain-error';
import { choicesOf } from '@spichlerz/shared/domain/quality-snapshot';
import {
  whyNotMoveSettlement,
  whyNotSaveOptions,
  whyNotSettlePurchase,
} from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { whyNotMoveTo } from '@spichlerz/shared/domain/transport';
import { kilograms, lineAmount, minorUnits } from '@spichlerz/shared/domain/units';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type {
  settlePurchase as settlePurchaseCall,
  settleSale as settleSaleCall,
} from '@spichlerz/shared/wire/settlements';
import { publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import { patched } from '../../db/patched.ts';
import type { Tx } from '../../db/tx.ts';
import {
  type LockedTransport,
  lockTransport,
  moveToContract,
  TARGET_FIELD,
  transportAuditEntry,
} from '../transports/transport-commands.ts';
import { repriceOptions, type StoredOption, writeOptions } from './sale-options.ts';
import { acceptQuality, changedChoices } from './settle-by-rules.ts';
import { assertAllowedIfCurrent, type LockedSide, lockSide, writeSide } from './settlement-side.ts';

/**
 * Settles a transport with its supplier: stores the price per tonne after deductions, and the kilograms and
 * the amount of the statement that is sent (customer decisions 3). A request with the status TO_BE_SETTLED
 * reverts a sent statement.
 */
export async function settlePurchase(
  tx: Tx,
  actor: Actor,
  settle: BodyOf<typeof settlePurchaseCall>,
): Promise<true> {
  const usesRules = settle.fingerprint !== undefined;
  const side = await lockSide(tx, 'purchase', { transportId: settle.transportId }, usesRules);
  assertAllowedIfCurrent(
    side,
    settle.version,
    whyNotSettlePurchase(side.columns.status, settle.purchaseSettlementStatus),
  );
  if (settle.purchaseSettlementStatus === 'TO_BE_SETTLED') return revertStatement(tx, actor, side, settle);
  const { realPurchaseCargoPrice, realPurchaseCargoQuality } = settle;
  if (realPurchaseCargoPrice === undefined || realPurchaseCargoQuality === undefined)
    throw new DomainError('REQUIRED_DATA_NOT_FOUND');
  const price = minorUnits(realPurchaseCargoPrice);
  const accepted = await acceptQuality(tx, settle, {
    transportId: side.transportId,
    side: 'purchase',
    pricePerTonne: price,
    currency: side.currency,
    priceField: 'realPurchaseCargoPrice',
    before: side.columns.snapshot,
  });
  const columns = {
    ...accepted.columns,
    status: 'SETTLED' as const,
    price_minor_per_tonne: price,
    quality: await qualityTitle(tx, side.rawMaterialId, realPurchaseCargoQuality, 'realPurchaseCargoQuality'),
    deductions: patched(settle.deductions, accepted.text ?? side.columns.deductions),
    details: patched(settle.details, side.columns.details),
    taken_back: null,
    sent_quantity_kg: side.unloadedKg,
    sent_amount_minor: lineAmount(kilograms(accepted.columns.accepted_kg ?? side.unloadedKg), price),
  };
  await writeSide(tx, actor, 'purchase', side, {
    action: 'settled',
    columns,
    changes: accepted.changes,
    expectedVersion: settle.version,
  });
  return true;
}

/**
 * Makes the side open for settlement again; the sent snapshot stays in the audit log (customer decisions 3).
 */
async function revertStatement(
  tx: Tx,
  actor: Actor,
  side: LockedSide,
  { details, reason, version }: BodyOf<typeof settlePurchaseCall>,
): Promise<true> {
  assertAllowedIfCurrent(side, version, reason === undefined ? 'VALUE_IS_MISSING' : null, 'reason');
  const columns = {
    status: 'TO_BE_SETTLED' as const,
    details: patched(details, side.columns.details),
    sent_quantity_kg: null,
    sent_amount_minor: null,
    accepted_kg: null,
    snapshot: null,
    // the form of the next settlement starts with the same price option and overrides
    taken_back: JSON.stringify(choicesOf(side.columns.snapshot)),
    // price and deductions were agreed for the accepted kilograms, so clearing these kilograms resets both
    ...(side.columns.accepted_kg !== null && {
      price_minor_per_tonne: side.contractPrice,
      deductions: null,
    }),
  };
  await writeSide(tx, actor, 'purchase', side, {
    action: 'takenBack',
    columns,
    changes: changedChoices(side.columns.snapshot, null, side.currency),
    reason,
    expectedVersion: version,
  });
  return true;
}

/**
 * Saves the options without changing the status; the real quantity of the sale is their sum (customer decisions
 * 3).
 */
export async function settleSale(tx: Tx, actor: Actor, settle: BodyOf<typeof settleSaleCall>): Promise<true> {
  const usesRules = settle.fingerprint !== undefined;
  const side = await lockSide(tx, 'sales', { transportId: settle.transportId }, usesRules);
  assertAllowedIfCurrent(
    side,
    settle.version,
    whyNotSaveOptions(side.columns.status, settle.salesSettlementStatus),
  );
  const options: StoredOption[] = [];
  for (const [position, option] of settle.options.entries()) {
    options.push({
      position,
      quantity_kg: kilograms(option.realQuantityKg),
      price_minor_per_tonne: minorUnits(option.realCargoPrice),
      quality: await qualityTitle(
        tx,
        side.rawMaterialId,
        option.realCargoQuality,
        `options.${position}.realCargoQuality`,
      ),
    });
  }
  const [first] = options;
  if (first === undefined) throw new DomainError('REQUIRED_DATA_NOT_FOUND');
  const isOfOneOption = usesRules || settle.acceptedQuantity !== undefined;
  assertAllowedIfCurrent(
    side,
    settle.version,
    isOfOneOption && options.length > 1 ? 'VALUE_IS_WRONG' : null,
    settle.acceptedQuantity === undefined ? 'fingerprint' : 'acceptedQuantity',
  );
  const accepted = await acceptQuality(tx, settle, {
    transportId: side.transportId,
    side: 'sales',
    pricePerTonne: first.price_minor_per_tonne,
    currency: side.currency,
    priceField: 'options.0.realCargoPrice',
    before: side.columns.snapshot,
  });
  const changes = await writeOptions(tx, side.settlementId, options);
  const columns = {
    ...accepted.columns,
    price_minor_per_tonne: first.price_minor_per_tonne,
    quality: first.quality,
    deductions: patched(settle.deductions, accepted.text ?? side.columns.deductions),
    details: patched(settle.details, side.columns.details),
  };
  await writeSide(tx, actor, 'sales', side, {
    action: 'settled',
    columns,
    changes: { ...changes, ...accepted.changes },
    expectedVersion: settle.version,
  });
  return true;
}

const currentContract: BySide<(transport: LockedTransport) => LockedTransport['purchase']> = {
  purchase: (transport) => transport.purchase,
  sales: (transport) => transport.sale,
};
/** Only the options of a split sale have their own prices. */
const reprice: BySide<typeof repriceOptions> = { purchase: async () => ({}), sales: repriceOptions };

/**
 * Moves a whole settled transport to another contract of its side, within that contract's maximum quantity
 * and at its price; kilograms and quality stay (customer decisions 4).
 */
export async function moveSettlement(
  tx: Tx,
  actor: Actor,
  side: Side,
  move: {
    transportId: number;
    targetId: number;
    details?: string | null | undefined;
    version?: number | undefined;
  },
): Promise<true> {
  const transport = await lockTransport(tx, move.transportId, { side, id: move.targetId });
  if (transport === undefined) throw fieldError('transportId', 'TRANSPORT_NOT_FOUND');
  if (transport.settlement === null) throw fieldError('transportId', 'SETTLEMENT_NOT_FOUND');
  const locked = await lockSide(tx, side, { settlementId: transport.settlement.id });
  assertVersion(move.version, locked.version);
  assertAllowed(whyNotMoveSettlement(side, transport.settlement.status[side]));
  const { target } = transport;
  if (target === undefined) throw fieldError(TARGET_FIELD[side], 'CONTRACT_NOT_FOUND');
  const current = currentContract[side](transport);
  assertAllowed(whyNotMoveTo(current, target), TARGET_FIELD[side]);
  await moveToContract(tx, actor, transport, target, acceptableKg(target));
  const price_minor_per_tonne = target.price;
  await writeSide(tx, actor, side, locked, {
    action: 'moved',
    columns: {
      price_minor_per_tonne,
      details: patched(move.details, locked.columns.details),
      // a re-opened side was settled by the rules of its former contract, which do not apply any more
      accepted_kg: null,
      snapshot: null,
      taken_back: null,
      // the text explains the former price, which the price of the target replaces
      deductions: null,
    },
    changes: {
      ...changedChoices(locked.columns.snapshot, null, locked.currency),
      ...(await reprice[side](tx, locked.settlementId, target.price)),
    },
    currency: target.currency,
  });
  await writeAuditEntry(tx, actor, {
    ...transportAuditEntry(transport.row, target.id),
    action: 'settlementMoved',
    changes: { [`${side}_id`]: [current.id, target.id] },
  });
  await publishChange(tx, {
    transport: [transport.row.id],
    contract: [transport.purchase.id, transport.sale.id, target.id],
  });
  return true;
}

/**
 * Returns the title of a quality. A text is the title itself; an id must be that of a quality of this raw
 * material.
 */
async function qualityTitle(
  tx: Tx,
  rawMaterialId: number,
  quality: string | number,
  path: string,
): Promise<string> {
  if (typeof quality === 'string') return quality;
  const row = await tx
    .selectFrom('material_quality')
    .where('raw_material_id', '=', rawMaterialId)
    .where('id', '=', quality)
    .select('title')
    .executeTakeFirst();
  if (row === undefined) throw fieldError(path, 'RAW_MATERIAL_QUALITY_RELATION_NOT_FOUND');
  return row.title;
}

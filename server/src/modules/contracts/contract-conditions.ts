import { type ContractStatus, RUNNING_STATUSES } from '@spichlerz/shared/domain/contract';
import { CONTRACTUAL_QUALITY_ID } from '@spichlerz/shared/domain/position';
import type { ContractListQuery } from '@spichlerz/shared/wire/contracts';
import { type Fragment, fragment, literals } from '../../lists/large/fragment.ts';
import { searched } from '../../lists/large/searched.ts';
import { CONTRACT_ATTENTION } from './contract-attention-queries.ts';

type Filter = ContractListQuery['filter'];

/** The conditions of a contract list on a contract (alias c). */
export function contractConditions(filter: Filter, search: string | undefined): Fragment[] {
  const conditions: Fragment[] = [];
  const add = <Value>(value: Value | undefined, condition: (value: Value) => Fragment) => {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0))
      conditions.push(condition(value));
  };
  add(filter.rawMaterialId, isOfMaterial);
  add(filter.contractStatus, hasStatus);
  add(
    filter.agreementStatus,
    (statuses) => fragment`c.agreement_status = any(${statuses}::agreement_status[])`,
  );
  add(filter.ownerId, (ids) => fragment`c.owner_id = any(${ids}::bigint[])`);
  add(filter.rawMaterialQualityId, hasQuality);
  // the requested range and the contract's range must overlap
  add(filter.dateOfReceiptFrom, (day) => fragment`c.receipt_to >= ${day}`);
  add(filter.dateOfReceiptTo, (day) => fragment`c.receipt_from <= ${day}`);
  add(filter.isCert, (is) => fragment`c.is_cert = ${is}`);
  add(filter.isFor, (is) => fragment`c.is_for = ${is}`);
  add(filter.isGmp, (is) => fragment`c.is_gmp = ${is}`);
  add(filter.fcaCpt, (is) => fragment`c.fca_cpt = ${is}`);
  add(filter.priceFrom, (price) => fragment`c.price_minor_per_tonne >= ${price}`);
  add(filter.priceTo, (price) => fragment`c.price_minor_per_tonne <= ${price}`);
  add(filter.currency, (currency) => fragment`c.currency = ${currency}`);
  add(filter.cargoQuantityFrom, (kg) => fragment`c.quantity_kg >= ${kg}`);
  add(filter.cargoQuantityTo, (kg) => fragment`c.quantity_kg <= ${kg}`);
  add(filter.receiptEndsFrom, (day) => fragment`c.receipt_to >= ${day}`);
  add(filter.receiptEndsTo, (day) => fragment`c.receipt_to <= ${day}`);
  add(filter.isOpen, (is) => fragment`(c.quantity_kg > c.delivered_kg) = ${is}`);
  add(filter.attention, (attention) => fragment`(${CONTRACT_ATTENTION[attention]})`);
  return [...conditions, ...searched(fragment`c.search_text`, search)];
}

/** Compares a single raw material with `=`, because for `= any` PostgreSQL estimates ten times as many rows. */
function isOfMaterial(ids: readonly number[]): Fragment {
  return ids.length === 1
    ? fragment`c.raw_material_id = ${ids[0]}`
    : fragment`c.raw_material_id = any(${ids}::bigint[])`;
}

export const isRunning = (statuses: readonly ContractStatus[]): boolean =>
  statuses.join() === RUNNING_STATUSES.join();

/**
 * The statuses of running contracts become literals of the SQL text, because the best plan depends on the
 * statuses.
 */
const hasStatus = (statuses: readonly ContractStatus[]): Fragment =>
  isRunning(statuses) ? hasFixedStatus(statuses) : fragment`c.status = any(${statuses}::contract_status[])`;

/** Writes the statuses into the SQL text as literals, so that PostgreSQL can use a partial index for them. */
export const hasFixedStatus = (statuses: readonly ContractStatus[]): Fragment =>
  fragment`c.status = any(${literals(statuses)}::contract_status[])`;

function hasQuality(ids: readonly number[]): Fragment {
  const known = fragment`c.quality_id = any(${ids}::bigint[])`;
  return ids.includes(CONTRACTUAL_QUALITY_ID) ? fragment`(${known} or c.quality_id is null)` : known;
}

import {
  allowedKg,
  type ContractBalance,
  realizedKg,
  remainingKg,
  toAllocateKg,
  toleranceOf,
} from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** The open kilograms allocated to counterparts that are not firm (isFirm in the domain). */
const speculative: BySide<ReturnType<typeof sql<number>>> = {
  purchase: sql<number>`(select coalesce(sum(a.open_kg), 0)::bigint from allocation a join contract p on p.id = a.sales_id
    where a.purchase_id = c.id and a.open_kg > 0 and (p.agreement_status <> 'SIGNED' or p.status = 'NEXT_SEASON'))`,
  sales: sql<number>`(select coalesce(sum(a.open_kg), 0)::bigint from allocation a join contract p on p.id = a.purchase_id
    where a.sales_id = c.id and a.open_kg > 0 and (p.agreement_status <> 'SIGNED' or p.status = 'NEXT_SEASON'))`,
};

/** Selects contracts with the columns of a list row; the caller filters, sorts and pages. */
export function selectContracts(db: Db, side: Side) {
  return db
    .selectFrom('contract as c')
    .innerJoin('contractor as r', 'r.id', 'c.contractor_id')
    .innerJoin('app_user as o', 'o.id', 'c.owner_id')
    .innerJoin('raw_material as m', 'm.id', 'c.raw_material_id')
    .leftJoin('material_quality as q', 'q.id', 'c.quality_id')
    .where('c.side', '=', side)
    .select(contractColumns(side));
}

/**
 * The columns of a list row, which every list of contracts shares. They require the joins of selectContracts.
 */
function contractColumns(side: Side) {
  return [
    sql<number>`c.id`.as('id'),
    sql<number>`c.version`.as('version'),
    sql<string | null>`c.document_number`.as('documentNumber'),
    sql<ContractRow['contractStatus']>`c.status`.as('contractStatus'),
    sql<ContractRow['agreementStatus']>`c.agreement_status`.as('agreementStatus'),
    sql<number>`c.contractor_id`.as('contractorId'),
    sql<string>`c.contractor_name`.as('contractorName'),
    sql<string | null>`r.company_name`.as('companyName'),
    sql<string>`o.first_name || ' ' || o.last_name`.as('owner'),
    sql<number>`c.owner_id`.as('ownerId'),
    sql<number>`c.raw_material_id`.as('rawMaterialId'),
    sql<string>`m.name`.as('rawMaterialName'),
    sql<ContractRow['currency']>`c.currency`.as('currency'),
    sql<number>`c.price_minor_per_tonne`.as('price'),
    sql<number | null>`c.min_price_minor_per_tonne`.as('minPrice'),
    sql<number | null>`c.quality_id`.as('rawMaterialQualityId'),
    sql<string>`coalesce(q.title, c.contractual_quality)`.as('rawMaterialQualityTitle'),
    sql<string | null>`c.contractual_quality`.as('contractualQuality'),
    sql<number>`(select count(*)::int from contract_option x where x.contract_id = c.id)`.as('optionCount'),
    sql<boolean>`c.fca_cpt`.as('fcaCpt'),
    sql<string | null>`c.city`.as('city'),
    sql<string | null>`c.street`.as('street'),
    sql<string | null>`c.building_number`.as('buildingNumber'),
    sql<string | null>`c.post_code`.as('postCode'),
    sql<string | null>`c.country_code`.as('countryCode'),
    sql<string>`c.receipt_from`.as('dateOfReceiptFrom'),
    sql<string>`c.receipt_to`.as('dateOfReceiptTo'),
    sql<boolean>`c.is_for`.as('isFor'),
    sql<boolean>`c.is_cert`.as('isCert'),
    sql<boolean>`c.is_gmp`.as('isGmp'),
    sql<ContractRow['toleranceType']>`c.tolerance_type`.as('toleranceType'),
    sql<ContractRow['toleranceUnit']>`c.tolerance_unit`.as('toleranceUnit'),
    sql<number | null>`c.tolerance_quantity::float8`.as('toleranceQuantity'),
    sql<string | null>`c.comments`.as('comments'),
    sql<string>`c.created_at`.as('createdAt'),
    sql<string>`c.updated_at`.as('updatedAt'),
    sql<ContractBalance['quantityKg']>`c.quantity_kg`.as('quantityKg'),
    sql<ContractBalance['allocatedKg']>`c.allocated_kg`.as('allocatedKg'),
    sql<ContractBalance['inDeliveryKg']>`c.in_delivery_kg`.as('inDeliveryKg'),
    sql<number>`c.in_delivery_planned_kg`.as('inDeliveryPlannedKg'),
    sql<number>`c.in_delivery_count`.as('inDeliveryCount'),
    sql<ContractBalance['deliveredKg']>`c.delivered_kg`.as('deliveredKg'),
    sql<number>`c.transport_count`.as('transportCount'),
    sql<number>`case when c.allocated_kg = 0 then 0 else ${speculative[side]} end`.as('allocatedSpeculative'),
  ] as const;
}

export type SelectedContract = Awaited<ReturnType<ReturnType<typeof selectContracts>['execute']>>[number];

export function toContractBalance(row: SelectedContract): ContractBalance {
  return {
    quantityKg: row.quantityKg,
    tolerance: toleranceOf(row),
    allocatedKg: row.allocatedKg,
    inDeliveryKg: row.inDeliveryKg,
    deliveredKg: row.deliveredKg,
  };
}

type Contractor = { id: number; name: string; companyName: string | null };

const contractorField: BySide<(contractor: Contractor) => Pick<ContractRow, 'supplier' | 'recipient'>> = {
  purchase: (supplier) => ({ supplier }),
  sales: (recipient) => ({ recipient }),
};

const ownQuantities: BySide<(row: SelectedContract, remaining: number) => Partial<ContractRow>> = {
  purchase: (_row, remaining) => ({ toPickUp: remaining }),
  sales: (row, remaining) => ({ toDeliver: remaining, inDeliverySpeculative: row.inDeliveryPlannedKg }),
};

/** Converts a contract to the API's row; the domain calculates the quantities. */
export function toContractRow(side: Side, row: SelectedContract): ContractRow {
  const balance = toContractBalance(row);
  return {
    id: row.id,
    version: row.version,
    documentNumber: row.documentNumber,
    contractStatus: row.contractStatus,
    agreementStatus: row.agreementStatus,
    ...contractorField[side]({
      id: row.contractorId,
      name: row.contractorName,
      companyName: row.companyName,
    }),
    owner: row.owner,
    ownerId: row.ownerId,
    rawMaterial: { id: row.rawMaterialId, name: row.rawMaterialName },
    rawMaterialId: row.rawMaterialId,
    currency: row.currency,
    price: row.price,
    minPrice: row.minPrice,
    rawMaterialQualityId: row.rawMaterialQualityId,
    rawMaterialQualityTitle: row.rawMaterialQualityTitle,
    hasOption: row.optionCount > 0,
    optionCount: row.optionCount,
    fcaCpt: row.fcaCpt,
    address: {
      city: row.city,
      street: row.street,
      buildingNumber: row.buildingNumber,
      postCode: row.postCode,
      countryCode: row.countryCode,
    },
    dateOfReceiptFrom: row.dateOfReceiptFrom,
    dateOfReceiptTo: row.dateOfReceiptTo,
    isFor: row.isFor,
    isCert: row.isCert,
    isGmp: row.isGmp,
    isTolerance: row.toleranceType !== null,
    toleranceType: row.toleranceType,
    toleranceUnit: row.toleranceUnit,
    toleranceQuantity: row.toleranceQuantity,
    comments: row.comments,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    quantityKg: row.quantityKg,
    allocated: row.allocatedKg,
    allocatedSpeculative: row.allocatedSpeculative,
    inDelivery: row.inDeliveryKg,
    inDeliveryTransportCount: row.inDeliveryCount,
    delivered: row.deliveredKg,
    realized: realizedKg(balance),
    toAllocate: toAllocateKg(balance),
    allowed: allowedKg(side, balance),
    ...ownQuantities[side](row, remainingKg(balance)),
  };
}

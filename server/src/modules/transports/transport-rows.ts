import type { SettlementStatus } from '@spichlerz/shared/domain/settlement';
import type { BySide } from '@spichlerz/shared/domain/side';
import type { Address } from '@spichlerz/shared/wire/contracts';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';

/** Transports with both contracts and the state of their settlement; the caller filters, sorts and pages. */
export function selectTransports(db: Db) {
  return db
    .selectFrom('transport as t')
    .innerJoin('contract as p', 'p.id', 't.purchase_id')
    .innerJoin('contract as s', 's.id', 't.sales_id')
    .innerJoin('contractor as pr', 'pr.id', 'p.contractor_id')
    .innerJoin('contractor as sr', 'sr.id', 's.contractor_id')
    .innerJoin('raw_material as m', 'm.id', 'p.raw_material_id')
    .leftJoin('settlement as x', 'x.transport_id', 't.id')
    .leftJoin('settlement_side as xp', (join) =>
      join.onRef('xp.settlement_id', '=', 'x.id').on('xp.side', '=', 'purchase'),
    )
    .leftJoin('settlement_side as xs', (join) =>
      join.onRef('xs.settlement_id', '=', 'x.id').on('xs.side', '=', 'sales'),
    )
    .select([
      't.id',
      't.version',
      't.purchase_id as purchaseId',
      't.sales_id as salesId',
      't.status',
      't.is_returned as isReturned',
      't.registration_number as registrationNumber',
      't.trailer_number as trailerNumber',
      't.carrier_name as carrierName',
      't.driver_name as driverName',
      't.phone_number as phoneNumber',
      't.quantity_kg as quantityKg',
      't.real_quantity_kg as realQuantityKg',
      't.price_minor_per_tonne as pricePerTon',
      't.currency',
      't.date_loading as dateLoading',
      't.date_unloading as dateUnloading',
      't.is_gmp as isGmp',
      't.gmp_number as gmpNumber',
      't.comment',
      't.details',
      't.freight_minor as freight',
      't.freight_invoice_number as freightInvoiceNumber',
      't.freight_invoice_date as freightInvoiceDate',
      't.freight_payment_date as freightPaymentDate',
      'm.id as rawMaterialId',
      'm.name as cargoName',
      'x.id as settlementId',
      sql<SettlementStatus | null>`xp.status`.as('purchaseSettlementStatus'),
      sql<SettlementStatus | null>`xs.status`.as('salesSettlementStatus'),
      'xp.deliver_date as purchaseDeliverDate',
      'xs.deliver_date as salesDeliverDate',
      sql<Party>`${party('p', 'pr')}`.as('purchaseSupplier'),
      sql<Party>`${party('s', 'sr')}`.as('salesRecipient'),
    ]);
}

type Party = TransportRow['purchaseSupplier'];

/** One side's contract and contractor as a single value, so that a row has thirty columns and not sixty. */
function party(contract: 'p' | 's', contractor: 'pr' | 'sr') {
  const c = sql.ref(contract);
  const r = sql.ref(contractor);
  return sql`json_build_object('id', ${r}.id, 'contractId', ${c}.id, 'documentNumber', ${c}.document_number,
    'fcaCpt', ${c}.fca_cpt, 'isGmp', ${c}.is_gmp, 'isCert', ${c}.is_cert, 'name', ${c}.contractor_name,
    'companyName', ${r}.company_name, 'address', json_build_object('city', ${c}.city, 'street', ${c}.street,
    'buildingNumber', ${c}.building_number, 'postCode', ${c}.post_code, 'countryCode', ${c}.country_code))`;
}

export type SelectedTransport = Awaited<ReturnType<ReturnType<typeof selectTransports>['execute']>>[number];

/** The truck is loaded where the purchase says and unloaded where the sale says. */
export function toTransportRow(row: SelectedTransport): TransportRow {
  const addressOf: BySide<Address> = {
    purchase: row.purchaseSupplier.address,
    sales: row.salesRecipient.address,
  };
  return {
    id: row.id,
    version: row.version,
    purchaseId: row.purchaseId,
    salesId: row.salesId,
    status: row.status,
    isReturned: row.isReturned,
    registrationNumber: row.registrationNumber,
    trailerNumber: row.trailerNumber,
    carrierName: row.carrierName,
    driverName: row.driverName,
    phoneNumber: row.phoneNumber,
    cargoQuantity: row.quantityKg,
    realCargoQuantity: row.realQuantityKg,
    pricePerTon: row.pricePerTon,
    currency: row.currency,
    dateLoading: row.dateLoading,
    dateUnloading: row.dateUnloading,
    isGmp: row.isGmp,
    gmpNumber: row.gmpNumber,
    comment: row.comment,
    details: row.details,
    cargoName: row.cargoName,
    rawMaterialId: row.rawMaterialId,
    loadingAddress: addressOf.purchase,
    unloadingAddress: addressOf.sales,
    purchaseSupplier: row.purchaseSupplier,
    salesRecipient: row.salesRecipient,
    realTransportPrice: row.freight,
    transportInvoiceNumber: row.freightInvoiceNumber,
    transportInvoiceCreateDate: row.freightInvoiceDate,
    transportPaymentDate: row.freightPaymentDate,
    settlementId: row.settlementId,
    purchaseSettlementStatus: row.purchaseSettlementStatus,
    salesSettlementStatus: row.salesSettlementStatus,
    purchaseDeliverDate: row.purchaseDeliverDate,
    salesDeliverDate: row.salesDeliverDate,
  };
}

import { contractMargin, contractMarginColumn } from './margin-fields.ts';
import type { Row } from './row.ts';

/* The columns of a contract in the prepared statements, and the conversion of a row to the wire format. */

export type Side = 'purchase' | 'sales';
const OTHER = { purchase: 'sales', sales: 'purchase' } as const;

export const contractColumns = (side: Side): string => `
  c.id, c.version, c.document_number, c.status, c.agreement_status, c.contractor_id, c.contractor_name, r.company_name,
  o.first_name || ' ' || o.last_name as owner, c.owner_id, c.raw_material_id, m.name as material, c.currency,
  c.price_minor_per_tonne as price, c.min_price_minor_per_tonne as min_price, c.quality_id,
  coalesce(q.title, c.contractual_quality) as quality, c.contractual_quality,
  (select count(*)::int from contract_option x where x.contract_id = c.id) as option_count,
  c.fca_cpt, c.city, c.street, c.building_number, c.post_code, c.country_code, c.receipt_from, c.receipt_to,
  c.is_for, c.is_cert, c.is_gmp, c.tolerance_type, c.tolerance_unit, c.tolerance_quantity::float8,
  c.comments, c.created_at, c.updated_at, c.quantity_kg, c.allocated_kg, c.in_delivery_kg, c.in_delivery_planned_kg,
  c.in_delivery_count, c.delivered_kg, c.plan_max_kg, c.transport_count,
  case when c.allocated_kg = 0 then 0 else (select coalesce(sum(a.open_kg), 0)::bigint from allocation a
    join contract p on p.id = a.${OTHER[side]}_id
    where a.${side}_id = c.id and a.open_kg > 0 and (p.agreement_status <> 'SIGNED' or p.status = 'NEXT_SEASON'))
    end as speculative`;

export const CONTRACT_JOINS = `
  join contractor r on r.id = c.contractor_id join app_user o on o.id = c.owner_id
  join raw_material m on m.id = c.raw_material_id left join material_quality q on q.id = c.quality_id`;

const addressOf = (row: Row) => ({
  city: row['city'],
  street: row['street'],
  building_number: row['building_number'],
  post_code: row['post_code'],
  country_code: row['country_code'],
});

export function contractOf(side: Side, row: Row) {
  const contractor = {
    id: row['contractor_id'],
    name: row['contractor_name'],
    company_name: row['company_name'],
  };
  const realized = (row['in_delivery_kg'] as number) + (row['delivered_kg'] as number);
  const promised = (row['allocated_kg'] as number) + realized;
  const remaining = (row['quantity_kg'] as number) - realized;
  return {
    id: row['id'],
    version: row['version'],
    document_number: row['document_number'],
    contract_status: row['status'],
    agreement_status: row['agreement_status'],
    supplier: side === 'purchase' ? contractor : undefined,
    recipient: side === 'sales' ? contractor : undefined,
    owner: row['owner'],
    owner_id: row['owner_id'],
    raw_material: { id: row['raw_material_id'], name: row['material'] },
    raw_material_id: row['raw_material_id'],
    currency: row['currency'],
    price: row['price'],
    min_price: row['min_price'],
    raw_material_quality_id: row['quality_id'],
    raw_material_quality_title: row['quality'],
    has_option: Number(row['option_count']) > 0,
    option_count: row['option_count'],
    fca_cpt: row['fca_cpt'],
    address: addressOf(row),
    date_of_receipt_from: row['receipt_from'],
    date_of_receipt_to: row['receipt_to'],
    is_for: row['is_for'],
    is_cert: row['is_cert'],
    is_gmp: row['is_gmp'],
    is_tolerance: row['tolerance_type'] !== null,
    tolerance_type: row['tolerance_type'],
    tolerance_unit: row['tolerance_unit'],
    tolerance_quantity: row['tolerance_quantity'],
    comments: row['comments'],
    created_at: row['created_at'],
    updated_at: row['updated_at'],
    cargo_quantity: row['quantity_kg'],
    allocated: row['allocated_kg'],
    allocated_speculative: row['speculative'],
    in_delivery: row['in_delivery_kg'],
    in_delivery_speculative: side === 'sales' ? row['in_delivery_planned_kg'] : undefined,
    in_delivery_transport_count: row['in_delivery_count'],
    delivered: row['delivered_kg'],
    realized,
    to_pick_up: side === 'purchase' ? remaining : undefined,
    to_deliver: side === 'sales' ? remaining : undefined,
    to_allocate: (row['quantity_kg'] as number) - promised,
    allowed: Math.max(0, (row['plan_max_kg'] as number) - promised),
  };
}

/** All fields of the contract dashboard in one row. */
export const recordStatement = (side: Side): string => `
  select ${contractColumns(side)}, ${contractMarginColumn(side)} as margin, c.payment_days, c.concluded_on,
    c.concluded_at, c.printed_remarks, c.county_code, c.raw_material_variant_id,
    r.city as r_city, r.street as r_street, r.building_number as r_building_number, r.post_code as r_post_code,
    r.country_code as r_country_code,
    (select coalesce(json_agg(json_build_object('id', x.id, 'is_main_option', false, 'price', x.price_minor_per_tonne,
      'raw_material_quality_id', x.quality_id, 'raw_material_quality_title', coalesce(xq.title, x.contractual_quality),
      'is_contractual_quality', x.contractual_quality is not null, 'contractual_quality', x.contractual_quality,
      'attach_to_contract', x.attach_to_contract) order by x.position), '[]')
      from contract_option x left join material_quality xq on xq.id = x.quality_id where x.contract_id = c.id) as options,
    (select coalesce(json_agg(json_build_object('id', k.id, 'contact_field', k.contact) order by k.position), '[]')
      from contract_contact k where k.contract_id = c.id) as contacts,
    (select coalesce(json_agg(e.email order by e.position), '[]')
      from contract_notification_email e where e.contract_id = c.id) as emails,
    2 * c.quantity_kg - c.accept_max_kg as least_kg
  from contract c ${CONTRACT_JOINS} where c.side = '${side}' and c.id = $1`;

export function recordOf(side: Side, row: Row) {
  const main = {
    id: null,
    is_main_option: true,
    price: row['price'],
    raw_material_quality_id: row['quality_id'],
    raw_material_quality_title: row['quality'],
    is_contractual_quality: row['contractual_quality'] !== null,
    contractual_quality: row['contractual_quality'],
    attach_to_contract: true,
  };
  const home = {
    city: row['r_city'],
    street: row['r_street'],
    building_number: row['r_building_number'],
    post_code: row['r_post_code'],
    country_code: row['r_country_code'],
  };
  const isPurchase = side === 'purchase';
  const status = row['status'] as string;
  const delivered = row['delivered_kg'] as number;
  return {
    ...contractOf(side, row),
    purchase_supplier_id: isPurchase ? row['contractor_id'] : undefined,
    sales_recipient_id: isPurchase ? undefined : row['contractor_id'],
    user_id: row['owner_id'],
    status,
    supplier_address: isPurchase ? home : undefined,
    recipient_address: isPurchase ? undefined : home,
    county_code: row['county_code'],
    payment_days: row['payment_days'],
    concluded_on: row['concluded_on'],
    concluded_at: row['concluded_at'],
    printed_remarks: row['printed_remarks'],
    raw_material_variant_id: row['raw_material_variant_id'],
    price_options: [main, ...(row['options'] as unknown[])],
    main_cargo_option: main,
    additional_cargo_option: row['options'],
    contact_list: row['contacts'],
    purchase_notification_emails: isPurchase ? row['emails'] : undefined,
    sales_notification_emails: isPurchase ? undefined : row['emails'],
    purchase_contact: isPurchase ? row['contacts'] : undefined,
    sales_contact: isPurchase ? undefined : row['contacts'],
    transport_count: row['transport_count'],
    can_delete:
      row['transport_count'] === 0 && row['allocated_kg'] === 0 && row['agreement_status'] !== 'SIGNED',
    suggests_settlement:
      !['TO_SETTLEMENT', 'CLOSED', 'CANCELLED'].includes(status) &&
      row['in_delivery_count'] === 0 &&
      delivered > 0 &&
      delivered >= (row['least_kg'] as number),
    ...contractMargin(row),
  };
}

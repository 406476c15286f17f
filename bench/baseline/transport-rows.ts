import { TRANSPORT_MARGIN_COLUMNS, TRANSPORT_MARGIN_JOIN, transportMargin } from './margin-fields.ts';
import { amountOf, type Row } from './row.ts';

/* The columns of transports and settlements, and the conversion of a row to the wire format. */

const party = (contract: 'p' | 's', contractor: 'pr' | 'sr'): string =>
  ['document_number', 'fca_cpt', 'is_gmp', 'is_cert', 'contractor_name', 'city', 'street', 'building_number']
    .concat('post_code', 'country_code', 'receipt_from', 'receipt_to')
    .map((column) => `${contract}.${column} as ${contract}_${column}`)
    .concat(
      `${contractor}.id as ${contract}_contractor_id`,
      `${contractor}.company_name as ${contract}_company_name`,
    )
    .join(', ');

export const TRANSPORT_COLUMNS = `
  t.id, t.version, t.purchase_id, t.sales_id, t.status, t.is_returned, t.registration_number, t.trailer_number,
  t.carrier_id, t.carrier_name, t.driver_name, t.phone_number, t.quantity_kg, t.real_quantity_kg,
  t.price_minor_per_tonne as price, t.currency, t.date_loading, t.date_unloading, t.is_gmp, t.gmp_number, t.comment,
  t.order_number, t.carrier_payment_days, t.carrier_remarks, t.details, t.freight_minor, t.freight_invoice_number, t.freight_invoice_date, t.freight_payment_date,
  t.freight_ksef_number,
  m.id as material_id, m.name as material, x.id as settlement_id, xp.status as xp_status, xs.status as xs_status,
  xp.deliver_date as xp_deliver_date, xs.deliver_date as xs_deliver_date,
  xp.invoice_number as xp_invoice_number, xp.payment_date as xp_payment_date,
  xp.invoice_date as xp_invoice_date, xp.ksef_number as xp_ksef_number,
  xs.invoice_number as xs_invoice_number, xs.payment_date as xs_payment_date,
  xs.invoice_date as xs_invoice_date, xs.ksef_number as xs_ksef_number,
  xp.sent_amount_minor as xp_sent_amount, p.currency as p_currency, xs.sent_amount_minor as xs_sent_amount,
  s.currency as s_currency, ${TRANSPORT_MARGIN_COLUMNS}, ${party('p', 'pr')}, ${party('s', 'sr')}`;

export const TRANSPORT_JOINS = `
  join contract p on p.id = t.purchase_id join contract s on s.id = t.sales_id
  join contractor pr on pr.id = p.contractor_id join contractor sr on sr.id = s.contractor_id
  join raw_material m on m.id = p.raw_material_id left join settlement x on x.transport_id = t.id
  left join settlement_side xp on xp.settlement_id = x.id and xp.side = 'purchase'
  left join settlement_side xs on xs.settlement_id = x.id and xs.side = 'sales' ${TRANSPORT_MARGIN_JOIN}`;

const addressOf = (row: Row, contract: 'p' | 's') => ({
  city: row[`${contract}_city`],
  street: row[`${contract}_street`],
  building_number: row[`${contract}_building_number`],
  post_code: row[`${contract}_post_code`],
  country_code: row[`${contract}_country_code`],
});

const partyOf = (row: Row, contract: 'p' | 's') => ({
  id: row[`${contract}_contractor_id`],
  contract_id: row[contract === 'p' ? 'purchase_id' : 'sales_id'],
  document_number: row[`${contract}_document_number`],
  fca_cpt: row[`${contract}_fca_cpt`],
  is_gmp: row[`${contract}_is_gmp`],
  is_cert: row[`${contract}_is_cert`],
  name: row[`${contract}_contractor_name`],
  company_name: row[`${contract}_company_name`],
  address: addressOf(row, contract),
  date_of_receipt_from: row[`${contract}_receipt_from`],
  date_of_receipt_to: row[`${contract}_receipt_to`],
});

export function transportOf(row: Row) {
  return {
    id: row['id'],
    version: row['version'],
    purchase_id: row['purchase_id'],
    sales_id: row['sales_id'],
    status: row['status'],
    is_returned: row['is_returned'],
    registration_number: row['registration_number'],
    trailer_number: row['trailer_number'],
    carrier_id: row['carrier_id'],
    carrier_name: row['carrier_name'],
    driver_name: row['driver_name'],
    phone_number: row['phone_number'],
    cargo_quantity: row['quantity_kg'],
    real_cargo_quantity: row['real_quantity_kg'],
    price_per_ton: row['price'],
    currency: row['currency'],
    date_loading: row['date_loading'],
    date_unloading: row['date_unloading'],
    is_gmp: row['is_gmp'],
    gmp_number: row['gmp_number'],
    comment: row['comment'],
    order_number: row['order_number'],
    carrier_payment_days: row['carrier_payment_days'],
    carrier_remarks: row['carrier_remarks'],
    details: row['details'],
    cargo_name: row['material'],
    raw_material_id: row['material_id'],
    loading_address: addressOf(row, 'p'),
    unloading_address: addressOf(row, 's'),
    purchase_supplier: partyOf(row, 'p'),
    sales_recipient: partyOf(row, 's'),
    real_transport_price: row['freight_minor'],
    transport_invoice_number: row['freight_invoice_number'],
    transport_invoice_create_date: row['freight_invoice_date'],
    transport_payment_date: row['freight_payment_date'],
    transport_ksef_number: row['freight_ksef_number'],
    settlement_id: row['settlement_id'],
    purchase_settlement_status: row['xp_status'],
    sales_settlement_status: row['xs_status'],
    purchase_deliver_date: row['xp_deliver_date'],
    sales_deliver_date: row['xs_deliver_date'],
    purchase_invoice_number: row['xp_invoice_number'],
    purchase_payment_date: row['xp_payment_date'],
    purchase_invoice_date: row['xp_invoice_date'],
    purchase_ksef_number: row['xp_ksef_number'],
    sales_invoice_number: row['xs_invoice_number'],
    sales_payment_date: row['xs_payment_date'],
    sales_invoice_date: row['xs_invoice_date'],
    sales_ksef_number: row['xs_ksef_number'],
    purchase_amount: row['xp_sent_amount'],
    purchase_currency: row['p_currency'],
    sales_amount: row['xs_sent_amount'],
    sales_currency: row['s_currency'],
    ...transportMargin(row),
  };
}

export const SETTLEMENT_COLUMNS = `${TRANSPORT_COLUMNS}, xp.version as xp_version,
  p.payment_days as p_payment_days, p.price_minor_per_tonne as p_price, p.min_price_minor_per_tonne as p_min_price,
  xp.price_minor_per_tonne as xp_price, xp.quality as xp_quality, xp.details as xp_details,
  xp.deductions as xp_deductions, xp.sent_quantity_kg as xp_sent_quantity_kg, xp.accepted_kg as xp_accepted_kg,
  xp.snapshot->'basisKg' as xp_basis_kg, xp.snapshot->'lines' as xp_lines,
  xp.snapshot->'contractPrice' as xp_contract_price, p.weight_basis as p_weight_basis, xs.price_minor_per_tonne as xs_price, xs.quality as xs_quality,
  (select json_agg(json_build_array(o.quantity_kg, o.price_minor_per_tonne, o.quality) order by o.position)
    from settlement_option o where o.settlement_id = x.id) as options`;

/** Converts a row to a settlement of the purchase side. */
export function settlementOf(row: Row) {
  const unloadedKg = (row['real_quantity_kg'] ?? row['quantity_kg']) as number;
  const sent = row['xp_sent_quantity_kg'] as number | null;
  const options = (row['options'] ?? [[unloadedKg, row['xs_price'], row['xs_quality']]]) as [
    number,
    number,
    string,
  ][];
  return {
    settlement_id: row['settlement_id'],
    transport_id: row['id'],
    purchase_id: row['purchase_id'],
    sales_id: row['sales_id'],
    version: row['xp_version'],
    transport_version: row['version'],
    transport_status: row['status'],
    purchase_settlement_status: row['xp_status'],
    sales_settlement_status: row['xs_status'],
    registration_number: row['registration_number'],
    trailer_number: row['trailer_number'],
    carrier_id: row['carrier_id'],
    carrier_name: row['carrier_name'],
    is_gmp: row['is_gmp'],
    currency: row['p_currency'],
    date_loading: row['date_loading'],
    date_unloading: row['date_unloading'],
    cargo_quantity: row['quantity_kg'],
    transport_quantity: unloadedKg,
    comment: row['comment'],
    details: row['xp_details'],
    deductions: row['xp_deductions'],
    amount: amountOf(
      (row['xp_accepted_kg'] as number | null) ?? sent ?? unloadedKg,
      row['xp_price'] as number,
    ),
    needs_correction: sent !== null && sent !== unloadedKg,
    sent_amount: row['xp_sent_amount'],
    real_cargo_quantity: sent ?? unloadedKg,
    real_cargo_price: row['xs_price'],
    real_cargo_quality: row['xs_quality'],
    real_purchase_cargo_price: row['xp_price'],
    real_purchase_cargo_quality: row['xp_quality'],
    contract_price: row['xp_contract_price'] ?? row['p_price'],
    contract_min_price: row['p_min_price'],
    contract_payment_days: row['p_payment_days'],
    purchase_invoice_number: row['xp_invoice_number'],
    purchase_deliver_date: row['xp_deliver_date'],
    purchase_payment_date: row['xp_payment_date'],
    purchase_invoice_date: row['xp_invoice_date'],
    purchase_ksef_number: row['xp_ksef_number'],
    sales_invoice_number: row['xs_invoice_number'],
    sales_deliver_date: row['xs_deliver_date'],
    sales_payment_date: row['xs_payment_date'],
    sales_invoice_date: row['xs_invoice_date'],
    sales_ksef_number: row['xs_ksef_number'],
    options: options.map(([kg, price, quality]) => ({
      real_cargo_quantity: kg,
      real_cargo_price: price,
      real_cargo_quality: quality,
      amount: amountOf(kg, price),
    })),
    accepted_quantity: row['xp_accepted_kg'],
    basis_quantity: row['xp_basis_kg'],
    weight_basis: row['p_weight_basis'],
    lines: ((row['xp_lines'] ?? []) as Row[]).map((line) => ({
      rule_id: line['ruleId'],
      parameter_id: line['parameterId'],
      name: line['name'],
      unit: line['unit'],
      reading: line['reading'],
      norm: line['norm'],
      steps: line['steps'],
      effect: line['effect'],
      price_per_tonne: line['pricePerTonne'],
      quantity: line['quantity'],
      is_premium: line['isPremium'],
    })),
    purchase_supplier: partyOf(row, 'p'),
    sales_recipient: partyOf(row, 's'),
    ...transportMargin(row),
  };
}

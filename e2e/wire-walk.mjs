// Runs a whole trade over plain HTTP, from two contractors to a settled and paid transport. Prints each step
// with the expected quantities, and exits with 1 when a quantity differs.
//   node e2e/wire-walk.mjs http://localhost:3000
const base = `${process.argv[2] ?? 'http://localhost:3000'}/api`;
const [email, password] = ['handlowiec@spichlerz.test', 'Spichlerz1!'];

let token = '';
let failures = 0;

async function call(method, path, body) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { success, result } = await response.json();
  if (!success)
    throw new Error(`${method} ${path} returned status ${response.status} ${JSON.stringify(result)}`);
  return result;
}

function step(title, actual, expected) {
  const differing = Object.entries(expected).filter(([name, value]) => actual[name] !== value);
  for (const [name, value] of differing) console.error(`     ${name} is ${actual[name]}, expected ${value}`);
  failures += differing.length;
  const figures = Object.entries(expected).map(([name, value]) => `${name} ${value}`);
  console.log(
    `${differing.length === 0 ? 'ok  ' : 'FAIL'} ${title}${figures.length === 0 ? '' : `: ${figures.join(', ')}`}`,
  );
}

const tenDigits = () => String(Math.floor(1e9 + Math.random() * 9e9));
const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

({ token } = await call('POST', '/auth/login', { email, password }));
const me = await call('GET', '/auth/me');
step('signed in', me, { email, role: 'USER', password_expired: false });

const [material] = await call('GET', '/cargo/tabs');
const [quality] = await call('GET', `/cargo/get-all-quality-option/${material.id}`);
const contractor = (word) => ({
  accounting_method: 'VAT',
  label: 'FIRMA',
  company_name: `${word} ${tenDigits()}`,
  last_name: `${word} sp. z o.o.`,
  nip: tenDigits(),
  city: 'Poznań',
  street: 'Zbożowa',
  building_number: '7',
  post_code: '60-001',
  country_code: 'PL',
});
const supplier = await call('POST', '/contractor/supplier/create', contractor('Dostawca'));
const recipient = await call('POST', '/contractor/recipient/create', contractor('Odbiorca'));
step('created a supplier and a recipient', {}, {});

const position = async () => {
  const positions = await call('POST', '/dashboard/position', {});
  const { purchase, sales } = positions.find(({ id }) => id === material.id);
  return { purchase, sales };
};
const start = await position();
const terms = (price) => ({
  user_id: me.id,
  status: 'ACTIVE',
  agreement_status: 'SIGNED',
  currency: 'PLN',
  raw_material_id: material.id,
  date_of_receipt_from: day(-10),
  date_of_receipt_to: day(60),
  address: {
    city: 'Poznań',
    street: 'Zbożowa',
    building_number: '7',
    post_code: '60-001',
    country_code: 'PL',
  },
  main_cargo_option: { price, raw_material_quality_id: quality.value },
});
const purchase = await call('POST', '/contract/create-purchase', {
  ...terms(80_000),
  purchase_supplier_id: supplier.id,
  cargo_quantity: 100_000,
});
const sale = await call('POST', '/contract/create-sales', {
  ...terms(91_000),
  sales_recipient_id: recipient.id,
  cargo_quantity: 80_000,
  is_tolerance: true,
  tolerance_type: 'SELLER',
  tolerance_unit: 'T',
  tolerance_quantity: 2_000,
});
const bought = () => call('GET', `/contract/get-purchase-dashboard/${purchase.id}`);
const sold = () => call('GET', `/contract/get-sales-dashboard/${sale.id}`);
step('bought 100 t', await bought(), {
  cargo_quantity: 100_000,
  to_allocate: 100_000,
  allowed: 100_000,
  to_pick_up: 100_000,
});
step('sold 80 t with 2 t in our option', await sold(), {
  cargo_quantity: 80_000,
  to_allocate: 80_000,
  allowed: 82_000,
  to_deliver: 80_000,
});
step('position', await position(), { purchase: start.purchase + 100_000, sales: start.sales + 80_000 });

await call('POST', `/contract/allocate-contract/${sale.id}`, {
  purchase_id: purchase.id,
  cargo_quantity: 80_000,
});
step('allocated 80 t, purchase', await bought(), { allocated: 80_000, to_allocate: 20_000, allowed: 20_000 });
step('allocated 80 t, sale', await sold(), { allocated: 80_000, to_allocate: 0, allowed: 2_000 });

const transport = await call('POST', '/contract/transport-create', {
  purchase_id: purchase.id,
  sales_id: sale.id,
  status: 'NEW',
  cargo_quantity: 25_000,
  price_per_ton: 4_500,
  currency: 'PLN',
  registration_number: 'PO 12345',
  trailer_number: 'PO 54321',
  carrier_name: 'Trans-Ziarno',
  driver_name: 'Jan Kowal',
  phone_number: '600 700 800',
  date_loading: day(0),
  date_unloading: day(1),
});
step('added a transport of 25 t', await sold(), {
  allocated: 55_000,
  in_delivery: 25_000,
  in_delivery_transport_count: 1,
  in_delivery_speculative: 25_000,
  to_deliver: 55_000,
});
const status = (to, more = {}) =>
  call('PATCH', '/contract/transport-status-update', { transport_id: transport.id, status: to, ...more });
await status('ON_THE_WAY');
step('on the way', await sold(), { in_delivery: 25_000, in_delivery_speculative: 0, delivered: 0 });
await status('DELIVERED', { real_cargo_quantity: 24_640 });
step('delivered 24,640 t, purchase', await bought(), {
  in_delivery: 0,
  delivered: 24_640,
  realized: 24_640,
  allocated: 55_360,
  to_pick_up: 75_360,
});
step('delivered 24,640 t, sale', await sold(), {
  delivered: 24_640,
  allocated: 55_360,
  to_deliver: 55_360,
  to_allocate: 0,
});
step('position', await position(), { purchase: start.purchase + 75_360, sales: start.sales + 55_360 });

await status('TO_BE_SETTLED');
const settlement = async (side) =>
  (
    await call(
      'GET',
      `/contract/settlement-${side}-list?${side}_id=${side === 'purchase' ? purchase.id : sale.id}`,
    )
  ).list[0];
step('released', await settlement('purchase'), {
  purchase_settlement_status: 'TO_BE_SETTLED',
  sales_settlement_status: 'TO_BE_SETTLED',
  real_cargo_quantity: 24_640,
});
await call('POST', '/contract/settlement-purchase', {
  transport_id: transport.id,
  purchase_settlement_status: 'SETTLED',
  real_purchase_cargo_price: 78_500,
  real_purchase_cargo_quality: quality.label,
  deductions: 'Wilgotność 15,2 %: 15 zł/t',
});
step('settled the purchase at 785 zł/t', await settlement('purchase'), {
  purchase_settlement_status: 'SETTLED',
  amount: 1_934_240,
  needs_correction: false,
});
await call('POST', '/contract/settlement-sales', {
  transport_id: transport.id,
  sales_settlement_status: 'TO_BE_SETTLED',
  options: [
    { real_cargo_quantity: 20_000, real_cargo_price: 91_000, real_cargo_quality: quality.label },
    { real_cargo_quantity: 4_640, real_cargo_price: 86_500, real_cargo_quality: 'Paszowa' },
  ],
});
const split = await settlement('sales');
step(
  'split the sale into two options',
  { ...split, options: split.options.length },
  { options: 2, real_cargo_quantity: 24_640, amount: 2_221_360 },
);

const invoice = (side, to, more = {}) =>
  call('POST', `/contract/settlement-set-${side}-invoice`, {
    settlement_id: split.settlement_id,
    [`${side}_settlement_status`]: to,
    [`${side}_invoice_number`]: `F/${side}/1`,
    [`${side}_deliver_date`]: day(1),
    ...more,
  });
for (const side of ['purchase', 'sales']) {
  await invoice(side, 'INVOICE');
  step(`invoiced, ${side}`, await settlement(side), {
    [`${side}_settlement_status`]: 'INVOICE',
    [`${side}_invoice_number`]: `F/${side}/1`,
  });
  await invoice(side, 'PAID', { [`${side}_payment_date`]: day(15) });
  step(`paid, ${side}`, await settlement(side), {
    [`${side}_settlement_status`]: 'PAID',
    [`${side}_payment_date`]: day(15),
  });
}
await call('POST', '/contract/settlement-transport', {
  transport_id: transport.id,
  status: 'PAID',
  real_transport_price: 110_880,
  transport_invoice_number: 'T/1',
  transport_invoice_create_date: day(2),
  transport_payment_date: day(16),
});
step('paid the freight', await call('GET', `/contract/transport-details/${transport.id}`), {
  status: 'PAID',
  real_transport_price: 110_880,
  real_cargo_quantity: 24_640,
});
step('at the end, sale', await sold(), {
  delivered: 24_640,
  realized: 24_640,
  allocated: 55_360,
  to_deliver: 55_360,
});

console.log(
  failures === 0 ? 'The whole chain agrees with the rules.' : `${failures} figures differ from the rules.`,
);
process.exit(failures === 0 ? 0 : 1);

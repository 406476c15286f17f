import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import { carriers } from '@spichlerz/shared/wire/carriers';
import { printSettlements, printTransportOrder } from '@spichlerz/shared/wire/printouts';
import { invoicePurchase, invoiceSale, settlePurchase } from '@spichlerz/shared/wire/settlements';
import { changeTransport, getTransport } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import { readPrintout } from '../../testing/printout.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterAll(() => test.close());

const purchase = (overrides = {}) => makeContract(user, 'purchase', material, overrides);
const sale = (overrides = {}) => makeContract(user, 'sales', material, overrides);

const orderOf = (id: number) => readPrintout(test, user, printTransportOrder, { params: { id } });

const COMMENT =
  'Wjazd od ulicy Łąkowej, awizacja dzień wcześniej do godziny 14:00 pod numerem wagi. Rampa 2, rozładunek boczny.';
const REMARKS =
  'Plandeka sucha i szczelna. Kierowca zgłasza się na wadze z dokumentem ADR i listem przewozowym CMR. Postój powyżej 24 godzin rozliczamy według stawki z umowy ramowej, po potwierdzeniu na liście przewozowym.';

describe('the transport order for a carrier', () => {
  it('contains the vehicle, the loading and unloading addresses, the quantity and the freight price', async () => {
    const place = { street: 'Portowa', buildingNumber: '7', postCode: '80-001', city: 'Gdańsk' };
    const [from, to] = [
      await purchase(),
      await sale({ isGmp: true, address: { ...place, countryCode: 'PL' } }),
    ];
    await makeAllocation(user, from, to, 50_000);
    const id = await makeTransport(user, from, to, { comment: COMMENT });
    const { id: carrierId } = await user.call(carriers.create, {
      body: {
        companyName: `Przewozy Ziarna ${id}`,
        nip: '1234563218',
        street: 'Kolejowa',
        buildingNumber: '4',
        postCode: '61-001',
        city: 'Poznań',
        countryCode: 'PL',
        paymentDays: 45,
      },
    });
    const asStored = await user.call(getTransport, { params: { id } });
    const change = {
      comment: COMMENT,
      gmpNumber: undefined,
      realQuantityKg: undefined,
      version: undefined,
    };
    await user.call(changeTransport, {
      params: { id },
      body: { ...asStored, ...change, carrierId, carrierRemarks: REMARKS },
    });
    const before = await orderOf(id);
    const [prefix, year, sequence] = asStored.orderNumber.toLowerCase().split('/');
    expect(before.disposition).toBe(
      `attachment; filename="zlecenie-transportowe-${prefix}-${year}-${sequence}.pdf"`,
    );
    // an order with remarks of usual length fits on one page
    expect(before.pages).toHaveLength(1);
    const numbers = asStored.purchaseSupplier.documentNumber ?? `nr ${from}`;
    for (const words of [
      `Zlecenie transportowe ${asStored.orderNumber}`,
      `Przewozy Ziarna ${id} Kolejowa 4, 61-001 Poznań NIP 1234563218`,
      'Nr rejestracyjny PO 12345 Nr naczepy PO 54321 Kierowca Adam Kierowca, tel.',
      `Nr referencyjny: ${numbers}`,
      'Termin płatności 45 dni od daty wystawienia faktury',
      `Uwagi dla przewoźnika ${REMARKS}`,
      'Załadunek 01/09/2026',
      'Rozładunek 02/09/2026',
      'Zbożowa 1, 90-001 Łódź',
      'Portowa 7, 80-001 Gdańsk',
      'Ilość 25 000 kg (25,000 t) GMP',
      'Fracht za tonę netto 45,00 zł/t Termin płatności 45 dni',
      `Uwagi ${COMMENT}`,
    ]) {
      expect(before.text).toContain(words);
    }
    const { version: _version, ...stored } = await user.call(getTransport, { params: { id } });
    await user.call(changeTransport, {
      params: { id },
      body: { ...stored, isGmp: true, gmpNumber: 'PL-77', comment: undefined, realQuantityKg: undefined },
    });
    const after = await orderOf(id);
    expect(after.text).toContain('GMP Wymagane, nr GMP przewoźnika: PL-77 Poprzednie ładunki');
    expect(after.text).not.toContain('Uwagi Wjazd');
  });

  it('is marked "TOWAR ZWRÓCONY" for a returned transport, and is rejected for a cancelled transport', async () => {
    const [from, to] = [await purchase(), await sale()];
    await makeAllocation(user, from, to, 50_000);
    const id = await makeTransport(user, from, to);
    const order = () => orderOf(id);
    expect((await order()).text).not.toContain('ZWRÓCONY');
    await setTransportStatuses(user, id, 'RETURN_TO_CLIENT');
    expect((await order()).text).toMatch(/Zlecenie transportowe ZT\/\d{4}\/\d+ TOWAR ZWRÓCONY DO DOSTAWCY/);
    await setTransportStatuses(user, id, 'CANCELLED');
    expect(await failureOf(order())).toMatchObject({ status: 409, code: 'CANNOT_PRINT_ON_THIS_STATUS' });
  });

  it('requires GMP if the purchase contract of the transport requires GMP', async () => {
    const [from, other] = [await purchase({ isGmp: true }), await purchase()];
    const to = await makeContract(user, 'sales', material);
    for (const each of [from, other]) await makeAllocation(user, each, to, 25_000);
    expect((await orderOf(await makeTransport(user, from, to))).text).toContain('GMP Wymagane');
    expect((await orderOf(await makeTransport(user, other, to))).text).toContain('GMP Niewymagane');
  });
});

/** Creates an invoice of this side with this delivery date. */
const invoiced: Record<Side, (settlementId: number, day: string) => Promise<true>> = {
  purchase: (settlementId, purchaseDeliverDate) =>
    user.call(invoicePurchase, {
      body: {
        settlementId,
        purchaseSettlementStatus: 'INVOICE',
        purchaseInvoiceNumber: 'FZ/1',
        purchaseDeliverDate,
      },
    }),
  sales: (settlementId, salesDeliverDate) =>
    user.call(invoiceSale, {
      body: { settlementId, salesSettlementStatus: 'INVOICE', salesInvoiceNumber: 'FS/1', salesDeliverDate },
    }),
};

it('a settlement printout sorts transports by the delivery dates of the printed side, purchase or sales', async () => {
  const contract = { purchase: await purchase(), sales: await makeContract(user, 'sales', material) };
  await makeAllocation(user, contract.purchase, contract.sales, 50_000);
  for (const [registrationNumber, purchaseDay, salesDay] of [
    ['PO 1', '2026-09-14', '2026-09-13'],
    ['PO 2', '2026-09-11', '2026-09-16'],
  ] as const) {
    const transport = await makeTransport(user, contract.purchase, contract.sales, { registrationNumber });
    await setTransportStatuses(user, transport, 'DELIVERED', 'TO_BE_SETTLED');
    await user.call(settlePurchase, {
      body: { transportId: transport, realPurchaseCargoPrice: 80_000, realPurchaseCargoQuality: 'Paszowa' },
    });
    const { settlementId } = await user.call(getTransport, { params: { id: transport } });
    await invoiced.purchase(settlementId ?? 0, purchaseDay);
    await invoiced.sales(settlementId ?? 0, salesDay);
  }
  const rows: Record<Side, RegExp> = {
    purchase: /11\/09\/2026 PO 2 .* 14\/09\/2026 PO 1 /,
    sales: /13\/09\/2026 PO 1 .* 16\/09\/2026 PO 2 /,
  };
  for (const side of SIDES) {
    const { text } = await readPrintout(test, user, printSettlements[side], {
      params: { id: contract[side] },
    });
    expect(text).toMatch(rows[side]);
  }
});

it('a settlement printout contains all transports when the list of transport ids in the request is empty', async () => {
  const [from, to] = [await purchase(), await makeContract(user, 'sales', material)];
  await makeAllocation(user, from, to, 25_000);
  const transport = await makeTransport(user, from, to, { registrationNumber: 'PO 7' });
  await setTransportStatuses(user, transport, 'DELIVERED');
  const transportId = [',', ','] as never;
  const { text } = await readPrintout(test, user, printSettlements.sales, {
    params: { id: to },
    query: { transportId },
  });
  expect(text).toContain(' PO 7 ');
});

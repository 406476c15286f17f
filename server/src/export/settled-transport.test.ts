import type { Endpoint } from '@spichlerz/shared/wire/endpoint';
import type { ListEndpoint } from '@spichlerz/shared/wire/list-endpoint';
import {
  invoicePurchase,
  invoiceSale,
  listSettlements,
  settlePurchase,
  settleSale,
} from '@spichlerz/shared/wire/settlements';
import {
  changeTransportStatus,
  getTransport,
  listTransports,
  settleFreight,
} from '@spichlerz/shared/wire/transports';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { download } from '../testing/call.ts';
import { makeAllocation, makeContract, makeMaterial, makeTransport } from '../testing/make.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';

/* The quantities, days and numbers of the transport all differ, so that a swapped column fails the test. */

let test: TestApp;
let user: TestUser;
let purchaseId: number;
let salesId: number;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  const material = await makeMaterial(await createTestUser(test, 'ADMIN'));
  purchaseId = await makeContract(user, 'purchase', material, { documentNumber: 'Z/1', currency: 'EUR' });
  salesId = await makeContract(user, 'sales', material, { documentNumber: 'S/1', currency: 'USD' });
  await makeAllocation(user, purchaseId, salesId, 50_000);
  const transportId = await makeTransport(user, purchaseId, salesId, {
    status: 'DELIVERED',
    isGmp: true,
    gmpNumber: 'GMP 7',
  });
  await user.call(changeTransportStatus, {
    body: { transportId, status: 'TO_BE_SETTLED', realQuantityKg: 24_640 },
  });
  await user.call(settlePurchase, {
    body: {
      transportId,
      realPurchaseCargoPrice: 78_500,
      realPurchaseCargoQuality: 'Paszowa',
      deductions: 'Wilgotność',
    },
  });
  await user.call(settleSale, {
    body: {
      transportId,
      salesSettlementStatus: 'TO_BE_SETTLED',
      options: [{ realQuantityKg: 24_600, realCargoPrice: 91_000, realCargoQuality: 'Konsumpcyjna' }],
    },
  });
  const { settlementId } = await user.call(getTransport, { params: { id: transportId } });
  await user.call(invoicePurchase, {
    body: {
      settlementId: settlementId ?? 0,
      purchaseSettlementStatus: 'INVOICE',
      purchaseInvoiceNumber: 'FZ/1',
      purchaseDeliverDate: '2026-09-03',
      purchasePaymentDate: '2026-10-03',
      purchaseInvoiceDate: '2026-09-06',
      purchaseKsefNumber: 'BFK',
      details: 'Od dostawcy',
    },
  });
  await user.call(invoiceSale, {
    body: {
      settlementId: settlementId ?? 0,
      salesSettlementStatus: 'PAID',
      salesInvoiceNumber: 'FS/1',
      salesDeliverDate: '2026-09-04',
      salesPaymentDate: '2026-10-04',
      salesInvoiceDate: '2026-09-07',
      salesKsefNumber: '5265877635-20250826-0100001AF629-AF',
      details: 'Do odbiorcy',
    },
  });
  await user.call(settleFreight, {
    body: {
      transportId,
      status: 'INVOICE',
      freightAmount: 110_999,
      comment: 'Plandeka',
      transportInvoiceNumber: 'FT/1',
      transportInvoiceCreateDate: '2026-09-05',
      transportPaymentDate: '2026-10-05',
      transportKsefNumber: 'OFF',
    },
  });
});
afterAll(() => test.close());

/** Returns the only record of an exported list, keyed by header; days are text. */
async function recordOf(endpoint: ListEndpoint, query: object): Promise<object> {
  const input = { query: { ...query, format: 'xlsx' } } as never;
  const { body } = await download<Endpoint>(test.app, endpoint.export, input, user.token);
  const [sheet] = await readWorkbook(body);
  const [headers = [], record = [], ...others] = sheet?.data ?? [];
  expect(others).toEqual([]);
  return Object.fromEntries(
    headers.map((header, index) => {
      const cell = record[index];
      return [String(header), cell instanceof Date ? cell.toISOString().slice(0, 10) : cell];
    }),
  );
}

it('the exported file of transports has each quantity, day and number under its own header', async () => {
  expect(await recordOf(listTransports, { purchaseId })).toMatchObject({
    'Nr rejestracyjny': 'PO 12345',
    'Nr naczepy': 'PO 54321',
    Status: 'Zafakturowany',
    'Kontrakt zakupu': 'Z/1',
    'Kontrakt sprzedaży': 'S/1',
    'Ilość (t)': 25,
    'Ilość rzeczywista (t)': 24.64,
    Załadunek: '2026-09-01',
    Rozładunek: '2026-09-02',
    Przewoźnik: 'Transport Sp. z o.o.',
    Kierowca: 'Adam Kierowca',
    'Telefon kierowcy': '600 700 800',
    'Fracht za tonę': 45,
    Fracht: 1109.99,
    Waluta: 'PLN',
    'Nr faktury za fracht': 'FT/1',
    'Data wystawienia faktury za fracht': '2026-09-05',
    'Termin płatności za fracht': '2026-10-05',
    'Nr KSeF faktury za fracht': 'OFF',
    'Nr faktury zakupu': 'FZ/1',
    'Termin płatności zakupu': '2026-10-03',
    'Data wystawienia faktury zakupu': '2026-09-06',
    'Nr KSeF faktury zakupu': 'BFK',
    'Kwota zakupu': 19_342.4,
    'Waluta zakupu': 'EUR',
    'Nr faktury sprzedaży': 'FS/1',
    'Termin płatności sprzedaży': '2026-10-04',
    'Data wystawienia faktury sprzedaży': '2026-09-07',
    'Nr KSeF faktury sprzedaży': '5265877635-20250826-0100001AF629-AF',
    'Kwota sprzedaży': 22_386,
    'Waluta sprzedaży': 'USD',
    GMP: 'Tak',
    'Nr GMP': 'GMP 7',
    Uwagi: 'Plandeka',
  });
});

it('the exported file of purchase or sales settlements contains the data of that side', async () => {
  const transport = { 'Nr rejestracyjny': 'PO 12345', Załadunek: '2026-09-01', Rozładunek: '2026-09-02' };
  expect(await recordOf(listSettlements.purchase, { purchaseId })).toMatchObject({
    ...transport,
    Status: 'Zafakturowane',
    'Kontrakt sprzedaży': 'S/1',
    'Ilość rzeczywista (t)': 24.64,
    'Cena rzeczywista (za t)': 785,
    'Jakość rzeczywista': 'Paszowa',
    Kwota: 19_342.4,
    Waluta: 'EUR',
    'Do korekty': 'Nie',
    'Nr faktury': 'FZ/1',
    'Data dostawy': '2026-09-03',
    'Data wystawienia': '2026-09-06',
    'Termin płatności': '2026-10-03',
    'Nr KSeF': 'BFK',
    Potrącenia: 'Wilgotność',
    Szczegóły: 'Od dostawcy',
  });
  expect(await recordOf(listSettlements.sales, { salesId })).toMatchObject({
    ...transport,
    Status: 'Opłacone',
    'Kontrakt zakupu': 'Z/1',
    'Ilość rzeczywista (t)': 24.6,
    'Cena rzeczywista (za t)': 910,
    'Jakość rzeczywista': 'Konsumpcyjna',
    Podział: null,
    Kwota: 22_386,
    Waluta: 'USD',
    'Do korekty': 'Nie',
    'Nr faktury': 'FS/1',
    'Data dostawy': '2026-09-04',
    'Data wystawienia': '2026-09-07',
    'Termin płatności': '2026-10-04',
    'Nr KSeF': '5265877635-20250826-0100001AF629-AF',
    Potrącenia: null,
    Szczegóły: 'Do odbiorcy',
  });
});

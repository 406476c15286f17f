import { SIDES } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { CallInput, Endpoint } from '@spichlerz/shared/wire/endpoint';
import { createVariant } from '@spichlerz/shared/wire/materials';
import { printContract, printSettlements } from '@spichlerz/shared/wire/printouts';
import {
  invoicePurchase,
  listSettlements,
  settlePurchase,
  settleSale,
} from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus } from '@spichlerz/shared/wire/transports';
import { formatPriceWithoutUnit, formatTonnesWithoutUnit } from '@spichlerz/shared/words/figures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_COMPANY } from '../../print/company.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setContractStatus,
  setTransportStatuses,
} from '../../testing/make.ts';
import { collapseSpaces, readPrintout } from '../../testing/printout.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';
import { until } from '../../testing/until.ts';

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(admin);
});
afterAll(() => test.close());

const purchase = (overrides = {}) => makeContract(user, 'purchase', material, overrides);
const sale = (overrides = {}) => makeContract(user, 'sales', material, overrides);

const printout = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  readPrintout(test, user, endpoint, input);
const tonnes = (kg: number) => collapseSpaces(formatTonnesWithoutUnit(kg));
const money = (minor: number) => collapseSpaces(formatPriceWithoutUnit(minor));

/** Creates a purchase and a sale of 6 000 t with the given number of delivered transports. */
async function delivered(count: number) {
  const quantityKg = 6_000_000;
  const [from, to] = [await purchase({ quantityKg }), await sale({ quantityKg })];
  await makeAllocation(user, from, to, quantityKg);
  const transports: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const registrationNumber = `PO ${10_000 + index}`;
    transports.push(await makeTransport(user, from, to, { status: 'DELIVERED', registrationNumber }));
  }
  return { from, to, transports };
}

async function settle(transportId: number, kg: number, price: number, deductions?: string): Promise<void> {
  await user.call(changeTransportStatus, {
    body: { transportId, status: 'TO_BE_SETTLED', realQuantityKg: kg },
  });
  await user.call(settlePurchase, {
    body: {
      transportId,
      realPurchaseCargoPrice: price,
      realPurchaseCargoQuality: 'Paszowa',
      ...(deductions !== undefined && { deductions }),
    },
  });
}

describe('the confirmation of a contract', () => {
  it('contains the agreed terms of the contract and all Polish letters', async () => {
    const { rows } = await test.pool.query<{ code: string; name: string }>(
      `select code, name from county order by code limit 1`,
    );
    const county = rows[0] ?? { code: '', name: '' };
    const { id: rawMaterialVariantId } = await admin.call(createVariant, {
      body: { rawMaterialId: material.id, name: 'Ozima' },
    });
    const id = await purchase({
      documentNumber: 'Z/2026/0117',
      rawMaterialVariantId,
      quantityKg: 1_234_500,
      isTolerance: true,
      toleranceType: 'BUYER',
      toleranceUnit: 'PERCENT',
      toleranceQuantity: 5,
      isGmp: true,
      isCert: true,
      isFor: true,
      countyCode: county.code,
      fcaCpt: true,
      comments: 'Tylko dla nas.',
      printedRemarks: 'Zażółć gęślą jaźń. ZAŻÓŁĆ GĘŚLĄ JAŹŃ.',
      paymentDays: 14,
      concludedOn: '2026-06-15',
      concludedAt: 'Poznań',
      additionalCargoOption: [
        {
          price: 78_050,
          isContractualQuality: true,
          contractualQuality: 'białko 12,5%',
          attachToContract: true,
        },
        {
          price: 66_600,
          isContractualQuality: true,
          contractualQuality: 'porośnięte',
          attachToContract: false,
        },
      ],
    });
    const { text, pages, type, disposition } = await printout(printContract.purchase, { params: { id } });
    expect(type).toBe('application/pdf');
    expect(disposition).toBe('attachment; filename="potwierdzenie-kontraktu-zakupu-z-2026-0117.pdf"');
    expect(pages).toHaveLength(1);
    const supplier = await user.call(contracts.purchase.contractor, { params: { id } });
    for (const words of [
      'Potwierdzenie kontraktu zakupu Z/2026/0117',
      `Sprzedający ${supplier.name} Zbożowa 1, 90-001 Łódź NIP ${supplier.nip}`,
      `Kupujący ${NO_COMPANY.name}`,
      ', Ozima Jakość Konsumpcyjna',
      'Ilość 1 234,500 t Tolerancja ± 5 % w opcji kupującego od 1 172,775 t do 1 296,225 t',
      'Główna Konsumpcyjna 800,00 zł/t',
      'Dodatkowa białko 12,5% 780,50 zł/t',
      'Termin odbioru 01/07/2026 – 30/06/2027',
      'Warunki dostawy FCA Miejsce załadunku Zbożowa 1, 90-001 Łódź',
      `GMP CERT, ${county.name} (województwo`,
      'FOR Opiekun Jan Testowy',
      'Waluta PLN Termin płatności 14 dni od daty wystawienia faktury Uwagi',
      'Data i miejsce zawarcia 15/06/2026, Poznań Sprzedający Kupujący',
      'Zażółć gęślą jaźń. ZAŻÓŁĆ GĘŚLĄ JAŹŃ.',
      'strona 1 z 1',
    ]) {
      expect(text).toContain(words);
    }
    // a price option without attachToContract is not printed, and comments are internal
    expect(text).not.toContain('porośnięte');
    expect(text).not.toContain('Tylko dla nas.');
  });

  it('names the company as the seller of a sales contract, and has a dash for each empty value', async () => {
    const id = await sale({ fcaCpt: false, address: undefined, weightBasis: 'LOADING' });
    const { text, disposition } = await printout(printContract.sales, { params: { id } });
    expect(disposition).toBe(`attachment; filename="potwierdzenie-kontraktu-sprzedazy-nr-${id}.pdf"`);
    expect(text).toContain(`Potwierdzenie kontraktu sprzedaży nr ${id}`);
    expect(text).toContain(`Sprzedający ${NO_COMPANY.name}`);
    expect(text).toMatch(/Kupujący Firma \d+/);
    expect(text).toContain('Tolerancja - Cena');
    expect(text).toContain('Warunki dostawy CPT Miejsce rozładunku - Wymagania - Opiekun');
    expect(text).toContain('Waga rozliczeniowa Załadunek');
    expect(text).toContain('Uwagi -');
  });

  it('has the mark "ANULOWANY" and no signature lines after the contract is cancelled', async () => {
    const id = await purchase({ documentNumber: 'Z/2026/0118' });
    const sign = /Sprzedający Kupujący/;
    expect((await printout(printContract.purchase, { params: { id } })).text).toMatch(sign);
    await setContractStatus(user, 'purchase', id, 'CLOSED');
    const closed = await printout(printContract.purchase, { params: { id } });
    expect(closed.text).toMatch(sign);
    expect(closed.text).not.toContain('ANULOWANY');

    await setContractStatus(user, 'purchase', id, 'CANCELLED');
    const { text, disposition } = await printout(printContract.purchase, { params: { id } });
    expect(text).toContain('Potwierdzenie kontraktu zakupu Z/2026/0118 ANULOWANY');
    expect(text).toContain('dlatego tego dokumentu się nie podpisuje');
    expect(text).not.toMatch(sign);
    expect(disposition).toContain('filename="potwierdzenie-kontraktu-zakupu-z-2026-0118-anulowany.pdf"');
  });
});

describe('the statement for a supplier', () => {
  it('contains the quantity, price and amount of each settled transport, and the sum of the rounded amounts', async () => {
    const { from, transports } = await delivered(3);
    const [first = 0, second = 0, open = 0] = transports;
    await settle(first, 24_645, 79_333, 'Wilgotność 15,2%');
    await settle(second, 25_001, 80_001);
    const { list } = await user.call(listSettlements.purchase, {
      query: { purchaseId: from, status: ['SETTLED'] },
    });
    const { text } = await printout(printSettlements.purchase, { params: { id: from } });
    for (const row of list) {
      expect(text).toContain(
        `${row.registrationNumber} Paszowa ${tonnes(row.realQuantityKg)} ${money(row.realPurchaseCargoPrice)} ${money(row.amount)}`,
      );
    }
    const sum = list.reduce((total, row) => total + row.amount, 0);
    expect(text).toContain(`Razem ${tonnes(49_646)} ${money(sum)}`);
    expect(text).toContain('Wilgotność 15,2%');
    expect(text).not.toContain('PO 10002');

    // an invoice does not change the sent statement
    const settlementId = list.find((row) => row.transportId === first)?.settlementId ?? 0;
    await user.call(invoicePurchase, {
      body: {
        settlementId,
        purchaseSettlementStatus: 'INVOICE',
        purchaseInvoiceNumber: 'F/1',
        purchaseDeliverDate: '2026-09-02',
      },
    });
    const one = await printout(printSettlements.purchase, {
      params: { id: from },
      query: { transportId: [first] },
    });
    expect(one.text).toContain(`Razem ${tonnes(24_645)}`);
    expect(one.text).not.toContain('PO 10001');
    expect(
      await failureOf(
        printout(printSettlements.purchase, { params: { id: from }, query: { transportId: [open] } }),
      ),
    ).toMatchObject({
      status: 409,
      code: 'CANNOT_PRINT_ON_THIS_STATUS',
      fields: [{ path: 'transport_id', code: 'CANNOT_PRINT_ON_THIS_STATUS' }],
    });
  });

  it('has a table header on each page, and its creation does not block parallel requests', async () => {
    const { from, transports } = await delivered(200);
    for (const transport of transports) await setTransportStatuses(user, transport, 'TO_BE_SETTLED');
    for (const transportId of transports)
      await user.call(settlePurchase, {
        body: {
          transportId,
          realPurchaseCargoPrice: 79_333,
          realPurchaseCargoQuality: 'Paszowa',
          deductions: 'Wilgotność 15,2%, zanieczyszczenia 2,1%',
        },
      });
    const { pages, text } = await printout(printSettlements.purchase, { params: { id: from } });
    expect(pages.length).toBeGreaterThan(4);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Lp. Data dostawy');
      expect(page).toContain(`strona ${index + 1} z ${pages.length}`);
    }
    for (const [index] of transports.entries()) expect(text).toContain(`PO ${10_000 + index} Paszowa`);

    let answered = 0;
    const drawn = { pages: [''] };
    const drawing = printout(printSettlements.purchase, { params: { id: from } }).then((again) =>
      Object.assign(drawn, again),
    );
    await until(async () => {
      await test.app.inject('/api/health');
      answered += 1;
      return drawn.pages.length > 1;
    }, 20_000);
    expect((await drawing).pages).toEqual(pages);
    expect(answered).toBeGreaterThan(2);
  }, 120_000);
});

const part = (kg: number, quality: string) => ({
  realQuantityKg: kg,
  realCargoPrice: 90_000,
  realCargoQuality: quality,
});

describe('the list of deliveries for a recipient', () => {
  it('contains each delivered transport with the qualities and quantities of its sale', async () => {
    const { from, to, transports } = await delivered(2);
    await makeTransport(user, from, to, { registrationNumber: 'PO 99' });
    const [first = 0] = transports;
    await setTransportStatuses(user, first, 'TO_BE_SETTLED');
    await user.call(settleSale, {
      body: {
        transportId: first,
        salesSettlementStatus: 'TO_BE_SETTLED',
        options: [part(20_000, 'Konsumpcyjna'), part(4_850, 'Paszowa')],
      },
    });
    const { text, disposition } = await printout(printSettlements.sales, { params: { id: to } });
    expect(disposition).toBe(`attachment; filename="lista-dostaw-kontrakt-sprzedazy-nr-${to}.pdf"`);
    expect(text).toContain('01/09/2026 02/09/2026 PO 10000 PO 54321 Konsumpcyjna 20,000');
    expect(text).toContain('01/09/2026 02/09/2026 PO 10000 PO 54321 Paszowa 4,850');
    expect(text).toContain('PO 10001 PO 54321 Konsumpcyjna 25,000');
    expect(text).toContain('Razem 49,850');
    expect(text).not.toContain('PO 99');
  });
});

describe.each(SIDES)('a printout of the %s side', (side) => {
  const contractOf = { purchase, sales: sale };

  it('requires an existing contract, transports in a printable status, and an access token', async () => {
    const missing = { status: 404, code: 'CONTRACT_NOT_FOUND' };
    const params = { id: 999_999 };
    expect(await failureOf(printout(printContract[side], { params }))).toMatchObject(missing);
    expect(await failureOf(printout(printSettlements[side], { params }))).toMatchObject(missing);
    const id = await contractOf[side]();
    expect(await failureOf(printout(printSettlements[side], { params: { id } }))).toMatchObject({
      status: 409,
      code: 'CANNOT_PRINT_ON_THIS_STATUS',
    });
    const ofAnother = { params: { id }, query: { transportId: [1] } };
    expect(await failureOf(printout(printSettlements[side], ofAnother))).toMatchObject({
      status: 400,
      code: 'TRANSPORT_NOT_FOUND',
      fields: [{ path: 'transport_id', code: 'TRANSPORT_NOT_FOUND' }],
    });
    const wrong = { params: { id }, query: { transportId: ['x'] } } as never;
    expect(await failureOf(printout(printSettlements[side], wrong))).toMatchObject({ status: 400 });
    expect((await test.app.inject(`/api/contract/print-${side}/${id}`)).statusCode).toBe(401);
  });
});

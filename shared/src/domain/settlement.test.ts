import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstOverweightIndex,
  INVOICE_STATUSES,
  isBelowMinPrice,
  isCorrected,
  isInvoiceable,
  isUnusualPrice,
  missingInvoiceFields,
  needsCorrection,
  optionsKg,
  SALE_OPTIONS_MAX,
  SETTLEMENT_STATUSES,
  type SettlementStatus,
  STATUS_BEFORE_INVOICE,
  salesAmount,
  warnsOfSplit,
  whyNotInvoice,
  whyNotMoveSettlement,
  whyNotPrintSettlement,
  whyNotSaveOptions,
  whyNotSettlePurchase,
} from './settlement.ts';
import type { Side } from './side.ts';
import { tonnesToKg } from './testing/terms.ts';
import { kilograms, lineAmount, minorUnits, TRANSPORT_MAX_KG } from './units.ts';

const option = (tonnes: number, price: number) => ({
  quantityKg: tonnesToKg(tonnes),
  pricePerTonne: minorUnits(price),
});

const movable = (side: Side) =>
  SETTLEMENT_STATUSES.filter((status) => whyNotMoveSettlement(side, status) === null);
const printed = (side: Side) =>
  SETTLEMENT_STATUSES.filter((status) => whyNotPrintSettlement(side, status) === null);
const settleable = (to: SettlementStatus) =>
  SETTLEMENT_STATUSES.filter((status) => whyNotSettlePurchase(status, to) === null);
const invoiceable = (side: Side) => SETTLEMENT_STATUSES.filter((status) => isInvoiceable(side, status));

describe('the actions allowed by the settlement status', () => {
  test('a purchase can be settled while its status is TO_BE_SETTLED; the settlement can be withdrawn while the status is SETTLED', () => {
    expect(settleable('SETTLED')).toEqual(['TO_BE_SETTLED']);
    expect(settleable('TO_BE_SETTLED')).toEqual(['SETTLED']);
    expect(whyNotSettlePurchase('TO_BE_SETTLED')).toBeNull();
    expect(whyNotSettlePurchase('INVOICE')).toBe('WRONG_STATUS');
  });

  test('the options of a sale can be saved while its status is TO_BE_SETTLED, INVOICE or PAID', () => {
    expect(whyNotSaveOptions('DELIVERED')).toBe('WRONG_STATUS');
    for (const status of ['TO_BE_SETTLED', 'INVOICE', 'PAID'] as const) {
      expect(whyNotSaveOptions(status)).toBeNull();
    }
    // The form was loaded before the invoice was recorded.
    expect(whyNotSaveOptions('INVOICE', 'TO_BE_SETTLED')).toBe('WRONG_STATUS');
  });

  test('the statement of a purchase can be printed while its status is SETTLED, INVOICE or PAID; the delivery list of a sale can be printed in every status', () => {
    expect(printed('purchase')).toEqual(['SETTLED', 'INVOICE', 'PAID']);
    expect(printed('sales')).toEqual(SETTLEMENT_STATUSES);
    expect(whyNotPrintSettlement('purchase', 'TO_BE_SETTLED')).toBe('CANNOT_PRINT_ON_THIS_STATUS');
  });

  test('a sales settlement can be moved while its status is DELIVERED, and a purchase settlement while its status is TO_BE_SETTLED', () => {
    expect(movable('sales')).toEqual(['DELIVERED']);
    expect(movable('purchase')).toEqual(['TO_BE_SETTLED']);
    expect(whyNotMoveSettlement('sales', 'TO_BE_SETTLED')).toBe('WRONG_STATUS');
  });

  test('a purchase can be invoiced while its status is SETTLED or INVOICE, and a sale while its status is TO_BE_SETTLED or INVOICE', () => {
    expect(invoiceable('purchase')).toEqual(['SETTLED', 'INVOICE']);
    expect(invoiceable('sales')).toEqual(['TO_BE_SETTLED', 'INVOICE']);
  });

  test.each(['purchase', 'sales'] as const)(
    'the invoice rule of a %s returns the expected code for every old status, new status and role',
    (side) => {
      for (const from of SETTLEMENT_STATUSES) {
        for (const to of INVOICE_STATUSES) {
          for (const role of ['ADMIN', 'USER'] as const) {
            const isReopening = from === 'PAID' && to === 'INVOICE';
            const expected = isInvoiceable(side, from)
              ? null
              : !isReopening
                ? 'CANNOT_SET_INVOICE_ON_THIS_STATUS'
                : role === 'ADMIN'
                  ? null
                  : 'FORBIDDEN';
            expect([from, to, role, whyNotInvoice(side, from, to, role)]).toEqual([from, to, role, expected]);
          }
        }
      }
      const withdrawn = STATUS_BEFORE_INVOICE[side];
      const withdrawable = SETTLEMENT_STATUSES.filter(
        (from) => whyNotInvoice(side, from, withdrawn, 'ADMIN') === null,
      );
      expect(withdrawable).toEqual(['INVOICE']);
      expect(whyNotInvoice(side, 'INVOICE', withdrawn, 'USER')).toBe('FORBIDDEN');
    },
  );
});

test('the status INVOICE needs the invoice number and the delivery date, and PAID also needs the payment date', () => {
  const invoiceData = { invoiceNumber: 'FV/12/2026', deliverDate: '2026-03-02', paymentDate: '2026-04-01' };
  expect(missingInvoiceFields('INVOICE', {})).toEqual(['invoiceNumber', 'deliverDate']);
  expect(missingInvoiceFields('PAID', {})).toEqual(['invoiceNumber', 'deliverDate', 'paymentDate']);
  expect(missingInvoiceFields('INVOICE', { ...invoiceData, paymentDate: null })).toEqual([]);
  expect(missingInvoiceFields('PAID', { ...invoiceData, paymentDate: '' })).toEqual(['paymentDate']);
  expect(missingInvoiceFields('PAID', invoiceData)).toEqual([]);
});

describe('settlement amounts', () => {
  test('a purchase amount is kilograms × price per tonne', () => {
    expect(lineAmount(tonnesToKg(24.86), minorUnits(81_250))).toBe(2_019_875);
  });

  test('a sale amount is the sum of its options, each rounded separately', () => {
    // 1 kg at 5.00 zł/t is half a grosz: two such lines give 2 gr, and one line of 2 kg gives 1 gr.
    expect(salesAmount([option(0.001, 500), option(0.001, 500)])).toBe(2);
    expect(salesAmount([option(0.002, 500)])).toBe(1);
    expect(salesAmount([])).toBe(0);
  });

  test('a sale amount does not depend on the order of its options', () => {
    const anOption = record({
      quantityKg: integer({ min: 1, max: 60_000 }).map(kilograms),
      pricePerTonne: integer({ min: 1, max: 500_000 }).map(minorUnits),
    });
    assert(
      property(array(anOption, { minLength: 1, maxLength: SALE_OPTIONS_MAX }), (options) => {
        const exact = options.reduce(
          (sum, { quantityKg, pricePerTonne }) => sum + quantityKg * pricePerTonne,
          0,
        );
        expect(Math.abs(salesAmount(options) * 1000 - exact)).toBeLessThanOrEqual(500 * options.length);
        expect(salesAmount(options.toReversed())).toBe(salesAmount(options));
        const [first, ...others] = options;
        if (first === undefined) throw new Error('at least one');
        expect(salesAmount(options)).toBe(
          lineAmount(first.quantityKg, first.pricePerTonne) + salesAmount(others),
        );
      }),
    );
  });
});

describe('the split of a sale', () => {
  test('the real quantity is the sum of the options', () => {
    expect(optionsKg([option(20, 1), option(4.86, 1)])).toBe(tonnesToKg(24.86));
  });

  test('firstOverweightIndex returns the first option at which the sum exceeds the maximum weight of a transport', () => {
    expect(firstOverweightIndex([TRANSPORT_MAX_KG - 1, 1])).toBe(-1);
    expect(firstOverweightIndex([TRANSPORT_MAX_KG - 1, 1, 1, 1])).toBe(2);
  });

  test('a split whose sum is more than 500 kg above or below the weight returns a warning', () => {
    expect(warnsOfSplit(tonnesToKg(25), [option(20, 1), option(4.5, 1)])).toBe(false);
    expect(warnsOfSplit(tonnesToKg(25), [option(20, 1), option(4.499, 1)])).toBe(true);
    expect(warnsOfSplit(tonnesToKg(25), [option(25.5, 1)])).toBe(false);
    expect(warnsOfSplit(tonnesToKg(25), [option(25.501, 1)])).toBe(true);
  });
});

test('a price per tonne below the contract’s minimum price returns a warning', () => {
  expect(isBelowMinPrice(minorUnits(79_999), minorUnits(80_000))).toBe(true);
  expect(isBelowMinPrice(minorUnits(80_000), minorUnits(80_000))).toBe(false);
  expect(isBelowMinPrice(minorUnits(1), null)).toBe(false);
});

test('a price more than 20 % above or below the contract’s price is unusual', () => {
  const prices = [63_999, 64_000, 96_000, 96_001].map(minorUnits);
  expect(prices.filter((price) => isUnusualPrice(price, minorUnits(80_000)))).toEqual([63_999, 96_001]);
});

test('a correction is needed when the current value differs from the value that was sent; an unsent value needs no correction', () => {
  expect(needsCorrection(null, 24_860)).toBe(false);
  expect(needsCorrection(24_860, 24_860)).toBe(false);
  expect(needsCorrection(24_860, 24_840)).toBe(true);
  expect(needsCorrection(0, 24_840)).toBe(true);
});

test('an invoice is corrected when its amount plus its corrections equals the sum of its settlement amounts', () => {
  const invoice = { amount: 4_550_000, corrections: -45_500 };
  expect(isCorrected(invoice, [2_275_000, 2_229_500])).toBe(true);
  expect(isCorrected(invoice, [2_275_000, 2_184_000])).toBe(false);
  expect(isCorrected({ ...invoice, corrections: -91_000 }, [2_229_500, 2_229_500])).toBe(true);
});

import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  INVOICE_STATUSES,
  isBelowMinPrice,
  isInvoiceable,
  missingInvoiceFields,
  needsCorrection,
  optionsKg,
  SALE_OPTIONS_MAX,
  SETTLEMENT_STATUSES,
  salesAmount,
  warnsOfSplit,
  whyNotInvoice,
  whyNotMoveSettlement,
  whyNotPrintSettlement,
  whyNotSaveOptions,
  whyNotSettlePurchase,
} from './settlement.ts';
import type { Side } from './side.ts';
import { inKg } from './testing/terms.ts';
import { kilograms, lineAmount, minorUnits } from './units.ts';

const option = (tonnes: number, price: number) => ({
  quantityKg: inKg(tonnes),
  pricePerTonne: minorUnits(price),
});

const movable = (side: Side) =>
  SETTLEMENT_STATUSES.filter((status) => whyNotMoveSettlement(side, status) === null);
const printed = (side: Side) =>
  SETTLEMENT_STATUSES.filter((status) => whyNotPrintSettlement(side, status) === null);
const invoiceable = (side: Side) => SETTLEMENT_STATUSES.filter((status) => isInvoiceable(side, status));

describe('which status allows what', () => {
  test('a purchase is settled from TO_BE_SETTLED only', () => {
    const allowed = SETTLEMENT_STATUSES.filter((status) => whyNotSettlePurchase(status) === null);
    expect(allowed).toEqual(['TO_BE_SETTLED']);
    expect(whyNotSettlePurchase('INVOICE')).toBe('WRONG_STATUS');
  });

  test('options of a sale are saved from the release on, even after invoice and payment', () => {
    expect(whyNotSaveOptions('DELIVERED')).toBe('WRONG_STATUS');
    for (const status of ['TO_BE_SETTLED', 'INVOICE', 'PAID'] as const) {
      expect(whyNotSaveOptions(status)).toBeNull();
    }
  });

  test('a supplier’s statement has what was settled with them, a recipient’s list everything delivered', () => {
    expect(printed('purchase')).toEqual(['SETTLED', 'INVOICE', 'PAID']);
    expect(printed('sales')).toEqual(SETTLEMENT_STATUSES);
    expect(whyNotPrintSettlement('purchase', 'TO_BE_SETTLED')).toBe('CANNOT_PRINT_ON_THIS_STATUS');
  });

  test('a sale moves while DELIVERED, a purchase while TO_BE_SETTLED', () => {
    expect(movable('sales')).toEqual(['DELIVERED']);
    expect(movable('purchase')).toEqual(['TO_BE_SETTLED']);
    expect(whyNotMoveSettlement('sales', 'TO_BE_SETTLED')).toBe('WRONG_STATUS');
  });

  test('a purchase is invoiced in SETTLED and INVOICE, a sale in TO_BE_SETTLED and INVOICE', () => {
    expect(invoiceable('purchase')).toEqual(['SETTLED', 'INVOICE']);
    expect(invoiceable('sales')).toEqual(['TO_BE_SETTLED', 'INVOICE']);
  });

  test.each(['purchase', 'sales'] as const)('%s: every status, target and role of the invoice', (side) => {
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
  });
});

test('INVOICE needs number and delivery date, PAID also the payment date', () => {
  const papers = { invoiceNumber: 'FV/12/2026', deliverDate: '2026-03-02', paymentDate: '2026-04-01' };
  expect(missingInvoiceFields('INVOICE', {})).toEqual(['invoiceNumber', 'deliverDate']);
  expect(missingInvoiceFields('PAID', {})).toEqual(['invoiceNumber', 'deliverDate', 'paymentDate']);
  expect(missingInvoiceFields('INVOICE', { ...papers, paymentDate: null })).toEqual([]);
  expect(missingInvoiceFields('PAID', { ...papers, paymentDate: '' })).toEqual(['paymentDate']);
  expect(missingInvoiceFields('PAID', papers)).toEqual([]);
});

describe('amounts', () => {
  test('of a purchase: kilograms × price per tonne', () => {
    expect(lineAmount(inKg(24.86), minorUnits(81_250))).toBe(2_019_875);
  });

  test('of a sale are rounded per line, then summed', () => {
    // 1 kg at 5,00 zł/t is half a grosz: two lines make 2 gr, one line of 2 kg makes 1 gr.
    expect(salesAmount([option(0.001, 500), option(0.001, 500)])).toBe(2);
    expect(salesAmount([option(0.002, 500)])).toBe(1);
    expect(salesAmount([])).toBe(0);
  });

  test('of a sale do not depend on the order and leave each line’s rounding alone', () => {
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
  test('sums its options', () => {
    expect(optionsKg([option(20, 1), option(4.86, 1)])).toBe(inKg(24.86));
  });

  test('is warned about beyond 500 kg of difference, either way', () => {
    expect(warnsOfSplit(inKg(25), [option(20, 1), option(4.5, 1)])).toBe(false);
    expect(warnsOfSplit(inKg(25), [option(20, 1), option(4.499, 1)])).toBe(true);
    expect(warnsOfSplit(inKg(25), [option(25.5, 1)])).toBe(false);
    expect(warnsOfSplit(inKg(25), [option(25.501, 1)])).toBe(true);
  });
});

test('a price per tonne below the contract’s minimum is warned about', () => {
  expect(isBelowMinPrice(minorUnits(79_999), minorUnits(80_000))).toBe(true);
  expect(isBelowMinPrice(minorUnits(80_000), minorUnits(80_000))).toBe(false);
  expect(isBelowMinPrice(minorUnits(1), null)).toBe(false);
});

test('"do korekty" when what went out says something else than now, never before anything went out', () => {
  expect(needsCorrection(null, 24_860)).toBe(false);
  expect(needsCorrection(24_860, 24_860)).toBe(false);
  expect(needsCorrection(24_860, 24_840)).toBe(true);
  expect(needsCorrection(0, 24_840)).toBe(true);
});

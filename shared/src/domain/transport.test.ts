import { assert, boolean, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TradedContract } from './allocation.ts';
import { CONTRACT_STATUSES } from './contract.ts';
import { ROLES, type Role } from './role.ts';
import { SETTLEMENT_STATUSES, type SettlementStatus } from './settlement.ts';
import { balanceOf, inKg } from './testing/terms.ts';
import {
  areVehicleFieldsLocked,
  CREATE_STATUSES,
  DEFAULT_TRANSPORT_KG,
  defaultFreight,
  effKg,
  isDelivered,
  isEditableTransport,
  isInProgress,
  isReopening,
  isReturnedAfter,
  missingFreightFields,
  nextTransportStatuses,
  TRANSPORT_STATUSES,
  type TransportState,
  type TransportStatus,
  warnsOfGmp,
  whyNotChangeTransportStatus,
  whyNotDeleteTransport,
  whyNotEditTransport,
  whyNotMoveTo,
  whyNotPrintOrder,
  whyNotRedirect,
  whyNotSettleFreight,
  whyNotTransport,
} from './transport.ts';
import { kilograms, minorUnits } from './units.ts';

const weighed = (status: TransportStatus, isReturned = false) => ({
  status,
  quantityKg: inKg(25),
  realQuantityKg: inKg(24.86),
  isReturned,
});

const allowedBy = (why: (status: TransportStatus) => string | null) =>
  TRANSPORT_STATUSES.filter((status) => why(status) === null);

const contract = (more: Partial<TradedContract> = {}): TradedContract => ({
  ...balanceOf({ quantity: 500 }),
  rawMaterialId: 1,
  status: 'ACTIVE',
  ...more,
});

describe('what a truck counts for', () => {
  test('is planned until it is delivered, then real, 0 once returned or cancelled', () => {
    const counted = TRANSPORT_STATUSES.map((status) => [status, effKg(weighed(status))]);
    expect(Object.fromEntries(counted)).toEqual({
      NEW: inKg(25),
      WAITING: inKg(25),
      ON_THE_WAY: inKg(25),
      DELIVERED: inKg(24.86),
      TO_BE_SETTLED: inKg(24.86),
      INVOICE: inKg(24.86),
      PAID: inKg(24.86),
      RETURN_TO_CLIENT: 0,
      CANCELLED: 0,
    });
  });

  test('is the planned quantity of a delivered truck nobody weighed', () => {
    expect(effKg({ ...weighed('DELIVERED'), realQuantityKg: null })).toBe(inKg(25));
  });

  test('stays 0 for a returned truck whose freight is invoiced or paid', () => {
    expect(effKg(weighed('INVOICE', true))).toBe(0);
    expect(effKg(weighed('PAID', true))).toBe(0);
  });

  test('falls into in delivery or delivered exactly when it counts at all', () => {
    const aTransport = record({
      status: constantFrom(...TRANSPORT_STATUSES),
      quantityKg: integer({ min: 1, max: 60_000 }).map(kilograms),
      realQuantityKg: option(integer({ min: 1, max: 60_000 }).map(kilograms)),
    });
    assert(
      property(aTransport, boolean(), (transport, wasReturned) => {
        const isReturned = isReturnedAfter({ isReturned: wasReturned }, transport.status);
        const counts = effKg({ ...transport, isReturned }) > 0;
        const inDelivery = isInProgress(transport.status);
        const delivered = isDelivered({ ...transport, isReturned });
        expect([inDelivery, delivered].filter(Boolean)).toHaveLength(counts ? 1 : 0);
      }),
    );
  });

  test('in progress are NEW, WAITING and ON_THE_WAY', () => {
    expect(TRANSPORT_STATUSES.filter(isInProgress)).toEqual(['NEW', 'WAITING', 'ON_THE_WAY']);
  });
});

describe('returned', () => {
  test('begins with RETURN_TO_CLIENT, lasts through invoice and payment, ends with un-return', () => {
    expect(isReturnedAfter({ isReturned: false }, 'RETURN_TO_CLIENT')).toBe(true);
    for (const to of ['INVOICE', 'PAID', 'CANCELLED', 'RETURN_TO_CLIENT'] as const) {
      expect(isReturnedAfter({ isReturned: true }, to)).toBe(true);
    }
    for (const to of ['NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED'] as const) {
      expect(isReturnedAfter({ isReturned: true }, to)).toBe(false);
    }
  });

  test('never begins by an invoice or a payment', () => {
    for (const to of TRANSPORT_STATUSES) {
      expect(isReturnedAfter({ isReturned: false }, to)).toBe(to === 'RETURN_TO_CLIENT');
    }
  });
});

/*
 * The table of decisions 2, written by hand. From above to the right:
 *   y always            u while both settlement sides are still DELIVERED (or there is no settlement)
 *   . never             r while neither side has passed TO_BE_SETTLED
 *   A an ADMIN          a an ADMIN, a truck not returned      R an ADMIN, a returned truck
 */
const TABLE = `
                   NEW  WAITING  ON_THE_WAY  DELIVERED  TO_BE_SETTLED  RETURN_TO_CLIENT  INVOICE  PAID  CANCELLED
NEW                 .      y         y           y            .               y             .       .       y
WAITING             y      .         y           y            .               y             .       .       y
ON_THE_WAY          y      y         .           y            .               y             .       .       .
DELIVERED           u      u         u           .            y               u             .       .       .
TO_BE_SETTLED       .      .         .           r            .               .             .       .       .
RETURN_TO_CLIENT    y      y         y           y            .               .             .       .       y
INVOICE             .      .         .           .            a               R             .       y       .
PAID                .      .         .           .            .               .             A       .       .
CANCELLED           .      .         .           .            .               .             .       .       .
`;
const [HEADER = [], ...ROWS] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const CELLS = new Map(
  ROWS.flatMap(([from, ...cells]) => cells.map((cell, column) => [`${from} → ${HEADER[column]}`, cell])),
);

const SIDE_STATUSES: readonly (SettlementStatus | null)[] = [null, ...SETTLEMENT_STATUSES];
const TRANSPORTS: readonly TransportState[] = TRANSPORT_STATUSES.flatMap((status) =>
  [false, true].flatMap((isReturned) =>
    SIDE_STATUSES.flatMap((purchaseSettlement) =>
      SIDE_STATUSES.map((salesSettlement) => ({ status, isReturned, purchaseSettlement, salesSettlement })),
    ),
  ),
);

function expectedError(
  transport: TransportState,
  to: TransportStatus,
  role: Role,
): 'WRONG_STATUS' | 'FORBIDDEN' | null {
  const sides = [transport.purchaseSettlement, transport.salesSettlement].filter((status) => status !== null);
  const passed: readonly SettlementStatus[] = ['SETTLED', 'INVOICE', 'PAID'];
  const cell = CELLS.get(`${transport.status} → ${to}`) ?? '.';
  const isListed =
    cell === 'y' ||
    (cell === 'u' && sides.every((status) => status === 'DELIVERED')) ||
    (cell === 'r' && !sides.some((status) => passed.includes(status))) ||
    cell === 'A' ||
    (cell === 'a' && !transport.isReturned) ||
    (cell === 'R' && transport.isReturned);
  if (!isListed) return 'WRONG_STATUS';
  return 'AaR'.includes(cell) && role !== 'ADMIN' ? 'FORBIDDEN' : null;
}

describe('status changes', () => {
  test('the table names every status once in each direction', () => {
    expect([...HEADER].sort()).toEqual([...TRANSPORT_STATUSES].sort());
    expect(ROWS.map(([from = '']) => from).sort((one, other) => one.localeCompare(other))).toEqual(
      [...TRANSPORT_STATUSES].sort((one, other) => one.localeCompare(other)),
    );
    expect(CELLS.size).toBe(81);
  });

  test.each(TRANSPORT_STATUSES)('from %s, every truck and role, as the table says', (from) => {
    for (const transport of TRANSPORTS.filter(({ status }) => status === from)) {
      for (const role of ROLES) {
        for (const to of TRANSPORT_STATUSES) {
          const step = `${role}: ${JSON.stringify(transport)} → ${to}`;
          expect([step, whyNotChangeTransportStatus(transport, to, role)]).toEqual([
            step,
            expectedError(transport, to, role),
          ]);
        }
      }
    }
  });

  test('the dropdown offers exactly what is not refused', () => {
    for (const transport of TRANSPORTS) {
      for (const role of ROLES) {
        const offered = [...nextTransportStatuses(transport, role)].sort();
        const possible = TRANSPORT_STATUSES.filter((to) => expectedError(transport, to, role) === null);
        expect(offered).toEqual([...possible].sort());
      }
    }
  });

  test('re-opening, which asks for a reason, is a step only an ADMIN may take', () => {
    for (const from of TRANSPORT_STATUSES) {
      for (const to of TRANSPORT_STATUSES) {
        const cell = CELLS.get(`${from} → ${to}`) ?? '';
        expect(isReopening(from, to)).toBe(['A', 'a', 'R'].includes(cell));
      }
    }
  });

  test('a transport is created planned or delivered', () => {
    expect(CREATE_STATUSES).toEqual(['NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED']);
    expect(DEFAULT_TRANSPORT_KG).toBe(inKg(25));
  });
});

describe('other actions by status', () => {
  test('edit', () => {
    expect(allowedBy(whyNotEditTransport)).toEqual([
      'NEW',
      'WAITING',
      'ON_THE_WAY',
      'DELIVERED',
      'RETURN_TO_CLIENT',
    ]);
    expect(whyNotEditTransport('PAID')).toBe('NOT_EDITABLE_TRANSPORT');
    expect(TRANSPORT_STATUSES.filter(isEditableTransport)).toEqual(allowedBy(whyNotEditTransport));
  });

  test('vehicle fields are locked on the way only', () => {
    expect(TRANSPORT_STATUSES.filter(areVehicleFieldsLocked)).toEqual(['ON_THE_WAY']);
  });

  test('delete', () => {
    expect(allowedBy(whyNotDeleteTransport)).toEqual(['NEW', 'WAITING']);
    expect(whyNotDeleteTransport('ON_THE_WAY')).toBe('TRANSPORT_CANNOT_BE_REMOVED');
  });

  test('redirect', () => {
    expect(allowedBy(whyNotRedirect)).toEqual(['ON_THE_WAY']);
    expect(whyNotRedirect('NEW')).toBe('NOT_REALLOCATABLE_TRANSPORT');
  });

  test('print the order of the carrier', () => {
    expect(TRANSPORT_STATUSES.filter((status) => whyNotPrintOrder(status) !== null)).toEqual(['CANCELLED']);
    expect(whyNotPrintOrder('CANCELLED')).toBe('CANNOT_PRINT_ON_THIS_STATUS');
  });

  test('settle the freight', () => {
    expect([...allowedBy(whyNotSettleFreight)].sort()).toEqual([
      'INVOICE',
      'RETURN_TO_CLIENT',
      'TO_BE_SETTLED',
    ]);
    expect(whyNotSettleFreight('DELIVERED')).toBe('WRONG_STATUS');
  });
});

describe('freight', () => {
  const papers = { invoiceNumber: 'FV/7/2026', invoiceDate: '2026-03-02', paymentDate: '2026-04-01' };

  test('INVOICE needs number and invoice date, PAID also the payment date', () => {
    expect(missingFreightFields('INVOICE', {})).toEqual([
      'transportInvoiceNumber',
      'transportInvoiceCreateDate',
    ]);
    expect(missingFreightFields('PAID', { ...papers, paymentDate: null })).toEqual(['transportPaymentDate']);
    expect(missingFreightFields('INVOICE', { ...papers, paymentDate: null })).toEqual([]);
    expect(missingFreightFields('PAID', papers)).toEqual([]);
    expect(missingFreightFields('PAID', { ...papers, invoiceNumber: '' })).toEqual([
      'transportInvoiceNumber',
    ]);
  });

  test('is proposed as real quantity × price per ton', () => {
    const transport = { quantityKg: inKg(25), realQuantityKg: inKg(24.86) };
    // 24,860 t at 65 zł/t.
    expect(defaultFreight(transport, minorUnits(6_500))).toBe(161_590);
  });

  test('of a truck that was never weighed, a returned one say, takes the planned quantity', () => {
    const transport = { quantityKg: inKg(25), realQuantityKg: null };
    expect(defaultFreight(transport, minorUnits(6_500))).toBe(162_500);
  });
});

describe('contracts a truck may go between', () => {
  test('a new one needs the same raw material and two contracts that have not ended', () => {
    expect(whyNotTransport(contract(), contract({ rawMaterialId: 2 }))).toBe('CONTRACT_IS_NOT_COMPATIBLE');
    for (const status of CONTRACT_STATUSES) {
      const expected = ['CLOSED', 'CANCELLED'].includes(status) ? 'CONTRACT_IS_NOT_COMPATIBLE' : null;
      expect(whyNotTransport(contract({ status }), contract())).toBe(expected);
      expect(whyNotTransport(contract(), contract({ status }))).toBe(expected);
    }
  });

  test('a move needs another contract of the same raw material that has not ended', () => {
    const current = { id: 7, rawMaterialId: 1 };
    const target = { id: 8, rawMaterialId: 1, status: 'ACTIVE' as const };
    expect(whyNotMoveTo(current, { ...target, id: 7 })).toBe('CONTRACT_IS_NOT_COMPATIBLE');
    expect(whyNotMoveTo(current, { ...target, rawMaterialId: 2 })).toBe('CONTRACT_IS_NOT_COMPATIBLE');
    for (const status of CONTRACT_STATUSES) {
      const expected = ['CLOSED', 'CANCELLED'].includes(status) ? 'CONTRACT_IS_NOT_COMPATIBLE' : null;
      expect(whyNotMoveTo(current, { ...target, status })).toBe(expected);
    }
  });

  test('GMP the sale asks for and the truck lacks is a warning', () => {
    expect(warnsOfGmp({ isGmp: false }, { isGmp: true })).toBe(true);
    expect(warnsOfGmp({ isGmp: true }, { isGmp: true })).toBe(false);
    expect(warnsOfGmp({ isGmp: false }, { isGmp: false })).toBe(false);
  });
});

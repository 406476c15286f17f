import { assert, boolean, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TradedContract } from './allocation.ts';
import { CONTRACT_STATUSES } from './contract.ts';
import { ROLES, type Role } from './role.ts';
import { SETTLEMENT_STATUSES, type SettlementStatus } from './settlement.ts';
import { balanceFromTonnes, tonnesToKg } from './testing/terms.ts';
import {
  areVehicleFieldsLocked,
  CREATE_STATUSES,
  clearsFreight,
  DEFAULT_TRANSPORT_KG,
  defaultFreight,
  effKg,
  isDelivered,
  isEditableTransport,
  isInProgress,
  isNetAboveGross,
  isReopening,
  isReturnedAfter,
  isUndoable,
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
  quantityKg: tonnesToKg(25),
  realQuantityKg: tonnesToKg(24.86),
  isReturned,
});

const undoableFrom = (from: TransportStatus) => TRANSPORT_STATUSES.filter((to) => isUndoable(from, to));

const allowedBy = (why: (status: TransportStatus) => string | null) =>
  TRANSPORT_STATUSES.filter((status) => why(status) === null);

const contract = (more: Partial<TradedContract> = {}): TradedContract => ({
  ...balanceFromTonnes({ quantity: 500 }),
  rawMaterialId: 1,
  status: 'ACTIVE',
  ...more,
});

describe('the counted kilograms of a transport', () => {
  test('a weighed transport counts its planned quantity before delivery and its real quantity after it; a returned or cancelled transport counts 0', () => {
    const counted = TRANSPORT_STATUSES.map((status) => [status, effKg(weighed(status))]);
    expect(Object.fromEntries(counted)).toEqual({
      NEW: tonnesToKg(25),
      WAITING: tonnesToKg(25),
      ON_THE_WAY: tonnesToKg(25),
      DELIVERED: tonnesToKg(24.86),
      TO_BE_SETTLED: tonnesToKg(24.86),
      INVOICE: tonnesToKg(24.86),
      PAID: tonnesToKg(24.86),
      RETURN_TO_CLIENT: 0,
      CANCELLED: 0,
    });
  });

  test('the planned quantity counts for a delivered transport without a real weight', () => {
    expect(effKg({ ...weighed('DELIVERED'), realQuantityKg: null })).toBe(tonnesToKg(25));
  });

  test('a returned transport counts 0 after its freight is invoiced or paid', () => {
    expect(effKg(weighed('INVOICE', true))).toBe(0);
    expect(effKg(weighed('PAID', true))).toBe(0);
  });

  test('a transport with counted kilograms is either in delivery or delivered; a transport that counts 0 is neither', () => {
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

  test('NEW, WAITING and ON_THE_WAY are in progress', () => {
    expect(TRANSPORT_STATUSES.filter(isInProgress)).toEqual(['NEW', 'WAITING', 'ON_THE_WAY']);
  });
});

describe('the returned state of a transport', () => {
  test('RETURN_TO_CLIENT starts the returned state; INVOICE, PAID and CANCELLED keep it; planned statuses and DELIVERED end it', () => {
    expect(isReturnedAfter({ isReturned: false }, 'RETURN_TO_CLIENT')).toBe(true);
    for (const to of ['INVOICE', 'PAID', 'CANCELLED', 'RETURN_TO_CLIENT'] as const) {
      expect(isReturnedAfter({ isReturned: true }, to)).toBe(true);
    }
    for (const to of ['NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED'] as const) {
      expect(isReturnedAfter({ isReturned: true }, to)).toBe(false);
    }
  });

  test('a status change to RETURN_TO_CLIENT starts the returned state, and no other status change starts it', () => {
    for (const to of TRANSPORT_STATUSES) {
      expect(isReturnedAfter({ isReturned: false }, to)).toBe(to === 'RETURN_TO_CLIENT');
    }
  });
});

/*
 * The transition table of customer decisions 2, from the row's status to the column's status:
 *   y always            u while both settlement sides are still DELIVERED (or there is no settlement)
 *   . never             r while neither side has passed TO_BE_SETTLED
 *   A an ADMIN          a an ADMIN, a transport not returned      R an ADMIN, a returned transport
 */
const TABLE = `
                   NEW  WAITING  ON_THE_WAY  DELIVERED  TO_BE_SETTLED  RETURN_TO_CLIENT  INVOICE  PAID  CANCELLED
NEW                 .      y         y           y            .               y             .       .       y
WAITING             y      .         y           y            .               y             .       .       y
ON_THE_WAY          y      y         .           y            y               y             .       .       .
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

describe('status changes of a transport', () => {
  test('the transition table has every status once as a row and once as a column', () => {
    expect([...HEADER].sort()).toEqual([...TRANSPORT_STATUSES].sort());
    expect(ROWS.map(([from = '']) => from).sort((one, other) => one.localeCompare(other))).toEqual(
      [...TRANSPORT_STATUSES].sort((one, other) => one.localeCompare(other)),
    );
    expect(CELLS.size).toBe(81);
  });

  test.each(TRANSPORT_STATUSES)(
    'the allowed changes from %s match the table for every transport and role',
    (from) => {
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
    },
  );

  test('nextTransportStatuses returns exactly the allowed statuses', () => {
    for (const transport of TRANSPORTS) {
      for (const role of ROLES) {
        const offered = [...nextTransportStatuses(transport, role)].sort();
        const possible = TRANSPORT_STATUSES.filter((to) => expectedError(transport, to, role) === null);
        expect(offered).toEqual([...possible].sort());
      }
    }
  });

  test('a status change is a re-opening exactly when it is reserved for an ADMIN', () => {
    for (const from of TRANSPORT_STATUSES) {
      for (const to of TRANSPORT_STATUSES) {
        const cell = CELLS.get(`${from} → ${to}`) ?? '';
        expect(isReopening(from, to)).toBe(['A', 'a', 'R'].includes(cell));
      }
    }
  });

  test('a status change can be undone if every user may make the reverse change and no kilograms were returned to the contracts', () => {
    expect(undoableFrom('NEW')).toEqual(['WAITING', 'ON_THE_WAY', 'DELIVERED']);
    expect(undoableFrom('ON_THE_WAY')).toEqual(['NEW', 'WAITING', 'DELIVERED']);
    expect(undoableFrom('INVOICE')).toEqual([]);
  });

  test("a change of the status from INVOICE to TO_BE_SETTLED or RETURN_TO_CLIENT removes the carrier's invoice", () => {
    const changes = TRANSPORT_STATUSES.flatMap((from) => TRANSPORT_STATUSES.map((to) => [from, to] as const));
    expect(changes.filter(([from, to]) => clearsFreight(from, to))).toEqual([
      ['INVOICE', 'TO_BE_SETTLED'],
      ['INVOICE', 'RETURN_TO_CLIENT'],
    ]);
  });

  test('a new transport has a planned status or DELIVERED, and weighs 25 t by default', () => {
    expect(CREATE_STATUSES).toEqual(['NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED']);
    expect(DEFAULT_TRANSPORT_KG).toBe(tonnesToKg(25));
  });
});

describe('the actions allowed by the transport status', () => {
  test('a transport can be edited while its status is NEW, WAITING, ON_THE_WAY, DELIVERED or RETURN_TO_CLIENT', () => {
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

  test('the vehicle fields are locked while the status is ON_THE_WAY', () => {
    expect(TRANSPORT_STATUSES.filter(areVehicleFieldsLocked)).toEqual(['ON_THE_WAY']);
  });

  test('a transport can be deleted while its status is NEW or WAITING', () => {
    expect(allowedBy(whyNotDeleteTransport)).toEqual(['NEW', 'WAITING']);
    expect(whyNotDeleteTransport('ON_THE_WAY')).toBe('TRANSPORT_CANNOT_BE_REMOVED');
  });

  test('a transport can be redirected while its status is ON_THE_WAY', () => {
    expect(allowedBy(whyNotRedirect)).toEqual(['ON_THE_WAY']);
    expect(whyNotRedirect('NEW')).toBe('NOT_REALLOCATABLE_TRANSPORT');
  });

  test("the carrier's order can be printed in every status except CANCELLED", () => {
    expect(TRANSPORT_STATUSES.filter((status) => whyNotPrintOrder(status) !== null)).toEqual(['CANCELLED']);
    expect(whyNotPrintOrder('CANCELLED')).toBe('CANNOT_PRINT_ON_THIS_STATUS');
  });

  test('the freight can be settled while the status of the transport is TO_BE_SETTLED, RETURN_TO_CLIENT or INVOICE', () => {
    expect([...allowedBy(whyNotSettleFreight)].sort()).toEqual([
      'INVOICE',
      'RETURN_TO_CLIENT',
      'TO_BE_SETTLED',
    ]);
    expect(whyNotSettleFreight('DELIVERED')).toBe('WRONG_STATUS');
  });
});

describe('the freight of a transport', () => {
  const invoiceData = { invoiceNumber: 'FV/7/2026', invoiceDate: '2026-03-02', paymentDate: '2026-04-01' };

  test('the status INVOICE needs the invoice number and date, and PAID also needs the payment date', () => {
    expect(missingFreightFields('INVOICE', {})).toEqual([
      'transportInvoiceNumber',
      'transportInvoiceCreateDate',
    ]);
    expect(missingFreightFields('PAID', { ...invoiceData, paymentDate: null })).toEqual([
      'transportPaymentDate',
    ]);
    expect(missingFreightFields('INVOICE', { ...invoiceData, paymentDate: null })).toEqual([]);
    expect(missingFreightFields('PAID', invoiceData)).toEqual([]);
    expect(missingFreightFields('PAID', { ...invoiceData, invoiceNumber: '' })).toEqual([
      'transportInvoiceNumber',
    ]);
  });

  test('the proposed freight is the real quantity × the price per tonne', () => {
    const transport = { quantityKg: tonnesToKg(25), realQuantityKg: tonnesToKg(24.86) };
    // 24.86 t at 65 zł/t.
    expect(defaultFreight(transport, minorUnits(6_500))).toBe(161_590);
  });

  test('the proposed freight uses the planned quantity when the transport has no real quantity', () => {
    const transport = { quantityKg: tonnesToKg(25), realQuantityKg: null };
    expect(defaultFreight(transport, minorUnits(6_500))).toBe(162_500);
  });
});

describe('the contracts of a transport', () => {
  test('a new transport needs contracts of the same raw material that have not ended', () => {
    expect(whyNotTransport(contract(), contract({ rawMaterialId: 2 }))).toBe('CONTRACT_IS_NOT_COMPATIBLE');
    for (const status of CONTRACT_STATUSES) {
      const expected = ['CLOSED', 'CANCELLED'].includes(status) ? 'CONTRACT_IS_NOT_COMPATIBLE' : null;
      expect(whyNotTransport(contract({ status }), contract())).toBe(expected);
      expect(whyNotTransport(contract(), contract({ status }))).toBe(expected);
    }
  });

  test('a move needs a different contract of the same raw material that has not ended', () => {
    const current = { id: 7, rawMaterialId: 1 };
    const target = { id: 8, rawMaterialId: 1, status: 'ACTIVE' as const };
    expect(whyNotMoveTo(current, { ...target, id: 7 })).toBe('CONTRACT_IS_NOT_COMPATIBLE');
    expect(whyNotMoveTo(current, { ...target, rawMaterialId: 2 })).toBe('CONTRACT_IS_NOT_COMPATIBLE');
    for (const status of CONTRACT_STATUSES) {
      const expected = ['CLOSED', 'CANCELLED'].includes(status) ? 'CONTRACT_IS_NOT_COMPATIBLE' : null;
      expect(whyNotMoveTo(current, { ...target, status })).toBe(expected);
    }
  });

  test('a transport without GMP for a sale that requires GMP returns a warning', () => {
    expect(warnsOfGmp({ isGmp: false }, { isGmp: true })).toBe(true);
    expect(warnsOfGmp({ isGmp: true }, { isGmp: true })).toBe(false);
    expect(warnsOfGmp({ isGmp: false }, { isGmp: false })).toBe(false);
  });
});

test.each([
  [30_001, 30_000, true],
  [30_000, 30_000, false],
  [36_000, undefined, false],
])(
  'a net weight of %i kg with a gross weight of %s kg is above the gross weight: %s',
  (net, gross, isAbove) => {
    expect(isNetAboveGross(net, gross)).toBe(isAbove);
  },
);

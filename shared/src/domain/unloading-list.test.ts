import { expect, it } from 'vitest';
import {
  isOtherTicket,
  matchUnloadingRows,
  parameterNameKey,
  type UnloadingCandidate,
  unloadingRowFaults,
  unloadingTicketKey,
  type ValidUnloadingRow,
} from './unloading-list.ts';

/** A random generator (mulberry32). The same seed gives the same numbers, so a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const shuffled = <T>(items: readonly T[]) =>
    items
      .map((item) => ({ item, key: next() }))
      .toSorted((one, other) => one.key - other.key)
      .map(({ item }) => item);
  return { below, shuffled };
}

const day = (number: number) => `2026-11-${String(10 + number)}`;

it('matching does not depend on the order of rows and transports, and assigns each transport to at most one row', () => {
  for (let seed = 0; seed < 1_000; seed += 1) {
    const { below, shuffled } = randomOf(seed);
    const plates = ['PO 1', 'po-2', 'PO 3'];
    const plate = () => plates[below(plates.length)] ?? '';
    const transports = Array.from({ length: below(8) }, (_, id): UnloadingCandidate => {
      const status = (['NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED', 'PAID'] as const)[below(5)] ?? 'NEW';
      const dates = { dateLoading: day(below(4)), dateUnloading: day(below(9)) };
      const vehicle = { registrationNumber: plate(), trailerNumber: plate() };
      const ticket =
        status === 'DELIVERED' && below(2) === 0 ? { number: 'R 1', day: day(below(9)), net: 12_000 } : null;
      return { id, ...vehicle, ...dates, quantityKg: 12_000 + below(2) * 13_000, status, ticket };
    });
    const rows = Array.from({ length: below(8) }, (_, row): ValidUnloadingRow => {
      const time = below(2) === 0 ? undefined : `0${below(9)}:00`;
      return {
        row,
        plate: plate(),
        trailer: plate(),
        day: day(below(9)),
        time,
        net: 12_000 + below(2) * 13_000,
        ticketNumber: below(2) === 0 ? undefined : `R ${below(2)}`,
      };
    });
    const matches = matchUnloadingRows(rows, transports);
    expect(matches.map(({ row }) => row)).toEqual(rows.map(({ row }) => row));
    const again = matchUnloadingRows(shuffled(rows), shuffled(transports));
    expect(again.toSorted((one, other) => one.row - other.row)).toEqual(matches);
    const taken = matches.flatMap(({ transportId }) => transportId ?? []);
    expect(new Set(taken).size).toBe(taken.length);
    for (const { row: number, state, transportId, candidates } of matches) {
      expect(state === 'MATCHED').toBe(transportId !== null);
      expect(state === 'NONE').toBe(candidates.length === 0);
      const others = candidates.filter((id) => id !== transportId);
      const tickets = transports.filter(({ id }) => candidates.includes(id)).map(({ ticket }) => ticket);
      const own = rows.find((one) => one.row === number);
      expect(own !== undefined && tickets.some((ticket) => isOtherTicket(own, ticket))).toBe(false);
      expect(others.filter((id) => taken.includes(id))).toEqual([]);
    }
  }
});

const faults = (row: object, heavy = false) =>
  unloadingRowFaults({ row: 1, ...row }, heavy).map(({ field, code }) => `${field} ${code}`);

const full = { row: 1, plate: 'PO 1', day: '2026-11-25', net: 24_000 };

it('a row of an unloading list has an error for each field that is missing or wrong', () => {
  expect(faults(full)).toEqual([]);
  expect(faults({ plate: ' - ' })).toEqual([
    'plate VALUE_IS_MISSING',
    'day VALUE_IS_MISSING',
    'net VALUE_IS_MISSING',
  ]);
  expect(faults({ ...full, net: 0 })).toEqual(['net VALUE_IS_WRONG']);
  expect(faults({ ...full, net: 60_001 })).toEqual(['net VALUE_IS_WRONG']);
  expect(faults({ ...full, net: 60_001 }, true)).toEqual([]);
  expect(faults({ ...full, day: '2026-02-30', time: '24:00' })).toEqual([
    'day VALUE_IS_WRONG',
    'time VALUE_IS_WRONG',
  ]);
});

const key = (row: Partial<ValidUnloadingRow>) => unloadingTicketKey({ ...full, ...row });

it('the key of a weigh ticket is its number, year and vehicle; without a number it is the vehicle, day and kilograms', () => {
  const numbered = key({ ticketNumber: 'R 7' });
  expect(key({ ticketNumber: 'r7', day: '2026-01-02', net: 1, plate: 'po-1' })).toBe(numbered);
  expect(key({ ticketNumber: 'R 7', day: '2027-01-02' })).not.toBe(numbered);
  expect(key({ ticketNumber: 'R 7', plate: 'PO 2' })).not.toBe(numbered);
  expect(key({ plate: 'po1' })).toBe(key({}));
  expect(key({ net: 24_001 })).not.toBe(key({}));
});

it('a row has another ticket than its transport if number or year differ; without a number, if day or kilograms differ', () => {
  const ticket = { number: 'RKW/3816', day: '2026-11-25', net: 24_000 };
  const cases: [object, boolean][] = [
    [{ ticketNumber: 'rkw/ 3816', day: '2026-11-27', net: 25_000 }, false],
    [{ ticketNumber: 'Q/1' }, true],
    [{ ticketNumber: 'RKW/3816', day: '2027-01-02' }, true],
    [{}, false],
    [{ net: 24_100 }, true],
    [{ day: '2026-11-26' }, true],
  ];
  for (const [fields, isOther] of cases) expect(isOtherTicket({ ...full, ...fields }, ticket)).toBe(isOther);
  expect(isOtherTicket(full, null)).toBe(false);
});

it('parameter names are compared without unit, case and diacritics', () => {
  expect(['Wilgotność [%]', 'wilgotność, %', 'WILGOTNOŚĆ', 'Wilgotnosc'].map(parameterNameKey)).toEqual(
    Array.from({ length: 4 }, () => 'wilgotnosc'),
  );
});

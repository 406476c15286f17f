import { UNUSUAL_TRANSPORT_KG } from '@spichlerz/shared/domain/units';
import {
  parameterNameKey,
  registrationKey,
  type UnloadingColumn,
  unloadingRowFaults,
} from '@spichlerz/shared/domain/unloading-list';
import type { UnloadingRowRequest } from '@spichlerz/shared/wire/unloading';
import { headerKey } from '../../../components/table-import/header-key.ts';
import type { Table, TableRow } from '../../../components/table-import/read-table.ts';
import {
  parseMoment,
  parseReading,
  parseTime,
  parseWeight,
  suggestedUnit,
  toKilograms,
  type Weight,
  type WeightUnit,
} from './cell-values.ts';
import { type ColumnMeanings, countKnownHeaders } from './unloading-columns.ts';

/* Reads the rows of a recipient's list by the meanings of its columns. */

/** The unit of the weights. `each` determines the unit of every value by its size. */
export type ListUnit = WeightUnit | 'each';

export type ReadOptions = {
  readonly meanings: ColumnMeanings;
  readonly unit: ListUnit;
  /** The day for rows without a day. */
  readonly day: string | null;
  readonly today: string;
};

/** A row of the list. A row with problems is not sent to the server. */
export type ListRow = TableRow & {
  readonly request: UnloadingRowRequest;
  readonly problems: readonly RowProblem[];
  /** Notes about values that are unusual or not sent. */
  readonly notes: readonly RowNote[];
};

export type RowProblem =
  | { readonly kind: 'LENGTH'; readonly cells: number; readonly expected: number }
  | { readonly kind: 'MISSING'; readonly field: 'plate' | 'day' | 'net' }
  | { readonly kind: 'UNREADABLE'; readonly field: 'day' | 'net'; readonly text: string }
  | { readonly kind: 'NO_WEIGHT' };

export type RowNote =
  | { readonly kind: 'READING_LEFT_OUT'; readonly header: string; readonly text: string }
  | { readonly kind: 'TIME_LEFT_OUT'; readonly text: string }
  | { readonly kind: 'NET_DIFFERS'; readonly grossLessTare: number };

/** A total in the list, and the sum of the rows that it covers. */
export type ListTotal = { readonly line: number; readonly statedKg: number | null; readonly sumKg: number };

export type ReadList = {
  readonly rows: readonly ListRow[];
  readonly totals: readonly ListTotal[];
  /** Lines of remarks, which have neither a vehicle nor a weight. */
  readonly remarks: readonly number[];
};

type Columns = { readonly [Column in UnloadingColumn]?: number };

const columnsOf = (meanings: ColumnMeanings): Columns =>
  Object.fromEntries(meanings.map(({ column }, index) => [column, index]).toReversed());

const isAligned = ({ expectedCells }: TableRow): boolean => expectedCells === undefined;

const TOTAL = /^(razem|suma|ogolem|lacznie|podsumowanie|w sumie|total|sum)\b/;
const isTotalWord = (cell: string) => TOTAL.test(headerKey(cell));

/**
 * Whether the row is a total: its first text is a word such as "Razem". In a row with as many cells as the
 * header, the word may also be in the column of the vehicle or, if the row has no vehicle, in any cell.
 */
function isTotal(row: TableRow, { PLATE }: Columns): boolean {
  const [first = ''] = row.cells.filter((cell) => cell !== '');
  if (isTotalWord(first)) return true;
  const plate = PLATE === undefined ? '' : (row.cells[PLATE] ?? '');
  return isAligned(row) && (plate === '' || isTotalWord(plate)) && row.cells.some(isTotalWord);
}

/**
 * The units of the weights of a list. Totals, and rows with more or fewer cells than the header, do not count.
 */
export type WeightUnits = {
  /** The units that the sizes of the weights without a unit suggest. */
  readonly suggested: ReadonlySet<WeightUnit>;
  /** The units that the cells contain. */
  readonly stated: ReadonlySet<WeightUnit>;
};

export function weightUnits(table: Table, meanings: ColumnMeanings): WeightUnits {
  const columns = columnsOf(meanings);
  const used = columns.NET === undefined ? [columns.GROSS, columns.TARE] : [columns.NET];
  const suggested = new Set<WeightUnit>();
  const stated = new Set<WeightUnit>();
  for (const row of table.rows) {
    if (!isAligned(row) || isTotal(row, columns)) continue;
    for (const column of used) {
      const weight = parseWeight(row.cells[column ?? -1] ?? '');
      if (weight === null) continue;
      const unit = weight.unit ?? suggestedUnit(weight.value);
      if (unit !== null) (weight.unit === null ? suggested : stated).add(unit);
    }
  }
  return { suggested, stated };
}

/** Whether every weight has its unit in its cell, so that the user need not choose a unit for the list. */
export const areUnitsStated = ({ suggested, stated }: WeightUnits): boolean =>
  suggested.size === 0 && stated.size > 0;

/** The unit of a list before the user chooses one, or null if the weights suggest two units. */
export function proposedUnit(units: WeightUnits): ListUnit | null {
  if (areUnitsStated(units)) return 'each';
  const [unit = 'kg', other] = units.suggested;
  return other === undefined ? unit : null;
}

const kilogramsOf = ({ value, unit }: Weight, listUnit: ListUnit): number =>
  toKilograms(value, unit ?? (listUnit === 'each' ? (suggestedUnit(value) ?? 'kg') : listUnit));

export function readList(table: Table, options: ReadOptions): ReadList {
  const columns = columnsOf(options.meanings);
  const rows: ListRow[] = [];
  const totals: ListTotal[] = [];
  const remarks: number[] = [];
  let partSum = 0;
  let sum = 0;
  for (const row of table.rows) {
    if (isTotal(row, columns)) {
      const statedKg = statedTotal(row, columns, options, [partSum, sum]);
      totals.push({ line: row.line, statedKg, sumKg: statedKg === sum ? sum : partSum });
      partSum = 0;
    } else if (isAligned(row) && countKnownHeaders(row.cells) >= 3) {
      // a list of several pages repeats its header
    } else if (isAligned(row) && isRemark(row, columns)) remarks.push(row.line);
    else {
      const read = readRow(row, table.headers, columns, options);
      partSum += read.request.net ?? 0;
      sum += read.request.net ?? 0;
      rows.push(read);
    }
  }
  return { rows, totals, remarks };
}

/** A row without a vehicle, a trailer and a weight, such as a signature. */
const isRemark = ({ cells }: TableRow, { PLATE, TRAILER, NET, GROSS }: Columns): boolean =>
  [PLATE, TRAILER, NET, GROSS].every((column) => (cells[column ?? -1] ?? '') === '');

/** A total of this size or more is in kilograms, because 10,000 t are 400 loads and 10,000 kg less than one. */
const TOTAL_MAX_T = 10_000;

/**
 * The unit of a total without a unit: the unit in which it equals one of `sums`, or the unit of the list. The
 * size of a total does not suggest its unit as the size of a weight does: a total in tonnes may be as large as
 * one weight in kilograms. Only a total that is too large for tonnes is in kilograms in every list.
 */
function totalUnit(value: number, listUnit: ListUnit, sums: readonly number[]): WeightUnit {
  const equal = (['kg', 't'] as const).find((unit) => sums.includes(toKilograms(value, unit)));
  return equal ?? (listUnit === 'kg' || value >= TOTAL_MAX_T ? 'kg' : 't');
}

/**
 * Returns the weight in a total row, or null. If the row has more or fewer cells than the header, the column of
 * the weight is unknown. The weight is then the number that equals one of `sums`, or the only number in the
 * row.
 */
function statedTotal(
  row: TableRow,
  columns: Columns,
  { unit }: ReadOptions,
  sums: readonly number[],
): number | null {
  const weights = row.cells.map((cell) => parseWeight(cell));
  const kilograms = weights.map(
    (weight) => weight && toKilograms(weight.value, weight.unit ?? totalUnit(weight.value, unit, sums)),
  );
  if (isAligned(row)) {
    const net = kilograms[columns.NET ?? -1];
    if (typeof net === 'number') return net;
    const [gross, tare] = [kilograms[columns.GROSS ?? -1], kilograms[columns.TARE ?? -1]];
    if (typeof gross === 'number' && typeof tare === 'number') return gross - tare;
    return null;
  }
  const found = kilograms.filter((kg) => kg !== null);
  return found.find((kg) => sums.includes(kg)) ?? (found.length === 1 ? (found[0] ?? null) : null);
}

function readRow(row: TableRow, headers: readonly string[], columns: Columns, options: ReadOptions): ListRow {
  const { line, cells, expectedCells } = row;
  if (expectedCells !== undefined) {
    const problem = { kind: 'LENGTH' as const, cells: cells.length, expected: expectedCells };
    return { ...row, request: { row: line }, problems: [problem], notes: [] };
  }
  const cellOf = (column: UnloadingColumn) => cells[columns[column] ?? -1] ?? '';
  const { plate, trailer } = splitRegistrationNumbers(cellOf('PLATE'), cellOf('TRAILER'));
  const moment = parseMoment(cellOf('DAY'), options.today);
  const ownTime = parseTime(cellOf('TIME'));
  const day = cellOf('DAY') === '' ? options.day : (moment?.day ?? null);
  const time = ownTime ?? moment?.time;
  const { net, problem, notes } = readNet(cellOf, options.unit);
  const readings = readReadings(cells, headers, options.meanings);
  const request: UnloadingRowRequest = {
    row: line,
    ...(plate !== '' && { plate }),
    ...(trailer !== '' && { trailer }),
    ...(day !== null && { day }),
    ...(time !== undefined && { time }),
    ...(net !== null && { net }),
    ...(cellOf('TICKET_NUMBER') !== '' && { ticketNumber: cellOf('TICKET_NUMBER') }),
    ...(cellOf('DOCUMENT_NUMBER') !== '' && { documentNumber: cellOf('DOCUMENT_NUMBER') }),
    ...(readings.taken.length > 0 && { readings: readings.taken }),
  };
  return {
    ...row,
    request,
    problems: [
      ...(registrationKey(plate) === '' ? [{ kind: 'MISSING' as const, field: 'plate' as const }] : []),
      ...(day === null ? [unreadable('day', cellOf('DAY'))] : []),
      ...(problem === null ? [] : [problem]),
    ],
    notes: [
      ...notes,
      ...(cellOf('TIME') !== '' && ownTime === null
        ? [{ kind: 'TIME_LEFT_OUT' as const, text: cellOf('TIME') }]
        : []),
      ...readings.leftOut,
    ],
  };
}

const unreadable = (field: 'day' | 'net', text: string): RowProblem =>
  text === '' ? { kind: 'MISSING', field } : { kind: 'UNREADABLE', field, text };

/** Splits a cell with two registration numbers at its slash: `PO 12345 / PO 54321`. */
function splitRegistrationNumbers(plate: string, trailer: string): { plate: string; trailer: string } {
  const [first = '', second = '', ...others] = plate.split(/[/\\|]/).map((part) => part.trim());
  return trailer === '' && second !== '' && others.length === 0
    ? { plate: first, trailer: second }
    : { plate, trailer };
}

type Net = {
  readonly net: number | null;
  readonly problem: RowProblem | null;
  readonly notes: readonly RowNote[];
};

/** The tolerated difference between the net weight and gross less tare, because scales round differently. */
const ROUNDING_KG = 20;

function readNet(cellOf: (column: UnloadingColumn) => string, unit: ListUnit): Net {
  const kilograms = (column: UnloadingColumn) => {
    const weight = parseWeight(cellOf(column));
    return weight === null ? null : kilogramsOf(weight, unit);
  };
  const [own, gross, tare] = [kilograms('NET'), kilograms('GROSS'), kilograms('TARE')];
  const computed = gross === null || tare === null ? null : gross - tare;
  const net = own ?? (cellOf('NET') === '' ? computed : null);
  if (net === null) {
    const text = [cellOf('NET'), cellOf('GROSS'), cellOf('TARE')].find((cell) => cell !== '') ?? '';
    return { net, problem: unreadable('net', text), notes: [] };
  }
  if (net <= 0) return { net: null, problem: { kind: 'NO_WEIGHT' }, notes: [] };
  const differs = computed !== null && Math.abs(computed - net) > ROUNDING_KG;
  return {
    net,
    problem: null,
    notes: differs ? [{ kind: 'NET_DIFFERS', grossLessTare: computed }] : [],
  };
}

type Reading = NonNullable<UnloadingRowRequest['readings']>[number];

function readReadings(cells: readonly string[], headers: readonly string[], meanings: ColumnMeanings) {
  const taken: Reading[] = [];
  const leftOut: RowNote[] = [];
  for (const [index, { column, parameter }] of meanings.entries()) {
    const text = cells[index] ?? '';
    const value = column === 'READING' ? parseReading(text) : undefined;
    const header = headers[index] ?? '';
    if (value === null) leftOut.push({ kind: 'READING_LEFT_OUT', header, text });
    else if (value !== undefined) taken.push({ name: parameter ?? header, value });
  }
  return { taken, leftOut };
}

/** Whether the weight is so large that the user must confirm it. */
export const isHeavy = ({ request: { net = 0 } }: ListRow): boolean => net > UNUSUAL_TRANSPORT_KG;

/** Whether the row has no problems and has the values that the server needs to find its transport. */
export const isSendable = ({ request, problems }: ListRow): boolean =>
  problems.length === 0 && unloadingRowFaults(request, true).length === 0;

/**
 * Finds a parameter to which two reading columns belong, because the server accepts only one of them. Returns
 * the name of the parameter, or null.
 */
export function repeatedReading(headers: readonly string[], meanings: ColumnMeanings): string | null {
  const seen = new Set<string>();
  for (const [index, { column, parameter }] of meanings.entries()) {
    if (column !== 'READING') continue;
    const name = parameter ?? headers[index] ?? '';
    if (seen.has(parameterNameKey(name))) return name;
    seen.add(parameterNameKey(name));
  }
  return null;
}

import type { TransportMeasurements } from '@spichlerz/shared/wire/quality';
import { expect, test } from 'vitest';
import {
  type MeasuredParameter,
  type MeasurementValues,
  measurementBody,
  measurementSchema,
  measurementValues,
  unloadedWithoutTicket,
} from './measurement-values.ts';

const MOISTURE: MeasuredParameter = { id: 1, name: 'Wilgotność', unit: '%', type: 'NUMBER' };
const PROTEIN: MeasuredParameter = { id: 2, name: 'Białko', unit: '%', type: 'NUMBER' };
const reading = (
  parameterId: number,
  value: number,
  sampleNumber: string | null,
  takenOn: string | null,
) => ({
  parameterId,
  source: 'RECIPIENT' as const,
  value,
  sampleNumber,
  takenOn,
});

type Readings = TransportMeasurements['readings'];

/** Returns the readings that are sent after this change of the form. */
function sentReadings(readings: Readings, change: (values: MeasurementValues) => void) {
  const stored = { readings, tickets: [], lossKg: null, lossPercent: null, version: 1 };
  const values = measurementValues([MOISTURE, PROTEIN], stored);
  change(values);
  return measurementBody(measurementSchema.parse(values), [MOISTURE, PROTEIN], stored).readings;
}

const recipient = { number: '', takenOn: '' };

test('readings of different samples keep their sample numbers and days when a value is changed', () => {
  const stored = [reading(1, 15, 'A1', '2026-01-02'), reading(2, 12, 'B2', '2026-01-03')];
  const sent = sentReadings(stored, ({ samples, readings }) => {
    expect(samples.RECIPIENT).toEqual(recipient);
    readings['p1RECIPIENT'] = '15.2';
  });
  expect(sent).toEqual([{ ...stored[0], value: 15.2 }, stored[1]]);
});

test('a typed sample number and day apply to every reading of the same source', () => {
  const sent = sentReadings([reading(1, 15, 'A1', null), reading(2, 12, null, '2026-01-03')], (values) => {
    values.samples.RECIPIENT = { number: 'C3', takenOn: '2026-01-04' };
  });
  expect(sent).toEqual([reading(1, 15, 'C3', '2026-01-04'), reading(2, 12, 'C3', '2026-01-04')]);
});

test('a cleared sample number and a cleared day are not sent', () => {
  const sent = sentReadings([reading(1, 15, 'A1', '2026-01-02')], (values) => {
    values.samples.RECIPIENT = recipient;
  });
  expect(sent).toEqual([{ parameterId: 1, source: 'RECIPIENT', value: 15 }]);
});

test('without an unloading ticket, the real quantity is shown as "Waga rozładunku bez kwitu"', () => {
  const ticket = { number: null, gross: null, tare: null, net: 24_000, weighedOn: null };
  const text = (realQuantityKg: number | null, ...places: ('LOADING' | 'UNLOADING')[]) =>
    unloadedWithoutTicket(
      realQuantityKg,
      places.map((place) => ({ ...ticket, place })),
    )?.replace(/\u00a0/g, ' ');
  expect(text(24_860)).toBe('Waga rozładunku bez kwitu: 24,860 t.');
  expect(text(24_860, 'LOADING')).toBe('Waga rozładunku bez kwitu: 24,860 t.');
  expect(text(24_000, 'UNLOADING')).toBeUndefined();
  expect(text(null)).toBeUndefined();
});

import type { ReadingSource, WeightBasis } from '../domain/discount-rule.ts';
import {
  formatReading,
  type NamedParameter,
  READING_SOURCE_LABELS,
  WEIGHT_BASIS_LABELS,
} from './discount-rules.ts';
import { formatDate, formatTonnes } from './figures.ts';

/*
 * Words for readings and weigh tickets in the audit log. Each text contains every field, so that a change of
 * any field is logged.
 */

type Reading = {
  readonly source: ReadingSource;
  readonly value: number | boolean;
  readonly sampleNumber: string | null;
  readonly takenOn: string | null;
};

/** Describes a reading: `Wilgotność: 14 % (Odbiorca, próbka A1, z dnia 02/09/2026)`. */
export function describeReading(
  { source, value, sampleNumber, takenOn }: Reading,
  { name, unit }: NamedParameter,
): string {
  const origin = [
    READING_SOURCE_LABELS[source],
    ...(sampleNumber === null ? [] : [`próbka ${sampleNumber}`]),
    ...(takenOn === null ? [] : [`z dnia ${formatDate(takenOn)}`]),
  ];
  return `${name}: ${formatReading(value, unit)} (${origin.join(', ')})`;
}

type WeighTicket = {
  readonly place: WeightBasis;
  readonly number: string | null;
  readonly gross: number | null;
  readonly tare: number | null;
  readonly net: number;
  readonly weighedOn: string | null;
};

/** Describes a ticket: `Rozładunek: 24,800 t, nr R 7, brutto 40,000 t, tara 15,200 t, z dnia 02/09/2026`. */
export function describeWeighTicket({ place, number, gross, tare, net, weighedOn }: WeighTicket): string {
  return [
    `${WEIGHT_BASIS_LABELS[place]}: ${formatTonnes(net)}`,
    ...(number === null ? [] : [`nr ${number}`]),
    ...(gross === null ? [] : [`brutto ${formatTonnes(gross)}`]),
    ...(tare === null ? [] : [`tara ${formatTonnes(tare)}`]),
    ...(weighedOn === null ? [] : [`z dnia ${formatDate(weighedOn)}`]),
  ].join(', ');
}

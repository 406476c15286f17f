import { READING_SOURCES, WEIGHT_BASES } from '@spichlerz/shared/domain/discount-rule';
import {
  formatReading,
  READING_SOURCE_LABELS,
  WEIGHT_BASIS_LABELS,
} from '@spichlerz/shared/words/discount-rules';
import { EMPTY, formatDate, formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { type FieldPath, get } from 'react-hook-form';
import type { FormPart } from '../use-others-changes.ts';
import { type MeasuredParameter, type MeasurementValues, readingKey } from './measurement-values.ts';

/* Lists what another user has changed while the dialog was open. */

type DescribedField = {
  readonly label: string;
  readonly field: FieldPath<MeasurementValues>;
  readonly show: (values: MeasurementValues) => string;
};

/** All fields of the form in the order of the screen. */
function describedFields(parameters: readonly MeasuredParameter[]): DescribedField[] {
  return [
    ...parameters.flatMap(({ id, name, unit, type }) =>
      READING_SOURCES.map((source): DescribedField => {
        const key = readingKey(id, source);
        const label = `${name}, ${READING_SOURCE_LABELS[source].toLowerCase()}`;
        return type === 'BOOLEAN'
          ? { label, field: `answers.${key}`, show: ({ answers }) => showReading(answers[key] ?? null, unit) }
          : {
              label,
              field: `readings.${key}`,
              show: ({ readings }) => showNumber(readings[key] ?? '', unit),
            };
      }),
    ),
    ...READING_SOURCES.flatMap((source): DescribedField[] => {
      const of = READING_SOURCE_LABELS[source].toLowerCase();
      const name = `samples.${source}` as const;
      return [
        {
          label: `Numer próbki, ${of}`,
          field: `${name}.number`,
          show: ({ samples }) => orEmpty(samples[source].number),
        },
        {
          label: `Data badania, ${of}`,
          field: `${name}.takenOn`,
          show: ({ samples }) => formatDate(samples[source].takenOn),
        },
      ];
    }),
    ...WEIGHT_BASES.flatMap((place): DescribedField[] => {
      const of = WEIGHT_BASIS_LABELS[place].toLowerCase();
      const name = `tickets.${place}` as const;
      return [
        {
          label: `Numer kwitu, ${of}`,
          field: `${name}.number`,
          show: ({ tickets }) => orEmpty(tickets[place].number),
        },
        {
          label: `Brutto, ${of}`,
          field: `${name}.gross`,
          show: ({ tickets }) => formatTonnes(tickets[place].gross),
        },
        {
          label: `Tara, ${of}`,
          field: `${name}.tare`,
          show: ({ tickets }) => formatTonnes(tickets[place].tare),
        },
        {
          label: `Netto, ${of}`,
          field: `${name}.net`,
          show: ({ tickets }) => formatTonnes(tickets[place].net),
        },
        {
          label: `Data ważenia, ${of}`,
          field: `${name}.weighedOn`,
          show: ({ tickets }) => formatDate(tickets[place].weighedOn),
        },
      ];
    }),
  ];
}

const showReading = (value: number | boolean | null, unit: string | null): string =>
  value === null ? EMPTY : formatReading(value, unit);

const showNumber = (text: string, unit: string | null): string =>
  showReading(text === '' ? null : Number(text), unit);

/** The differences between two states of the form, for the notice. */
export function measurementChanges(
  parameters: readonly MeasuredParameter[],
  before: MeasurementValues,
  after: MeasurementValues,
) {
  return describedFields(parameters)
    .filter(({ field }) => get(before, field) !== get(after, field))
    .map(({ label, show }) => ({ label, before: show(before), after: show(after) }));
}

/**
 * The parts of the form for merging another user's changes. Each field is a part, but the weights of a ticket
 * are one part, because the net weight is gross less tare.
 */
export function measurementParts(parameters: readonly MeasuredParameter[]): FormPart<MeasurementValues>[] {
  const weights = WEIGHT_BASES.map((place) =>
    (['gross', 'tare', 'net'] as const).map((weight) => `tickets.${place}.${weight}` as const),
  );
  return describedFields(parameters).map(({ label, field }) => ({
    label,
    fields: weights.find((fields) => fields.some((one) => one === field)) ?? [field],
  }));
}

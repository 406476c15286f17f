import '../../ui/field/combobox.css';
import { Group, Select } from '@mantine/core';
import type { ReadingSource } from '@spichlerz/shared/domain/discount-rule';
import type { ContractRules } from '@spichlerz/shared/wire/discount-tables';
import type { ReadingBody, TransportMeasurements } from '@spichlerz/shared/wire/quality';
import { formatReading } from '@spichlerz/shared/words/discount-rules';
import { EMPTY } from '@spichlerz/shared/words/figures';
import { useQueries } from '@tanstack/react-query';
import { contractRulesQuery, transportReadingsQuery } from '../../api/quality.ts';
import { DecimalInput } from '../../ui/field/decimal-input.tsx';
import { YES_NO_TEXT } from '../../words/labels.ts';
import type { DialogTransport } from './dialog-transport.ts';

/* The recipient's readings, typed together with the unloaded weight. */

type Parameter = ContractRules['parameters'][number];

/** The recipient's readings that the rules of both contracts need, with the stored values. */
export type UnloadReadings = {
  readonly parameters: readonly Parameter[];
  readonly stored: ReadonlyMap<number, number | boolean>;
  /** The readings of an arbiter. A settlement uses them instead of the recipient's readings. */
  readonly arbiter: ReadonlyMap<number, number | boolean>;
};

/**
 * Loads the recipient's readings that each transport needs. Contracts that are settled by the readings of the
 * loading need no readings of the recipient.
 */
export function useUnloadReadings(transports: readonly DialogTransport[]): {
  readonly isLoading: boolean;
  readonly readings: readonly UnloadReadings[];
} {
  const contractIds = [...new Set(transports.flatMap(({ purchaseId, salesId }) => [purchaseId, salesId]))];
  const rules = useQueries({ queries: contractIds.map(contractRulesQuery) });
  const rulesOf = new Map(contractIds.map((id, index) => [id, rules[index]?.data]));
  const parametersOf = ({ purchaseId, salesId }: DialogTransport) => {
    const parameters = [purchaseId, salesId].flatMap((id) => {
      const own = rulesOf.get(id);
      return own?.readingSource === 'RECIPIENT' ? own.parameters : [];
    });
    return [...new Map(parameters.map((parameter) => [parameter.id, parameter])).values()];
  };
  const measurements = useQueries({
    queries: transports.map((transport) => ({
      ...transportReadingsQuery(transport.transportId),
      staleTime: 0,
      enabled: parametersOf(transport).length > 0,
    })),
  });
  const readings = transports.map((transport, index) => {
    const data = measurements[index]?.data;
    return {
      parameters: parametersOf(transport),
      stored: data === undefined ? new Map() : recipientReadings(data),
      arbiter: data === undefined ? new Map() : readingsOf('ARBITER', data),
    };
  });
  return { isLoading: rules.some(({ isLoading }) => isLoading), readings };
}

/** The stored readings of the recipient by parameter. */
export const recipientReadings = (measurements: TransportMeasurements) =>
  readingsOf('RECIPIENT', measurements);

function readingsOf(source: ReadingSource, { readings }: TransportMeasurements): UnloadReadings['stored'] {
  const own = readings.filter((reading) => reading.source === source);
  return new Map(own.map(({ parameterId, value }) => [parameterId, value]));
}

/**
 * Typed readings by transport and parameter: a decimal with a point, `true` or `false`. Empty for no reading.
 */
export type TypedReadings = Readonly<Record<string, string>>;

const readingKey = (transportId: number, parameterId: number) => `t${transportId}p${parameterId}`;

/** The typed readings of a transport that differ from the stored readings, in the format of the request. */
export function changedReadings(
  transportId: number,
  { parameters, stored }: UnloadReadings,
  typed: TypedReadings,
): Omit<ReadingBody, 'sampleNumber' | 'takenOn'>[] {
  return parameters.flatMap(({ id, type }) => {
    const value = typedValue(type, typed[readingKey(transportId, id)] ?? '');
    if (value === undefined || value === stored.get(id)) return [];
    return [{ parameterId: id, source: 'RECIPIENT' as const, value }];
  });
}

function typedValue(type: Parameter['type'], text: string): number | boolean | undefined {
  if (text === '') return undefined;
  const value = type === 'BOOLEAN' ? text === 'true' : Number(text);
  return Number.isNaN(value) ? undefined : value;
}

/** Whether the user has typed into the field and left no value in it. */
const isCleared = (type: Parameter['type'], text: string | undefined): boolean =>
  text !== undefined && typedValue(type, text) === undefined;

/** Whether the user has cleared a stored reading. A status change can replace a reading, but not remove it. */
export const hasClearedReading = (
  transportId: number,
  { parameters, stored }: UnloadReadings,
  typed: TypedReadings,
): boolean =>
  parameters.some(({ id, type }) => stored.has(id) && isCleared(type, typed[readingKey(transportId, id)]));

/** The stored readings at the time when the user began to type, by reading key. */
export type InitialReadings = ReadonlyMap<string, number | boolean | undefined>;

/** Lists the readings that another user has changed, for the notice of a conflict. */
export function unloadReadingChanges(
  transportId: number,
  { parameters, stored }: UnloadReadings,
  fresh: UnloadReadings['stored'],
  { typed, initial }: { typed: TypedReadings; initial: InitialReadings },
) {
  return parameters.flatMap(({ id, name, unit, type }) => {
    const key = readingKey(transportId, id);
    const before = initial.has(key) ? initial.get(key) : stored.get(id);
    const after = fresh.get(id);
    if (before === after) return [];
    const show = (value: typeof after) => (value === undefined ? EMPTY : formatReading(value, unit));
    const mine = typedValue(type, typed[key] ?? '');
    const isContested = mine !== undefined && mine !== after;
    return [{ name, before: show(before), after: show(after), isContested }];
  });
}

/** Whether all transports need the same readings, which can then be columns of one table. */
export function shareParameters(readings: readonly UnloadReadings[]): boolean {
  const [first] = readings.map(({ parameters }) => parameters.map(({ id }) => id).join());
  return (
    readings.length > 1 &&
    first !== undefined &&
    first !== '' &&
    readings.every(({ parameters }) => parameters.map(({ id }) => id).join() === first)
  );
}

export type OnReading = (key: string, text: string, stored: number | boolean | undefined) => void;

type FieldsProps = {
  transport: DialogTransport;
  readings: UnloadReadings;
  typed: TypedReadings;
  disabled: boolean;
  onChange: OnReading;
};

/** A row of fields with a field per parameter. */
export function ReadingFields(props: FieldsProps) {
  const { transport, readings } = props;
  if (readings.parameters.length === 0) return null;
  return (
    <Group
      component="fieldset"
      m={0}
      p={0}
      bd={0}
      gap="xs"
      // fields are aligned at the top if one of them has a description below
      align={readings.arbiter.size === 0 ? 'flex-end' : 'flex-start'}
      aria-label={`Wyniki badań, ${transport.registrationNumber}`}
    >
      {readings.parameters.map((parameter) => (
        <ReadingField key={parameter.id} {...props} parameter={parameter} />
      ))}
    </Group>
  );
}

/**
 * The field of a reading. In a table, `columnOf` is the name of the table row, and the parameter is the header
 * of the column.
 */
export function ReadingField({
  transport,
  readings,
  parameter,
  columnOf,
  typed,
  disabled,
  onChange,
}: FieldsProps & { parameter: Parameter; columnOf?: string }) {
  const key = readingKey(transport.transportId, parameter.id);
  const stored = readings.stored.get(parameter.id);
  const value = typed[key] ?? (stored === undefined ? '' : String(stored));
  const arbiter = readings.arbiter.get(parameter.id);
  const description =
    arbiter === undefined ? undefined : `Liczy się arbiter: ${formatReading(arbiter, parameter.unit)}`;
  const named =
    columnOf === undefined
      ? { label: parameter.name, flex: '1 1 100px', maw: 160 }
      : { 'aria-label': `${parameter.name}, ${columnOf}` };
  return parameter.type === 'BOOLEAN' ? (
    <Select
      {...named}
      description={description}
      disabled={disabled}
      data={YES_NO_TEXT}
      openOnFocus={false}
      allowDeselect={false}
      value={value === '' ? null : value}
      onChange={(text) => onChange(key, text ?? '', stored)}
    />
  ) : (
    <DecimalInput
      {...named}
      description={description}
      disabled={disabled}
      value={value}
      onChange={(text) => onChange(key, text, stored)}
      decimals={3}
      keepsTyped
      allowNegative
      error={
        stored !== undefined && !disabled && isCleared(parameter.type, typed[key])
          ? `Zapisano ${formatReading(stored, parameter.unit)}. Usuniesz ten wynik w „Badania i waga”.`
          : undefined
      }
      enterKeyHint="next"
      {...(parameter.unit === null || columnOf !== undefined ? {} : { unit: parameter.unit })}
    />
  );
}

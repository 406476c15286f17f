import '../../ui/field/combobox.css';
import { Group, Select } from '@mantine/core';
import type { ContractRules } from '@spichlerz/shared/wire/discount-tables';
import type { ReadingBody } from '@spichlerz/shared/wire/quality';
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
};

/** Loads the readings of each transport; contracts that are settled by readings of the loading need none here. */
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
      enabled: parametersOf(transport).length > 0,
    })),
  });
  const readings = transports.map((transport, index) => {
    const all = measurements[index]?.data?.readings ?? [];
    const recipient = all.filter(({ source }) => source === 'RECIPIENT');
    return {
      parameters: parametersOf(transport),
      stored: new Map(recipient.map(({ parameterId, value }) => [parameterId, value])),
    };
  });
  return { isLoading: rules.some(({ isLoading }) => isLoading), readings };
}

/** Typed readings by transport and parameter: canonical decimals, `true` or `false`; empty for none. */
export type TypedReadings = Readonly<Record<string, string>>;

const readingKey = (transportId: number, parameterId: number) => `t${transportId}p${parameterId}`;

/** The typed readings of a transport that differ from the stored ones, in the form of the status change's request. */
export function changedReadings(
  transportId: number,
  { parameters, stored }: UnloadReadings,
  typed: TypedReadings,
): Omit<ReadingBody, 'sampleNumber' | 'takenOn'>[] {
  return parameters.flatMap(({ id, type }) => {
    const text = typed[readingKey(transportId, id)] ?? '';
    if (text === '') return [];
    const value = type === 'BOOLEAN' ? text === 'true' : Number(text);
    if (Number.isNaN(value) || value === stored.get(id)) return [];
    return [{ parameterId: id, source: 'RECIPIENT' as const, value }];
  });
}

/** Whether several transports need the same readings, which are then columns of one table. */
export function shareParameters(readings: readonly UnloadReadings[]): boolean {
  const [first] = readings.map(({ parameters }) => parameters.map(({ id }) => id).join());
  return (
    readings.length > 1 &&
    first !== undefined &&
    first !== '' &&
    readings.every(({ parameters }) => parameters.map(({ id }) => id).join() === first)
  );
}

type FieldsProps = {
  transport: DialogTransport;
  readings: UnloadReadings;
  typed: TypedReadings;
  disabled: boolean;
  onChange: (key: string, text: string) => void;
};

/** One row of fields, a field per parameter. */
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
      align="flex-end"
      aria-label={`Wyniki badań, ${transport.registrationNumber}`}
    >
      {readings.parameters.map((parameter) => (
        <ReadingField key={parameter.id} {...props} parameter={parameter} />
      ))}
    </Group>
  );
}

/** A reading; `columnOf`, the name of the row, makes it a table cell whose column header is the parameter. */
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
  const named =
    columnOf === undefined
      ? { label: parameter.name, flex: '1 1 100px', maw: 160 }
      : { 'aria-label': `${parameter.name}, ${columnOf}` };
  return parameter.type === 'BOOLEAN' ? (
    <Select
      {...named}
      disabled={disabled}
      data={YES_NO_TEXT}
      openOnFocus={false}
      allowDeselect={false}
      value={value === '' ? null : value}
      onChange={(text) => onChange(key, text ?? '')}
    />
  ) : (
    <DecimalInput
      {...named}
      disabled={disabled}
      value={value}
      onChange={(text) => onChange(key, text)}
      decimals={3}
      keepsTyped
      allowNegative
      enterKeyHint="next"
      {...(parameter.unit === null || columnOf !== undefined ? {} : { unit: parameter.unit })}
    />
  );
}

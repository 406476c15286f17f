import { Group, Select } from '@mantine/core';
import type { ContractRules } from '@spichlerz/shared/wire/discount-tables';
import type { ReadingBody } from '@spichlerz/shared/wire/quality';
import { useQueries } from '@tanstack/react-query';
import { contractRulesQuery, transportReadingsQuery } from '../../api/quality.ts';
import { DecimalInput } from '../../ui/field/decimal-input.tsx';
import type { DialogTransport } from './dialog-transport.ts';

/* The recipient's readings, which are typed together with the unloaded weight. */

type Parameter = ContractRules['parameters'][number];

/** The parameters that the rules of both contracts need from the recipient, with the stored readings. */
export type UnloadReadings = {
  readonly parameters: readonly Parameter[];
  readonly stored: ReadonlyMap<number, number | boolean>;
};

/** Loads the readings of each transport; contracts that are settled by readings of the loading need none here. */
export function useUnloadReadings(transports: readonly DialogTransport[]): readonly UnloadReadings[] {
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
  return transports.map((transport, index) => {
    const readings = measurements[index]?.data?.readings ?? [];
    const recipient = readings.filter(({ source }) => source === 'RECIPIENT');
    return {
      parameters: parametersOf(transport),
      stored: new Map(recipient.map(({ parameterId, value }) => [parameterId, value])),
    };
  });
}

/** Typed readings by transport and parameter: canonical decimals, `true` or `false`; empty for none. */
export type TypedReadings = Readonly<Record<string, string>>;

const readingKey = (transportId: number, parameterId: number) => `t${transportId}p${parameterId}`;

/** The typed readings of a transport that differ from the stored ones, as the status change takes them. */
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

type FieldsProps = {
  transport: DialogTransport;
  readings: UnloadReadings;
  typed: TypedReadings;
  disabled: boolean;
  onChange: (key: string, text: string) => void;
};

/** One row of fields, a field per parameter. */
export function ReadingFields({ transport, readings, typed, disabled, onChange }: FieldsProps) {
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
      {readings.parameters.map((parameter) => {
        const key = readingKey(transport.transportId, parameter.id);
        const stored = readings.stored.get(parameter.id);
        const value = typed[key] ?? (stored === undefined ? '' : String(stored));
        const shared = { label: parameter.name, disabled, w: 130 };
        return parameter.type === 'BOOLEAN' ? (
          <Select
            key={key}
            {...shared}
            data={ANSWERS}
            openOnFocus={false}
            allowDeselect={false}
            value={value === '' ? null : value}
            onChange={(text) => onChange(key, text ?? '')}
          />
        ) : (
          <DecimalInput
            key={key}
            {...shared}
            value={value}
            onChange={(text) => onChange(key, text)}
            decimals={3}
            keepsTyped
            allowNegative
            enterKeyHint="next"
            {...(parameter.unit === null ? {} : { unit: parameter.unit })}
          />
        );
      })}
    </Group>
  );
}

const ANSWERS = [
  { value: 'true', label: 'Tak' },
  { value: 'false', label: 'Nie' },
];

import '@mantine/core/styles/ScrollArea.css';
import { Group, Table, Text } from '@mantine/core';
import { formatDate, formatTonnes } from '@spichlerz/shared/words/figures';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { QuantityField } from '../../components/field/unit-fields.tsx';
import { requiredInteger } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import type { DialogTransport } from './dialog-transport.ts';
import { type OnReading, ReadingField, type TypedReadings, type UnloadReadings } from './unload-readings.tsx';

/*
 * The fields of unloaded transports: one below the other, or in a table if all
 * transports need the same readings.
 */

export const unloadSchema = z.object({
  weights: z.array(z.object({ kg: requiredInteger() })),
  readings: z.record(z.string(), z.string()),
});
type Control = Form<z.input<typeof unloadSchema>, z.output<typeof unloadSchema>>['control'];

export type UnloadFields = {
  readonly control: Control;
  readonly transports: readonly DialogTransport[];
  /** The readings of each transport, in the order of `transports`. */
  readonly readings: readonly UnloadReadings[];
  readonly typed: TypedReadings;
  readonly isPending: (transport: DialogTransport) => boolean;
  readonly onReading: OnReading;
};

export const NO_READINGS: UnloadReadings = { parameters: [], stored: new Map(), arbiter: new Map() };

type WeightProps = UnloadFields & {
  index: number;
  label: string;
  /**
   * Whether the field is in a table, which shows the difference to the planned weight beside the registration
   * number.
   */
  isCell?: true;
};

export function WeightField({ control, transports, isPending, index, label, isCell }: WeightProps) {
  const transport = transports[index];
  if (transport === undefined) return null;
  return (
    <QuantityField
      control={control}
      name={`weights.${index}.kg`}
      enterKeyHint={index === transports.length - 1 ? 'done' : 'next'}
      {...(isCell
        ? { 'aria-label': label }
        : {
            label,
            description: <Difference control={control} index={index} quantityKg={transport.quantityKg} />,
          })}
      required
      // disabled after the save, because the weight was saved with the step
      disabled={!isPending(transport)}
      {...(index === 0 ? { 'data-autofocus': true } : {})}
    />
  );
}

/** A row per transport and a column per reading. */
export function UnloadTable(fields: UnloadFields) {
  const { control, transports, readings, typed, isPending, onReading } = fields;
  const parameters = readings[0]?.parameters ?? [];
  return (
    <Table.ScrollContainer
      minWidth={parameters.reduce((sum, parameter) => sum + readingWidth(parameter), 300)}
    >
      <Table verticalSpacing={6} horizontalSpacing={6} layout="fixed">
        <Table.Thead>
          <Table.Tr style={{ verticalAlign: 'bottom' }}>
            <Table.Th>Transport</Table.Th>
            <Table.Th w={130}>Ilość</Table.Th>
            {parameters.map((parameter) => (
              <Table.Th key={parameter.id} w={readingWidth(parameter)} style={{ overflowWrap: 'anywhere' }}>
                {parameterHeader(parameter)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transports.map((transport, index) => {
            const label = weightLabel(transports, transport);
            return (
              <Table.Tr key={transport.transportId} style={{ verticalAlign: 'top' }}>
                <Table.Th scope="row" fw={400}>
                  <Text fz="sm" fw={600}>
                    {label}
                  </Text>
                  <Text fz="xs" c="dimmed" component="div">
                    <Difference control={control} index={index} quantityKg={transport.quantityKg} />
                  </Text>
                </Table.Th>
                <Table.Td>
                  <WeightField {...fields} index={index} label={label} isCell />
                </Table.Td>
                {parameters.map((parameter) => (
                  <Table.Td key={parameter.id}>
                    <ReadingField
                      transport={transport}
                      readings={readings[index] ?? NO_READINGS}
                      parameter={parameter}
                      columnOf={label}
                      typed={typed}
                      disabled={!isPending(transport)}
                      onChange={onReading}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type Named = { readonly name: string; readonly unit: string | null };

const parameterHeader = ({ name, unit }: Named) => (unit === null ? name : `${name} (${unit})`);

const READING_WIDTH = 130;
const READING_MAX_WIDTH = 220;
/** An upper limit of the average width of a letter, in pixels. */
const LETTER_WIDTH = 9;
const CELL_PADDING = 12;

/** The width of a column in pixels: enough for the longest word of its header, up to READING_MAX_WIDTH. */
export function readingWidth(parameter: Named): number {
  const longest = Math.max(
    ...parameterHeader(parameter)
      .split(' ')
      .map((word) => word.length),
  );
  return Math.min(READING_MAX_WIDTH, Math.max(READING_WIDTH, longest * LETTER_WIDTH + CELL_PADDING));
}

/** The width of the dialog. A table with few columns needs less. */
export function tableSize(readings: readonly UnloadReadings[]): 'xl' | '80rem' {
  return (readings[0]?.parameters.length ?? 0) > 3 ? '80rem' : 'xl';
}

/** The label of a weight field. For two transports of one vehicle it also has the date and the recipient. */
export function weightLabel(
  transports: readonly DialogTransport[],
  { registrationNumber, recipient, dateUnloading }: DialogTransport,
): string {
  const sameVehicle = transports.filter((transport) => transport.registrationNumber === registrationNumber);
  return sameVehicle.length === 1
    ? registrationNumber
    : `${registrationNumber}, ${formatDate(dateUnloading)}, ${recipient}`;
}

function Difference({ control, index, quantityKg }: { control: Control; index: number; quantityKg: number }) {
  const kg = useWatch({ control, name: `weights.${index}.kg` });
  const difference = kg === null ? null : kg - quantityKg;
  return (
    <Group component="span" gap={6}>
      <span>{`Planowano ${formatTonnes(quantityKg)}.`}</span>
      {difference === null || difference === 0 ? null : (
        <Text component="span" inherit fw={600} c="var(--mantine-color-text)">
          {difference > 0
            ? `O ${formatTonnes(difference)} więcej niż w planie.`
            : `O ${formatTonnes(-difference)} mniej niż w planie.`}
        </Text>
      )}
    </Group>
  );
}

import '@mantine/core/styles/Table.css';
import { Table, Text } from '@mantine/core';
import { READING_SOURCES, type ReadingSource } from '@spichlerz/shared/domain/discount-rule';
import { READING_SOURCE_LABELS } from '@spichlerz/shared/words/discount-rules';
import { DateField } from '../../../ui/field/date-field.tsx';
import { NumberField } from '../../../ui/field/decimal-input.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { YES_NO } from '../../../words/labels.ts';
import { type MeasuredParameter, type MeasurementControl, readingKey } from './measurement-values.ts';
import classes from './readings-grid.module.css';

type Props = {
  control: MeasurementControl;
  parameters: readonly MeasuredParameter[];
  /** The source whose first field gets the focus. */
  firstSource: ReadingSource;
};

/**
 * A table of readings: a row per parameter and a column per source, with the sample number of the source. Enter
 * moves down a column, because a laboratory report lists one source.
 */
export function ReadingsGrid({ control, parameters, firstSource }: Props) {
  if (parameters.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        Surowiec nie ma parametrów jakości, więc nie ma tu badań do wpisania.
      </Text>
    );
  return (
    <Table verticalSpacing={6} horizontalSpacing={6} layout="fixed" className={classes.grid}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.corner}>Parametr</Table.Th>
          {READING_SOURCES.map((source) => (
            <Table.Th key={source}>{READING_SOURCE_LABELS[source]}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {parameters.map((parameter, index) => (
          <Table.Tr key={parameter.id}>
            <Table.Th scope="row" fw={400}>
              {parameter.name}
            </Table.Th>
            {READING_SOURCES.map((source, column) => (
              <Table.Td key={source} data-enter-column={column}>
                <ReadingField
                  control={control}
                  parameter={parameter}
                  source={source}
                  isFirst={index === 0 && source === firstSource}
                />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row" fw={400}>
            Numer próbki
          </Table.Th>
          {READING_SOURCES.map((source, column) => (
            <Table.Td key={source} data-enter-column={column}>
              <TextField
                control={control}
                name={`samples.${source}.number`}
                aria-label={`Numer próbki, ${READING_SOURCE_LABELS[source].toLowerCase()}`}
              />
            </Table.Td>
          ))}
        </Table.Tr>
        <Table.Tr>
          <Table.Th scope="row" fw={400}>
            Data badania
          </Table.Th>
          {READING_SOURCES.map((source, column) => (
            <Table.Td key={source} data-enter-column={column}>
              <DateField
                control={control}
                name={`samples.${source}.takenOn`}
                aria-label={`Data badania, ${READING_SOURCE_LABELS[source].toLowerCase()}`}
                leftSection={null}
                clearable={false}
              />
            </Table.Td>
          ))}
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}

type ReadingProps = {
  control: MeasurementControl;
  parameter: MeasuredParameter;
  source: ReadingSource;
  isFirst: boolean;
};

function ReadingField({ control, parameter, source, isFirst }: ReadingProps) {
  const key = readingKey(parameter.id, source);
  const shared = {
    control,
    'aria-label': `${parameter.name}, ${READING_SOURCE_LABELS[source].toLowerCase()}`,
    ...(isFirst && { 'data-autofocus': true }),
  };
  return parameter.type === 'BOOLEAN' ? (
    <SelectField {...shared} name={`answers.${key}`} options={YES_NO} placeholder="Wybierz" clearable />
  ) : (
    <NumberField
      {...shared}
      name={`readings.${key}`}
      decimals={3}
      keepsTyped
      allowNegative
      enterKeyHint="next"
      {...(parameter.unit === null ? {} : { unit: parameter.unit })}
    />
  );
}

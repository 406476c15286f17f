import { SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { changeTransportReadings } from '@spichlerz/shared/calls/quality';
import type { TransportRow } from '@spichlerz/shared/calls/transports';
import {
  READING_SOURCES,
  type ReadingSource,
  WEIGHT_BASES,
  type WeightBasis,
} from '@spichlerz/shared/domain/discount-rule';
import { whyNotWeighUnloading } from '@spichlerz/shared/domain/transport';
import type { TransportMeasurements } from '@spichlerz/shared/wire/quality';
import {
  formatDecimal,
  READING_SOURCE_LABELS,
  WEIGHT_BASIS_LABELS,
} from '@spichlerz/shared/words/discount-rules';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { rawMaterialQuery } from '../../../api/materials.ts';
import { contractRulesQuery, transportReadingsQuery } from '../../../api/quality.ts';
import { transportQuery } from '../../../api/transports.ts';
import { QuantityField } from '../../../components/field/unit-fields.tsx';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { ConflictNotice } from '../../../components/save/conflict-notice.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { NumberField } from '../../../ui/field/decimal-input.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { enterMovesFocus } from '../../../ui/form/move-focus.ts';
import { type Form, useZodForm } from '../../../ui/form/use-zod-form.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { useStoredTransport } from '../use-stored-transport.ts';
import {
  type MeasuredParameter,
  type MeasurementOutput,
  type MeasurementValues,
  measurementBody,
  measurementChanges,
  measurementSchema,
  measurementValues,
  readingKey,
  typedLossKg,
} from './measurement-values.ts';

const NOT_MEASURED = 'Transport jest anulowany, więc nie można zapisać badań ani kwitów.';
const NOT_UNLOADED = 'Kwit rozładunku zapiszesz, gdy transport będzie dostarczony.';
const BOTH_PAID = 'Zakup i sprzedaż są opłacone, więc wagi rozładunku nie można już zmienić.';

type Props = { transportId: number; registrationNumber: string; onClose: () => void };

/** The readings and weigh tickets of a transport, of every source and place. */
export function MeasurementsDialog({ transportId, registrationNumber, onClose }: Props) {
  const transport = useQuery(transportQuery(transportId));
  const measurements = useQuery(transportReadingsQuery(transportId));
  const row = transport.data;
  const material = useQuery({ ...rawMaterialQuery(row?.rawMaterialId ?? 0), enabled: row !== undefined });
  const rules = useQueries({
    queries: (row === undefined ? [] : [row.purchaseId, row.salesId]).map(contractRulesQuery),
  });
  const all = [transport, measurements, material, ...rules];
  if (row !== undefined && measurements.data !== undefined && all.every(({ data }) => data !== undefined)) {
    const ruled = new Set(rules.flatMap(({ data }) => data?.parameters.map(({ id }) => id) ?? []));
    const measured = (material.data?.parameters ?? []).flatMap(
      ({ id, name, unit, type }): MeasuredParameter[] =>
        type === 'TEXT' ? [] : [{ id, name, unit: unit ?? null, type }],
    );
    return (
      <LoadedDialog
        transport={row}
        opened={measurements.data}
        // the parameters that decide the price come first
        parameters={[
          ...measured.filter(({ id }) => ruled.has(id)),
          ...measured.filter(({ id }) => !ruled.has(id)),
        ]}
        onClose={onClose}
      />
    );
  }
  const failed = all.find(({ error }) => error !== null);
  return (
    <Dialog title={titleOf(registrationNumber)} size="xl" onClose={onClose}>
      <QueryBoundary
        query={{
          data: undefined,
          error: failed?.error,
          refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
        }}
      >
        {() => null}
      </QueryBoundary>
    </Dialog>
  );
}

const titleOf = (registrationNumber: string) => `Badania i waga, ${registrationNumber}`;

type LoadedProps = {
  transport: TransportRow;
  onClose: () => void;
  opened: TransportMeasurements;
  parameters: readonly MeasuredParameter[];
};

function LoadedDialog({ transport, opened, parameters, onClose }: LoadedProps) {
  const client = useQueryClient();
  // a live change must not replace what the form started with
  const [loaded] = useState(opened);
  const [current, setCurrent] = useState(loaded);
  const { stored, save } = useStoredTransport(transport);
  const form = useZodForm(measurementSchema, measurementValues(parameters, loaded));
  const { control, setValue } = form;
  const changes = measurementChanges(parameters, loaded, current);

  const write = async (body: ReturnType<typeof measurementBody>) => {
    try {
      await call(changeTransportReadings, {
        params: { id: transport.id },
        body: { ...body, version: current.version },
      });
    } catch (error) {
      // after a conflict the notice shows the stored values, and the next attempt replaces them
      setCurrent(await client.fetchQuery({ ...transportReadingsQuery(transport.id), staleTime: 0 }));
      throw error;
    }
  };

  return (
    <FormDialog
      title={titleOf(transport.registrationNumber)}
      size="xl"
      form={form}
      onClose={onClose}
      disabledReason={stored.status === 'CANCELLED' ? NOT_MEASURED : null}
      onSave={(values) =>
        save(
          () => write(measurementBody(values, parameters, current)),
          () => false,
        )
      }
      onSaved={() => notifySuccess(transport.registrationNumber, 'Zapisano badania i wagę')}
    >
      <Stack gap="md" onKeyDown={enterMovesFocus}>
        {current.version === loaded.version ? null : (
          <ConflictNotice
            changes={changes}
            onLoadCurrent={() => form.reset(measurementValues(parameters, current))}
          />
        )}
        {stored.status === 'CANCELLED' ? <Text fz="sm">{NOT_MEASURED}</Text> : null}
        <ReadingsGrid control={control} parameters={parameters} />
        {WEIGHT_BASES.map((place) => (
          <TicketFields
            key={place}
            control={control}
            place={place}
            disabledReason={place === 'UNLOADING' ? whyNotUnload(stored) : null}
            onNet={(kg) => setValue(`tickets.${place}.net`, kg, { shouldDirty: true, shouldValidate: true })}
          />
        ))}
        <Loss control={control} />
      </Stack>
    </FormDialog>
  );
}

function whyNotUnload({ status, isReturned, ...row }: TransportRow): string | null {
  const settlements = [row.purchaseSettlementStatus, row.salesSettlementStatus].filter((one) => one !== null);
  if (whyNotWeighUnloading({ status, isReturned }, settlements) === null) return null;
  return settlements.length > 0 && settlements.every((one) => one === 'PAID') ? BOTH_PAID : NOT_UNLOADED;
}

type Control = Form<MeasurementValues, MeasurementOutput>['control'];

function ReadingsGrid({
  control,
  parameters,
}: {
  control: Control;
  parameters: readonly MeasuredParameter[];
}) {
  if (parameters.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        Surowiec nie ma parametrów jakości, więc nie ma tu badań do wpisania.
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table verticalSpacing={6} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Parametr</Table.Th>
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
              {READING_SOURCES.map((source) => (
                <Table.Td key={source}>
                  <ReadingField
                    control={control}
                    parameter={parameter}
                    source={source}
                    isFirst={index === 0 && source === READING_SOURCES[0]}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th scope="row" fw={400}>
              Numer próbki
            </Table.Th>
            {READING_SOURCES.map((source) => (
              <Table.Td key={source}>
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
            {READING_SOURCES.map((source) => (
              <Table.Td key={source}>
                <DateField
                  control={control}
                  name={`samples.${source}.takenOn`}
                  aria-label={`Data badania, ${READING_SOURCE_LABELS[source].toLowerCase()}`}
                />
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const ANSWERS = [
  { value: 'true', label: 'Tak' },
  { value: 'false', label: 'Nie' },
];

type ReadingProps = {
  control: Control;
  parameter: MeasuredParameter;
  source: ReadingSource;
  isFirst: boolean;
};

function ReadingField({ control, parameter, source, isFirst }: ReadingProps) {
  const shared = {
    control,
    name: `readings.${readingKey(parameter.id, source)}` as const,
    'aria-label': `${parameter.name}, ${READING_SOURCE_LABELS[source].toLowerCase()}`,
    ...(isFirst && { 'data-autofocus': true }),
  };
  return parameter.type === 'BOOLEAN' ? (
    <SelectField {...shared} options={ANSWERS} clearable />
  ) : (
    <NumberField
      {...shared}
      decimals={3}
      keepsTyped
      allowNegative
      {...(parameter.unit === null ? {} : { unit: parameter.unit })}
    />
  );
}

type TicketProps = {
  control: Control;
  place: WeightBasis;
  disabledReason: string | null;
  onNet: (kg: number) => void;
};

/** A weigh ticket; the net weight follows from gross and tare while both are given. */
function TicketFields({ control, place, disabledReason, onNet }: TicketProps) {
  const { gross, tare, net } = useWatch({ control, name: `tickets.${place}` });
  const difference = gross === null || tare === null ? null : gross - tare;
  useEffect(() => {
    if (difference !== null && difference > 0 && difference !== net) onNet(difference);
  }, [difference, net, onNet]);
  const isOff = disabledReason !== null;
  const name = <Name extends string>(field: Name) => `tickets.${place}.${field}` as const;
  return (
    <Stack
      gap={4}
      component="section"
      aria-label={`Kwit wagowy: ${WEIGHT_BASIS_LABELS[place].toLowerCase()}`}
    >
      <Title order={3} fz={14}>
        {`Kwit wagowy: ${WEIGHT_BASIS_LABELS[place].toLowerCase()}`}
      </Title>
      {disabledReason === null ? null : (
        <Text fz="sm" c="dimmed">
          {disabledReason}
        </Text>
      )}
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="xs">
        <TextField control={control} name={name('number')} label="Numer kwitu" disabled={isOff} />
        <QuantityField control={control} name={name('gross')} label="Brutto" disabled={isOff} />
        <QuantityField control={control} name={name('tare')} label="Tara" disabled={isOff} />
        <QuantityField
          control={control}
          name={name('net')}
          label="Netto"
          disabled={isOff}
          readOnly={difference !== null}
        />
        <DateField control={control} name={name('weighedOn')} label="Data ważenia" disabled={isOff} />
      </SimpleGrid>
    </Stack>
  );
}

function Loss({ control }: { control: Control }) {
  const tickets = useWatch({ control, name: 'tickets' });
  const lossKg = typedLossKg(tickets);
  const loadedKg = tickets.LOADING.net;
  if (lossKg === null || loadedKg === null || loadedKg === 0) return null;
  const percent = formatDecimal(Math.round((lossKg / loadedKg) * 10_000) / 100);
  return (
    <Text fz="sm" component="output">
      {lossKg === 0
        ? 'Brak ubytku wagi.'
        : `Ubytek wagi: ${formatTonnes(lossKg)}, czyli ${percent}\u00a0% załadunku.`}
    </Text>
  );
}

import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { fromThousandths, READING_SOURCES, type WeightBasis } from '@spichlerz/shared/domain/discount-rule';
import { weightLoss } from '@spichlerz/shared/domain/transport';
import { formatDecimal, WEIGHT_BASIS_LABELS } from '@spichlerz/shared/words/discount-rules';
import { NBSP } from '@spichlerz/shared/words/figures';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { QuantityField } from '../../../components/field/unit-fields.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { MeasurementControl } from './measurement-values.ts';

type TicketProps = {
  control: MeasurementControl;
  place: WeightBasis;
  disabledReason: string | null;
  /** A text about a weight that was stored without a ticket. */
  storedWeight: string | null;
  /** Called with the computed net weight, or with the net weight that it had replaced. */
  onNet: (kg: number | null) => void;
};

/** The tickets come after the readings, so that Enter moves from the last reading to a ticket. */
const AFTER_READINGS = READING_SOURCES.length;

/** The fields of a weigh ticket. The net weight is computed if both gross and tare are typed. */
export function TicketFields({ control, place, disabledReason, storedWeight, onNet }: TicketProps) {
  const { gross, tare, net } = useWatch({ control, name: `tickets.${place}` });
  const difference = gross === null || tare === null ? null : gross - tare;
  const computed = useRef<number | null>(null);
  /** The net weight that a computed net weight has replaced. */
  const typed = useRef<number | null>(null);
  useEffect(() => {
    if (difference !== null && difference > 0) {
      if (computed.current === null) typed.current = net === difference ? null : net;
      computed.current = difference;
      if (difference !== net) onNet(difference);
      return;
    }
    // a net weight that was computed from a partly typed tare must not be saved
    if (net !== null && net === computed.current) onNet(typed.current);
    computed.current = null;
  }, [difference, net, onNet]);
  const isOff = disabledReason !== null;
  const name = <Name extends string>(field: Name) => `tickets.${place}.${field}` as const;
  return (
    <Stack
      gap={4}
      component="section"
      data-enter-column={AFTER_READINGS}
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
      {storedWeight === null ? null : <Text fz="sm">{storedWeight}</Text>}
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

/** The loss of weight between both typed tickets, by the same rule as on the server. */
export function Loss({ control }: { control: MeasurementControl }) {
  const { LOADING, UNLOADING } = useWatch({ control, name: 'tickets' });
  if (LOADING.net === null || UNLOADING.net === null || LOADING.net === 0) return null;
  const { kg, percent } = weightLoss(LOADING.net, UNLOADING.net);
  return (
    <Text fz="sm" fw={600} component="output">
      {kg === 0
        ? 'Brak ubytku wagi.'
        : `Ubytek wagi: ${formatDecimal(kg)}${NBSP}kg, czyli ${formatDecimal(fromThousandths(percent))}${NBSP}% załadunku.`}
    </Text>
  );
}

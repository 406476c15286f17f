import { Stack, Text } from '@mantine/core';
import { changeTransportReadings } from '@spichlerz/shared/calls/quality';
import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { type ReadingSource, WEIGHT_BASES } from '@spichlerz/shared/domain/discount-rule';
import { whyNotWeighUnloading } from '@spichlerz/shared/domain/transport';
import type { TransportMeasurements } from '@spichlerz/shared/wire/quality';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { rawMaterialQuery } from '../../../api/materials.ts';
import { contractRulesQuery, transportReadingsQuery } from '../../../api/quality.ts';
import { transportQuery } from '../../../api/transports.ts';
import { QueryDialog } from '../../../components/query-dialog.tsx';
import { ConflictNotice } from '../../../components/save/conflict-notice.tsx';
import { enterMovesFocus } from '../../../ui/form/move-focus.ts';
import { type Form, useCrossFieldValidation, useZodForm } from '../../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { checkWeight } from '../check-weights.ts';
import { ToleranceWarnings } from '../tolerance-warnings.tsx';
import { dialogTransportOf } from '../transport-texts.ts';
import { useOthersChanges } from '../use-others-changes.ts';
import { useStoredTransport } from '../use-stored-transport.ts';
import { measurementChanges, measurementParts } from './measurement-changes.ts';
import {
  fieldNames,
  isStored,
  type MeasuredParameter,
  type MeasurementOutput,
  type MeasurementValues,
  measurementBody,
  measurementSchema,
  measurementValues,
  unloadedWithoutTicket,
} from './measurement-values.ts';
import { ReadingsGrid } from './readings-grid.tsx';
import { Loss, TicketFields } from './ticket-fields.tsx';

const NOT_MEASURED = 'Transport jest anulowany, więc nie można zapisać badań ani kwitów.';
const NOT_UNLOADED = 'Kwit rozładunku zapiszesz, gdy transport będzie dostarczony.';
const RETURNED = 'Towar wrócił do dostawcy, więc nie ma wagi rozładunku.';
const BOTH_PAID = 'Zakup i sprzedaż są opłacone, więc wagi rozładunku nie można już zmienić.';

/* The weights of each ticket, which are validated together. */
const LOADING_WEIGHTS = ['tickets.LOADING.gross', 'tickets.LOADING.tare', 'tickets.LOADING.net'] as const;
const UNLOADING_WEIGHTS = [
  'tickets.UNLOADING.gross',
  'tickets.UNLOADING.tare',
  'tickets.UNLOADING.net',
] as const;

type Props = { transportId: number; registrationNumber: string; onClose: () => void };

/** Edits the readings of every source and the weigh tickets of a transport. */
export function MeasurementsDialog({ transportId, registrationNumber, onClose }: Props) {
  // cached data may be older than a colleague's save, so only data loaded since the opening are used
  const [openedAt] = useState(() => Date.now());
  const transport = useQuery({ ...transportQuery(transportId), refetchOnMount: 'always' });
  const measurements = useQuery({ ...transportReadingsQuery(transportId), refetchOnMount: 'always' });
  const isCurrent = [transport, measurements].every(({ dataUpdatedAt }) => dataUpdatedAt >= openedAt);
  const row = transport.data;
  const material = useQuery({ ...rawMaterialQuery(row?.rawMaterialId ?? 0), enabled: row !== undefined });
  const rules = useQueries({
    queries: (row === undefined ? [] : [row.purchaseId, row.salesId]).map(contractRulesQuery),
  });
  const all = [transport, measurements, material, ...rules];
  const ruled = new Set(rules.flatMap(({ data }) => data?.parameters.map(({ id }) => id) ?? []));
  const measured = (material.data?.parameters ?? []).flatMap(
    ({ id, name, unit, type }): MeasuredParameter[] =>
      type === 'TEXT' ? [] : [{ id, name, unit: unit ?? null, type }],
  );
  const isLoaded = isCurrent && all.every(({ data }) => data !== undefined);
  return (
    <QueryDialog
      title={titleOf(registrationNumber)}
      size="xl"
      onClose={onClose}
      query={{
        data:
          isLoaded && row !== undefined && measurements.data !== undefined
            ? {
                transport: row,
                measurements: measurements.data,
                // the parameters of the discount rules come first
                parameters: [
                  ...measured.filter(({ id }) => ruled.has(id)),
                  ...measured.filter(({ id }) => !ruled.has(id)),
                ],
                firstSource: rules[0]?.data?.readingSource ?? 'RECIPIENT',
              }
            : undefined,
        error: all.find(({ error }) => error !== null)?.error,
        refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
      }}
    >
      {(loaded) => <LoadedDialog {...loaded} onClose={onClose} />}
    </QueryDialog>
  );
}

const titleOf = (registrationNumber: string) => `Badania i waga, ${registrationNumber}`;

/** The data with which the dialog opens. */
type LoadedProps = {
  transport: TransportRow;
  onClose: () => void;
  measurements: TransportMeasurements;
  parameters: readonly MeasuredParameter[];
  firstSource: ReadingSource;
};

function LoadedDialog({ transport, measurements, parameters, firstSource, onClose }: LoadedProps) {
  const client = useQueryClient();
  const [current, setCurrent] = useState(measurements);
  const { stored, save } = useStoredTransport(transport, whyNotMeasure);
  const others = useOthersChanges(measurementValues(parameters, measurements));
  const form = useZodForm(measurementSchema, others.first);
  const { control, setValue } = form;
  useCrossFieldValidation(form, LOADING_WEIGHTS);
  useCrossFieldValidation(form, UNLOADING_WEIGHTS);
  const values = useWatch({ control }) as MeasurementValues;
  const notUnloaded = whyNotUnload(stored);
  const notMeasured = whyNotMeasure(stored);
  const unloadedKg = values.tickets.UNLOADING.net;
  const changesWeight = notUnloaded === null && unloadedKg !== null && unloadedKg !== stored.realQuantityKg;

  const write = async (output: MeasurementOutput) => {
    let fresh = current;
    await save(
      () =>
        call(changeTransportReadings, {
          params: { id: transport.id },
          mayBeMissing: true,
          body: { ...measurementBody(output, parameters, current), version: current.version },
        }),
      async () => {
        fresh = await client.fetchQuery({ ...transportReadingsQuery(transport.id), staleTime: 0 });
        return isStored(output, parameters, fresh);
      },
      () => {
        setCurrent(fresh);
        others.take(form, measurementParts(parameters), measurementValues(parameters, fresh));
      },
    );
  };

  return (
    <FormDialog
      title={titleOf(transport.registrationNumber)}
      size="xl"
      form={form}
      onClose={onClose}
      disabledReason={notMeasured}
      check={(output) => checkTickets(form, output, current)}
      onSave={write}
      fieldNames={fieldNames(values, parameters, current)}
      consequence={changesWeight ? weightConsequence(stored.realQuantityKg, unloadedKg) : undefined}
      onSaved={() => notifySuccess(transport.registrationNumber, 'Zapisano badania i wagę')}
    >
      <Stack gap="md" onKeyDown={enterMovesFocus}>
        {current.version === measurements.version ? null : (
          <ConflictNotice
            key={current.version}
            changes={others.mark(measurementChanges(parameters, others.first, others.base))}
            onLoadCurrent={notMeasured === null ? others.loadCurrent(form) : undefined}
          />
        )}
        {notMeasured === null ? null : <Text fz="sm">{notMeasured}</Text>}
        <ReadingsGrid control={control} parameters={parameters} firstSource={firstSource} />
        {WEIGHT_BASES.map((place) => (
          <TicketFields
            key={place}
            control={control}
            place={place}
            disabledReason={place === 'UNLOADING' ? notUnloaded : null}
            storedWeight={
              place === 'UNLOADING' ? unloadedWithoutTicket(stored.realQuantityKg, current.tickets) : null
            }
            onNet={(kg) =>
              // while the user still types the tare, a cleared net weight is not an error yet
              setValue(`tickets.${place}.net`, kg, { shouldDirty: true, shouldValidate: kg !== null })
            }
          />
        ))}
        <Loss control={control} />
        {changesWeight ? (
          <ToleranceWarnings transports={[dialogTransportOf(stored)]} weights={[unloadedKg]} />
        ) : null}
      </Stack>
    </FormDialog>
  );
}

const whyNotMeasure = ({ status }: TransportRow) => (status === 'CANCELLED' ? NOT_MEASURED : null);

function whyNotUnload({ status, isReturned, ...row }: TransportRow): string | null {
  const settlements = [row.purchaseSettlementStatus, row.salesSettlementStatus].filter((one) => one !== null);
  if (whyNotWeighUnloading({ status, isReturned }, settlements) === null) return null;
  if (isReturned || status === 'RETURN_TO_CLIENT') return RETURNED;
  return settlements.length > 0 && settlements.every((one) => one === 'PAID') ? BOTH_PAID : NOT_UNLOADED;
}

function weightConsequence(beforeKg: number | null, afterKg: number): string {
  return beforeKg === null
    ? `Waga transportu będzie wynosić ${formatTonnes(afterKg)}.`
    : `Waga transportu zmieni się z ${formatTonnes(beforeKg)} na ${formatTonnes(afterKg)}.`;
}

/**
 * Asks the user to confirm unlikely weights. Returns the form values with the confirmed or corrected weights,
 * or null if the user wants to edit a weight.
 */
async function checkTickets(
  form: Form<MeasurementValues, MeasurementOutput>,
  output: MeasurementOutput,
  stored: TransportMeasurements,
): Promise<MeasurementOutput | null> {
  const tickets = { ...output.tickets };
  for (const place of WEIGHT_BASES) {
    const { net, gross, tare } = tickets[place];
    if (net === undefined) continue;
    const storedKg = stored.tickets.find((ticket) => ticket.place === place)?.net ?? null;
    // if gross and tare are typed, the net weight is computed, so the user must correct the gross weight
    const corrected = gross === undefined || tare === undefined ? 'net' : 'gross';
    const field = `tickets.${place}.${corrected}`;
    // oxlint-disable-next-line no-await-in-loop -- one confirmation at a time
    const kg = await checkWeight({ kg: net, storedKg, field });
    if (kg === null) return null;
    if (kg === net) continue;
    tickets[place] = { ...tickets[place], gross: inTonnes(gross), tare: inTonnes(tare), net: kg };
    for (const field of ['gross', 'tare', 'net'] as const)
      form.setValue(`tickets.${place}.${field}`, tickets[place][field] ?? null, { shouldDirty: true });
  }
  return { ...output, tickets };
}

const inTonnes = (typed: number | undefined) => (typed === undefined ? undefined : Math.round(typed / 1000));

import { Stack } from '@mantine/core';
import { changeTransportStatus, type TransportRow } from '@spichlerz/shared/calls/transports';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { transportReadingsQuery } from '../../api/quality.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { ConflictNotice } from '../../components/save/conflict-notice.tsx';
import { useSequentialSave } from '../../components/save/use-sequential-save.ts';
import { Warning } from '../../components/warning.tsx';
import { enterMovesFocus } from '../../ui/form/move-focus.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { usePhone } from '../../ui/hooks/screen.ts';
import { useFirstDefined } from '../../ui/hooks/use-first-defined.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { checkWeights } from './check-weights.ts';
import type { DialogTransport } from './dialog-transport.ts';
import { ToleranceWarnings } from './tolerance-warnings.tsx';
import { nextStatuses } from './transport-bulk-texts.ts';
import { statusConflict } from './transport-texts.ts';
import {
  NO_READINGS,
  tableSize,
  type UnloadFields,
  UnloadTable,
  unloadSchema,
  WeightField,
  weightLabel,
} from './unload-fields.tsx';
import {
  changedReadings,
  hasClearedReading,
  ReadingFields,
  recipientReadings,
  shareParameters,
  unloadReadingChanges,
  useUnloadReadings,
} from './unload-readings.tsx';
import { writeTransport } from './use-stored-transport.ts';

/** The status changes that need the unloaded weight. */
export type UnloadStep = 'DELIVERED' | 'TO_BE_SETTLED';

/** The clause about the step that another user's change of the status has made impossible. */
const NO_LONGER: Record<UnloadStep, string> = {
  DELIVERED: 'nie można go już oznaczyć jako dostarczony',
  TO_BE_SETTLED: 'nie można go już przekazać do rozliczenia',
};

const CLEARED = 'Tutaj nie można usunąć zapisanego wyniku badania. Usuniesz go w „Badania i waga”.';

type Props = {
  transports: readonly DialogTransport[];
  to: UnloadStep;
  onClose: () => void;
  /** Called after all transports are saved. */
  onDone: () => void;
};

type StepTexts = { readonly title: string; readonly save: string; readonly done: string };

const RELEASE_TEXTS: StepTexts = {
  title: 'Przekazanie do rozliczenia',
  save: 'Przekaż do rozliczenia',
  done: 'Przekazano do rozliczenia',
};
const STEP_TEXTS: Record<UnloadStep, { readonly one: StepTexts; readonly many: StepTexts }> = {
  DELIVERED: {
    one: {
      title: 'Dostarczenie transportu',
      save: 'Oznacz jako dostarczony',
      done: 'Oznaczono jako dostarczony',
    },
    many: {
      title: 'Dostarczenie transportów',
      save: 'Oznacz jako dostarczone',
      done: 'Oznaczono jako dostarczone',
    },
  },
  TO_BE_SETTLED: { one: RELEASE_TEXTS, many: RELEASE_TEXTS },
};

type Change = { readonly label: string; readonly before: string; readonly after: string };

/**
 * A save of the transport by another user. `reason` states why this dialog can no longer save the step. Null if
 * it can.
 */
type ConcurrentSave = {
  readonly now: DialogTransport;
  readonly reason: string | null;
  readonly changes: readonly (Change & { readonly isContested: boolean })[];
};

/** The real weight, or the planned quantity until the transport is weighed. */
const weightOf = (transport: DialogTransport) => transport.realQuantityKg ?? transport.quantityKg;

/**
 * A form for the unloaded kilograms of one or more transports. Saving delivers or releases the transports. A
 * weight that another user saves replaces the proposed weight, but not a typed weight.
 */
export function UnloadDialog({ transports, to, onClose, onDone }: Props) {
  const invalidateTopic = useInvalidateTopic();
  const client = useQueryClient();
  const form = useZodForm(unloadSchema, {
    weights: transports.map((transport) => ({ kg: weightOf(transport) })),
    readings: {},
  });
  const { isLoading, readings } = useUnloadReadings(transports);
  const isOpen = useFirstDefined(isLoading ? undefined : true) === true;
  const typed = useWatch({ control: form.control, name: 'readings' });
  const [stored, setStored] = useState(transports);
  /** Concurrent saves by the index of the transport. */
  const [concurrentSaves, setConcurrentSaves] = useState<ReadonlyMap<number, ConcurrentSave>>(new Map());
  const blocked = new Map(
    [...concurrentSaves.values()].flatMap(({ now, reason }) =>
      reason === null ? [] : [[now.transportId, reason]],
    ),
  );
  const isPending = ({ status, transportId }: DialogTransport) => status !== to && !blocked.has(transportId);
  const changes = [...concurrentSaves.values()].flatMap((save) => (save.reason === null ? save.changes : []));
  const initial = useRef(new Map<string, number | boolean | undefined>());
  const words = STEP_TEXTS[to][transports.length === 1 ? 'one' : 'many'];
  const saveSequentially = useSequentialSave(({ transportId }: DialogTransport) => transportId);

  const save = async ({ weights, readings: typedReadings }: z.output<typeof unloadSchema>) => {
    const kgOf = (transport: DialogTransport, index: number) => weights[index]?.kg ?? weightOf(transport);
    await saveSequentially(stored, kgOf, async (transport, kg, index) => {
      // another user has saved this step or made it impossible, and the notice shows the reason
      if (!isPending(transport)) return;
      const { transportId, version } = transport;
      const show = (now: DialogTransport) => setStored((known) => known.with(index, now));
      const whyImpossible = (row: TransportRow) => {
        if (row.status === to) return concurrentStepSentence(withStoredState(transport, row), kg);
        if (nextStatuses(row, 'USER').includes(to)) return null;
        return statusConflict(transport, row, NO_LONGER[to]);
      };
      const own = readings[index] ?? NO_READINGS;
      const onConflict = async (row: TransportRow) => {
        const fresh = withStoredState(transport, row);
        const label = weightLabel(transports, transport);
        const stored =
          own.parameters.length === 0
            ? own.stored
            : recipientReadings(
                await client.fetchQuery({ ...transportReadingsQuery(transportId), staleTime: 0 }),
              );
        show(fresh);
        const reason = whyImpossible(row);
        const isKept = kg !== weightOf(transport) && fresh.status !== to;
        const changes = [
          ...weightChange(label, transports[index] ?? transport, fresh).map((change) => ({
            ...change,
            isContested: isKept && kg !== weightOf(fresh),
          })),
          ...unloadReadingChanges(transportId, own, stored, {
            typed: typedReadings,
            initial: initial.current,
          }).map(({ name, ...change }) => ({ ...change, label: `${name}, ${label}` })),
        ];
        setConcurrentSaves((known) => new Map(known).set(index, { now: fresh, reason, changes }));
        if (!isKept) form.resetField(`weights.${index}.kg`, { defaultValue: weightOf(fresh) });
      };
      const measured = changedReadings(transportId, own, typedReadings);
      const body = {
        transportId,
        status: to,
        realQuantityKg: kg,
        version,
        ...(measured.length > 0 && { readings: measured }),
      };
      await writeTransport(client, transportId, {
        write: () => call(changeTransportStatus, { body }),
        isWritten: (fresh) => fresh.status === to && fresh.realQuantityKg === kg,
        onConflict,
        whyImpossible,
      });
      show({ ...transport, status: to, realQuantityKg: kg });
    });
    await invalidateTopic('transport');
    return stored.filter(({ transportId }) => !blocked.has(transportId));
  };

  const isPhone = usePhone();
  const isTable = !isPhone && shareParameters(readings);
  const fields: UnloadFields = {
    control: form.control,
    transports: stored,
    readings,
    typed,
    isPending,
    onReading: (key, text, before) => {
      if (!initial.current.has(key)) initial.current.set(key, before);
      form.setValue(`readings.${key}`, text, { shouldDirty: true });
    },
  };

  const hasCleared = stored.some(
    (transport, index) =>
      isPending(transport) && hasClearedReading(transport.transportId, readings[index] ?? NO_READINGS, typed),
  );

  // The dialog opens after the rules have loaded, because its layout depends on them. It stays open while failed
  // rules load again.
  if (!isOpen) return null;
  return (
    <FormDialog
      title={words.title}
      size={isTable ? tableSize(readings) : 'md'}
      form={form}
      allowUnchanged
      onClose={onClose}
      saveLabel={words.save}
      check={async ({ weights, ...others }) => {
        const typed = weights.map(({ kg }, index) => {
          const { realQuantityKg = null, quantityKg = 0 } = stored[index] ?? {};
          return {
            kg,
            storedKg: realQuantityKg ?? quantityKg,
            field: `weights.${index}.kg`,
          };
        });
        const checked = await checkWeights(typed);
        checked?.forEach((kg, index) => form.setValue(`weights.${index}.kg`, kg, { shouldDirty: true }));
        return checked && { ...others, weights: checked.map((kg) => ({ kg })) };
      }}
      onSave={save}
      onSaved={(saved) => {
        notifySuccess(transportsLabel(saved), words.done);
        onDone();
      }}
      fieldNames={{ realQuantityKg: 'weights.0.kg' }}
      disabledReason={
        hasCleared ? CLEARED : stored.some(isPending) ? null : ([...blocked.values()][0] ?? null)
      }
      consequence={consequence(stored, to)}
    >
      <Stack gap="sm" onKeyDown={enterMovesFocus}>
        {changes.length > 0 ? (
          <ConflictNotice key={JSON.stringify(changes)} changes={changes} onLoadCurrent="shown" />
        ) : null}
        {[...blocked.values()].map((sentence) => (
          <Warning key={sentence}>{sentence}</Warning>
        ))}
        {isTable ? (
          <UnloadTable {...fields} />
        ) : (
          stored.map((transport, index) => (
            <Fragment key={transport.transportId}>
              <WeightField
                {...fields}
                index={index}
                label={
                  transports.length === 1
                    ? `Ilość rzeczywista, ${transport.registrationNumber}`
                    : weightLabel(transports, transport)
                }
              />
              <ReadingFields
                transport={transport}
                readings={readings[index] ?? NO_READINGS}
                typed={typed}
                disabled={!isPending(transport)}
                onChange={fields.onReading}
              />
            </Fragment>
          ))
        )}
        <WeightWarnings transports={stored} control={form.control} />
      </Stack>
    </FormDialog>
  );
}

function withStoredState(
  transport: DialogTransport,
  { version, status, isReturned, purchaseId, salesId, realQuantityKg }: TransportRow,
): DialogTransport {
  return { ...transport, version, status, isReturned, purchaseId, salesId, realQuantityKg: realQuantityKg };
}

/**
 * The sentence that another user has saved the same step. If this user has typed a different weight, the
 * sentence also states that this weight was not saved.
 */
function concurrentStepSentence(now: DialogTransport, typedKg: number): string {
  const stored = weightOf(now);
  const typed = typedKg === stored ? '' : ` Wpisanej tutaj wagi ${formatTonnes(typedKg)} nie zapisano.`;
  return `Transport ${now.registrationNumber} ma już status „${TRANSPORT_STATUS_LABELS[now.status]}” i wagę ${formatTonnes(stored)}.${typed}`;
}

/** The changes of weight and status by another user, which the next save accepts. */
function weightChange(label: string, before: DialogTransport, after: DialogTransport): Change[] {
  const show = (transport: DialogTransport) => {
    const tonnes = formatTonnes(weightOf(transport));
    return before.status === after.status
      ? tonnes
      : `${tonnes} (${TRANSPORT_STATUS_LABELS[transport.status]})`;
  };
  const change = { label, before: show(before), after: show(after) };
  return change.before === change.after ? [] : [change];
}

function WeightWarnings({
  transports,
  control,
}: {
  transports: readonly DialogTransport[];
  control: UnloadFields['control'];
}) {
  const weights = useWatch({ control, name: 'weights' });
  return <ToleranceWarnings transports={transports} weights={weights.map(({ kg }) => kg)} />;
}

function consequence(transports: readonly DialogTransport[], to: UnloadStep): string {
  if (to === 'TO_BE_SETTLED') {
    return transports.length === 1
      ? 'Zakup i sprzedaż będą do rozliczenia. Wpis nie będzie edytowalny.'
      : `${counted(transports.length, NOUN_FORMS.transports)}: zakup i sprzedaż będą do rozliczenia. Wpisy nie będą edytowalne.`;
  }
  return transports.some(({ status }) => status === 'TO_BE_SETTLED')
    ? 'Rozliczenie zakupu i sprzedaży wróci do statusu „Dostarczone”.'
    : 'Powstanie rozliczenie zakupu i sprzedaży.';
}

function transportsLabel(transports: readonly DialogTransport[]): string {
  return transports.length === 1
    ? (transports[0]?.registrationNumber ?? '')
    : counted(transports.length, NOUN_FORMS.transports);
}

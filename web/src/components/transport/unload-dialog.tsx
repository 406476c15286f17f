import { Group, Stack, Text } from '@mantine/core';
import { changeTransportStatus, type TransportRow } from '@spichlerz/shared/calls/transports';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { enterMovesFocus } from '../../ui/form/enter-goes-on.ts';
import { requiredWhole } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { formatDate, formatTonnes } from '../../words/format.ts';
import { COUNTED, counted } from '../../words/plural.ts';
import { QuantityField } from '../field/quantity-field.tsx';
import { useAfterChange } from '../save/after-change.ts';
import { ConflictNotice } from '../save/changed-meanwhile.tsx';
import { useSequentialSave } from '../save/use-in-turn.ts';
import { Warning } from '../warning.tsx';
import { checkWeights } from './check-weights.ts';
import { ToleranceWarnings } from './tolerance-warnings.tsx';
import type { DialogTransport } from './truck.ts';
import { writeTransport } from './use-stored-transport.ts';

/** Steps that come with the weight of the scales. */
export type UnloadStep = 'DELIVERED' | 'TO_BE_SETTLED';

type Props = {
  transports: readonly DialogTransport[];
  to: UnloadStep;
  onClose: () => void;
  /** After it was done for all of them. */
  onDone: () => void;
};

const schema = z.object({ weights: z.array(z.object({ kg: requiredWhole() })) });

type Words = { readonly title: string; readonly save: string; readonly done: string };

const RELEASED: Words = {
  title: 'Przekazanie do rozliczenia',
  save: 'Przekaż do rozliczenia',
  done: 'Przekazano do rozliczenia',
};
const WORDS: Record<UnloadStep, { readonly one: Words; readonly many: Words }> = {
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
  TO_BE_SETTLED: { one: RELEASED, many: RELEASED },
};

/** What somebody else has saved since, and what was typed here by then. */
type Told = { readonly now: DialogTransport; readonly typedKg: number };

/** What the scales said, or what is proposed until they do. */
const weightOf = (transport: DialogTransport) => transport.realKg ?? transport.plannedKg;

/**
 * Asks for the unloaded kilograms of one truck or of many, then delivers or releases them. A weight that somebody else
 * has saved meanwhile comes into its field, unless another was typed there.
 */
export function UnloadDialog({ transports, to, onClose, onDone }: Props) {
  const afterChange = useAfterChange();
  const client = useQueryClient();
  const form = useZodForm(schema, {
    weights: transports.map((transport) => ({ kg: weightOf(transport) })),
  });
  const [stored, setStored] = useState(transports);
  /** By the place of the truck. */
  const [told, setTold] = useState<ReadonlyMap<number, Told>>(new Map());
  const isLeft = ({ status }: DialogTransport) => status !== to;
  const changes = [...told].flatMap(([index, { now }]) =>
    isLeft(now) ? changesBetween(transports[index] ?? now, now) : [],
  );
  const overtaken = [...told.values()].filter(({ now }) => !isLeft(now)).map(overtakenSentence);
  const words = WORDS[to][transports.length === 1 ? 'one' : 'many'];
  const inTurn = useSequentialSave(({ transportId }: DialogTransport) => transportId);

  const save = async ({ weights }: z.output<typeof schema>) => {
    const kgOf = (transport: DialogTransport, index: number) => weights[index]?.kg ?? weightOf(transport);
    await inTurn(stored, kgOf, async (transport, kg, index) => {
      // somebody else did it, at a weight that the notice tells
      if (!isLeft(transport)) return;
      const { transportId, version } = transport;
      const show = (now: DialogTransport) => setStored((known) => known.with(index, now));
      const tell = (row: TransportRow) => {
        const fresh = asStored(transport, row);
        show(fresh);
        setTold((known) => new Map(known).set(index, { now: fresh, typedKg: kg }));
        if (kg === weightOf(transport) || !isLeft(fresh))
          form.resetField(`weights.${index}.kg`, { defaultValue: weightOf(fresh) });
      };
      const body = { transportId, status: to, realCargoQuantity: kg, version };
      await writeTransport(client, transportId, {
        write: () => call(changeTransportStatus, { body }),
        isWritten: (fresh) => fresh.status === to && fresh.realCargoQuantity === kg,
        tell,
      });
      show({ ...transport, status: to, realKg: kg });
    });
    await afterChange('transport');
  };

  return (
    <FormDialog
      title={words.title}
      size="md"
      form={form}
      allowUnchanged
      onClose={onClose}
      saveLabel={words.save}
      check={async ({ weights }) => {
        const typed = weights.map(({ kg }, index) => {
          const { realKg = null, plannedKg = 0 } = stored[index] ?? {};
          return { kg, storedKg: realKg ?? plannedKg };
        });
        const checked = await checkWeights(typed);
        checked?.forEach((kg, index) => form.setValue(`weights.${index}.kg`, kg, { shouldDirty: true }));
        return checked && { weights: checked.map((kg) => ({ kg })) };
      }}
      onSave={save}
      onSaved={() => {
        notifySuccess(nameAll(transports), words.done);
        onDone();
      }}
      fieldNames={{ realCargoQuantity: 'weights.0.kg' }}
      refused={stored.some(isLeft) ? null : (overtaken[0] ?? null)}
      consequence={consequence(stored, to)}
    >
      <Stack gap="sm" onKeyDown={enterMovesFocus}>
        {changes.length > 0 ? <ConflictNotice changes={changes} onTakeOver="shown" /> : null}
        {overtaken.map((sentence) => (
          <Warning key={sentence}>{sentence}</Warning>
        ))}
        {stored.map((transport, index) => (
          <QuantityField
            key={transport.transportId}
            control={form.control}
            name={`weights.${index}.kg`}
            label={
              transports.length === 1
                ? `Ilość rozładowana, ${transport.registrationNumber}`
                : nameAmong(transports, transport)
            }
            enterKeyHint={index === transports.length - 1 ? 'done' : 'next'}
            description={<Difference control={form.control} index={index} plannedKg={transport.plannedKg} />}
            required
            // it was weighed with the step
            disabled={!isLeft(transport)}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
          />
        ))}
        <WeightWarnings transports={stored} control={form.control} />
      </Stack>
    </FormDialog>
  );
}

/** Of two trips of one vehicle each says which it is. */
function nameAmong(
  transports: readonly DialogTransport[],
  { registrationNumber, recipient, dateUnloading }: DialogTransport,
): string {
  const trips = transports.filter((transport) => transport.registrationNumber === registrationNumber);
  return trips.length === 1
    ? registrationNumber
    : `${registrationNumber}, ${formatDate(dateUnloading)}, ${recipient}`;
}

function asStored(
  transport: DialogTransport,
  { version, status, isReturned, purchaseId, salesId, realCargoQuantity }: TransportRow,
): DialogTransport {
  return { ...transport, version, status, isReturned, purchaseId, salesId, realKg: realCargoQuantity };
}

/** Of a truck that somebody else took the same step with; a weight typed here is not lost without a word. */
function overtakenSentence({ now, typedKg }: Told): string {
  const stored = weightOf(now);
  const typed = typedKg === stored ? '' : ` Wpisanej tutaj wagi ${formatTonnes(typedKg)} nie zapisano.`;
  return `Transport ${now.registrationNumber} ma już status „${TRANSPORT_STATUS_LABELS[now.status]}” i wagę ${formatTonnes(stored)}.${typed}`;
}

/** What saving agrees to: the weight, and the status it is a step from. */
function changesBetween(before: DialogTransport, after: DialogTransport) {
  const show = (transport: DialogTransport) => {
    const tonnes = formatTonnes(weightOf(transport));
    return before.status === after.status
      ? tonnes
      : `${tonnes} (${TRANSPORT_STATUS_LABELS[transport.status]})`;
  };
  const change = { label: before.registrationNumber, before: show(before), after: show(after) };
  return change.before === change.after ? [] : [change];
}

type Control = ReturnType<typeof useZodForm<z.input<typeof schema>, z.output<typeof schema>>>['control'];

function Difference({ control, index, plannedKg }: { control: Control; index: number; plannedKg: number }) {
  const kg = useWatch({ control, name: `weights.${index}.kg` });
  const difference = kg === null ? null : kg - plannedKg;
  return (
    <Group component="span" gap={6}>
      <span>{`Planowano ${formatTonnes(plannedKg)}.`}</span>
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

function WeightWarnings({
  transports,
  control,
}: {
  transports: readonly DialogTransport[];
  control: Control;
}) {
  const weights = useWatch({ control, name: 'weights' });
  return <ToleranceWarnings transports={transports} weights={weights.map(({ kg }) => kg)} />;
}

function consequence(transports: readonly DialogTransport[], to: UnloadStep): string {
  if (to === 'TO_BE_SETTLED') {
    return transports.length === 1
      ? 'Zakup i sprzedaż będą do rozliczenia. Wpis nie będzie edytowalny.'
      : `${counted(transports.length, COUNTED.transports)}: zakup i sprzedaż będą do rozliczenia. Wpisy nie będą edytowalne.`;
  }
  return transports.some(({ status }) => status === 'TO_BE_SETTLED')
    ? 'Rozliczenie zakupu i sprzedaży wróci do statusu „Dostarczone”.'
    : 'Powstanie rozliczenie zakupu i sprzedaży.';
}

function nameAll(transports: readonly DialogTransport[]): string {
  return transports.length === 1
    ? (transports[0]?.registrationNumber ?? '')
    : counted(transports.length, COUNTED.transports);
}

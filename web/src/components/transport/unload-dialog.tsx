import { Group, Stack, Text } from '@mantine/core';
import { changeTransportStatus, type TransportRow } from '@spichlerz/shared/calls/transports';
import { TRANSPORT_STATUS_WORDS } from '@spichlerz/shared/words/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { enterGoesOn } from '../../ui/form/enter-goes-on.ts';
import { requiredWhole } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { formatDate, formatTonnes } from '../../words/format.ts';
import { COUNTED, counted } from '../../words/plural.ts';
import { QuantityField } from '../field/quantity-field.tsx';
import { useAfterChange } from '../save/after-change.ts';
import { ChangedMeanwhile } from '../save/changed-meanwhile.tsx';
import { useInTurn } from '../save/use-in-turn.ts';
import { Warning } from '../warning.tsx';
import { checkWeights } from './check-weights.ts';
import { ToleranceWarnings } from './tolerance-warnings.tsx';
import type { Truck } from './truck.ts';
import { writeTransport } from './use-stored-transport.ts';

/** Steps that come with the weight of the scales. */
export type UnloadStep = 'DELIVERED' | 'TO_BE_SETTLED';

type Props = {
  trucks: readonly Truck[];
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
type Told = { readonly now: Truck; readonly typedKg: number };

/** What the scales said, or what is proposed until they do. */
const weightOf = (truck: Truck) => truck.realKg ?? truck.plannedKg;

/**
 * Asks for the unloaded kilograms of one truck or of many, then delivers or releases them. A weight that somebody else
 * has saved meanwhile comes into its field, unless another was typed there.
 */
export function UnloadDialog({ trucks, to, onClose, onDone }: Props) {
  const afterChange = useAfterChange();
  const client = useQueryClient();
  const form = useZodForm(schema, {
    weights: trucks.map((truck) => ({ kg: weightOf(truck) })),
  });
  const [stored, setStored] = useState(trucks);
  /** By the place of the truck. */
  const [told, setTold] = useState<ReadonlyMap<number, Told>>(new Map());
  const isLeft = ({ status }: Truck) => status !== to;
  const changes = [...told].flatMap(([index, { now }]) =>
    isLeft(now) ? changesBetween(trucks[index] ?? now, now) : [],
  );
  const overtaken = [...told.values()].filter(({ now }) => !isLeft(now)).map(overtakenSentence);
  const words = WORDS[to][trucks.length === 1 ? 'one' : 'many'];
  const inTurn = useInTurn(({ transportId }: Truck) => transportId);

  const save = async ({ weights }: z.output<typeof schema>) => {
    const kgOf = (truck: Truck, index: number) => weights[index]?.kg ?? weightOf(truck);
    await inTurn(stored, kgOf, async (truck, kg, index) => {
      // somebody else did it, at a weight that the notice tells
      if (!isLeft(truck)) return;
      const { transportId, version } = truck;
      const show = (now: Truck) => setStored((known) => known.with(index, now));
      const tell = (row: TransportRow) => {
        const fresh = asStored(truck, row);
        show(fresh);
        setTold((known) => new Map(known).set(index, { now: fresh, typedKg: kg }));
        if (kg === weightOf(truck) || !isLeft(fresh))
          form.resetField(`weights.${index}.kg`, { defaultValue: weightOf(fresh) });
      };
      const body = { transportId, status: to, realCargoQuantity: kg, version };
      await writeTransport(client, transportId, {
        write: () => call(changeTransportStatus, { body }),
        isWritten: (fresh) => fresh.status === to && fresh.realCargoQuantity === kg,
        tell,
      });
      show({ ...truck, status: to, realKg: kg });
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
        notifySuccess(nameAll(trucks), words.done);
        onDone();
      }}
      fieldNames={{ realCargoQuantity: 'weights.0.kg' }}
      refused={stored.some(isLeft) ? null : (overtaken[0] ?? null)}
      consequence={consequence(stored, to)}
    >
      <Stack gap="sm" onKeyDown={enterGoesOn}>
        {changes.length > 0 ? <ChangedMeanwhile changes={changes} onTakeOver="shown" /> : null}
        {overtaken.map((sentence) => (
          <Warning key={sentence}>{sentence}</Warning>
        ))}
        {stored.map((truck, index) => (
          <QuantityField
            key={truck.transportId}
            control={form.control}
            name={`weights.${index}.kg`}
            label={
              trucks.length === 1
                ? `Ilość rozładowana, ${truck.registrationNumber}`
                : nameAmong(trucks, truck)
            }
            enterKeyHint={index === trucks.length - 1 ? 'done' : 'next'}
            description={<Difference control={form.control} index={index} plannedKg={truck.plannedKg} />}
            required
            // it was weighed with the step
            disabled={!isLeft(truck)}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
          />
        ))}
        <WeightWarnings trucks={stored} control={form.control} />
      </Stack>
    </FormDialog>
  );
}

/** Of two trips of one vehicle each says which it is. */
function nameAmong(
  trucks: readonly Truck[],
  { registrationNumber, recipient, dateUnloading }: Truck,
): string {
  const trips = trucks.filter((truck) => truck.registrationNumber === registrationNumber);
  return trips.length === 1
    ? registrationNumber
    : `${registrationNumber}, ${formatDate(dateUnloading)}, ${recipient}`;
}

function asStored(
  truck: Truck,
  { version, status, isReturned, purchaseId, salesId, realCargoQuantity }: TransportRow,
): Truck {
  return { ...truck, version, status, isReturned, purchaseId, salesId, realKg: realCargoQuantity };
}

/** Of a truck that somebody else took the same step with; a weight typed here is not lost without a word. */
function overtakenSentence({ now, typedKg }: Told): string {
  const stored = weightOf(now);
  const typed = typedKg === stored ? '' : ` Wpisanej tutaj wagi ${formatTonnes(typedKg)} nie zapisano.`;
  return `Transport ${now.registrationNumber} ma już status „${TRANSPORT_STATUS_WORDS[now.status]}” i wagę ${formatTonnes(stored)}.${typed}`;
}

/** What saving agrees to: the weight, and the status it is a step from. */
function changesBetween(before: Truck, after: Truck) {
  const show = (truck: Truck) => {
    const tonnes = formatTonnes(weightOf(truck));
    return before.status === after.status ? tonnes : `${tonnes} (${TRANSPORT_STATUS_WORDS[truck.status]})`;
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

function WeightWarnings({ trucks, control }: { trucks: readonly Truck[]; control: Control }) {
  const weights = useWatch({ control, name: 'weights' });
  return <ToleranceWarnings trucks={trucks} weights={weights.map(({ kg }) => kg)} />;
}

function consequence(trucks: readonly Truck[], to: UnloadStep): string {
  if (to === 'TO_BE_SETTLED') {
    return trucks.length === 1
      ? 'Zakup i sprzedaż będą do rozliczenia. Wpis nie będzie edytowalny.'
      : `${counted(trucks.length, COUNTED.transports)}: zakup i sprzedaż będą do rozliczenia. Wpisy nie będą edytowalne.`;
  }
  return trucks.some(({ status }) => status === 'TO_BE_SETTLED')
    ? 'Rozliczenie zakupu i sprzedaży wróci do statusu „Dostarczone”.'
    : 'Powstanie rozliczenie zakupu i sprzedaży.';
}

function nameAll(trucks: readonly Truck[]): string {
  return trucks.length === 1
    ? (trucks[0]?.registrationNumber ?? '')
    : counted(trucks.length, COUNTED.transports);
}

import '@mantine/core/styles/RadioIndicator.css';
import '@mantine/core/styles/Radio.css';
import { List, Radio, Stack, Table, Text } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { type Form, useZodForm } from '../../ui/form/use-zod-form.ts';
import { UI_WORDS } from '../../ui/words.ts';
import { type Conflict, conflictsOf, type FieldWords, mergeChanges } from './record-changes.ts';

/** The names of the fields whose value on my form stays. */
type Choice = { kept: string[] };
const schema: z.ZodType<Choice, Choice> = z.object({ kept: z.array(z.string()) });

type Props<Values> = {
  words: FieldWords<Values>;
  base: Values;
  theirs: Values;
  mine: Values;
  /** Saves the joined record over theirs. */
  onSave: (merged: Values) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
};

/** Someone else saved the record meanwhile: shows what differs and lets each contested field be decided. */
export function ConflictDialog<Values extends object>({
  words,
  base,
  theirs,
  mine,
  onSave,
  onSaved,
  onClose,
}: Props<Values>) {
  const conflicts = conflictsOf(words, { base, theirs, mine });
  const contested = conflicts.filter(({ isContested }) => isContested);
  const accepted = conflicts.filter(({ isContested }) => !isContested);
  const form = useZodForm(schema, { kept: contested.map(({ field }) => field) });
  return (
    <FormDialog
      title="Ktoś zmienił ten rekord w międzyczasie"
      size="xl"
      form={form}
      allowUnchanged
      saveLabel="Zapisz połączone zmiany"
      cancelLabel={UI_WORDS.backToForm}
      onSave={async ({ kept }) =>
        onSave(mergeChanges(words, { base, theirs, mine }, new Set(kept as (keyof Values & string)[])))
      }
      onSaved={onSaved}
      onClose={onClose}
      consequence="Pozostałe pola zostaną zapisane tak, jak je wypełniasz w formularzu."
    >
      <Stack gap="md">
        {contested.length > 0 ? <Contested form={form} conflicts={contested} /> : null}
        {accepted.length > 0 ? (
          <div>
            <Text fz="sm" fw={600}>
              Zmienione tylko przez drugą osobę, zostaną zachowane:
            </Text>
            <List size="sm">
              {accepted.map(({ field, label, before, theirs: now }) => (
                <List.Item key={field}>
                  {label}: <s>{before}</s> → <b>{now}</b>
                </List.Item>
              ))}
            </List>
          </div>
        ) : null}
        {conflicts.length === 0 ? (
          <Text fz="sm">Zapisane w międzyczasie zmiany nie dotyczą pól, które zmieniasz.</Text>
        ) : null}
      </Stack>
    </FormDialog>
  );
}

type ContestedProps<Values> = { form: Form<Choice, Choice>; conflicts: readonly Conflict<Values>[] };

function Contested<Values>({ form, conflicts }: ContestedProps<Values>) {
  const kept = useWatch({ control: form.control, name: 'kept' });
  const choose = (field: string, isMine: boolean) => {
    const others = kept.filter((name) => name !== field);
    form.setValue('kept', isMine ? [...others, field] : others, { shouldDirty: true });
  };
  return (
    <div>
      <Text fz="sm" fw={600} mb={4}>
        Zmienione przez obie osoby. Wybierz, co zapisać:
      </Text>
      <Table.ScrollContainer minWidth={520}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Pole</Table.Th>
              <Table.Th>Było</Table.Th>
              <Table.Th>Zapisane przez drugą osobę</Table.Th>
              <Table.Th>Twoja zmiana</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflicts.map(({ field, label, before, theirs, mine }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td>{before}</Table.Td>
                {[
                  { isMine: false, text: theirs, whose: 'Zapisane przez drugą osobę' },
                  { isMine: true, text: mine, whose: 'Twoja zmiana' },
                ].map(({ isMine, text, whose }) => (
                  <Table.Td key={whose}>
                    <Radio
                      name={field}
                      label={text}
                      aria-label={`${label}. ${whose}: ${text}`}
                      checked={kept.includes(field) === isMine}
                      onChange={() => choose(field, isMine)}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

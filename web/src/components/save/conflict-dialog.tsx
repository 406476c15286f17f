import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/List.css';
import '@mantine/core/styles/Table.css';
import '../../ui/field/checkbox.css';
import '@mantine/core/styles/RadioIndicator.css';
import '@mantine/core/styles/Radio.css';
import { List, Radio, Stack, Table, Text } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type Form, useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { UI_TEXTS } from '../../ui/texts.ts';
import { type Conflict, conflictsOf, type FieldDescriptions, mergeChanges } from './record-changes.ts';

/**
 * `given` names the fields that both users have changed and that get the other user's value. At first it is
 * empty.
 */
type ConflictChoice = { given: string[] };
const schema: z.ZodType<ConflictChoice, ConflictChoice> = z.object({ given: z.array(z.string()) });

type Props<Values, Result> = {
  descriptions: FieldDescriptions<Values>;
  base: Values;
  theirs: Values;
  mine: Values;
  /** Saves the merged record over the other user's version. */
  onSave: (merged: Values) => Promise<Result>;
  onSaved: (result: Result) => void;
  onClose: () => void;
};

/**
 * Another user saved the record since this form was opened. The user chooses the value of each field that
 * both changed.
 */
export function ConflictDialog<Values extends object, Result>({
  descriptions,
  base,
  theirs,
  mine,
  onSave,
  onSaved,
  onClose,
}: Props<Values, Result>) {
  const conflicts = conflictsOf(descriptions, { base, theirs, mine });
  const contested = conflicts.filter(({ isContested }) => isContested);
  const accepted = conflicts.filter(({ isContested }) => !isContested);
  const form = useZodForm(schema, { given: [] });
  return (
    <FormDialog
      title="Ktoś zmienił ten rekord w międzyczasie"
      size="xl"
      form={form}
      allowUnchanged
      saveLabel="Zapisz połączone zmiany"
      cancelLabel={UI_TEXTS.backToForm}
      onSave={async ({ given }) => onSave(mergeChanges(descriptions, { base, theirs, mine }, new Set(given)))}
      onSaved={onSaved}
      onClose={onClose}
      consequence="Pozostałe pola zostaną zapisane tak, jak je wypełniasz w formularzu."
    >
      <Stack gap="md">
        {contested.length > 0 ? <ContestedFields form={form} conflicts={contested} /> : null}
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

type ContestedProps<Values> = {
  form: Form<ConflictChoice, ConflictChoice>;
  conflicts: readonly Conflict<Values>[];
};

function ContestedFields<Values>({ form, conflicts }: ContestedProps<Values>) {
  const given = useWatch({ control: form.control, name: 'given' });
  const choose = (field: string, isMine: boolean) => {
    const others = given.filter((name) => name !== field);
    // not marked as a change: closing the dialog discards only the choice, and the form below keeps its values
    form.setValue('given', isMine ? others : [...others, field]);
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
                      checked={given.includes(field) !== isMine}
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

import '@mantine/core/styles/List.css';
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { asSentence } from '../../words/format.ts';
import type { FieldChange } from './record-changes.ts';

type Props = {
  changes: readonly Pick<FieldChange<object>, 'label' | 'before' | 'after'>[];
  /**
   * Loads the current data. Undefined when the record can no longer be edited; `shown` when the dialog
   * already shows the current data and no field is affected.
   */
  onLoadCurrent: (() => void) | 'shown' | undefined;
};

function nextStepSentence(onLoadCurrent: Props['onLoadCurrent']): string {
  if (onLoadCurrent === undefined)
    return 'Po tej zmianie nie można go już edytować. Twoje wpisy nie zostały zapisane, poniżej możesz je odczytać.';
  return onLoadCurrent === 'shown'
    ? 'Okno pokazuje już aktualne dane, a Twoje wpisy zostały w formularzu. Sprawdź je przed zapisaniem.'
    : 'Twoje wpisy zostały w formularzu. Kolejny zapis zastąpi nimi te zmiany.';
}

/**
 * Optimistic locking conflict: another user saved the record while its form was open. Lists the differences;
 * the form keeps its values.
 */
export function ConflictNotice({ changes, onLoadCurrent }: Props) {
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Ktoś zmienił ten rekord w międzyczasie"
      role="alert"
    >
      {changes.length > 0 ? (
        <List size="sm" mb="xs">
          {changes.map(({ label, before, after }) => (
            <List.Item key={label}>{asSentence(`${label}: było ${before}, jest ${after}`)}</List.Item>
          ))}
        </List>
      ) : null}
      <Text fz="sm">{nextStepSentence(onLoadCurrent)}</Text>
      {typeof onLoadCurrent === 'function' ? (
        <Group mt="xs">
          <Button variant="default" size="compact-sm" onClick={onLoadCurrent}>
            Wczytaj aktualne dane
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

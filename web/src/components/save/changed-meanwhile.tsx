import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { asSentence } from '../../words/as-sentence.ts';
import type { FieldChange } from './record-changes.ts';

type Props = {
  changes: readonly Pick<FieldChange<object>, 'label' | 'before' | 'after'>[];
  /** Absent when the record can no longer be changed; `shown` when no field is concerned, only what stands beside them. */
  onTakeOver: (() => void) | 'shown' | undefined;
};

function whatNow(onTakeOver: Props['onTakeOver']): string {
  if (onTakeOver === undefined)
    return 'Po tej zmianie nie można go już edytować. Twoje wpisy nie zostały zapisane, poniżej możesz je odczytać.';
  return onTakeOver === 'shown'
    ? 'Okno pokazuje już aktualne dane, a Twoje wpisy zostały w formularzu. Sprawdź je przed zapisaniem.'
    : 'Twoje wpisy zostały w formularzu. Kolejny zapis zastąpi nimi te zmiany.';
}

/** Someone else saved the record while its form was open: shows what differs and keeps what was typed here. */
export function ConflictNotice({ changes, onTakeOver }: Props) {
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
      <Text fz="sm">{whatNow(onTakeOver)}</Text>
      {typeof onTakeOver === 'function' ? (
        <Group mt="xs">
          <Button variant="default" size="compact-sm" onClick={onTakeOver}>
            Wczytaj aktualne dane
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

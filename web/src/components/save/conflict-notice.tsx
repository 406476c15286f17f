import '@mantine/core/styles/List.css';
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { asSentence } from '../../words/format.ts';
import type { FieldChange } from './record-changes.ts';

/** Shown next to the save button after a save that another user's change prevented. */
export const CONFLICT_IS_SHOWN =
  'Ktoś zmienił te dane w międzyczasie, a okno pokazuje już aktualne. Sprawdź je i zapisz ponownie.';

type Change = Pick<FieldChange<object>, 'label' | 'before' | 'after'> & {
  /** Whether this user changed the field, too. The form then keeps this user's value. */
  readonly isContested?: boolean;
  /** This user's entry that the change has removed from the form. */
  readonly replacedEntry?: string;
};

type Props = {
  changes: readonly Change[];
  /**
   * Loads the current data. Undefined when the record can no longer be edited. `shown` when the dialog already
   * shows the current data, and no field that this user changed has also been changed by the other user.
   */
  onLoadCurrent: (() => void) | 'shown' | undefined;
};

function nextStepSentence({ changes, onLoadCurrent }: Props): string {
  if (onLoadCurrent === undefined)
    return 'Po tej zmianie nie można go już edytować. Twoje wpisy nie zostały zapisane, poniżej możesz je odczytać.';
  const kept = changes.some(({ replacedEntry }) => replacedEntry !== undefined) ? 'pozostałe wpisy' : 'wpisy';
  return onLoadCurrent === 'shown'
    ? `Okno pokazuje już aktualne dane, a Twoje ${kept} zostały w formularzu. Sprawdź je przed zapisaniem.`
    : 'Pola bez Twoich wpisów mają już aktualne wartości. W pozostałych kolejny zapis zastąpi te zmiany Twoimi wpisami.';
}

function changeSentence({ label, before, after, isContested, replacedEntry }: Change): string {
  const entry = isContested
    ? ', w formularzu zostaje Twój wpis'
    : replacedEntry === undefined
      ? ''
      : `, co zastępuje Twój wpis ${replacedEntry}`;
  return asSentence(`${label}: było ${before}, jest ${after}${entry}`);
}

/**
 * Optimistic locking conflict: another user saved the record while its form was open. Lists the differences.
 * The form keeps the values that this user has typed, except the replaced entries.
 */
export function ConflictNotice({ changes, onLoadCurrent }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  // The save button is at the end of a long form, where the notice at its beginning is not visible.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Alert
      ref={notice}
      color="orange"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Ktoś zmienił ten rekord w międzyczasie"
      role="alert"
    >
      {changes.length > 0 ? (
        <List size="sm" mb="xs">
          {changes.map((change) => (
            <List.Item key={change.label}>{changeSentence(change)}</List.Item>
          ))}
        </List>
      ) : null}
      <Text fz="sm">{nextStepSentence({ changes, onLoadCurrent })}</Text>
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

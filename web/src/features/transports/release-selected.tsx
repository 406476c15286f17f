import { Button, Tooltip } from '@mantine/core';
import { isRelease, type TransportStatus } from '@spichlerz/shared/domain/transport';

const NOT_RELEASED =
  'Do rozliczenia można przekazać tylko transport w statusie „W drodze” albo „Dostarczony”.';

/**
 * The reason why a transport cannot be released, or null. Returning a re-opened transport to
 * settlement is a different action.
 */
export function whyNotRelease(status: TransportStatus): string | null {
  return isRelease(status, 'TO_BE_SETTLED') ? null : NOT_RELEASED;
}

type Props = { statuses: readonly TransportStatus[]; onRelease: () => void };

/** Releases all selected transports. The button is disabled with a reason if one of them cannot be released. */
export function ReleaseSelected({ statuses, onRelease }: Props) {
  if (statuses.length === 0) return null;
  const disabledReason = statuses.map(whyNotRelease).find((reason) => reason !== null) ?? null;
  return (
    <Tooltip label={disabledReason} disabled={disabledReason === null}>
      <Button
        variant="light"
        data-disabled={disabledReason !== null || undefined}
        aria-disabled={disabledReason !== null || undefined}
        style={{ pointerEvents: 'auto' }}
        onClick={disabledReason === null ? onRelease : undefined}
      >
        {`Przekaż do rozliczenia (${statuses.length})`}
      </Button>
    </Tooltip>
  );
}

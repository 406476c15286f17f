import { Button, Tooltip } from '@mantine/core';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';

const NOT_DELIVERED = 'Do rozliczenia można przekazać tylko transport w statusie „Dostarczony”.';

/** Why a truck cannot be released, null when it can. A re-opened one comes back the same way, but is no release. */
export function whyNotRelease(status: TransportStatus): string | null {
  return status === 'DELIVERED' ? null : NOT_DELIVERED;
}

type Props = { statuses: readonly TransportStatus[]; onRelease: () => void };

/** Releases every selected truck at once; says why when one of them cannot be. */
export function ReleaseSelected({ statuses, onRelease }: Props) {
  if (statuses.length === 0) return null;
  const refused = statuses.map(whyNotRelease).find((reason) => reason !== null) ?? null;
  return (
    <Tooltip label={refused} disabled={refused === null}>
      <Button
        variant="light"
        data-disabled={refused !== null || undefined}
        aria-disabled={refused !== null || undefined}
        style={{ pointerEvents: 'auto' }}
        onClick={refused === null ? onRelease : undefined}
      >
        {`Przekaż do rozliczenia (${statuses.length})`}
      </Button>
    </Tooltip>
  );
}

import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isVersionConflict } from '../../api/api-error.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { transportQuery } from '../../api/transports.ts';
import { SentenceError } from '../../components/explain-error.ts';
import { CONFLICT_IS_SHOWN } from '../../components/save/conflict-notice.tsx';

/** Returns the reason why the row can no longer be saved, or null. */
type WhyImpossible = (fresh: TransportRow) => string | null;

type WriteOptions = {
  readonly write: () => Promise<unknown>;
  /** Whether the stored row has the new values, so an earlier save succeeded and only its response was lost. */
  readonly isWritten: (fresh: TransportRow) => boolean | Promise<boolean>;
  readonly onConflict?: (fresh: TransportRow) => unknown;
  readonly whyImpossible?: WhyImpossible | undefined;
};
type SaveTransport = (
  write: WriteOptions['write'],
  isWritten: WriteOptions['isWritten'],
  /** Called with the stored row after a conflict, for example to copy it into the form. */
  onConflict?: WriteOptions['onConflict'],
) => Promise<void>;

/**
 * Saves a transport. On a version conflict it loads the stored row and calls `onConflict`, unless the row
 * already has the new values.
 * @throws SentenceError with the reason why saving has become impossible, or with the message that the dialog
 * shows the stored row
 * @throws ApiError the conflict, if saving is still possible and `onConflict` is missing
 */
export async function writeTransport(
  client: QueryClient,
  id: number,
  { write, isWritten, onConflict, whyImpossible }: WriteOptions,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isVersionConflict(error)) throw error;
    const fresh = await client.fetchQuery({ ...transportQuery(id), staleTime: 0 });
    if (await isWritten(fresh)) return;
    await onConflict?.(fresh);
    const reason = whyImpossible?.(fresh) ?? null;
    if (reason !== null) throw new SentenceError(reason);
    throw onConflict === undefined ? error : new SentenceError(CONFLICT_IS_SHOWN);
  }
}

/** Saves a transport with `writeTransport` and refetches the queries that show it. */
export function useTransportWriter(
  id: number,
  keep: NonNullable<WriteOptions['onConflict']>,
  whyImpossible?: WhyImpossible,
): SaveTransport {
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  return async (write, isWritten, onConflict) => {
    await writeTransport(client, id, {
      write,
      isWritten,
      onConflict: async (fresh) => {
        await keep(fresh);
        await onConflict?.(fresh);
      },
      whyImpossible,
    });
    await invalidateTopic('transport');
  };
}

/** The stored transport of a dialog: the row when the dialog was opened, or a newer row after a conflict. */
export function useStoredTransport(
  opened: TransportRow,
  whyImpossible?: WhyImpossible,
): { stored: TransportRow; save: SaveTransport } {
  const [stored, setStored] = useState(opened);
  return { stored, save: useTransportWriter(opened.id, setStored, whyImpossible) };
}

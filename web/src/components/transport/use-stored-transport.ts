import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { transportQuery } from '../../api/transports.ts';
import { useAfterChange } from '../save/after-change.ts';

type Writing = {
  readonly write: () => Promise<unknown>;
  /** Whether this is what was written: then it was saved before, and only the answer got lost. */
  readonly isWritten: (fresh: TransportRow) => boolean;
  readonly tell?: (fresh: TransportRow) => unknown;
};
type Saving = (write: Writing['write'], isWritten: Writing['isWritten']) => Promise<void>;

/** Writes over a truck. Refused because someone else has saved it since, it fails after telling what they saved. */
export async function writeTransport(
  client: QueryClient,
  id: number,
  { write, isWritten, tell }: Writing,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
    const fresh = await client.fetchQuery({ ...transportQuery(id), staleTime: 0 });
    if (isWritten(fresh)) return;
    await tell?.(fresh);
    throw error;
  }
}

/** As `writeTransport`, for one truck; then what shows it is read again. */
export function useTransportWriter(id: number, tell: NonNullable<Writing['tell']>): Saving {
  const client = useQueryClient();
  const afterChange = useAfterChange();
  return async (write, isWritten) => {
    await writeTransport(client, id, { write, isWritten, tell });
    await afterChange('transport');
  };
}

/** What a dialog counts from: the transport as it was opened, or as someone else has saved it since. */
export function useStoredTransport(opened: TransportRow): { stored: TransportRow; save: Saving } {
  const [stored, setStored] = useState(opened);
  return { stored, save: useTransportWriter(opened.id, setStored) };
}

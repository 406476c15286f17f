import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { transportQuery } from '../../api/transports.ts';
import { useAfterChange } from '../save/after-change.ts';

type Saving = (
  write: () => Promise<unknown>,
  /** Whether this is what was written: then it was saved before, and only the answer got lost. */
  isWritten: (fresh: TransportRow) => boolean,
) => Promise<void>;

/** Writes over a truck. Refused because someone else has saved it since, it fails after telling what they saved. */
export function useTransportWriter(id: number, tell: (fresh: TransportRow) => unknown): Saving {
  const client = useQueryClient();
  const afterChange = useAfterChange();
  return async (write, isWritten) => {
    try {
      await write();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
      const fresh = await client.fetchQuery({ ...transportQuery(id), staleTime: 0 });
      if (!isWritten(fresh)) {
        await tell(fresh);
        throw error;
      }
    }
    await afterChange('transport');
  };
}

/** What a dialog counts from: the transport as it was opened, or as someone else has saved it since. */
export function useStoredTransport(opened: TransportRow): { stored: TransportRow; save: Saving } {
  const [stored, setStored] = useState(opened);
  return { stored, save: useTransportWriter(opened.id, setStored) };
}

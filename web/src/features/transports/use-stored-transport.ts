import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { transportQuery } from '../../api/transports.ts';
import { useAfterChange } from '../../components/after-change.ts';

type StoredTransport = {
  readonly stored: TransportRow;
  /**
   * Writes over what is stored. Refused because someone else has saved it, it fails with what they saved as `stored`,
   * unless that is what was written: then only the answer got lost.
   */
  readonly save: (
    write: () => Promise<unknown>,
    isWritten?: (fresh: TransportRow) => boolean,
  ) => Promise<void>;
};

/** What a dialog counts from: the transport as it was opened, or as someone else has saved it since. */
export function useStoredTransport(opened: TransportRow): StoredTransport {
  const client = useQueryClient();
  const afterChange = useAfterChange();
  const [stored, setStored] = useState(opened);
  const save: StoredTransport['save'] = async (write, isWritten = () => false) => {
    try {
      await write();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
      const fresh = await client.fetchQuery({ ...transportQuery(opened.id), staleTime: 0 });
      if (!isWritten(fresh)) {
        setStored(fresh);
        throw error;
      }
    }
    await afterChange('transport');
  };
  return { stored, save };
}

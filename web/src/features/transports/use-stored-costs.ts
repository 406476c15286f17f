import { changeTransportCosts, type TransportCosts } from '@spichlerz/shared/calls/transport-costs';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { transportCostsQuery } from '../../api/transports.ts';
import type { CostOutput } from './cost-values.ts';

/** Saves the costs of a dialog before its other fields. A retry does not send saved costs again. */
export function useStoredCosts(transportId: number, opened: TransportCosts) {
  const client = useQueryClient();
  const latest = useRef(opened);
  const savedVersion = useRef(0);
  return {
    /** Returns the stored costs. After a conflict, the next attempt is compared with these costs. */
    refetch: async (): Promise<TransportCosts> => {
      latest.current = await client.fetchQuery(transportCostsQuery(transportId));
      return latest.current;
    },
    /** @returns the version of the transport for the next request */
    save: async (costs: CostOutput, version: number): Promise<number> => {
      const next = Math.max(version, savedVersion.current);
      if (isSame(costs, latest.current)) return next;
      const saved = await call(changeTransportCosts, {
        params: { id: transportId },
        body: { costs, version: next },
      });
      savedVersion.current = saved.version;
      latest.current = saved;
      return saved.version;
    },
  };
}

function isSame(costs: CostOutput, stored: TransportCosts): boolean {
  const text = costs.map(({ kind, amount, currency, note }) => [kind, amount, currency, note ?? null]);
  const other = stored.costs.map(({ kind, amount, currency, note }) => [kind, amount, currency, note]);
  return JSON.stringify(text) === JSON.stringify(other);
}

import { changeTransportCosts, type TransportCosts } from '@spichlerz/shared/calls/transport-costs';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { transportCostsQuery } from '../../api/transports.ts';
import type { CostOutput } from './cost-values.ts';

/** Saves the stored costs of a dialog before its other fields. A retry skips costs that were already saved. */
export function useStoredCosts(transportId: number, opened: TransportCosts) {
  const client = useQueryClient();
  const [stored, setStored] = useState(opened);
  const latest = useRef(opened);
  const savedVersion = useRef(0);
  const keep = (costs: TransportCosts) => {
    latest.current = costs;
    setStored(costs);
  };
  return {
    stored,
    latest,
    /** @returns the version of the transport for the next change */
    save: async (costs: CostOutput, version: number): Promise<number> => {
      const next = Math.max(version, savedVersion.current);
      if (isSame(costs, latest.current)) return next;
      try {
        const saved = await call(changeTransportCosts, {
          params: { id: transportId },
          body: { costs, version: next },
        });
        savedVersion.current = saved.version;
        keep(saved);
        return saved.version;
      } catch (error) {
        // after a conflict the notice shows the stored costs, and the next attempt replaces them
        keep(await client.fetchQuery(transportCostsQuery(transportId)));
        throw error;
      }
    },
  };
}

function isSame(costs: CostOutput, stored: TransportCosts): boolean {
  const text = costs.map(({ kind, amount, currency, note }) => [kind, amount, currency, note ?? null]);
  const other = stored.costs.map(({ kind, amount, currency, note }) => [kind, amount, currency, note]);
  return JSON.stringify(text) === JSON.stringify(other);
}

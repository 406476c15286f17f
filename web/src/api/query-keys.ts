import type { Topic } from '@spichlerz/shared/wire/topics';
import { useQueryClient } from '@tanstack/react-query';

/* A query key starts with a topic of live changes. A change of this topic refreshes the query. */

/**
 * Other keys that a change of a topic affects: contracts show sums of allocations and transports, rows show
 * the names of contractors, raw materials and owners, a contractor's row counts contracts, and a carrier's row
 * counts transports.
 */
const RELATED_KEYS: Record<Topic, readonly (Topic | 'position' | 'me')[]> = {
  contract: ['allocation', 'transport', 'settlement', 'contractor', 'position'],
  allocation: ['contract', 'position'],
  transport: ['contract', 'allocation', 'settlement', 'contractor', 'position'],
  settlement: ['contract', 'transport', 'position'],
  contractor: ['contract', 'allocation', 'transport', 'settlement', 'position'],
  material: ['contract', 'allocation', 'transport', 'position'],
  user: ['contract', 'allocation', 'position', 'me'],
  session: [],
};

/** The first parts of the query keys that a change of this topic makes stale. */
export function staleKeys(topic: Topic): readonly string[] {
  return [topic, ...RELATED_KEYS[topic]];
}

/** A slow refresh must not delay the message that a change is saved. */
const MAX_WAIT_MS = 3_000;

/**
 * Refetches the queries that a change by this user affects, without waiting for the live change. Await the
 * refetch before a dialog closes, so that the screen below is up to date.
 */
export function useInvalidateTopic(): (topic: Topic) => Promise<void> {
  const client = useQueryClient();
  return async (topic) => {
    const refreshing = staleKeys(topic).map((key) => client.invalidateQueries({ queryKey: [key] }));
    const longEnough = new Promise<void>((resume) => setTimeout(resume, MAX_WAIT_MS));
    await Promise.race([Promise.all(refreshing), longEnough]);
  };
}

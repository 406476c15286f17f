import type { Topic } from '@spichlerz/shared/wire/topics';

/* A query key starts with the topic of live changes that the query shows, so that a change refreshes it. */

/**
 * Other keys that a change of a topic affects: contracts show sums of allocations and transports, rows show
 * the names of contractors, raw materials and owners, and a contractor's row counts contracts.
 */
const RELATED_KEYS: Record<Topic, readonly (Topic | 'position' | 'me')[]> = {
  contract: ['allocation', 'transport', 'settlement', 'contractor', 'position'],
  allocation: ['contract', 'position'],
  transport: ['contract', 'allocation', 'settlement', 'position'],
  settlement: ['contract', 'transport', 'position'],
  contractor: ['contract', 'allocation', 'transport', 'settlement'],
  material: ['contract', 'allocation', 'transport', 'position'],
  user: ['contract', 'allocation', 'me'],
  session: [],
};

/** The first parts of the query keys that a change of this topic makes stale. */
export function staleKeys(topic: Topic): readonly string[] {
  return [topic, ...RELATED_KEYS[topic]];
}

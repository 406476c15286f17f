import type { Topic } from '@spichlerz/shared/wire/topics';

/*
 * A query's key begins with the topic of live changes that it shows, so that a change refreshes what it concerns.
 */

/**
 * What a change of one thing also shows in: figures of contracts come from allocations and transports, rows name
 * contractors, raw materials and owners, and a contractor's row counts contracts.
 */
const ALSO: Record<Topic, readonly (Topic | 'position' | 'me')[]> = {
  contract: ['allocation', 'transport', 'settlement', 'contractor', 'position'],
  allocation: ['contract', 'position'],
  transport: ['contract', 'allocation', 'settlement', 'position'],
  settlement: ['contract', 'transport', 'position'],
  contractor: ['contract', 'allocation', 'transport', 'settlement'],
  material: ['contract', 'allocation', 'transport', 'position'],
  user: ['contract', 'allocation', 'me'],
  session: [],
};

/** The first parts of the query keys a change of this topic makes stale. */
export function staleKeys(topic: Topic): readonly string[] {
  return [topic, ...ALSO[topic]];
}

import type { Topic } from '@spichlerz/shared/wire/topics';
import { useQueryClient } from '@tanstack/react-query';
import { staleKeys } from '../../api/query-keys.ts';

/** A slow refresh must not delay the message that the change is saved. */
const MAX_WAIT_MS = 3_000;

/**
 * Refetches the queries that a change by this user affects, without waiting for the live change. Await it
 * before a dialog closes, so that the screen below is up to date.
 */
export function useInvalidateTopic(): (topic: Topic) => Promise<void> {
  const client = useQueryClient();
  return async (topic) => {
    const refreshing = staleKeys(topic).map((key) => client.invalidateQueries({ queryKey: [key] }));
    const longEnough = new Promise<void>((resume) => setTimeout(resume, MAX_WAIT_MS));
    await Promise.race([Promise.all(refreshing), longEnough]);
  };
}

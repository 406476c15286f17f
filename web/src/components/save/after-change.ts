import type { Topic } from '@spichlerz/shared/wire/topics';
import { useQueryClient } from '@tanstack/react-query';
import { staleKeys } from '../../api/query-keys.ts';

/** A screen that is slow to refresh does not keep back that the change is saved. */
const LONGEST_WAIT_MS = 3_000;

/**
 * Refreshes what one's own change shows in, without waiting for the server to tell: await it before a dialog
 * closes, and the screen behind it is fresh.
 */
export function useAfterChange(): (topic: Topic) => Promise<void> {
  const client = useQueryClient();
  return async (topic) => {
    const refreshing = staleKeys(topic).map((key) => client.invalidateQueries({ queryKey: [key] }));
    const longEnough = new Promise<void>((resume) => setTimeout(resume, LONGEST_WAIT_MS));
    await Promise.race([Promise.all(refreshing), longEnough]);
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { staleKeys, type Topic } from '../api/query-keys.ts';

/**
 * Refreshes what one's own change shows in, without waiting for the server to tell: await it before a dialog
 * closes, and the screen behind it is fresh.
 */
export function useAfterChange(): (topic: Topic) => Promise<void> {
  const client = useQueryClient();
  return async (topic) => {
    await Promise.all(staleKeys(topic).map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}

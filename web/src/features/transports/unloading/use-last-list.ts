import { z } from 'zod';
import { useMe } from '../../../api/session.ts';
import { useLocalStorage } from '../../../ui/hooks/use-local-storage.ts';

/** The list that the user applied last; the server takes it back for a day. */
const lastListSchema = z.object({
  listId: z.int(),
  name: z.string(),
  appliedAt: z.int(),
  /** The registration numbers by transport, to name those that cannot be taken back. */
  plates: z.array(z.tuple([z.int(), z.string()])),
});
export type LastList = z.output<typeof lastListSchema>;

const DAY_MS = 24 * 60 * 60_000;

/** The last list is kept in this browser, so that it can be taken back after the page was left. */
export function useLastList() {
  const [stored, store] = useLocalStorage(`unloading-list:${useMe().id}`);
  return {
    last: parse(stored),
    remember: (list: LastList) => store(JSON.stringify(list)),
    forget: () => store(null),
  };
}

function parse(text: string | null): LastList | null {
  try {
    const last = lastListSchema.safeParse(JSON.parse(text ?? 'null'));
    return last.success && Date.now() - last.data.appliedAt < DAY_MS ? last.data : null;
  } catch {
    return null;
  }
}

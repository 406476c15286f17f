import { useMe } from '../../api/session.ts';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';

/**
 * A record that the user has opened. The latest records are stored per user in this browser, the newest first.
 */
export type RecentRecord = { readonly path: string; readonly label: string; readonly hint: string };

const MAX_RECORDS = 8;

export function useRecentRecords() {
  const [stored, setStored] = useLocalStorage(`recent-records:${useMe().id}`);
  return {
    records: parseRecords(stored),
    remember: (record: RecentRecord) => setStored(addRecord(stored, record)),
  };
}

function addRecord(stored: string | null, record: RecentRecord): string {
  const others = parseRecords(stored).filter(({ path }) => path !== record.path);
  return JSON.stringify([record, ...others].slice(0, MAX_RECORDS));
}

/** Ignores entries with an unknown format, which a different version of the application may have stored. */
function parseRecords(stored: string | null): RecentRecord[] {
  try {
    const records = JSON.parse(stored ?? '[]') as unknown;
    return Array.isArray(records) ? records.filter(isRecentRecord) : [];
  } catch {
    return [];
  }
}

function isRecentRecord(value: unknown): value is RecentRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { path, label, hint } = value as Record<string, unknown>;
  return [path, label, hint].every((text) => typeof text === 'string');
}

/**
 * Topics of live changes. The server publishes committed changes by topic, and the web refetches the queries
 * of that topic.
 */
export const TOPICS = [
  'contract',
  'allocation',
  'transport',
  'settlement',
  'contractor',
  'material',
  'user',
  /** A user's session ended. */
  'session',
] as const;
export type Topic = (typeof TOPICS)[number];

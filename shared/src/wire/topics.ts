/** What a live change may be about: the server tells of a committed change by these names, the web refreshes by them. */
export const TOPICS = [
  'contract',
  'allocation',
  'transport',
  'settlement',
  'contractor',
  'material',
  'user',
  /** That one ended: who is signed in where. */
  'session',
] as const;
export type Topic = (typeof TOPICS)[number];

/** What a live change may be about. The server announces committed changes by topic, and the web reads those again. */
export const TOPICS = [
  'contract',
  'allocation',
  'transport',
  'settlement',
  'contractor',
  'material',
  'user',
  /** A session of somebody ended. */
  'session',
] as const;
export type Topic = (typeof TOPICS)[number];

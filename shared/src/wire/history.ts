import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, numberFromText } from './field.ts';
import { listQuery, listReply } from './list.ts';

export const HISTORY_ENTITIES = [
  'contract',
  'contractor',
  'transport',
  'settlement',
  'user',
  'material',
] as const;
export type HistoryEntity = (typeof HISTORY_ENTITIES)[number];

export const historyRow = z.object({
  id: id(),
  at: z.string(),
  user: z.string().nullable(),
  entity: z.enum(HISTORY_ENTITIES),
  entityId: id(),
  action: z.string(),
  reason: z.string().nullable(),
  changes: z.record(z.string(), z.tuple([z.json(), z.json()])),
  /** What the keys among the changes stand for now: `owner_id:5` → the owner's name. */
  names: z.record(z.string(), z.string()),
});
export type HistoryRow = z.output<typeof historyRow>;

export const listHistory = endpoint({
  method: 'GET',
  path: '/history',
  access: 'user',
  tag: 'History',
  summary: 'Who changed what and when on one record, newest first.',
  query: listQuery({
    filters: { entity: z.enum(HISTORY_ENTITIES).optional(), entityId: numberFromText(id()).optional() },
    sort: ['id'],
    order: 'id DESC',
  }),
  reply: listReply(historyRow),
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, momentReply, numberFromText } from './field.ts';
import { listQuery, listReply } from './list.ts';

export const AUDIT_ENTITIES = [
  'contract',
  'contractor',
  'transport',
  'settlement',
  'user',
  'material',
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

/** A message that the change caused, as far as it got by now. */
export const auditMail = z.object({
  recipient: z.string(),
  status: z.enum(['QUEUED', 'SENT', 'FAILED']),
  tries: z.int(),
  sentAt: momentReply().nullable(),
  /** When a failed message is tried again; null when it is not, because the mail server refused it for good. */
  nextTryAt: momentReply().nullable(),
});
export type AuditMail = z.output<typeof auditMail>;

/** Any JSON value. z.json() refers to itself, which the OpenAPI document could not show. */
const anyJson = () => z.custom<z.core.util.JSONType>();

export const auditEntry = z.object({
  id: id(),
  at: momentReply(),
  user: z.string().nullable(),
  entity: z.enum(AUDIT_ENTITIES),
  entityId: id(),
  /** The registration number of the truck, in entries about a truck or its settlement. */
  subject: z.string().nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  /** Field → [old, new]. Where an amount changed, the currency is there too, even if it is the same. */
  changes: z.record(z.string(), z.tuple([anyJson(), anyJson()])),
  /** Current names of the records whose ids are among the changes: `owner_id:5` → the owner's name. */
  names: z.record(z.string(), z.string()),
  mails: z.array(auditMail),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/history',
  access: 'user',
  tag: 'History',
  summary:
    'Who changed what and when on one record, newest first; of a contract, on its trucks and settlements too. ' +
    'Search by who.',
  query: listQuery({
    filters: {
      entity: z.enum(AUDIT_ENTITIES).optional(),
      entityId: numberFromText(id()).optional(),
      contractId: numberFromText(id()).optional(),
    },
    sort: ['id'],
    order: 'id DESC',
  }),
  reply: listReply(auditEntry),
});

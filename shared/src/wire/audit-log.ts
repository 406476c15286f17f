import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, momentReply, numberFromText } from './field.ts';
import { listQuery, listReply } from './list.ts';

export const AUDIT_ENTITIES = [
  'contract',
  'contractor',
  'transport',
  'settlement',
  'invoice',
  'user',
  'material',
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

/** An e-mail caused by the change, with its current delivery status. */
export const auditMail = z.object({
  recipient: z.string(),
  status: z.enum(['QUEUED', 'SENT', 'FAILED']),
  tries: z.int(),
  sentAt: momentReply().nullable(),
  /**
   * The time of the next attempt to send a failed e-mail. null after a permanent rejection by the mail server.
   */
  nextTryAt: momentReply().nullable(),
});
export type AuditMail = z.output<typeof auditMail>;

/** Any JSON value. z.json() is recursive, which the OpenAPI document cannot represent. */
const anyJson = () => z.custom<z.core.util.JSONType>();

export const auditEntry = z.object({
  id: id(),
  at: momentReply(),
  user: z.string().nullable(),
  entity: z.enum(AUDIT_ENTITIES),
  entityId: id(),
  /**
   * The registration number in an entry about a transport or its settlement, the invoice number in an entry
   * about an invoice, or the name of the changed part in an entry about a raw material.
   */
  subject: z.string().nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  /**
   * Changed field → [old value, new value]. An entry with an amount also contains the currency, even if the
   * currency did not change.
   */
  changes: z.record(z.string(), z.tuple([anyJson(), anyJson()])),
  /** Current names of the records whose ids occur in the changes: `owner_id:5` → the owner's name. */
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
    'Lists the audit entries of a record, newest first. A contract includes entries of its transports, settlements and invoices. ' +
    'Search covers the user.',
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

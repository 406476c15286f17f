import { z } from 'zod';
import { SIDES } from '../domain/side.ts';
import { auditMail } from './audit-log.ts';
import { endpoint } from './endpoint.ts';
import { dayReply, distinct, id, ids, pathId } from './field.ts';

/* Settlement statements: records of the documents sent to a contractor (customer invoices.md, "Printouts"). */

const tag = 'Printouts';

/** The largest number of transports of one statement. */
export const STATEMENT_TRANSPORTS_MAX = 500;

export const createStatement = endpoint({
  method: 'POST',
  path: '/contract/statement/create',
  access: 'user',
  tag,
  summary:
    'Creates a settlement statement of one contractor. It keeps its lines when a settlement is taken back.',
  body: z.object({
    side: z.enum(SIDES),
    transportIds: distinct(z.array(id()).min(1).max(STATEMENT_TRANSPORTS_MAX), (transportId) => transportId),
  }),
  reply: z.object({ id: id(), number: z.string() }),
  creates: true,
});

export const printStatement = endpoint({
  method: 'GET',
  path: '/contract/print/statement/:id',
  access: 'user',
  tag,
  summary: 'Prints a settlement statement as it was created.',
  params: pathId(),
  reply: z.file().mime('application/pdf'),
});

const statementRow = z.object({
  id: id(),
  number: z.string(),
  side: z.enum(SIDES),
  day: dayReply(),
  transportIds: z.array(id()),
  mails: z.array(auditMail),
});
export type StatementRow = z.output<typeof statementRow>;

export const listStatements = endpoint({
  method: 'GET',
  path: '/contract/statement/list',
  access: 'user',
  tag,
  summary:
    'Lists the settlement statements of transports for their current contractors, newest first, with the e-mails that carried them.',
  query: z.object({ side: z.enum(SIDES), transportId: ids() }),
  reply: z.object({ list: z.array(statementRow) }),
});

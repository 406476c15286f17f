import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import type { Router } from '../http/route.ts';
import { listAuditEntries as queryAuditLog } from './audit-queries.ts';

export function auditRoutes(router: Router): void {
  router.query(listAuditEntries, (db, actor, { query }) => queryAuditLog(db, actor, query));
}

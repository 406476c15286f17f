import * as wire from '@spichlerz/shared/wire/statements';
import type { Router } from '../../http/route.ts';
import type { Company } from '../../print/company.ts';
import { createStatement } from './statement-commands.ts';
import { composeStatement, listStatements } from './statement-queries.ts';

export function statementRoutes(router: Router, company: Company): void {
  router.command(wire.createStatement, (tx, actor, { body }) => createStatement(tx, actor, body));
  router.query(wire.listStatements, async (db, _actor, { query }) => ({
    list: await listStatements(db, query.side, query.transportId),
  }));
  router.print(wire.printStatement, (db, { params }) => composeStatement(db, company, params.id));
}

import * as wire from '@spichlerz/shared/wire/printout-mails';
import type { Router } from '../../http/route.ts';
import type { Company } from '../../print/company.ts';
import { proposePrintoutMail } from './mailed-printout-queries.ts';
import { sendPrintouts } from './printout-mail-commands.ts';

export function printoutMailRoutes(router: Router, company: Company): void {
  router.command(wire.sendPrintouts, (tx, actor, { body }) => sendPrintouts(tx, actor, company, body));
  router.query(wire.proposePrintoutMail, (db, _actor, { query }) =>
    proposePrintoutMail(db, company, query.kind, query.id),
  );
}

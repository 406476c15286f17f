import * as wire from '@spichlerz/shared/wire/invoices';
import { INVOICE_SHEET } from '../../export/invoice-sheet.ts';
import type { Router } from '../../http/route.ts';
import type { Company } from '../../print/company.ts';
import { correctInvoice, deleteCorrection } from './correction-commands.ts';
import { checkInvoice } from './invoice-check-queries.ts';
import { changeInvoice, payInvoice } from './invoice-commands.ts';
import { createInvoice } from './invoice-create-commands.ts';
import { getInvoice, invoiceList } from './invoice-queries.ts';

export function invoiceRoutes(router: Router, company: Company): void {
  router.list(wire.listInvoices, INVOICE_SHEET, (_db, { query }) => invoiceList(query));
  router.query(wire.getInvoice, (db, _actor, { params }) => getInvoice(db, params.id));
  router.query(wire.checkInvoice, (db, _actor, { body }) => checkInvoice(db, company, body));
  router.command(wire.createInvoice, (tx, actor, { body }) => createInvoice(tx, actor, body));
  router.command(wire.changeInvoice, (tx, actor, { params, body }) =>
    changeInvoice(tx, actor, params.id, body),
  );
  router.command(wire.correctInvoice, (tx, actor, { params, body }) =>
    correctInvoice(tx, actor, params.id, body),
  );
  router.command(wire.deleteCorrection, (tx, actor, { params, body }) =>
    deleteCorrection(tx, actor, params.id, body),
  );
  router.command(wire.payInvoice, (tx, actor, { params, body }) => payInvoice(tx, actor, params.id, body));
}

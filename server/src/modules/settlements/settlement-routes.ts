import { SIDES } from '@spichlerz/shared/domain/side';
import { previewSettlement as previewCall } from '@spichlerz/shared/wire/quality';
import * as wire from '@spichlerz/shared/wire/settlements';
import { withFieldNames } from '../../db/constraint-errors.ts';
import { withMargin } from '../../export/margin-sheet.ts';
import { settlementSheet } from '../../export/settlement-sheet.ts';
import type { Router } from '../../http/route.ts';
import { previewSettlement } from './quality-settlement-queries.ts';
import { readQualityColumns } from './settlement-column-queries.ts';
import { moveSettlement, settlePurchase, settleSale } from './settlement-commands.ts';
import { settlementList } from './settlement-queries.ts';
import { invoiceSettlement } from './side-invoice-commands.ts';

export function settlementRoutes(router: Router): void {
  for (const side of SIDES)
    router.list(
      wire.listSettlements[side],
      async (db, { query }) => {
        const { purchaseId, salesId } = query.filter;
        const sheet = settlementSheet(side, await readQualityColumns(db, side, purchaseId ?? salesId));
        return query.filter.withMargin ? withMargin(sheet) : sheet;
      },
      (_db, { query }) => settlementList(side, query),
    );
  router.query(previewCall, (db, _actor, { body }) => previewSettlement(db, body));
  router.command(wire.settlePurchase, (tx, actor, { body }) => settlePurchase(tx, actor, body));
  router.command(wire.settleSale, (tx, actor, { body }) => settleSale(tx, actor, body));
  router.command(wire.invoicePurchase, (tx, actor, { body }) =>
    withFieldNames(
      { number: 'purchaseInvoiceNumber', ksefNumber: 'purchaseKsefNumber' },
      invoiceSettlement(tx, actor, 'purchase', {
        settlementId: body.settlementId,
        status: body.purchaseSettlementStatus,
        invoiceNumber: body.purchaseInvoiceNumber,
        deliverDate: body.purchaseDeliverDate,
        paymentDate: body.purchasePaymentDate,
        invoiceDate: body.purchaseInvoiceDate,
        ksefNumber: body.purchaseKsefNumber,
        details: body.details,
        reason: body.reason,
        version: body.version,
      }),
    ),
  );
  router.command(wire.invoiceSale, (tx, actor, { body }) =>
    withFieldNames(
      { number: 'salesInvoiceNumber', ksefNumber: 'salesKsefNumber' },
      invoiceSettlement(tx, actor, 'sales', {
        settlementId: body.settlementId,
        status: body.salesSettlementStatus,
        invoiceNumber: body.salesInvoiceNumber,
        deliverDate: body.salesDeliverDate,
        paymentDate: body.salesPaymentDate,
        invoiceDate: body.salesInvoiceDate,
        ksefNumber: body.salesKsefNumber,
        details: body.details,
        reason: body.reason,
        version: body.version,
      }),
    ),
  );
  router.command(wire.movePurchaseSettlement, (tx, actor, { body }) =>
    moveSettlement(tx, actor, 'purchase', { ...body, targetId: body.newPurchaseId }),
  );
  router.command(wire.moveSalesSettlement, (tx, actor, { body }) =>
    moveSettlement(tx, actor, 'sales', { ...body, targetId: body.newSalesId }),
  );
}

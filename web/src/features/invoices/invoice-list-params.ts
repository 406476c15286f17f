import { CURRENCIES } from '@spichlerz/shared/domain/contract';
import type { InvoiceRow } from '@spichlerz/shared/wire/invoices';
import { linkOptions } from '@tanstack/react-router';
import { defineListParams, type ParamsOf, urlDay, urlFlag, urlOne } from '../../ui/table/list-params.ts';

export type InvoiceKind = InvoiceRow['kind'];

export const KIND_LINKS = {
  PURCHASE: linkOptions({ to: '/invoices' }),
  SALES: linkOptions({ to: '/invoices/sales' }),
  FREIGHT: linkOptions({ to: '/invoices/freight' }),
} satisfies Record<InvoiceKind, unknown>;

/** The list opens with the unpaid invoices, the earliest due date first. */
export const invoiceListParams = defineListParams({
  sort: ['id', 'number', 'contractor', 'issue_date', 'due_date', 'amount'],
  order: 'due_date ASC',
  filters: {
    isPaid: urlFlag(false),
    isOverdue: urlFlag(),
    withoutKsef: urlFlag(),
    currency: urlOne(CURRENCIES),
    dueDateFrom: urlDay(),
    dueDateTo: urlDay(),
    issueDateFrom: urlDay(),
    issueDateTo: urlDay(),
  },
});
export type InvoiceListParams = ParamsOf<typeof invoiceListParams>;

export const RANGES = {
  due: { from: 'dueDateFrom', to: 'dueDateTo' },
  issue: { from: 'issueDateFrom', to: 'issueDateTo' },
} as const;

import type { TransportAttention } from '@spichlerz/shared/domain/attention';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What each kind of attention means for a truck (alias t) and the sides of its settlement (xp, xs). */
export const TRANSPORT_ATTENTION: Record<TransportAttention, RawBuilder<SqlBool>> = {
  TO_RELEASE: sql`t.status = 'DELIVERED'`,
  PURCHASE_TO_INVOICE: sql`xp.status = 'SETTLED'`,
  SALES_TO_INVOICE: sql`xs.status = 'TO_BE_SETTLED'
    and exists (select from settlement_option o where o.settlement_id = x.id)`,
  PURCHASE_OVERDUE: sql`xp.status = 'INVOICE' and xp.payment_date < current_date`,
  SALES_OVERDUE: sql`xs.status = 'INVOICE' and xs.payment_date < current_date`,
  FREIGHT_OVERDUE: sql`t.status = 'INVOICE' and t.freight_payment_date < current_date`,
};

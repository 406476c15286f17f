import type { Currency } from '@spichlerz/shared/domain/contract';
import type { InvoiceStatus } from '@spichlerz/shared/domain/settlement';
import type { Kilograms, MinorUnits } from '@spichlerz/shared/domain/units';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Stamps, TriggerMaintained } from './schema-columns.ts';

/**
 * Invoices and their sides. Triggers create, join and delete invoices when sides are written (migrations 0012
 * and 0021).
 */
export type InvoiceTables = {
  invoice: Stamps & {
    id: GeneratedAlways<number>;
    kind: 'PURCHASE' | 'SALES' | 'FREIGHT';
    contractor_id: number | null;
    /** The normalized name of a carrier without a record. */
    carrier_key: string | null;
    currency: Currency;
    number: string;
    issue_date: string | null;
    due_date: string | null;
    ksef_number: string | null;
    /** A note of a user; for a correction, its reason. */
    note: string | null;
    /** The invoice that this one corrects. */
    corrects_id: Generated<number | null>;
    first_delivery: TriggerMaintained<string | null>;
    transport_count: TriggerMaintained<number>;
    unpaid_count: Generated<number>;
    quantity_kg: TriggerMaintained<Kilograms>;
    /** Triggers write the sums of the sides; a correction is inserted with its own amount. */
    amount_minor: ColumnType<MinorUnits, number | undefined, never>;
    unpaid_minor: ColumnType<MinorUnits, number | undefined, never>;
    /** The search key: number, KSeF number and the name of a carrier without a record. */
    search_text: GeneratedAlways<string>;
  };
  /**
   * Counts and sums of all invoices. Each total is spread over several rows, so that parallel writes rarely
   * lock the same row (migration 0023).
   */
  invoice_total: {
    kind: 'PURCHASE' | 'SALES' | 'FREIGHT';
    currency: Currency;
    is_paid: boolean;
    shard: number;
    n: number;
    amount_minor: MinorUnits;
    unpaid_minor: MinorUnits;
  };
  invoice_line: {
    invoice_id: number;
    transport_id: number;
    status: InvoiceStatus;
    is_paid: boolean;
    quantity_kg: Kilograms;
    amount_minor: MinorUnits;
    deliver_date: string;
  };
  invoice_sum: {
    invoice_id: number;
    first_delivery: string;
    transport_count: number;
    unpaid_count: number;
    quantity_kg: Kilograms;
    amount_minor: MinorUnits;
    unpaid_minor: MinorUnits;
  };
};

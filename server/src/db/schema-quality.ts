import type { Allocation } from '@spichlerz/shared/domain/allocation';
import type { Currency } from '@spichlerz/shared/domain/contract';
import type {
  ReadingSource,
  RuleDirection,
  RuleEffect,
  RuleQuantity,
  RuleStepping,
  WeightBasis,
} from '@spichlerz/shared/domain/discount-rule';
import type { Side } from '@spichlerz/shared/domain/side';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import type { TransportMeasurements } from '@spichlerz/shared/wire/quality';
import type { UnloadingMapping } from '@spichlerz/shared/wire/unloading';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { PrintedStatement } from '../print/statement.ts';
import type { Kg, Stamps, Timestamp } from './schema-columns.ts';

/** Inserted as a number, selected as text, because a float cannot represent every decimal. */
type Decimal = ColumnType<string, number, number>;

/**
 * A transport and its allocation as they were before an unloading list changed them. `sideVersion` is the sum
 * of the versions of both settlement sides.
 */
export type UnloadingBefore = Pick<TransportMeasurements, 'readings' | 'tickets'> & {
  readonly status: TransportStatus;
  readonly realQuantityKg: number | null;
  readonly allocation: Allocation;
  readonly version: number;
  readonly sideVersion: number;
};

/** Discount tables and rules, readings, weigh tickets, settlement statements and unloading lists. */
export type QualityTables = {
  discount_table: Stamps & {
    id: GeneratedAlways<number>;
    name: string;
    raw_material_id: number;
    side: Side;
    currency: Currency;
    is_active: Generated<boolean>;
  };
  discount_rule: {
    id: GeneratedAlways<number>;
    discount_table_id: number | null;
    contract_id: number | null;
    position: number;
    parameter_id: number;
    direction: RuleDirection;
    norm: Decimal | null;
    applies_beyond: Decimal | null;
    effect: RuleEffect;
    stepping: RuleStepping;
    step: Decimal;
    rate: Decimal;
    per: RuleQuantity;
    band_from: Decimal | null;
    band_to: Decimal | null;
    refuse_at: Decimal | null;
    is_premium: Generated<boolean>;
  };
  contract_norm: {
    contract_id: number;
    contract_option_id: number | null;
    parameter_id: number;
    value: Decimal;
  };
  quality_reading: {
    transport_id: number;
    parameter_id: number;
    source: ReadingSource;
    value: Decimal | null;
    answer: boolean | null;
    sample_number: string | null;
    taken_on: string | null;
  };
  statement: {
    id: GeneratedAlways<number>;
    number: string;
    side: Side;
    contractor_id: number | null;
    /** The contracts that the statement was made for. */
    contract_ids: number[];
    day: string;
    printed: JSONColumnType<PrintedStatement, string, never>;
    created_by: number | null;
    created_at: Timestamp;
  };
  statement_transport: { statement_id: number; transport_id: number };
  statement_year: { year: number; last_number: number };
  unloading_list: {
    id: GeneratedAlways<number>;
    recipient_id: number;
    applied_by: number | null;
    applied_at: Timestamp;
  };
  unloading_row: {
    id: GeneratedAlways<number>;
    list_id: number;
    recipient_id: number;
    transport_id: number;
    row_number: number;
    ticket_key: string;
    net_kg: Kg;
    before: JSONColumnType<UnloadingBefore, string, never>;
    version: number;
    side_version: number;
    taken_back_at: string | null;
  };
  unloading_mapping: {
    recipient_id: number;
    mapping: JSONColumnType<UnloadingMapping>;
  };
  weigh_ticket: {
    transport_id: number;
    place: WeightBasis;
    number: string | null;
    gross_kg: Kg | null;
    tare_kg: Kg | null;
    net_kg: Kg;
    weighed_on: string | null;
  };
};

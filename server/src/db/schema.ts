import type { ContractStatus } from '@spichlerz/shared/domain/contract';
import type { Role } from '@spichlerz/shared/domain/role';
import type { Side } from '@spichlerz/shared/domain/side';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import type { Kilograms } from '@spichlerz/shared/domain/units';
import type { MailedPrintout } from '@spichlerz/shared/wire/printout-mails';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { AddressColumns, Stamps, Timestamp, TriggerMaintained } from './schema-columns.ts';
import type { InvoiceTables } from './schema-invoices.ts';
import type { MarginTables } from './schema-margins.ts';
import type { QualityTables } from './schema-quality.ts';
import type { TradeTables } from './schema-trade.ts';

/*
 * The tables as Kysely types; migrations/ is authoritative. Days are YYYY-MM-DD text, times ISO 8601 text,
 * bigints safe integers (pool.ts).
 */

export type Database = TradeTables &
  InvoiceTables &
  MarginTables &
  QualityTables &
  PeopleTables &
  RecordTables &
  StoredFigures;

type PeopleTables = {
  app_user: AddressColumns &
    Stamps & {
      id: GeneratedAlways<number>;
      email: string;
      first_name: string;
      last_name: string;
      role: Role;
      active: Generated<boolean>;
      gender: 'female' | 'male' | null;
      password_hash: string;
      password_expired: Generated<boolean>;
      password_changed_at: Timestamp;
      is_notify_on_purchase: Generated<boolean>;
      is_notify_on_sales: Generated<boolean>;
      start_view_id: Generated<number | null>;
    };
  session: {
    id: Generated<string>;
    user_id: number;
    device: string | null;
    network: string | null;
    created_at: Timestamp;
    last_used_at: Timestamp;
    ended_at: string | null;
  };
  refresh_token: {
    token_hash: Buffer;
    session_id: string;
    created_at: Timestamp;
    expires_at: string;
    used_at: string | null;
  };
  reset_code: {
    id: GeneratedAlways<number>;
    user_id: number;
    code_hash: Buffer;
    failed_networks: Generated<string[]>;
    created_at: Timestamp;
    voided_at: string | null;
  };
  list_view: Stamps & {
    id: GeneratedAlways<number>;
    owner_id: number;
    is_shared: boolean;
    list: string;
    name: string;
    address: string;
    column_order: string[];
    hidden_columns: string[];
    is_dense: boolean;
  };
  sign_in_failure: { id: GeneratedAlways<number>; account: string | null; address: string; at: Timestamp };
};

/** The printout that is attached to a mail. `auditEntryId` is absent in mails of earlier versions. */
export type StoredPrintout = MailedPrintout & { readonly auditEntryId?: number | undefined };

/** The audit log, mail, live changes and replies to repeated requests. */
type RecordTables = {
  history: {
    id: GeneratedAlways<number>;
    at: Timestamp;
    user_id: number | null;
    entity: string;
    entity_id: number;
    action: string;
    reason: string | null;
    changes: JSONColumnType<Record<string, [unknown, unknown]>, string, never>;
    contract_ids: number[];
    subject: string | null;
  };
  mail: {
    id: GeneratedAlways<number>;
    recipient: string;
    subject: string;
    text_body: string;
    html_body: string;
    entity: string | null;
    entity_id: number | null;
    with_confirmation: Generated<boolean>;
    printout: JSONColumnType<StoredPrintout | null, string | null, string | null>;
    expires_at: string | null;
    created_at: Timestamp;
    next_try_at: Timestamp;
    tries: Generated<number>;
    sent_at: string | null;
    given_up_at: string | null;
    last_error: string | null;
  };
  change_event: { id: GeneratedAlways<number>; topic: string; ids: number[]; at: Timestamp };
  idempotency_key: {
    user_id: number;
    key: string;
    call: string;
    request_hash: Buffer | null;
    reply: ColumnType<object | null, string | null, string>;
    created_at: Timestamp;
  };
};

/** Sort keys, counters and positions that triggers maintain, and the view that recomputes them. */
type StoredFigures = {
  contract_sort: {
    contract_id: TriggerMaintained<number>;
    side: TriggerMaintained<Side>;
    realized_kg: TriggerMaintained<Kilograms>;
    owner_name: TriggerMaintained<string>;
    running_material_id: TriggerMaintained<number | null>;
  };
  row_total: { scope: string; shard: number; n: number };
  contract_count: {
    side: TriggerMaintained<Side>;
    raw_material_id: TriggerMaintained<number>;
    status: TriggerMaintained<ContractStatus>;
    shard: TriggerMaintained<number>;
    n: TriggerMaintained<number>;
  };
  candidate_count: {
    raw_material_id: TriggerMaintained<number>;
    shard: TriggerMaintained<number>;
    n: TriggerMaintained<number>;
  };
  transport_count: {
    status: TriggerMaintained<TransportStatus>;
    shard: TriggerMaintained<number>;
    n: TriggerMaintained<number>;
  };
  open_position: {
    raw_material_id: TriggerMaintained<number>;
    quality_id: TriggerMaintained<number>;
    side: TriggerMaintained<Side>;
    shard: TriggerMaintained<number>;
    contracts: TriggerMaintained<number>;
    open_kg: TriggerMaintained<number>;
  };
  integrity_problem: {
    entity: TriggerMaintained<string>;
    entity_id: TriggerMaintained<number>;
    problem: TriggerMaintained<string>;
  };
};

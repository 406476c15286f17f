import type {
  AgreementStatus,
  ContractStatus,
  Currency,
  ToleranceType,
  ToleranceUnit,
} from '@spichlerz/shared/domain/contract';
import type { ACCOUNTING_METHODS, CONTRACTOR_LABELS } from '@spichlerz/shared/domain/contractor';
import type { ReadingSource, WeightBasis } from '@spichlerz/shared/domain/discount-rule';
import type { QualitySnapshot, SettlementChoices } from '@spichlerz/shared/domain/quality-snapshot';
import type { SettlementStatus } from '@spichlerz/shared/domain/settlement';
import type { Side } from '@spichlerz/shared/domain/side';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import type { Kilograms } from '@spichlerz/shared/domain/units';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AddressColumns, Kg, Money, Stamps, Timestamp, TriggerMaintained } from './schema-columns.ts';

/** Reference data, contractors, raw materials, contracts, allocations and transports. */
export type TradeTables = {
  country: { code: string; name: string };
  county: { code: string; name: string; voivodeship: string };
  raw_material: {
    id: GeneratedAlways<number>;
    name: string;
    display_order: Generated<number>;
    version: Generated<number>;
    created_at: Timestamp;
  };
  material_parameter: {
    id: GeneratedAlways<number>;
    raw_material_id: number;
    name: string;
    type: 'BOOLEAN' | 'NUMBER' | 'TEXT';
    unit: string | null;
  };
  material_variant: { id: GeneratedAlways<number>; raw_material_id: number; name: string };
  material_quality: {
    id: GeneratedAlways<number>;
    raw_material_id: number;
    title: string;
    position: Generated<number>;
  };
  quality_parameter_value: { quality_id: number; parameter_id: number; value: string };
  contractor: AddressColumns &
    Stamps & {
      id: GeneratedAlways<number>;
      /** Null for a carrier, which belongs to no side. */
      side: Side | null;
      is_carrier: TriggerMaintained<boolean>;
      accounting_method: (typeof ACCOUNTING_METHODS)[number];
      label: (typeof CONTRACTOR_LABELS)[number];
      company_name: string | null;
      first_name: string | null;
      middle_name: string | null;
      last_name: string | null;
      full_name: TriggerMaintained<string>;
      email: string | null;
      phone_number: string | null;
      nip: string | null;
      pesel: string | null;
      payment_days: number | null;
      note: string | null;
      search_text: TriggerMaintained<string>;
    };
  contractor_address: AddressColumns & {
    id: GeneratedAlways<number>;
    contractor_id: number;
    position: number;
    name: string;
  };
  contractor_contact: {
    id: GeneratedAlways<number>;
    contractor_id: number;
    position: number;
    name: string;
    first_name: string | null;
    last_name: string | null;
    email: string | null;
    phone_number: string | null;
  };
  contract: AddressColumns &
    Stamps & {
      id: GeneratedAlways<number>;
      side: Side;
      contractor_id: number;
      contractor_name: TriggerMaintained<string>;
      owner_id: number;
      status: Generated<ContractStatus>;
      agreement_status: Generated<AgreementStatus>;
      document_number: string | null;
      currency: Generated<Currency>;
      fca_cpt: boolean;
      is_for: Generated<boolean>;
      is_cert: Generated<boolean>;
      is_gmp: Generated<boolean>;
      county_code: string | null;
      receipt_from: string;
      receipt_to: string;
      raw_material_id: number;
      raw_material_variant_id: number | null;
      quantity_kg: Kg;
      price_minor_per_tonne: Money;
      quality_id: number | null;
      contractual_quality: string | null;
      min_price_minor_per_tonne: Money | null;
      tolerance_type: ToleranceType | null;
      tolerance_unit: ToleranceUnit | null;
      tolerance_quantity: ColumnType<string | null, number | null, number | null>;
      comments: string | null;
      payment_days: number | null;
      concluded_on: string | null;
      concluded_at: string | null;
      printed_remarks: string | null;
      weight_basis: Generated<WeightBasis>;
      reading_source: Generated<ReadingSource>;
      discount_table_id: number | null;
      discount_table_version: number | null;
      rules_version: Generated<number>;
      search_text: TriggerMaintained<string>;
      allocated_kg: TriggerMaintained<Kilograms>;
      in_delivery_kg: TriggerMaintained<Kilograms>;
      in_delivery_planned_kg: TriggerMaintained<Kilograms>;
      in_delivery_count: TriggerMaintained<number>;
      delivered_kg: TriggerMaintained<Kilograms>;
      transport_count: TriggerMaintained<number>;
      plan_max_kg: TriggerMaintained<Kilograms>;
      accept_max_kg: TriggerMaintained<Kilograms>;
      has_allowed: TriggerMaintained<boolean>;
    };
  contract_option: {
    id: GeneratedAlways<number>;
    contract_id: number;
    raw_material_id: number;
    position: number;
    price_minor_per_tonne: Money;
    quality_id: number | null;
    contractual_quality: string | null;
    attach_to_contract: Generated<boolean>;
  };
  contract_contact: { id: GeneratedAlways<number>; contract_id: number; position: number; contact: string };
  contract_notification_email: { contract_id: number; position: number; email: string };
  allocation: {
    id: GeneratedAlways<number>;
    purchase_id: number;
    sales_id: number;
    purchase_side: Generated<'purchase'>;
    sales_side: Generated<'sales'>;
    raw_material_id: number;
    commit_kg: Kg;
    in_delivery_kg: TriggerMaintained<Kilograms>;
    in_delivery_planned_kg: TriggerMaintained<Kilograms>;
    in_delivery_count: TriggerMaintained<number>;
    delivered_kg: TriggerMaintained<Kilograms>;
    transport_count: TriggerMaintained<number>;
    open_kg: TriggerMaintained<Kilograms>;
    purchase_names: TriggerMaintained<string>;
    sales_names: TriggerMaintained<string>;
    created_at: Timestamp;
  };
  transport: Stamps & {
    id: GeneratedAlways<number>;
    purchase_id: number;
    sales_id: number;
    status: TransportStatus;
    is_returned: Generated<boolean>;
    registration_number: string;
    trailer_number: string;
    carrier_id: number | null;
    is_carrier: Generated<boolean>;
    carrier_name: string;
    driver_name: string;
    phone_number: string;
    quantity_kg: Kg;
    real_quantity_kg: Kg | null;
    extra_kg: ColumnType<Kilograms, number | undefined, number>;
    price_minor_per_tonne: Money;
    currency: Generated<Currency>;
    date_loading: string;
    date_unloading: string;
    is_gmp: Generated<boolean>;
    gmp_number: string | null;
    comment: string | null;
    order_number: TriggerMaintained<string>;
    carrier_payment_days: number | null;
    carrier_remarks: string | null;
    details: string | null;
    freight_minor: Money | null;
    freight_invoice_number: string | null;
    freight_invoice_date: string | null;
    freight_payment_date: string | null;
    freight_invoice_id: TriggerMaintained<number | null>;
    freight_ksef_number: string | null;
    in_delivery_kg: TriggerMaintained<Kilograms>;
    delivered_kg: TriggerMaintained<Kilograms>;
    search_text: TriggerMaintained<string>;
  };
  transport_order_year: { year: number; first_after: number };
  settlement: {
    id: GeneratedAlways<number>;
    transport_id: number;
    created_at: Timestamp;
  };
  settlement_side: {
    settlement_id: number;
    side: Side;
    status: Generated<SettlementStatus>;
    price_minor_per_tonne: Money;
    quality: string;
    details: string | null;
    deductions: string | null;
    invoice_number: string | null;
    deliver_date: string | null;
    payment_date: string | null;
    invoice_id: TriggerMaintained<number | null>;
    invoice_date: string | null;
    ksef_number: string | null;
    sent_quantity_kg: Kg | null;
    sent_amount_minor: Money | null;
    accepted_kg: Kg | null;
    snapshot: ColumnType<QualitySnapshot | null, string | null, string | null>;
    taken_back: ColumnType<SettlementChoices | null, string | null | undefined, string | null>;
    version: Generated<number>;
  };
  settlement_option: {
    settlement_id: number;
    side: Generated<'sales'>;
    position: number;
    quantity_kg: Kg;
    price_minor_per_tonne: Money;
    quality: string;
  };
};

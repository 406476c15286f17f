import type { Currency } from '@spichlerz/shared/domain/contract';
import type { CostKind, MarginStage } from '@spichlerz/shared/domain/margin';
import type { Kilograms, MinorUnits } from '@spichlerz/shared/domain/units';
import type { Money, TriggerMaintained } from './schema-columns.ts';

type MarginSource = 'TRANSPORT' | 'ALLOCATION';

type MarginFigures = {
  day: TriggerMaintained<string>;
  currency: TriggerMaintained<Currency>;
  is_mixed: TriggerMaintained<boolean>;
  quantity_kg: TriggerMaintained<Kilograms>;
  transports: TriggerMaintained<number>;
  sales_minor: TriggerMaintained<MinorUnits>;
  purchase_minor: TriggerMaintained<MinorUnits>;
  freight_minor: TriggerMaintained<MinorUnits>;
  costs_minor: TriggerMaintained<MinorUnits>;
  planned_minor: TriggerMaintained<MinorUnits>;
};

type MarginLine = MarginFigures & {
  source: TriggerMaintained<MarginSource>;
  source_id: TriggerMaintained<number>;
  raw_material_id: TriggerMaintained<number>;
  recipient_id: TriggerMaintained<number>;
  supplier_id: TriggerMaintained<number>;
  owner_id: TriggerMaintained<number>;
};

/**
 * Other costs of transports, views with the contribution of each transport and allocation to the margin, and
 * sums of these contributions.
 */
export type MarginTables = {
  transport_cost: {
    transport_id: number;
    position: number;
    kind: CostKind;
    amount_minor: Money;
    currency: Currency;
    note: string | null;
  };
  transport_margin: {
    transport_id: TriggerMaintained<number>;
    purchase_id: TriggerMaintained<number>;
    sales_id: TriggerMaintained<number>;
    raw_material_id: TriggerMaintained<number>;
    supplier_id: TriggerMaintained<number>;
    recipient_id: TriggerMaintained<number>;
    owner_id: TriggerMaintained<number>;
    deliver_date: TriggerMaintained<string>;
    date_unloading: TriggerMaintained<string>;
    is_returned: TriggerMaintained<boolean>;
    quantity_kg: TriggerMaintained<Kilograms>;
    stage: TriggerMaintained<MarginStage>;
    sales_currency: TriggerMaintained<Currency>;
    sales_minor: TriggerMaintained<MinorUnits>;
    purchase_currency: TriggerMaintained<Currency>;
    purchase_minor: TriggerMaintained<MinorUnits>;
    freight_currency: TriggerMaintained<Currency>;
    freight_minor: TriggerMaintained<MinorUnits>;
  };
  current_margin_line: MarginLine;
  margin_line: MarginLine;
  pending_margin_line: MarginLine & { sign: TriggerMaintained<number> };
  margin_change: { source: TriggerMaintained<MarginSource>; source_id: TriggerMaintained<number> };
  margin_sum: MarginFigures & {
    group_by: TriggerMaintained<'MATERIAL' | 'RECIPIENT' | 'SUPPLIER' | 'OWNER'>;
    key: TriggerMaintained<number>;
    lines: TriggerMaintained<number>;
  };
};

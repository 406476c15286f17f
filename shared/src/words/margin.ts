import type { CostKind, MarginGroup, MarginStage } from '../domain/margin.ts';

export const COST_KIND_LABELS: Readonly<Record<CostKind, string>> = {
  DEMURRAGE: 'Przestój',
  LAB: 'Badanie',
  COMMISSION: 'Prowizja',
  OTHER: 'Inny koszt',
};

export const MARGIN_STAGE_LABELS: Readonly<Record<MarginStage, string>> = {
  PLANNED: 'Planowana',
  DELIVERED: 'Dostarczone',
  SETTLED: 'Rozliczone',
  INVOICED: 'Zafakturowane',
};

export const MARGIN_GROUP_LABELS: Readonly<Record<MarginGroup, string>> = {
  MONTH: 'Miesiąc',
  MATERIAL: 'Surowiec',
  RECIPIENT: 'Odbiorca',
  SUPPLIER: 'Dostawca',
  OWNER: 'Opiekun',
};

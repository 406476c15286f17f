import type { Side } from '@spichlerz/shared/domain/side';

export type LifecycleStage =
  | 'closed'
  | 'toSettle'
  | 'overdue'
  | 'active'
  | 'new'
  | 'nextSeason'
  | 'cancelled';

export type PlannedContract = {
  readonly side: Side;
  /** The index in DEMO_MATERIALS. */
  readonly material: number;
  readonly stage: LifecycleStage;
  readonly receiptFrom: string;
  readonly receiptTo: string;
};

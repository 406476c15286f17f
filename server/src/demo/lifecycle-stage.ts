import type { Side } from '@spichlerz/shared/domain/side';

/** How far a contract has come. */
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
  /** Its place among DEMO_MATERIALS. */
  readonly material: number;
  readonly stage: LifecycleStage;
  readonly receiptFrom: string;
  readonly receiptTo: string;
};

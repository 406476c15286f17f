import type { BySide } from '@spichlerz/shared/domain/side';

/** The column with the contract of this side: of a transport, an allocation and the margin of a transport. */
export const CONTRACT_COLUMN = {
  purchase: 'purchase_id',
  sales: 'sales_id',
} as const satisfies BySide<string>;

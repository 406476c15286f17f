import type { BySide } from '@spichlerz/shared/domain/side';

/**
 * The column that refers to the contract of a side, in transports, in allocations and in the margins of
 * transports.
 */
export const CONTRACT_COLUMN = {
  purchase: 'purchase_id',
  sales: 'sales_id',
} as const satisfies BySide<string>;

/** The two sides of trade: we buy on a purchase contract from a supplier and sell on a sales contract to a recipient. */
export const SIDES = ['purchase', 'sales'] as const;
export type Side = (typeof SIDES)[number];

/** One entry per side. Code indexes such a record and never compares a side. */
export type BySide<T> = Readonly<Record<Side, T>>;

export const COUNTERPART: BySide<Side> = { purchase: 'sales', sales: 'purchase' };

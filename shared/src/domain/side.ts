/** The two sides of a trade: a purchase contract with a supplier and a sales contract with a recipient. */
export const SIDES = ['purchase', 'sales'] as const;
export type Side = (typeof SIDES)[number];

/**
 * One entry per side. Code indexes such a record instead of comparing sides, so a missing side is a type
 * error.
 */
export type BySide<T> = Readonly<Record<Side, T>>;

export const COUNTERPART: BySide<Side> = { purchase: 'sales', sales: 'purchase' };

/** The invoice kind of each side. Invoices of carriers have the kind FREIGHT. */
export const INVOICE_KIND = { purchase: 'PURCHASE', sales: 'SALES' } as const satisfies BySide<string>;

type Parties<Party> = { readonly purchaseSupplier: Party; readonly salesRecipient: Party };

/** Returns the contract and the contractor of one side of a transport or settlement. */
export const partyOfSide = <Party>(side: Side, row: Parties<Party>): Party =>
  ({ purchase: row.purchaseSupplier, sales: row.salesRecipient })[side];

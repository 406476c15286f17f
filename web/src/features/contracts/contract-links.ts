import type { BySide } from '@spichlerz/shared/domain/side';
import { linkOptions } from '@tanstack/react-router';

export type DashboardTab = 'realization' | 'details' | 'transport' | 'settlement' | 'history';

const purchaseDashboard = (id: number, tab: DashboardTab = 'realization') =>
  linkOptions({ to: '/contract/purchase-list/dashboard/$id/$tab', params: { id: String(id), tab } });
const salesDashboard = (id: number, tab: DashboardTab = 'realization') =>
  linkOptions({ to: '/contract/sale-list/dashboard/$id/$tab', params: { id: String(id), tab } });

export const dashboardLink = { purchase: purchaseDashboard, sales: salesDashboard };

/** In the URL of the list of all raw materials, this text replaces the id of a raw material. */
export const ALL_MATERIALS = 'all';

const purchaseList = (rawMaterialId: number | typeof ALL_MATERIALS) =>
  linkOptions({ to: '/contract/purchase-list/$id', params: { id: String(rawMaterialId) } });
const salesList = (rawMaterialId: number | typeof ALL_MATERIALS) =>
  linkOptions({ to: '/contract/sale-list/$id', params: { id: String(rawMaterialId) } });

/** Links to the contracts of one raw material or of all raw materials, per side. */
export const contractListLink = { purchase: purchaseList, sales: salesList };

export const createContractLink = {
  purchase: linkOptions({ to: '/contract/purchase-list/form' }),
  sales: linkOptions({ to: '/contract/sale-list/form' }),
};

const copyPurchase = (id: number) =>
  linkOptions({ to: '/contract/purchase-list/form', search: { copy: String(id) } });
const copySale = (id: number) =>
  linkOptions({ to: '/contract/sale-list/form', search: { copy: String(id) } });

/** Links to the form of a new contract that copies the terms of a stored contract. */
export const copyContractLink = { purchase: copyPurchase, sales: copySale };

export const allocationLink = (salesId: number) =>
  linkOptions({ to: '/contract/sale-list/allocation/$id', params: { id: String(salesId) } });

/** The keys under which the last filters of the contract lists are stored for their menu entries. */
export const CONTRACT_LIST_PATH = {
  purchase: '/contract/purchase-list',
  sales: '/contract/sale-list',
} as const satisfies BySide<string>;

/* The ids of contracts that were deleted in this tab. The pages of these contracts are still in the browser
   history; they redirect to the list instead of the 404 page. Ids are never reused. */

const deleted = new Set<number>();

export function markContractDeleted(id: number): void {
  deleted.add(id);
}

export function wasDeletedHere(id: number): boolean {
  return deleted.has(id);
}

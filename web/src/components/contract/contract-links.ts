import type { BySide } from '@spichlerz/shared/domain/side';
import { linkOptions } from '@tanstack/react-router';

export type DashboardTab = 'realization' | 'details' | 'transport' | 'settlement' | 'history';

const purchaseDashboard = (id: number, tab: DashboardTab = 'realization') =>
  linkOptions({ to: '/contract/purchase-list/dashboard/$id/$tab', params: { id: String(id), tab } });
const salesDashboard = (id: number, tab: DashboardTab = 'realization') =>
  linkOptions({ to: '/contract/sale-list/dashboard/$id/$tab', params: { id: String(id), tab } });

/** Where a contract opens, per side. */
export const dashboardLink = { purchase: purchaseDashboard, sales: salesDashboard };

/** In the place of a raw material's id: the contracts of every one. */
export const ALL_MATERIALS = 'all';

const purchaseList = (rawMaterialId: number | typeof ALL_MATERIALS) =>
  linkOptions({ to: '/contract/purchase-list/$id', params: { id: String(rawMaterialId) } });
const salesList = (rawMaterialId: number | typeof ALL_MATERIALS) =>
  linkOptions({ to: '/contract/sale-list/$id', params: { id: String(rawMaterialId) } });

/** The contracts of one raw material or of all, per side. */
export const contractListLink = { purchase: purchaseList, sales: salesList };

export const createContractLink = {
  purchase: linkOptions({ to: '/contract/purchase-list/form' }),
  sales: linkOptions({ to: '/contract/sale-list/form' }),
};

const copyPurchase = (id: number) =>
  linkOptions({ to: '/contract/purchase-list/form', search: { copy: String(id) } });
const copySale = (id: number) =>
  linkOptions({ to: '/contract/sale-list/form', search: { copy: String(id) } });

/** A new contract on the terms of this one. */
export const copyContractLink = { purchase: copyPurchase, sales: copySale };

export const allocationLink = (salesId: number) =>
  linkOptions({ to: '/contract/sale-list/allocation/$id', params: { id: String(salesId) } });

/** The menu entry whose last state a list brings back. */
export const CONTRACT_LIST_PATH: BySide<string> = {
  purchase: '/contract/purchase-list',
  sales: '/contract/sale-list',
};

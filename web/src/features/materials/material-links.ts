import { linkOptions } from '@tanstack/react-router';

export const materialLink = (id: number) =>
  linkOptions({ to: '/data/raw-material-list/form/$id', params: { id: String(id) } });

export const discountTablesLink = (id: number) =>
  linkOptions({ to: '/data/raw-material-list/form/$id/discount-tables', params: { id: String(id) } });

export const newDiscountTableLink = (id: number) =>
  linkOptions({ to: '/data/raw-material-list/form/$id/discount-tables/form', params: { id: String(id) } });

export const discountTableLink = (id: number, tableId: number) =>
  linkOptions({
    to: '/data/raw-material-list/form/$id/discount-tables/form/$tableId',
    params: { id: String(id), tableId: String(tableId) },
  });

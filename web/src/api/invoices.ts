import {
  changeInvoice,
  checkInvoice,
  correctInvoice,
  createInvoice,
  deleteCorrection,
  getInvoice,
  listInvoices,
  payInvoice,
} from '@spichlerz/shared/calls/invoices';
import type { BodyInputOf, CallInput } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { listExport } from './list-export.ts';

type ListBody = NonNullable<CallInput<typeof listInvoices>['body']>;

/* Invoices are sums of settlements, so a change of a settlement or a transport makes invoices stale. An invoice
   has no page, only dialogs above a list, so a missing invoice opens no not-found page. */

export const invoiceListQuery = (body: ListBody) =>
  queryOptions({
    queryKey: ['settlement', 'invoices', body],
    queryFn: ({ signal }) => call(listInvoices, { body, signal }),
    placeholderData: keepPreviousData,
  });

export const invoiceExport = (body: ListBody) => listExport(listInvoices, { body });

export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: ['settlement', 'invoice', id],
    queryFn: ({ signal }) => call(getInvoice, { params: { id }, signal, mayBeMissing: true }),
  });

/** The warnings about a typed invoice before it is saved. */
export const invoiceCheckQuery = (body: BodyInputOf<typeof checkInvoice>) =>
  queryOptions({
    queryKey: ['settlement', 'invoice-check', body],
    queryFn: ({ signal }) => call(checkInvoice, { body, signal }),
    placeholderData: keepPreviousData,
  });

export const saveInvoiceRecord = (id: number, body: BodyInputOf<typeof changeInvoice>) =>
  call(changeInvoice, { params: { id }, body, mayBeMissing: true });

/** Marks every transport of an invoice as paid. */
export const markInvoicePaid = (id: number, version: number) =>
  call(payInvoice, { params: { id }, body: { version }, mayBeMissing: true });

/** Creates an invoice of many transports; each transport has its own result. */
export const makeInvoice = (body: BodyInputOf<typeof createInvoice>) => call(createInvoice, { body });

export const makeCorrection = (id: number, body: BodyInputOf<typeof correctInvoice>) =>
  call(correctInvoice, { params: { id }, body, mayBeMissing: true });

export const removeCorrection = (id: number, reason: string) =>
  call(deleteCorrection, { params: { id }, body: { reason } });

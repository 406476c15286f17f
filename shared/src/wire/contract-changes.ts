import { z } from 'zod';
import { AGREEMENT_STATUSES, CONTRACT_STATUSES } from '../domain/contract.ts';
import { CONTRACT_TAG } from './contracts.ts';
import { endpoint } from './endpoint.ts';
import { id } from './field.ts';

/* Changes of single contract fields without the form: from a list row, or of many contracts at once. */

/**
 * The version that the client read. A different stored version returns CONFLICT, unless the call repeats the
 * stored value.
 */
const version = () => z.int().optional();

const purchaseStatusBody = <S extends z.ZodType>(status: S) =>
  z.object({ purchaseId: id(), status, version: version() });
const salesStatusBody = <S extends z.ZodType>(status: S) =>
  z.object({ salesId: id(), status, version: version() });

export const changeContractStatus = {
  purchase: endpoint({
    method: 'POST',
    path: '/contract/update-purchase-status',
    access: 'user',
    tag: CONTRACT_TAG.purchase,
    summary: 'Changes the status. Closing and cancelling release open allocations.',
    body: purchaseStatusBody(z.enum(CONTRACT_STATUSES)),
    reply: z.literal(true),
  }),
  sales: endpoint({
    method: 'POST',
    path: '/contract/update-sales-status',
    access: 'user',
    tag: CONTRACT_TAG.sales,
    summary: 'Changes the status. Closing and cancelling release open allocations.',
    body: salesStatusBody(z.enum(CONTRACT_STATUSES)),
    reply: z.literal(true),
  }),
};

export const changeAgreementStatus = {
  purchase: endpoint({
    method: 'POST',
    path: '/contract/update-purchase-agreement-status',
    access: 'user',
    tag: CONTRACT_TAG.purchase,
    summary: 'Changes the status of the written agreement.',
    body: purchaseStatusBody(z.enum(AGREEMENT_STATUSES)),
    reply: z.literal(true),
  }),
  sales: endpoint({
    method: 'POST',
    path: '/contract/update-sales-agreement-status',
    access: 'user',
    tag: CONTRACT_TAG.sales,
    summary: 'Changes the status of the written agreement.',
    body: salesStatusBody(z.enum(AGREEMENT_STATUSES)),
    reply: z.literal(true),
  }),
};

export const changeContractOwner = {
  purchase: endpoint({
    method: 'POST',
    path: '/contract/update-purchase-owner',
    access: 'user',
    tag: CONTRACT_TAG.purchase,
    summary: 'Changes the owner of the contract.',
    body: z.object({ purchaseId: id(), userId: id(), version: version() }),
    reply: z.literal(true),
  }),
  sales: endpoint({
    method: 'POST',
    path: '/contract/update-sales-owner',
    access: 'user',
    tag: CONTRACT_TAG.sales,
    summary: 'Changes the owner of the contract.',
    body: z.object({ salesId: id(), userId: id(), version: version() }),
    reply: z.literal(true),
  }),
};

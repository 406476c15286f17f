import {
  changeAgreementStatus,
  changeContractOwner,
  changeContractStatus,
} from '@spichlerz/shared/calls/contract-changes';
import { type ContractRow, contracts, proposeDocumentNumber } from '@spichlerz/shared/calls/contracts';
import { listDefaultEmails } from '@spichlerz/shared/calls/users';
import type { AgreementStatus, ContractStatus } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { PurchaseContractRequest, SalesContractRequest } from '@spichlerz/shared/wire/contract-form';
import type { CallInput } from '@spichlerz/shared/wire/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nullIfMissing } from './api-error.ts';
import { call } from './call.ts';
import { listExport } from './list-export.ts';

type ListQuery = CallInput<typeof contracts.purchase.list>['query'];
type AllocatedQuery = CallInput<typeof contracts.purchase.allocated>['query'];

export const contractListQuery = (side: Side, query: NonNullable<ListQuery>) =>
  queryOptions({
    queryKey: ['contract', 'list', side, query],
    queryFn: ({ signal }) => call(contracts[side].list, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const contractExport = (side: Side, query: NonNullable<ListQuery>) =>
  listExport(contracts[side].list, { query });

/** The contract of the dashboard, with all quantities, price options and contacts. */
export const contractQuery = (side: Side, id: number) =>
  queryOptions({
    queryKey: ['contract', 'record', side, id],
    queryFn: ({ signal }) => call(contracts[side].dashboard, { params: { id }, signal }),
  });

/** Reads a contract that has left its list. Returns null if the contract was deleted. */
export const keptContract = (side: Side) => ({
  topic: 'contract',
  read: (id: number, signal: AbortSignal) =>
    call(contracts[side].dashboard, { params: { id }, signal, mayBeMissing: true }).catch(nullIfMissing),
});

/**
 * A contract for a confirmation or a dialog, or null if it was deleted. The cache keeps no earlier state, which
 * would be older than the row of a list.
 */
export const currentContractQuery = (side: Side, id: number) =>
  queryOptions({
    queryKey: ['contract', 'current', side, id],
    queryFn: ({ signal }) => keptContract(side).read(id, signal),
    gcTime: 0,
  });

const OPTIONS_SHOWN = 20;

/**
 * Contracts that match the search, and the selected contract even when it does not match. A selected contract
 * that was deleted is omitted, because the page with the field still exists.
 */
export async function fetchContractOptions(
  side: Side,
  search: string,
  chosen: number | null,
  signal: AbortSignal,
): Promise<readonly ContractRow[]> {
  const query = { limit: OPTIONS_SHOWN, ...(search === '' ? {} : { search }) };
  const { list } = await call(contracts[side].list, { query, signal });
  if (chosen === null || list.some(({ id }) => id === chosen)) return list;
  const selected = await keptContract(side).read(chosen, signal);
  return selected === null ? list : [selected, ...list];
}

/** The contracts of the other side that are allocated to the contract `id`. */
export const allocatedContractsQuery = (side: Side, id: number, query: NonNullable<AllocatedQuery>) =>
  queryOptions({
    queryKey: ['contract', 'allocated', side, id, query],
    queryFn: ({ signal }) => call(contracts[side].allocated, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const allocatedContractsExport = (side: Side, id: number, query: NonNullable<AllocatedQuery>) =>
  listExport(contracts[side].allocated, { params: { id }, query });

export const documentNumberQuery = (side: Side) =>
  queryOptions({
    queryKey: ['contract', 'number', side],
    queryFn: ({ signal }) => call(proposeDocumentNumber, { query: { side }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** E-mail addresses that the form of a new contract proposes for the notification about the contract. */
export const defaultEmailsQuery = (side: Side) =>
  queryOptions({
    queryKey: ['user', 'default-emails', side],
    queryFn: ({ signal }) => call(listDefaultEmails[side], { signal }),
  });

/* The two sides have different request bodies, so each side has its own function. */

export const createContract = {
  purchase: (body: PurchaseContractRequest) => call(contracts.purchase.create, { body }),
  sales: (body: SalesContractRequest) => call(contracts.sales.create, { body }),
};

export const changeContract = {
  purchase: (id: number, body: PurchaseContractRequest) =>
    call(contracts.purchase.change, { params: { id }, body }),
  sales: (id: number, body: SalesContractRequest) => call(contracts.sales.change, { params: { id }, body }),
};

export function deleteContract(side: Side, id: number): Promise<true> {
  return call(contracts[side].delete, { params: { id } });
}

/** A contract with the version that the user saw, for optimistic locking. */
type VersionedContract = { readonly id: number; readonly version: number };

const statusBody = {
  purchase: <S>({ id, version }: VersionedContract, status: S) => ({ purchaseId: id, status, version }),
  sales: <S>({ id, version }: VersionedContract, status: S) => ({ salesId: id, status, version }),
};

export function setContractStatus(
  side: Side,
  contract: VersionedContract,
  status: ContractStatus,
): Promise<true> {
  return {
    purchase: () => call(changeContractStatus.purchase, { body: statusBody.purchase(contract, status) }),
    sales: () => call(changeContractStatus.sales, { body: statusBody.sales(contract, status) }),
  }[side]();
}

export function setAgreementStatus(
  side: Side,
  contract: VersionedContract,
  status: AgreementStatus,
): Promise<true> {
  return {
    purchase: () => call(changeAgreementStatus.purchase, { body: statusBody.purchase(contract, status) }),
    sales: () => call(changeAgreementStatus.sales, { body: statusBody.sales(contract, status) }),
  }[side]();
}

export function setContractOwner(
  side: Side,
  { id, version }: VersionedContract,
  userId: number,
): Promise<true> {
  return {
    purchase: () => call(changeContractOwner.purchase, { body: { purchaseId: id, userId, version } }),
    sales: () => call(changeContractOwner.sales, { body: { salesId: id, userId, version } }),
  }[side]();
}

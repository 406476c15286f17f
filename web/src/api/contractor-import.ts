import { contractorImport, type ImportProblem } from '@spichlerz/shared/calls/contractor-import';
import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { carrierBody } from '@spichlerz/shared/wire/carriers';
import { toCamel } from '@spichlerz/shared/wire/case';
import { contractorBody } from '@spichlerz/shared/wire/contractors';
import { retryWhenBusy } from './busy-server.ts';
import { call } from './call.ts';

type UncheckedRow = Record<string, unknown>;

/** Validates rows on the server; the paths of the problems are returned in camelCase. */
export async function checkContractorRows(
  kind: ContractorKind,
  rows: UncheckedRow[],
  signal: AbortSignal,
): Promise<ImportProblem[]> {
  const check = () => call(contractorImport[kind].check, { body: { rows }, signal });
  const { problems } = await retryWhenBusy('import', check, signal);
  return problems.map((problem) => ({ ...problem, path: problem.path.split('.').map(toCamel).join('.') }));
}

/** Imports rows that passed the check, all or none. Each kind of contractor has its own request body. */
export const importContractorRows: Record<
  ContractorKind,
  (rows: readonly UncheckedRow[]) => Promise<{ ids: number[] }>
> = {
  purchase: (rows) => {
    const body = { rows: rows.map((row) => contractorBody.purchase.parse(row)) };
    return retryWhenBusy('import', () => call(contractorImport.purchase.run, { body }));
  },
  sales: (rows) => {
    const body = { rows: rows.map((row) => contractorBody.sales.parse(row)) };
    return retryWhenBusy('import', () => call(contractorImport.sales.run, { body }));
  },
  carrier: (rows) => {
    const body = { rows: rows.map((row) => carrierBody.parse(row)) };
    return retryWhenBusy('import', () => call(contractorImport.carrier.run, { body }));
  },
};

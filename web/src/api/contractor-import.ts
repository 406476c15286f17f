import { contractorImport, type ImportProblem } from '@spichlerz/shared/calls/contractor-import';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { toCamel } from '@spichlerz/shared/wire/case';
import { contractorBody } from '@spichlerz/shared/wire/contractors';
import { retryWhenBusy } from './busy-server.ts';
import { call } from './call.ts';

type LooseRow = Record<string, unknown>;

/** Judges some rows; the paths of the problems are named as the code names them. */
export async function checkContractorRows(
  side: Side,
  rows: LooseRow[],
  signal: AbortSignal,
): Promise<ImportProblem[]> {
  const check = () => call(contractorImport[side].check, { body: { rows }, signal });
  const { problems } = await retryWhenBusy('import', check, signal);
  return problems.map((problem) => ({ ...problem, path: problem.path.split('.').map(toCamel).join('.') }));
}

/** Imports rows that were judged good, all or none. Each side takes a body of its own. */
export const importContractorRows: BySide<(rows: readonly LooseRow[]) => Promise<{ ids: number[] }>> = {
  purchase: (rows) => {
    const body = { rows: rows.map((row) => contractorBody.purchase.parse(row)) };
    return retryWhenBusy('import', () => call(contractorImport.purchase.run, { body }));
  },
  sales: (rows) => {
    const body = { rows: rows.map((row) => contractorBody.sales.parse(row)) };
    return retryWhenBusy('import', () => call(contractorImport.sales.run, { body }));
  },
};

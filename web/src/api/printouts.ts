import { printContract, printSettlements, printTransportOrder } from '@spichlerz/shared/calls/printouts';
import { createStatement, listStatements, printStatement } from '@spichlerz/shared/calls/statements';
import type { Side } from '@spichlerz/shared/domain/side';
import type { CallInput, Endpoint } from '@spichlerz/shared/wire/endpoint';
import type { StatementRow } from '@spichlerz/shared/wire/statements';
import { retryWhenBusy } from './busy-server.ts';
import { call, requestTo, sendWithToken } from './call.ts';
import { receiveFile } from './receive-file.ts';

/** Downloads a printout through fetch, because a link could not send the access token. */
function printout<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<File> {
  return retryWhenBusy('printout', () => sendWithToken(requestTo(endpoint, input), receiveFile));
}

export function contractPrintout(side: Side, id: number): Promise<File> {
  return printout(printContract[side], { params: { id } });
}

export function transportPrintout(id: number): Promise<File> {
  return printout(printTransportOrder, { params: { id } });
}

/** Settlement printouts of the given transports, or of all that can be printed. */
export function settlementsPrintout(side: Side, id: number, transportId?: number[]): Promise<File> {
  return printout(printSettlements[side], { params: { id }, query: { transportId } });
}

export function statementPrintout(id: number): Promise<File> {
  return printout(printStatement, { params: { id } });
}

/**
 * Returns a function that creates a settlement statement of transports and prints it. If only the printing
 * fails, the next call prints the created statement again, because a second statement would have a new number.
 * If a transport is already in other statements, `confirmAnother` gets these statements; when it resolves to
 * false, no statement is created and the result is null.
 */
export function newStatementPrintout(
  side: Side,
  transportIds: number[],
  confirmAnother: (existing: readonly StatementRow[]) => Promise<boolean>,
): () => Promise<File | null> {
  let created: Promise<{ id: number }> | undefined;
  return async () => {
    if (created === undefined) {
      const { list } = await call(listStatements, { query: { side, transportId: transportIds } });
      if (list.length > 0 && !(await confirmAnother(list))) return null;
    }
    created ??= call(createStatement, { body: { side, transportIds } }).catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    const { id } = await created;
    return statementPrintout(id);
  };
}

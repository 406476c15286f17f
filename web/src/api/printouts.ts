import { printContract, printSettlements, printTransportOrder } from '@spichlerz/shared/calls/printouts';
import type { Side } from '@spichlerz/shared/domain/side';
import type { CallInput, Endpoint } from '@spichlerz/shared/wire/endpoint';
import { retryWhenBusy } from './busy-server.ts';
import { requestTo, signedIn } from './call.ts';
import { receiveFile } from './receive-file.ts';

/** Fetched with the token of whoever is signed in, which an address of its own could not carry. */
function printout<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<File> {
  return retryWhenBusy('printout', () => signedIn(requestTo(endpoint, input), receiveFile));
}

export function contractPrintout(side: Side, id: number): Promise<File> {
  return printout(printContract[side], { params: { id } });
}

export function transportPrintout(id: number): Promise<File> {
  return printout(printTransportOrder, { params: { id } });
}

/** The chosen trucks of a contract, or all there are to print. */
export function settlementsPrintout(side: Side, id: number, transportId?: number[]): Promise<File> {
  return printout(printSettlements[side], { params: { id }, query: { transportId } });
}

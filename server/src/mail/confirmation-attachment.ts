import type { Db } from '../db/tx.ts';
import { plainFileName } from '../export/file-name.ts';
import { composeConfirmation } from '../modules/printouts/printout-queries.ts';
import type { Company } from '../print/company.ts';
import type { Printer } from '../print/printer.ts';
import type { Printout } from '../print/printout.ts';

export type Attachment = { readonly filename: string; readonly content: Buffer };

/**
 * Prints the current confirmation of a contract. Returns no attachment when the contract has been deleted.
 */
export async function confirmationAttachment(
  db: Db,
  printer: Printer,
  company: Company,
  contractId: number,
): Promise<Attachment[]> {
  const contract = await db
    .selectFrom('contract')
    .where('id', '=', contractId)
    .select('side')
    .executeTakeFirst();
  if (contract === undefined) return [];
  const printout = await composeConfirmation(db, company, contract.side, contractId);
  return [await printAttachment(printer, printout)];
}

export async function printAttachment(printer: Printer, printout: Printout): Promise<Attachment> {
  return { filename: `${plainFileName(printout.title)}.pdf`, content: await printer.print(printout) };
}

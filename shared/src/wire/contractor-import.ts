import { z } from 'zod';
import type { ContractorKind } from '../domain/contractor.ts';
import { IMPORT_ROWS_MAX, repeatedValues } from '../domain/contractor-import.ts';
import { carrierBody } from './carriers.ts';
import { CONTRACTOR_PATH, CONTRACTOR_TAG, contractorBody } from './contractors.ts';
import { endpoint, type StreamedList } from './endpoint.ts';
import { errorCode, id, withRules } from './field.ts';

/**
 * The largest number of rows in one check. The browser checks a file in several calls to show the progress.
 */
export const IMPORT_CHECK_ROWS_MAX = 500;

/**
 * In bytes. A check may have the longest texts in every row; an import, which may have twenty times as many
 * rows, only texts of usual length.
 */
const CHECK_BODY_LIMIT = 4 * 1024 * 1024;
const IMPORT_BODY_LIMIT = 16 * 1024 * 1024;

/**
 * Why a row cannot be imported. `row` starts at 0 within the call, and `path` is the wire name of the field.
 */
const importProblem = z.object({
  row: z.int(),
  path: z.string(),
  code: errorCode(),
  /** The contractor that already has this NIP, PESEL or company code. */
  holder: z.object({ id: id(), fullName: z.string() }).nullable(),
});
export type ImportProblem = z.output<typeof importProblem>;

// Rows are validated one by one later, because an invalid row is part of the reply and must not fail the
// call.
const uncheckedRow = z.record(z.string(), z.unknown());

function checkBody<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row).min(1).max(IMPORT_CHECK_ROWS_MAX) });
}

function importBody<Row extends z.ZodType>(row: Row) {
  return withRules(z.object({ rows: z.array(row).min(1).max(IMPORT_ROWS_MAX) }), ({ rows }, addError) => {
    for (const { row, field } of repeatedValues(Array.isArray(rows) ? rows.map(identityOf) : []))
      addError(`rows.${row}.${field}`, 'VALUE_IS_DUPLICATED');
  });
}

/** The options for streaming the rows of a check. */
export const CHECK_ROWS: StreamedList = {
  name: 'rows',
  max: IMPORT_CHECK_ROWS_MAX,
  bodyLimit: CHECK_BODY_LIMIT,
  itemSchema: uncheckedRow,
  bodySchema: checkBody(z.unknown()),
};

/** The options for streaming an import, because parsing all rows at once would block the server for seconds. */
export const IMPORT_ROWS: Record<ContractorKind, StreamedList> = {
  purchase: importRows(contractorBody.purchase),
  sales: importRows(contractorBody.sales),
  carrier: importRows(carrierBody),
};

function importRows(item: z.ZodType): StreamedList {
  return {
    name: 'rows',
    max: IMPORT_ROWS_MAX,
    bodyLimit: IMPORT_BODY_LIMIT,
    itemSchema: item,
    bodySchema: importBody(z.unknown()),
  };
}

function importEndpoints<Body extends z.ZodType>(kind: ContractorKind, body: Body) {
  const word = CONTRACTOR_PATH[kind];
  const tag = CONTRACTOR_TAG[kind];
  return {
    check: endpoint({
      method: 'POST',
      path: `/contractor/${word}/import-check`,
      access: 'user',
      tag,
      summary: `Validates rows to import, each as the body of a create, without writing. At most ${IMPORT_CHECK_ROWS_MAX} rows per call.`,
      body: checkBody(uncheckedRow),
      reply: z.object({ problems: z.array(importProblem) }),
    }),
    run: endpoint({
      method: 'POST',
      path: `/contractor/${word}/import`,
      access: 'user',
      tag,
      summary: `Creates each ${word} of the list in one transaction, or none when one is invalid. At most ${IMPORT_ROWS_MAX} rows.`,
      body: importBody(body),
      reply: z.object({ ids: z.array(id()) }),
      creates: true,
    }),
  };
}

/** Returns the unique fields of a row that may be invalid. */
function identityOf(row: unknown) {
  const { nip, pesel, companyName } = Object(row) as Record<string, unknown>;
  return { nip: textOf(nip), pesel: textOf(pesel), companyName: textOf(companyName) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export const contractorImport = {
  purchase: importEndpoints('purchase', contractorBody.purchase),
  sales: importEndpoints('sales', contractorBody.sales),
  carrier: importEndpoints('carrier', carrierBody),
};

import { z } from 'zod';
import { IMPORT_ROWS_MAX, repeatedValues } from '../domain/contractor-import.ts';
import { type ErrorCode, isErrorCode } from '../domain/domain-error.ts';
import type { BySide, Side } from '../domain/side.ts';
import { CONTRACTOR_PATH, CONTRACTOR_TAG, contractorBody } from './contractors.ts';
import { endpoint, type StreamedList } from './endpoint.ts';
import { id, withRules } from './field.ts';

/** The most rows that one call checks. A file is checked in several calls, so that its progress can be shown. */
export const IMPORT_CHECK_ROWS_MAX = 500;

/** In bytes: room for the longest texts in all rows of a check, and for ordinary ones in all rows of an import. */
const CHECK_BODY_LIMIT = 4 * 1024 * 1024;
const IMPORT_BODY_LIMIT = 16 * 1024 * 1024;

/** Why a row cannot be imported. `row` counts from 0 within the call; `path` names the field as the wire does. */
const importProblem = z.object({
  row: z.int(),
  path: z.string(),
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && isErrorCode(code)),
  /** Who has this NIP, PESEL or code already. */
  holder: z.object({ id: id(), fullName: z.string() }).nullable(),
});
export type ImportProblem = z.output<typeof importProblem>;

// rows are checked one by one later, because a wrong row is part of the answer and must not fail the call
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

/** How the rows of a check are read. */
export const CHECK_ROWS: StreamedList = {
  name: 'rows',
  max: IMPORT_CHECK_ROWS_MAX,
  bodyLimit: CHECK_BODY_LIMIT,
  itemSchema: uncheckedRow,
  bodySchema: checkBody(z.unknown()),
};

/** How the rows of an import are read; reading ten thousand takes two seconds. */
export const IMPORT_ROWS: BySide<StreamedList> = {
  purchase: importRows(contractorBody.purchase),
  sales: importRows(contractorBody.sales),
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

function importEndpoints<Body extends z.ZodType>(side: Side, body: Body) {
  const word = CONTRACTOR_PATH[side];
  const tag = CONTRACTOR_TAG[side];
  return {
    check: endpoint({
      method: 'POST',
      path: `/contractor/${word}/import-check`,
      access: 'user',
      tag,
      summary: `Judges rows to import, each as the body of a create, and writes nothing: at most ${IMPORT_CHECK_ROWS_MAX} a call.`,
      body: checkBody(uncheckedRow),
      reply: z.object({ problems: z.array(importProblem) }),
    }),
    run: endpoint({
      method: 'POST',
      path: `/contractor/${word}/import`,
      access: 'user',
      tag,
      summary: `Creates every ${word} of the list in one transaction, or none when one is refused: at most ${IMPORT_ROWS_MAX}.`,
      body: importBody(body),
      reply: z.object({ ids: z.array(id()) }),
      creates: true,
    }),
  };
}

/** What must be unique of a row that may be invalid. */
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
};

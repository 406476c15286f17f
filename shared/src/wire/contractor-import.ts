import { z } from 'zod';
import { IMPORT_ROWS_MAX, repeatedValues } from '../domain/contractor-import.ts';
import { isRefusalCode, type RefusalCode } from '../domain/refusal.ts';
import type { Side } from '../domain/side.ts';
import { CONTRACTOR_PATH, CONTRACTOR_TAG, contractorBody } from './contractors.ts';
import { endpoint } from './endpoint.ts';
import { id, withRules } from './field.ts';

/** So many rows are judged in one call; a file is judged in several, so that its progress can be told. */
export const IMPORT_CHECK_ROWS_MAX = 500;

/** Room for the longest texts in every field of so many rows, and for ordinary ones in all of a whole import. */
const CHECK_BODY_LIMIT = 4 * 1024 * 1024;
const IMPORT_BODY_LIMIT = 16 * 1024 * 1024;

/** Why a row cannot be imported. `row` counts from 0 within the call; `path` names the field as the wire does. */
const importProblem = z.object({
  row: z.int(),
  path: z.string(),
  code: z.custom<RefusalCode>((code) => typeof code === 'string' && isRefusalCode(code)),
  /** Who has this NIP, PESEL or code already. */
  holder: z.object({ id: id(), fullName: z.string() }).nullable(),
});
export type ImportProblem = z.output<typeof importProblem>;

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
      body: z.object({
        // judged one by one: a row that is wrong is an answer here and no failure of the call
        rows: z.array(z.record(z.string(), z.unknown())).min(1).max(IMPORT_CHECK_ROWS_MAX),
      }),
      reply: z.object({ problems: z.array(importProblem) }),
      bodyLimit: CHECK_BODY_LIMIT,
    }),
    run: endpoint({
      method: 'POST',
      path: `/contractor/${word}/import`,
      access: 'user',
      tag,
      summary: `Creates every ${word} of the list in one transaction, or none when one is refused: at most ${IMPORT_ROWS_MAX}.`,
      body: withRules(z.object({ rows: z.array(body).min(1).max(IMPORT_ROWS_MAX) }), ({ rows }, refuse) => {
        for (const { row, field } of repeatedValues(Array.isArray(rows) ? rows.map(identityOf) : []))
          refuse(`rows.${row}.${field}`, 'VALUE_IS_DUPLICATED');
      }),
      reply: z.object({ ids: z.array(id()) }),
      creates: true,
      bodyLimit: IMPORT_BODY_LIMIT,
    }),
  };
}

/** Of a row that may not have been found valid. */
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

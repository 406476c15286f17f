import { z } from 'zod';
import { duplicateIndexes } from '../domain/contractor.ts';
import type { ErrorCode } from '../domain/domain-error.ts';
import { TRANSPORT_STATUSES } from '../domain/transport.ts';
import {
  UNLOADING_ACTIONS,
  UNLOADING_COLUMNS,
  UNLOADING_ROWS_MAX,
  UNLOADING_STATES,
} from '../domain/unloading-list.ts';
import { endpoint, type StreamedList } from './endpoint.ts';
import {
  dayReply,
  distinct,
  errorCode,
  id,
  momentReply,
  optionalText,
  pathId,
  text,
  withCode,
  withRules,
} from './field.ts';
import { readingValue } from './quality.ts';

/*
 * Unloading lists of recipients (customer unloading.md). Each row is matched with a transport, which gets the
 * unloaded weight and the readings of the row.
 */

const tag = 'Transports';

/** The largest number of columns in a list, and of readings in a row. */
const COLUMNS_MAX = 100;

const reading = z
  .object({
    name: optionalText().describe('The header of the column.'),
    parameterId: id().optional(),
    value: readingValue(),
  })
  .refine(
    ({ name, parameterId }) => name !== undefined || parameterId !== undefined,
    withCode('VALUE_IS_MISSING', 'name'),
  );

/** The row's number in the list. It identifies the result of the row. */
const rowNumber = () => z.int().min(0).max(1_000_000);

/** A row of a list. `unloadingRowFaults` validates day, time and weight. */
export const unloadingRow = z.object({
  row: rowNumber(),
  plate: optionalText(),
  trailer: optionalText(),
  day: z.string().optional(),
  time: z.string().optional(),
  net: z.number().optional(),
  ticketNumber: optionalText(),
  documentNumber: optionalText(),
  readings: z.array(reading).max(COLUMNS_MAX).optional(),
  acceptHeavy: z.boolean().optional(),
});
export type UnloadingRowRequest = z.input<typeof unloadingRow>;
export type UnloadingRowBody = z.output<typeof unloadingRow>;

export const appliedUnloadingRow = unloadingRow.extend({
  transportId: id(),
  version: z.int().optional(),
});
export type AppliedUnloadingRow = z.output<typeof appliedUnloadingRow>;

// Rows are validated one by one later, because an invalid row is part of the reply and must not fail the call.
const uncheckedRow = z.looseObject({ row: rowNumber() });

type Scope = { recipientId?: unknown; salesId?: unknown; rows?: unknown };

function listRules(
  { recipientId, salesId, rows }: Scope,
  addError: (path: string, code: ErrorCode) => void,
): void {
  if (recipientId === undefined && salesId === undefined) addError('recipientId', 'VALUE_IS_MISSING');
  if (recipientId !== undefined && salesId !== undefined) addError('salesId', 'VALUE_IS_WRONG');
  if (!Array.isArray(rows)) return;
  if (rows.length > UNLOADING_ROWS_MAX) addError('rows', 'VALUE_IS_WRONG');
  for (const index of duplicateIndexes(rows.map((row) => String(Object(row).row))))
    addError(`rows.${index}.row`, 'VALUE_IS_DUPLICATED');
}

const scope = { recipientId: id().optional(), salesId: id().optional() };

const checkBody = <Row extends z.ZodType>(row: Row) =>
  withRules(z.object({ ...scope, rows: z.array(row).min(1) }), listRules);
const applyBody = <Row extends z.ZodType>(row: Row) =>
  withRules(z.object({ ...scope, action: z.enum(UNLOADING_ACTIONS), rows: z.array(row).min(1) }), listRules);

/** In bytes: enough for a list with readings in every row. */
const LIST_BODY_LIMIT = 4 * 1024 * 1024;

const streamed = (bodySchema: z.ZodType): StreamedList => ({
  name: 'rows',
  max: UNLOADING_ROWS_MAX,
  bodyLimit: LIST_BODY_LIMIT,
  itemSchema: uncheckedRow,
  bodySchema,
});

/**
 * The options for streaming the rows of a list. Streaming is needed, because a list may have more colons and
 * commas than an ordinary JSON body may contain.
 */
export const UNLOADING_ROWS = {
  check: streamed(checkBody(z.unknown())),
  apply: streamed(applyBody(z.unknown())),
};

const warning = z.object({
  code: errorCode(),
  /** The wire name of the field. */
  field: z.string(),
});
export type UnloadingWarning = z.output<typeof warning>;

const candidate = z.object({
  transportId: id(),
  version: z.int(),
  registrationNumber: z.string(),
  trailerNumber: z.string(),
  dateLoading: dayReply(),
  dateUnloading: dayReply(),
  quantityKg: z.int(),
  realQuantityKg: z.int().nullable(),
  status: z.enum(TRANSPORT_STATUSES),
  cargoName: z.string(),
  sale: z.object({ id: id(), documentNumber: z.string().nullable() }),
});
export type UnloadingCandidateReply = z.output<typeof candidate>;

const checkedRow = z.object({
  row: z.int(),
  state: z.enum(UNLOADING_STATES),
  transportId: id().nullable(),
  /** The transports that the row may belong to, the best first. */
  candidates: z.array(candidate),
  warnings: z.array(warning),
  /** The readings of parameters that the raw material of the matched transport has. */
  readings: z.array(
    z.object({
      parameterId: id(),
      name: z.string(),
      unit: z.string().nullable(),
      value: z.union([z.number(), z.boolean()]),
    }),
  ),
});
export type CheckedUnloadingRow = z.output<typeof checkedRow>;

export const checkUnloading = endpoint({
  method: 'POST',
  path: '/contract/unloading-check',
  access: 'user',
  tag,
  summary: `Finds the transport of each row of a recipient's unloading list. Writes nothing. At most ${UNLOADING_ROWS_MAX} rows.`,
  body: checkBody(uncheckedRow),
  reply: z.object({ rows: z.array(checkedRow) }),
});

export const applyUnloading = endpoint({
  method: 'POST',
  path: '/contract/unloading-apply',
  access: 'user',
  tag,
  summary:
    'Unloads, and with RELEASE releases, the transport of each row with its ticket and readings; one failed row stops no other.',
  body: applyBody(uncheckedRow),
  reply: z.object({
    listId: id(),
    rows: z.array(z.object({ row: z.int(), ok: z.boolean(), messageCode: errorCode().nullable() })),
  }),
  creates: true,
});

export const undoUnloading = endpoint({
  method: 'POST',
  path: '/contract/unloading-undo',
  access: 'user',
  tag,
  summary:
    'Takes an unloading list back within a day, by who applied it or an ADMIN. Transports that changed since are named.',
  body: z.object({ listId: id() }),
  reply: z.object({
    rows: z.array(z.object({ transportId: id(), ok: z.boolean(), messageCode: errorCode().nullable() })),
  }),
});

const recentList = z.object({
  id: id(),
  recipient: z.string(),
  appliedAt: momentReply(),
  /** The user who applied the list; null after this user is deleted. */
  appliedBy: z.string().nullable(),
  /** The transports that the list changed, without those that an undo has restored. */
  transports: z.array(z.object({ transportId: id(), registrationNumber: z.string() })),
});
export type RecentUnloadingList = z.output<typeof recentList>;

export const listRecentUnloadings = endpoint({
  method: 'GET',
  path: '/contract/unloading-lists',
  access: 'user',
  tag,
  summary:
    'Returns the unloading lists that the caller may take back: their own of the last day, for an ADMIN those of all users.',
  reply: z.object({ list: z.array(recentList) }),
});

const mapping = z.object({
  columns: z
    .array(
      z.object({
        header: text(),
        column: z.enum(UNLOADING_COLUMNS),
        parameter: optionalText().describe(
          'With READING, the name of the parameter unless it is the header.',
        ),
      }),
    )
    .max(COLUMNS_MAX),
});
export type UnloadingMapping = z.output<typeof mapping>;

const mappingPath = '/contract/unloading-mapping/:id';

export const getUnloadingMapping = endpoint({
  method: 'GET',
  path: mappingPath,
  access: 'user',
  tag,
  summary: "Returns the meaning of the columns in a recipient's unloading lists, by their headers.",
  params: pathId(),
  reply: mapping,
});

export const changeUnloadingMapping = endpoint({
  method: 'PUT',
  path: mappingPath,
  access: 'user',
  tag,
  summary: "Stores the meaning of the columns in a recipient's unloading lists.",
  params: pathId(),
  body: z.object({ columns: distinct(mapping.shape.columns, ({ header }) => header, 'header') }),
  reply: mapping,
});

import { type ErrorCode } from '@spichlerz/shared/domain/domain-error';
import {
  parameterNameKey,
  unloadingRowFaults,
  unloadingTicketKey,
  type ValidUnloadingRow,
} from '@spichlerz/shared/domain/unloading-list';
import { pathToSnake } from '@spichlerz/shared/wire/case';
import { fieldErrors } from '@spichlerz/shared/wire/field-errors';
import type {
  CheckedUnloadingRow,
  UnloadingRowBody,
  UnloadingWarning,
} from '@spichlerz/shared/wire/unloading';
import type { z } from 'zod';

type Row = UnloadingRowBody;

/** A row that can be matched and applied, or its problems. */
export type ValidatedRow<Body extends Row> =
  | { readonly row: number; readonly body: Body & ValidUnloadingRow; readonly faults?: undefined }
  | { readonly row: number; readonly faults: readonly UnloadingWarning[] };

const warning = (code: ErrorCode, path: string): UnloadingWarning => ({ code, field: pathToSnake(path) });

/** Validates each row on its own. A valid row with the ticket of an earlier row is a duplicate. */
export function validateRows<Body extends Row>(
  schema: z.ZodType<Body>,
  rows: readonly { readonly row: number }[],
): readonly ValidatedRow<Body>[] {
  const validated = rows.map((sent) => validateRow(schema, sent));
  const firstOf = new Map<string, number>();
  for (const { row, body } of validated.flatMap((one) => (one.faults === undefined ? [one] : []))) {
    const key = unloadingTicketKey(body);
    firstOf.set(key, Math.min(row, firstOf.get(key) ?? row));
  }
  return validated.map((one) =>
    one.faults === undefined && firstOf.get(unloadingTicketKey(one.body)) !== one.row
      ? { row: one.row, faults: [warning('VALUE_IS_DUPLICATED', 'ticketNumber')] }
      : one,
  );
}

function validateRow<Body extends Row>(
  schema: z.ZodType<Body>,
  sent: { readonly row: number },
): ValidatedRow<Body> {
  const { row } = sent;
  const result = schema.safeParse(sent, { reportInput: true });
  if (!result.success)
    return { row, faults: fieldErrors(result.error).map(({ code, path }) => warning(code, path)) };
  const body = result.data;
  const faults = unloadingRowFaults(body, body.acceptHeavy === true);
  if (faults.length > 0 || !isValid(body))
    return { row, faults: faults.map(({ code, field }) => warning(code, field)) };
  return { row, body };
}

const isValid = <Body extends Row>(body: Body): body is Body & ValidUnloadingRow =>
  body.plate !== undefined && body.day !== undefined && body.net !== undefined;

export type Parameter = {
  readonly id: number;
  readonly name: string;
  readonly unit: string | null;
  readonly type: 'BOOLEAN' | 'NUMBER' | 'TEXT';
};

type ResolvedReadings = {
  readonly readings: CheckedUnloadingRow['readings'];
  readonly warnings: readonly UnloadingWarning[];
};

/** Finds the parameters of a row's readings by id or by the names of their columns. */
export function resolveReadings(
  { readings = [] }: Pick<Row, 'readings'>,
  parameters: readonly Parameter[],
): ResolvedReadings {
  const resolved = new Map<number, CheckedUnloadingRow['readings'][number]>();
  const warnings: UnloadingWarning[] = [];
  for (const [index, { name = '', parameterId, value }] of readings.entries()) {
    const at = `readings.${index}`;
    const parameter = parameters.find(
      ({ id, name: own, type }) =>
        (parameterId === undefined ? parameterNameKey(own) === parameterNameKey(name) : id === parameterId) &&
        type !== 'TEXT',
    );
    if (parameter === undefined)
      warnings.push(
        parameterId === undefined
          ? warning('UNKNOWN_PARAMETER', `${at}.name`)
          : warning('RAW_MATERIAL_WRONG_DATA_TYPE', `${at}.parameterId`),
      );
    else if (resolved.has(parameter.id)) warnings.push(warning('VALUE_IS_DUPLICATED', `${at}.name`));
    else if ((parameter.type === 'BOOLEAN') !== (typeof value === 'boolean'))
      warnings.push(warning('VALUE_IS_WRONG_DATA_TYPE', `${at}.value`));
    else
      resolved.set(parameter.id, {
        parameterId: parameter.id,
        name: parameter.name,
        unit: parameter.unit,
        value,
      });
  }
  return { readings: [...resolved.values()], warnings };
}

import { z } from 'zod';
import { INTEGER_MAX } from '../domain/units.ts';
import { checkRangeOrder, numberFromText, optionalText, withCode, withRules } from './field.ts';

/*
 * Common parts of all list calls (customer api.md, Conventions). GET lists have one query parameter per filter,
 * POST lists an object `filter`. Both are parsed to a ListRequest.
 */

export const LIST_LIMIT_DEFAULT = 10;
export const LIST_LIMIT_MAX = 100;
/**
 * The page sizes offered by the screens. The server uses prepared statements for the first page of these
 * sizes (docs/decisions/0011).
 */
export const PAGE_SIZES = [10, 25, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

export type Direction = 'ASC' | 'DESC';
export type Order<Column extends string> = { readonly column: Column; readonly direction: Direction };
export type OrderText<Column extends string> = `${Column} ${Direction}`;

/** The search, order and filters of a list, for a page as well as an export. */
export type ListQueryOutput<Filter, Column extends string> = {
  readonly search: string | undefined;
  readonly orderBy: Order<Column>;
  readonly filter: Filter;
};

export type ListRequest<Filter, Column extends string> = ListQueryOutput<Filter, Column> & {
  readonly limit: number;
  readonly offset: number;
};

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The content type of each export format. */
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

export type ListDefinition<Shape extends z.ZodRawShape, Column extends string> = {
  readonly filters: Shape;
  /** Column names in snake_case, as on the wire. */
  readonly sort: readonly Column[];
  readonly order: OrderText<NoInfer<Column>>;
};

const searchField = { search: optionalText() };
const pageFields = {
  limit: numberFromText(z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT)),
  offset: numberFromText(z.int().min(0).max(INTEGER_MAX).default(0)),
  ...searchField,
};
const formatField = { format: z.enum(EXPORT_FORMATS).default('xlsx') };

type ListQueryInput<Column extends string> = { search?: string; orderBy?: OrderText<Column> };
type PageInput<Column extends string> = ListQueryInput<Column> & { limit?: number; offset?: number };
type FilterOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
/** Without this type, a list without filters would get the type of an object that forbids every key. */
type FilterInputOf<Shape extends z.ZodRawShape> = keyof Shape extends never
  ? object
  : z.input<z.ZodObject<Shape>>;

/**
 * The query schema of a GET list. Rejects unknown names, so that a mistyped filter does not silently return
 * all rows.
 */
export function listQuery<Shape extends z.ZodRawShape, Column extends string>(
  definition: ListDefinition<Shape, Column>,
): z.ZodType<ListRequest<FilterOf<Shape>, Column>, PageInput<Column> & FilterInputOf<Shape>> {
  const schema = strictFilters({
    ...pageFields,
    orderBy: orderBy(definition),
    ...definition.filters,
  }).transform((query) => {
    const { limit, offset, search, orderBy, ...filter } = query as Record<string, unknown>;
    return { limit, offset, search, orderBy, filter };
  });
  return schema as unknown as ReturnType<typeof listQuery<Shape, Column>>;
}

/**
 * The query schema of a call that aggregates the rows of a GET list: search and filters, without order and
 * page.
 */
export function filterQuery<Shape extends z.ZodRawShape>(
  filters: Shape,
): z.ZodType<
  Pick<ListQueryOutput<FilterOf<Shape>, never>, 'search' | 'filter'>,
  { search?: string } & FilterInputOf<Shape>
> {
  const schema = strictFilters({ ...searchField, ...filters }).transform((query) => {
    const { search, ...filter } = query as Record<string, unknown>;
    return { search, filter };
  });
  return schema as unknown as ReturnType<typeof filterQuery<Shape>>;
}

export function listBody<Shape extends z.ZodRawShape, Column extends string>(
  definition: ListDefinition<Shape, Column>,
): z.ZodType<
  ListRequest<FilterOf<Shape>, Column>,
  PageInput<Column> & { filter?: FilterInputOf<Shape> | undefined }
> {
  const schema = z
    .strictObject({
      ...pageFields,
      orderBy: orderBy(definition),
      filter: strictFilters(definition.filters).optional(),
    })
    .transform(({ limit, offset, search, orderBy, filter }) => ({
      limit,
      offset,
      search,
      orderBy,
      filter: filter ?? {},
    }));
  return schema as unknown as ReturnType<typeof listBody<Shape, Column>>;
}

/** The query schema of a GET list's export: the query of the list without limit and offset. */
export function exportQuery<Shape extends z.ZodRawShape, Column extends string>(
  definition: ListDefinition<Shape, Column>,
): z.ZodType<
  ListQueryOutput<FilterOf<Shape>, Column> & { readonly format: ExportFormat },
  ListQueryInput<Column> & FilterInputOf<Shape> & { format?: ExportFormat }
> {
  const schema = strictFilters({
    ...formatField,
    ...searchField,
    orderBy: orderBy(definition),
    ...definition.filters,
  }).transform((query) => {
    const { format, search, orderBy, ...filter } = query as Record<string, unknown>;
    return { format, search, orderBy, filter };
  });
  return schema as unknown as ReturnType<typeof exportQuery<Shape, Column>>;
}

/** The query of a POST list's export contains only the format. The body contains search, order and filters. */
export const exportFormatQuery = z.strictObject(formatField);

/** The body schema of a POST list's export. Rejects limit and offset instead of ignoring them. */
export function exportBody<Shape extends z.ZodRawShape, Column extends string>(
  definition: ListDefinition<Shape, Column>,
): z.ZodType<
  ListQueryOutput<FilterOf<Shape>, Column>,
  ListQueryInput<Column> & { filter?: FilterInputOf<Shape> | undefined }
> {
  const schema = z
    .strictObject({
      ...searchField,
      orderBy: orderBy(definition),
      filter: strictFilters(definition.filters).optional(),
    })
    .transform(({ search, orderBy, filter }) => ({ search, orderBy, filter: filter ?? {} }));
  return schema as unknown as ReturnType<typeof exportBody<Shape, Column>>;
}

/** Rejects unknown names and ranges whose start is above their end. */
function strictFilters<Shape extends z.ZodRawShape>(shape: Shape) {
  return withRules(z.strictObject(shape), checkRangeOrder);
}

/** The largest number of matches that a list with a search counts; customer api.md, Lists. */
export const SEARCH_COUNT_MAX = 10_000;

export function listReply<Row extends z.ZodType>(row: Row) {
  return z.object({
    list: z.array(row),
    filtered: z.int().describe('The number of rows that match, unless filtered_is_exact is false.'),
    total: z.int(),
    filteredIsExact: z
      .literal(false)
      .optional()
      .describe(`Present when a search matches more than the ${SEARCH_COUNT_MAX} rows that are counted.`),
  });
}

function orderBy<Column extends string>(
  definition: Pick<ListDefinition<z.ZodRawShape, Column>, 'sort' | 'order'>,
) {
  const known = new Set<string>(definition.sort);
  const parse = (value: string): Order<Column> | null => {
    const [column = '', direction = 'ASC', ...rest] = value.trim().split(/\s+/);
    const upper = direction.toUpperCase();
    if (rest.length > 0 || !known.has(column) || (upper !== 'ASC' && upper !== 'DESC')) return null;
    return { column: column as Column, direction: upper };
  };
  return z
    .custom<OrderText<Column>>(
      (value) => typeof value === 'string' && parse(value) !== null,
      withCode('INVALID_SORT_PARAMS'),
    )
    .meta({
      type: 'string',
      enum: definition.sort.flatMap((column) => [`${column} ASC`, `${column} DESC`]),
    })
    .default(definition.order as never)
    .transform((value) => parse(value) as Order<Column>);
}

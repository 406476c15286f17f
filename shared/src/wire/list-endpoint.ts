import { z } from 'zod';
import { type Endpoint, endpoint } from './endpoint.ts';
import {
  exportBody,
  exportFormatQuery,
  exportQuery,
  type ListDefinition,
  type ListQueryOutput,
  type ListRequest,
  listBody,
  listQuery,
  listReply,
} from './list.ts';

/*
 * A list endpoint consists of two calls created from one description: a page of rows, and an export to a
 * file. Lists of options have no export and are plain endpoints.
 */

type None = z.ZodUndefined;

type ListDescription<
  Shape extends z.ZodRawShape,
  Column extends string,
  Row extends z.ZodType,
  Params extends z.ZodType,
> = Pick<Endpoint<Params>, 'path' | 'access' | 'summary' | 'tag' | 'params'> &
  ListDefinition<Shape, Column> & { readonly row: Row };

export type ListEndpoint = Endpoint & { readonly export: Endpoint };

/** A list with search, order and filters in the query. */
export function getList<
  Shape extends z.ZodRawShape,
  const Column extends string,
  Row extends z.ZodType,
  Params extends z.ZodType = None,
>(description: ListDescription<Shape, Column, Row, Params>) {
  const { filters, sort, order, row, ...call } = description;
  const definition: ListDefinition<Shape, Column> = { filters, sort, order };
  return {
    ...endpoint({ ...call, method: 'GET', query: listQuery(definition), reply: listReply(row) }),
    export: endpoint({ ...exportCall(call), method: 'GET', query: exportQuery(definition), reply: z.file() }),
  };
}

/** A list with search, order and filters in the body. */
export function postList<
  Shape extends z.ZodRawShape,
  const Column extends string,
  Row extends z.ZodType,
  Params extends z.ZodType = None,
>(description: ListDescription<Shape, Column, Row, Params>) {
  const { filters, sort, order, row, ...call } = description;
  const definition: ListDefinition<Shape, Column> = { filters, sort, order };
  return {
    ...endpoint({ ...call, method: 'POST', body: listBody(definition), reply: listReply(row) }),
    export: endpoint({
      ...exportCall(call),
      method: 'POST',
      query: exportFormatQuery,
      body: exportBody(definition),
      reply: z.file(),
    }),
  };
}

function exportCall<Call extends { path: string; summary: string }>(call: Call): Call {
  return {
    ...call,
    path: `${call.path}/export`,
    summary: `${call.summary} Exports all rows in the same order to a file.`,
  };
}

type OutputOf<Part> = Part extends z.ZodType ? z.output<Part> : never;

/**
 * The search, order and filters of a list endpoint, from the query of a GET list or the body of a POST list.
 */
export type ListQueryOf<E extends Endpoint> =
  OutputOf<E['query']> extends ListRequest<infer Filter, infer Column>
    ? ListQueryOutput<Filter, Column>
    : OutputOf<E['body']> extends ListRequest<infer Filter, infer Column>
      ? ListQueryOutput<Filter, Column>
      : never;

/** A report has all its rows in one reply. */
export type ReportEndpoint = ListEndpoint;

export type ReportRowOf<E extends Endpoint> =
  z.output<E['reply']> extends { rows: (infer Row)[] } ? Row : never;

export type ListRowOf<E extends Endpoint> =
  z.output<E['reply']> extends { list: (infer Row)[] } ? Row : never;

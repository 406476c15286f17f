import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/**
 * `public` needs no token, `user` any signed-in user, `admin` an ADMIN. Every endpoint must set its access, so
 * that none becomes public by mistake.
 */
export type Access = 'public' | 'user' | 'admin';

/**
 * One endpoint of the API. The server registers and validates it, the web and the tests call it, and the
 * OpenAPI document is generated from it. Schemas use camelCase; the codec in case.ts converts to snake_case
 * on the wire.
 */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  readonly method: Method;
  /** The path below /api, with `:id` parameters. */
  readonly path: string;
  readonly access: Access;
  /** The sentence shown in the OpenAPI document. */
  readonly summary: string;
  readonly tag: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** Whether the endpoint creates a record and supports the Idempotency-Key header. */
  readonly creates?: boolean;
  /** Whether the body may also be sent as multipart/form-data. */
  readonly multipart?: boolean;
  /** Whether a user with an expired password may call the endpoint. */
  readonly allowedWithExpiredPassword?: boolean;
  /** The number of calls per minute and IP address, for endpoints that check a password or code. */
  readonly rateLimitPerMinute?: number;
};

type None = z.ZodUndefined;

/**
 * A body with one long list. Parsing the whole body at once would block the event loop, so the server parses
 * and validates the items of the list while they arrive.
 */
export type StreamedList = {
  /** The name of the field with the list. */
  readonly name: string;
  readonly max: number;
  /** The maximum size of the body in bytes. */
  readonly bodyLimit: number;
  readonly itemSchema: z.ZodType;
  /** Validates the body once the list is complete: the number of items, and rules that compare items. */
  readonly bodySchema: z.ZodType;
};

export function endpoint<
  Reply extends z.ZodType,
  Params extends z.ZodType = None,
  Query extends z.ZodType = None,
  Body extends z.ZodType = None,
>(definition: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return definition;
}

type Input<Part> = Part extends z.ZodType ? z.input<Part> : undefined;
type Output<Part> = Part extends z.ZodType ? z.output<Part> : undefined;

/** The arguments of a call: params, query and body, as far as the endpoint defines them. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? (Input<P> extends undefined ? { params?: undefined } : { params: Input<P> }) &
        (Input<Q> extends undefined
          ? { query?: undefined }
          : Partial<Input<Q>> extends Input<Q>
            ? { query?: Input<Q> }
            : { query: Input<Q> }) &
        (Input<B> extends undefined
          ? { body?: undefined }
          : Partial<Input<B>> extends Input<B>
            ? { body?: Input<B> }
            : { body: Input<B> })
    : never;

export type HandlerInput<E> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? { params: Output<P>; query: Output<Q>; body: Output<B> }
    : never;

export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B> ? z.output<B> : never;
export type BodyInputOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B> ? z.input<B> : never;

import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** `public` needs no token, `user` any signed-in person, `admin` an ADMIN. Required, so nobody can forget it. */
export type Access = 'public' | 'user' | 'admin';

/**
 * One call of the API: the server registers and validates with it, the web and the tests call with it, and the
 * OpenAPI document is written from it. Schemas name fields in camelCase; the codec in case.ts turns them into
 * the snake_case of the wire.
 */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  readonly method: Method;
  /** Below /api, with `:id` parameters. */
  readonly path: string;
  readonly access: Access;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly tag: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** A create: honours the Idempotency-Key header. */
  readonly creates?: boolean;
  /** Body accepted as multipart/form-data too. */
  readonly multipart?: boolean;
  /** Works while the password is expired. */
  readonly allowedWithExpiredPassword?: boolean;
  /** How many calls a minute one address may make; for calls that check a password or code. */
  readonly rateLimitPerMinute?: number;
};

type None = z.ZodUndefined;

/**
 * A body that is nothing but one list, so long that reading it at once would keep every other call waiting. The server
 * parses and validates its items one by one as they arrive instead.
 */
export type StreamedList = {
  /** The field that holds the list. */
  readonly name: string;
  readonly max: number;
  /** The largest body in bytes. */
  readonly bodyLimit: number;
  readonly itemSchema: z.ZodType;
  /** Validates the body once its items are validated: their number and the rules between them. */
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

/** What a caller hands in. Parts the endpoint does not have are absent. */
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

/** What the server's handler receives, validated. */
export type HandlerInput<E> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? { params: Output<P>; query: Output<Q>; body: Output<B> }
    : never;

export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B> ? z.output<B> : never;
export type BodyInputOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B> ? z.input<B> : never;

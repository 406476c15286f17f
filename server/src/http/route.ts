import { Readable } from 'node:stream';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { Access, Endpoint, HandlerInput, ReplyOf, StreamedList } from '@spichlerz/shared/wire/endpoint';
import type { ExportFormat, ListRequest } from '@spichlerz/shared/wire/list';
import type {
  ListEndpoint,
  ListQueryOf,
  ListRowOf,
  ReportEndpoint,
  ReportRowOf,
} from '@spichlerz/shared/wire/list-endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, currentActor } from '../auth/actor.ts';
import { concurrencyLimit, userConcurrencyLimit } from '../auth/concurrency-limit.ts';
import type { LogSecurityEvent } from '../auth/security-events.ts';
import { securityLog } from '../auth/security-log.ts';
import { type Db, inTransaction, type Tx } from '../db/tx.ts';
import type { Sheet } from '../export/sheet.ts';
import type { List } from '../lists/list.ts';
import { readInBatches, singleBatch } from '../lists/read-in-batches.ts';
import type { Printer } from '../print/printer.ts';
import type { Printout } from '../print/printout.ts';
import { findStoredResponse, IDEMPOTENCY_KEY, requestHash, storeResponse } from './idempotency.ts';
import { JSON_LIMITS, jsonParser, tooLarge } from './json-limits.ts';
import { readJsonList } from './json-list.ts';
import { exportSender } from './send-export.ts';
import { sendPrintout } from './send-printout.ts';
import { type Serialize, serializer } from './serializer.ts';
import { type Validated, validate, validateLongList } from './validate.ts';

/** Bodies above the usual limit: each takes seconds of CPU time and megabytes of memory. */
const LARGE_BODY_LIMITS = { perUser: 1, total: 2 };
const PRINTOUTS_PER_USER = 4;

/**
 * Identifies the caller.
 * @throws DomainError UNAUTHORIZED
 */
export type Authenticate = (request: FastifyRequest) => Promise<Actor>;

type QueryHandler<E> = (
  db: Db,
  actor: Actor,
  input: HandlerInput<E>,
  log: LogSecurityEvent,
) => Promise<ReplyOf<E>>;
/** Security events passed to `log` are written after the commit. */
type CommandHandler<E> = (
  tx: Tx,
  actor: Actor,
  input: HandlerInput<E>,
  log: LogSecurityEvent,
) => Promise<ReplyOf<E>>;
type PublicHandler<E> = (
  db: Db,
  input: HandlerInput<E>,
  request: FastifyRequest,
  log: LogSecurityEvent,
) => Promise<ReplyOf<E>>;

type Compose<E> = (db: Db, input: HandlerInput<E>) => Promise<Printout>;

type ListInput<E extends ListEndpoint> = {
  readonly params: HandlerInput<E>['params'];
  readonly query: ListQueryOf<E>;
};
type BuildList<E extends ListEndpoint> = (
  db: Db,
  input: ListInput<E>,
  actor: Actor,
) => List<ListRowOf<E>> | Promise<List<ListRowOf<E>>>;

type DescribeSheet<E extends ListEndpoint> = (
  db: Db,
  input: ListInput<E>,
) => Sheet<ListRowOf<E>> | Promise<Sheet<ListRowOf<E>>>;

type ReadReport<E extends ReportEndpoint> = (db: Db, input: HandlerInput<E>) => Promise<ReportRowOf<E>[]>;

/** Registers endpoints: one line each in the modules' route files. */
export type Router = {
  /** Registers an endpoint that only reads. */
  query<E extends Endpoint>(endpoint: E, handler: QueryHandler<E>, longList?: StreamedList): void;
  /**
   * Registers a list: its pages and its export. `build` builds the list for both. `sheet` describes the columns
   * of the export; it is a function if the columns depend on stored data or on the request.
   */
  list<E extends ListEndpoint>(
    endpoint: E,
    sheet: Sheet<ListRowOf<E>> | DescribeSheet<E>,
    build: BuildList<E>,
  ): void;
  /** Registers a report, which returns all rows at once, and its export. */
  report<E extends ReportEndpoint>(endpoint: E, sheet: Sheet<ReportRowOf<E>>, read: ReadReport<E>): void;
  /** Registers a printout: `compose` reads and lays it out, and the reply is a PDF. */
  print<E extends Endpoint>(endpoint: E, compose: Compose<E>): void;
  /** Registers a change: one transaction, retried after a conflict, executed once per Idempotency-Key. */
  command<E extends Endpoint>(endpoint: E, handler: CommandHandler<E>, longList?: StreamedList): void;
  /** Registers an endpoint without a sign-in. The handler opens its own transactions. */
  open<E extends Endpoint>(endpoint: E, handler: PublicHandler<E>): void;
  /** All registered endpoints, for OpenAPI and for tests that loop over them. */
  readonly endpoints: readonly Endpoint[];
};

export function createRouter(
  app: FastifyInstance,
  db: Db,
  authenticate: Authenticate,
  printer: Printer,
  connections: number,
  secret: string,
): Router {
  const endpoints: Endpoint[] = [];
  const sendExport = exportSender(connections);
  const printouts = concurrencyLimit({ perUser: PRINTOUTS_PER_USER });
  const largeBodies = concurrencyLimit(LARGE_BODY_LIMITS);
  // slow calls of one user leave half of the connections to other users
  const limitPerUser = userConcurrencyLimit(Math.max(1, Math.floor(connections / 2)));
  const parseJson = jsonParser(app);

  async function inputOf(
    endpoint: Endpoint,
    request: FastifyRequest,
    longList: StreamedList | undefined,
  ): Promise<Validated> {
    const { body } = request;
    if (longList === undefined || !(body instanceof Readable)) return validate(endpoint, request);
    const { name, bodyLimit } = longList;
    if (Number(request.headers['content-length']) > bodyLimit) throw tooLarge();
    const limits = { body: bodyLimit, item: JSON_LIMITS[endpoint.access] };
    return validateLongList(endpoint, readJsonList(body, name, limits, parseJson), longList);
  }

  function register(
    endpoint: Endpoint,
    handle: (request: FastifyRequest) => Promise<unknown>,
    longList?: StreamedList,
  ): void {
    const serialize: Serialize = serializer(endpoint.reply);
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      const result =
        endpoint.access === 'public'
          ? await handle(request)
          : await limitPerUser(currentActor(request).userId, () => handle(request));
      return reply.send({ success: true, result: serialize(result) });
    };
    if (longList === undefined) {
      addRoute(endpoint, send);
      return;
    }
    endpoints.push(endpoint);
    void app.register(async (scope) => {
      scope.removeContentTypeParser('application/json');
      // The handler reads the body as it arrives.
      scope.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
      addRoute(
        endpoint,
        async (request, reply) => {
          if (bodySize(request) <= JSON_LIMITS[endpoint.access].body) return send(request, reply);
          const release = largeBodies.acquire(currentActor(request).userId);
          try {
            return await send(request, reply);
          } finally {
            release();
          }
        },
        scope,
      );
    });
  }

  function addRoute(
    endpoint: Endpoint,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
    scope = app,
  ): void {
    // An endpoint with its own scope is already in the list. Fastify runs the scope later, and adding the
    // endpoint here would change the order of the list.
    if (scope === app) endpoints.push(endpoint);
    const { body: bodyLimit, separators: jsonSeparatorsMax } = JSON_LIMITS[endpoint.access];
    scope.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      bodyLimit,
      config: {
        jsonSeparatorsMax,
        ...(endpoint.rateLimitPerMinute !== undefined && {
          rateLimit: { max: endpoint.rateLimitPerMinute, timeWindow: 60_000 },
        }),
      },
      // The caller is authorized before the body is read, so that the body of an unauthorized caller costs
      // nothing.
      ...(endpoint.access !== 'public' && {
        onRequest: async (request) => {
          await authorize(endpoint, request);
        },
      }),
      handler,
    });
  }

  async function authorize(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    const actor = await authenticate(request);
    if (actor.passwordExpired && !endpoint.allowedWithExpiredPassword) throw new DomainError('ACCESS_DENIED');
    if (!hasAccess(endpoint.access, actor)) throw new DomainError('FORBIDDEN');
  }

  return {
    endpoints,
    query(endpoint, handler, longList) {
      const run = async (request: FastifyRequest) => {
        const input = (await inputOf(endpoint, request, longList)) as HandlerInput<typeof endpoint>;
        return handler(db, currentActor(request), input, securityLog(request));
      };
      register(endpoint, run, longList);
    },
    list(endpoint, sheet, build) {
      register(endpoint, async (request) => {
        const actor = currentActor(request);
        const input = listInput(validate(endpoint, request));
        const list = await build(db, input as ListInput<typeof endpoint>, actor);
        return list.readPage(db, input.query as ListRequest<unknown, string>);
      });
      addRoute(endpoint.export, async (request, reply) => {
        const actor = currentActor(request);
        const validated = validate(endpoint.export, request);
        const input = listInput(validated) as ListInput<typeof endpoint>;
        const { format } = validated.query as { format: ExportFormat };
        const described = typeof sheet === 'function' ? await sheet(db, input) : sheet;
        const sent = await sendExport(actor.userId, reply, described, format, () =>
          readInBatches(db, (snapshot) => build(snapshot, input, actor)),
        );
        securityLog(request)('data_export', { userId: actor.userId, route: endpoint.export.path, format });
        return sent;
      });
    },
    report(endpoint, sheet, read) {
      const rowsOf = (validated: Validated) => read(db, validated as HandlerInput<typeof endpoint>);
      register(endpoint, async (request) => ({ rows: await rowsOf(validate(endpoint, request)) }));
      addRoute(endpoint.export, async (request, reply) => {
        const { userId } = currentActor(request);
        const validated = validate(endpoint.export, request);
        const { format } = validated.query as { format: ExportFormat };
        const sent = await sendExport(userId, reply, sheet, format, async () =>
          singleBatch(await rowsOf(validated)),
        );
        securityLog(request)('data_export', { userId, route: endpoint.export.path, format });
        return sent;
      });
    },
    print(endpoint, compose) {
      addRoute(endpoint, async (request, reply) => {
        const release = printouts.acquire(currentActor(request).userId);
        try {
          const printout = await compose(db, validate(endpoint, request) as HandlerInput<typeof endpoint>);
          return sendPrintout(reply, printout.title, await printer.print(printout));
        } finally {
          release();
        }
      });
    },
    command(endpoint, handler, longList) {
      const handle = async (request: FastifyRequest) => {
        const actor = currentActor(request);
        const input = (await inputOf(endpoint, request, longList)) as HandlerInput<typeof endpoint>;
        const key = endpoint.creates ? idempotencyKey(request) : null;
        // When a transaction is retried, only the events of the last attempt count.
        let events: Parameters<LogSecurityEvent>[] = [];
        const run = (tx: Tx) => {
          events = [];
          return handler(tx, actor, input, (...event) => events.push(event));
        };
        const reply = await inTransaction(db, async (tx) => {
          if (key === null) return run(tx);
          const call = `${endpoint.method} ${endpoint.path}`;
          const keyed = { userId: actor.userId, call, key, requestHash: requestHash(secret, input) };
          const stored = await findStoredResponse(tx, keyed);
          if (stored !== null) return stored.reply;
          const first = await run(tx);
          await storeResponse(tx, keyed, first);
          return first;
        });
        for (const event of events) securityLog(request)(...event);
        return reply;
      };
      register(endpoint, handle, longList);
    },
    open(endpoint, handler) {
      register(endpoint, (request) =>
        handler(
          db,
          validate(endpoint, request) as HandlerInput<typeof endpoint>,
          request,
          securityLog(request),
        ),
      );
    },
  };
}

const HAS_ACCESS: Readonly<Record<Access, (actor: Actor) => boolean>> = {
  public: () => true,
  user: () => true,
  admin: (actor) => actor.role === 'ADMIN',
};

function hasAccess(access: Access, actor: Actor): boolean {
  return HAS_ACCESS[access](actor);
}

/** A body of unknown size counts as large. */
function bodySize(request: FastifyRequest): number {
  return Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
}

/** GET lists have the list query in the URL, POST lists in the body. */
function listInput({ params, query, body }: Validated) {
  return { params, query: body ?? query };
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw new DomainError('BAD_REQUEST');
  return key;
}

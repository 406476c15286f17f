import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import type { Endpoint } from '@spichlerz/shared/wire/endpoint';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { auditRoutes } from './audit/audit-routes.ts';
import { accessTokens } from './auth/access-token.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { RateLimitStore } from './auth/rate-limit-store.ts';
import { sessionRoutes } from './auth/session-routes.ts';
import type { Config } from './config.ts';
import type { DatabaseTarget } from './db/database-target.ts';
import { createDb } from './db/tx.ts';
import { registerDocs } from './http/docs.ts';
import { sendFailure, sendNotFound } from './http/error-reply.ts';
import { registerEvents } from './http/events.ts';
import { registerHealth } from './http/health.ts';
import { assertFewSeparators, JSON_LIMITS, jsonParser } from './http/json-limits.ts';
import { registerMetrics } from './http/metrics.ts';
import { registerOutbox } from './http/outbox.ts';
import { createRouter } from './http/route.ts';
import { securityHeaders } from './http/security-headers.ts';
import { inlineScriptSources, registerWeb } from './http/web.ts';
import { allocationRoutes } from './modules/allocations/allocation-routes.ts';
import { attentionRoutes } from './modules/attention/attention-routes.ts';
import { carrierRoutes } from './modules/contractors/carrier-routes.ts';
import { contractorImportRoutes } from './modules/contractors/contractor-import-routes.ts';
import { contractorRoutes } from './modules/contractors/contractor-routes.ts';
import { contractRoutes } from './modules/contracts/contract-routes.ts';
import { invoiceRoutes } from './modules/invoices/invoice-routes.ts';
import { listViewRoutes } from './modules/list-views/list-view-routes.ts';
import { marginRoutes } from './modules/margins/margin-routes.ts';
import { materialRoutes } from './modules/materials/material-routes.ts';
import { positionRoutes } from './modules/positions/position-routes.ts';
import { printoutMailRoutes } from './modules/printout-mails/printout-mail-routes.ts';
import { printoutRoutes } from './modules/printouts/printout-routes.ts';
import { searchRoutes } from './modules/search/search-routes.ts';
import { settlementRoutes } from './modules/settlements/settlement-routes.ts';
import { statementRoutes } from './modules/statements/statement-routes.ts';
import { transportRoutes } from './modules/transports/transport-routes.ts';
import { vehicleRoutes } from './modules/transports/vehicle-routes.ts';
import { unloadingRoutes } from './modules/unloading/unloading-routes.ts';
import { userRoutes } from './modules/users/user-routes.ts';
import { NO_COMPANY } from './print/company.ts';
import type { Printer } from './print/printer.ts';

export type AppParts = {
  config: Pick<Config, 'secret' | 'trustProxy' | 'passwordMaxAgeDays'> &
    Partial<Pick<Config, 'environment' | 'appUrl' | 'smtpUrl' | 'metricsToken' | 'company'>>;
  pool: Pool;
  /** The pool's database, for the connection that listens for changes. */
  database: DatabaseTarget;
  log: Logger;
  printer: Printer;
  /**
   * Aborts when this server begins to shut down. The server then answers a GET with 502, so that the proxy uses
   * another server.
   */
  shuttingDown?: AbortSignal | undefined;
  /** Folder of the built web app; without it only the API is served. */
  webRoot?: string | undefined;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The maximum number of colons and commas in a JSON body (http/json-limits.ts). */
    jsonSeparatorsMax?: number;
  }
  interface FastifyInstance {
    /** All registered endpoints, for tests that loop over them. */
    endpoints: readonly Endpoint[];
  }
}

/**
 * A client that reads nothing for this long is disconnected, because its reply holds an export slot, a database
 * connection or a stream. The limit is longer than a commit may wait (prepared-statements.ts) and shorter than
 * the timeout of the proxy in deploy/.
 */
const IDLE_TIMEOUT_MS = 60_000;
/** Health checks of a proxy or supervisor, answered even during shutdown. */
const HEALTH_ROUTES = new Set(['/api/health', '/api/ready']);

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, pool, database, log, printer, shuttingDown, webRoot } = parts;
  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    trustProxy: config.trustProxy,
    bodyLimit: JSON_LIMITS.admin.body,
    requestTimeout: 30_000,
    connectionTimeout: IDLE_TIMEOUT_MS,
    // Fastify would reply 503 to requests that arrive during shutdown. The onRequest hook below handles them.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    // The log line (onResponse) omits the query string, which contains searched names, and the headers, which
    // contain tokens.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: sendFailure,
  });
  app.setErrorHandler(sendFailure);
  const secured = securityHeaders(webRoot === undefined ? [] : inlineScriptSources(webRoot));
  app.addHook('onRequest', async (request, reply) => {
    // The headers are set on the raw response, because streams of live changes bypass Fastify's reply.
    reply.raw.setHeaders(secured);
    void reply.header('x-request-id', request.id);
    // Replies contain personal data: no cache may store them.
    if (request.routeOptions.url?.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    if (!shuttingDown?.aborted) return undefined;
    void reply.header('connection', 'close');
    // A GET gets the status 502: the proxy then repeats it on the other server and sends no requests here for a
    // while. The proxy would not repeat a POST, so a POST is served.
    const isForProxy = request.method === 'GET' && !HEALTH_ROUTES.has(request.url);
    if (!isForProxy) return undefined;
    return reply.status(502).send({ success: false, result: { status: 'leaving' } });
  });
  app.addHook('preClose', async () => {
    // A connection that is busy when the shutdown begins becomes idle after its reply. If it stayed open, it
    // would delay the shutdown until its timeout.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once('close', () => clearInterval(sweep));
  });
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    };
    request.log.info(line, 'Answered');
  });

  // Some clients send the JSON content type with every request, even with a DELETE without a body.
  const parseJson = jsonParser(app);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string) => {
      if (text === '') return undefined;
      assertFewSeparators(
        text,
        request.routeOptions.config.jsonSeparatorsMax ?? JSON_LIMITS.public.separators,
      );
      return parseJson(text);
    },
  );
  await app.register(compress, { threshold: 2_048, encodings: ['br', 'gzip'], zlibOptions: { level: 4 } });
  await app.register(rateLimit, { global: false, store: RateLimitStore });
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { files: 0, fields: 100, fieldSize: 20_000 },
  });

  const db = createDb(pool);
  const tokens = accessTokens(config.secret);
  const signIn = createAuthenticator(db, tokens, config.passwordMaxAgeDays);
  const router = createRouter(app, db, signIn.authenticate, printer, pool.options.max, config.secret);

  const { openStreams } = await registerEvents(app, database, signIn);
  registerHealth(app, db, shuttingDown);
  // Registered before the endpoints, because the metrics cover only routes that are registered later.
  if (config.metricsToken !== undefined)
    registerMetrics(app, { db, pool, token: config.metricsToken, openStreams });
  const { environment = 'production', smtpUrl, appUrl } = config;
  if (environment !== 'production' && smtpUrl === undefined && appUrl !== undefined)
    registerOutbox(app, db, appUrl);
  sessionRoutes(router, tokens, config.secret);
  userRoutes(router);
  invoiceRoutes(router, config.company ?? NO_COMPANY);
  listViewRoutes(router);
  materialRoutes(router);
  contractorRoutes(router);
  contractorImportRoutes(router);
  carrierRoutes(router);
  contractRoutes(router);
  allocationRoutes(router);
  transportRoutes(router);
  vehicleRoutes(router);
  unloadingRoutes(router);
  settlementRoutes(router);
  positionRoutes(router);
  marginRoutes(router);
  attentionRoutes(router);
  searchRoutes(router);
  auditRoutes(router);
  printoutRoutes(router, config.company ?? NO_COMPANY);
  statementRoutes(router, config.company ?? NO_COMPANY);
  printoutMailRoutes(router, config.company ?? NO_COMPANY);
  await registerDocs(app, router);
  if (webRoot === undefined) app.setNotFoundHandler(sendNotFound);
  else await registerWeb(app, webRoot);

  app.decorate('endpoints', router.endpoints);
  return app;
}

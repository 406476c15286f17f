import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';
import type { Router } from './route.ts';

/** Serves the OpenAPI document and a readable page. Must be registered last, when every endpoint is known. */
export async function registerDocs(app: FastifyInstance, router: Router): Promise<void> {
  const document = openApi(router.endpoints, '1.0');
  app.get('/api/openapi.json', async () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  // The page gets the security headers of all other replies. The plugin's own policy allows more, and
  // upgrades requests to https, which an internal network may not have.
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
}

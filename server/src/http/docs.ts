import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';
import type { Router } from './route.ts';

/** The OpenAPI document, and the same to read. Registered last, when every call is known. */
export async function registerDocs(app: FastifyInstance, router: Router): Promise<void> {
  const document = openApi(router.endpoints, '1.0');
  app.get('/api/openapi.json', async () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  // under the policy of every other answer: its own lets in more, and asks for https where the network has none
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
}

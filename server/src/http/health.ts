import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/tx.ts';

/**
 * `health`: the process is up. `ready`: the database answers and is migrated, and the server is not shutting
 * down. Neither requires a sign-in.
 */
export function registerHealth(app: FastifyInstance, db: Db, shuttingDown: AbortSignal | undefined): void {
  app.get('/api/health', async () => ({ success: true, result: { status: 'up' } }));
  app.get('/api/ready', async (_request, reply) => {
    if (shuttingDown?.aborted)
      return reply.status(503).send({ success: false, result: { status: 'leaving' } });
    await db.selectFrom('row_total').select('n').limit(1).execute();
    return { success: true, result: { status: 'ready' } };
  });
}

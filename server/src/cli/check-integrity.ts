import { ConfigError } from '../config.ts';
import { EngineError } from '../db/engine/engine-error.ts';
import { failCommand } from './fail-command.ts';
import { loadSettings, withPool } from './with-database.ts';

/*
 * npm run integrity: recomputes every denormalized value and prints the differences; exit code 1 when there are
 * any. Uses the server's database. Stop a server that runs the built-in database first.
 */

/** The maximum number of printed problems. Their total number is printed too. */
const MAX_SHOWN = 50;

type Problem = { entity: string; entity_id: number; problem: string };

const findProblems = (): Promise<Problem[]> => {
  loadSettings();
  return withPool(async (pool) => {
    const client = await pool.connect();
    try {
      // Reads every row of the database, which takes longer than the usual time limit.
      await client.query('set statement_timeout = 0');
      const { rows } = await client.query<Problem>(
        'select entity, entity_id, problem from integrity_problem',
      );
      return rows;
    } finally {
      client.release();
    }
  });
};

try {
  const problems = await findProblems();
  for (const { entity, entity_id: id, problem } of problems.slice(0, MAX_SHOWN))
    process.stdout.write(`${entity} ${id}: ${problem}\n`);
  process.stdout.write(
    problems.length === 0 ? 'Integrity: clean\n' : `Integrity: ${problems.length} problems\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  failCommand(error, [ConfigError, EngineError], 2);
}

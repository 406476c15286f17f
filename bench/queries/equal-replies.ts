import { type BenchQuery, createDriver, type Server } from './drive.ts';
import { describeDifference } from './report.ts';

/** @throws when the servers do not return the same bytes */
export async function assertEqualReplies(query: BenchQuery, app: Server, other: Server): Promise<void> {
  const [one, two] = [await replyOf(app, query), await replyOf(other, query)];
  if (one !== two)
    throw new Error(`${query.name}: the replies of the servers differ\n${describeDifference(two, one)}`);
}

async function replyOf(server: Server, query: BenchQuery): Promise<string> {
  const driver = createDriver(server, 1);
  try {
    return (await driver.run(query, 0)).text;
  } finally {
    driver.close();
  }
}

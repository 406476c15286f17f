import { Agent, request } from 'node:http';

/** An HTTP call that can be sent to the app and to the baseline server. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
  /** The parameters of the baseline's prepared statement. The app uses path and body instead. */
  readonly parameters: readonly unknown[];
  /** The idempotency key of a call that creates a record. */
  readonly key?: string;
};

/** Calls that are sent in sequence. Each step receives the result of the previous step. */
export type BenchQuery = {
  readonly name: string;
  readonly kind: 'list' | 'search' | 'position' | 'report' | 'dashboard' | 'write';
  readonly steps: readonly ((iteration: number, before: unknown) => Call)[];
};

export type Server = { readonly name: string; readonly port: number; readonly token: string };

export type Reply = { readonly status: number; readonly text: string };

export type Driver = {
  run(query: BenchQuery, iteration: number): Promise<Reply>;
  close(): void;
};

export function createDriver(server: Server, connections: number): Driver {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (query: BenchQuery, step: number, call: Call) =>
    new Promise<Reply>((resolve, reject) => {
      const body = call.body === undefined ? undefined : JSON.stringify(call.body);
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port: server.port,
          method: call.method,
          path: `/api${call.path}`,
          headers: {
            authorization: `Bearer ${server.token}`,
            'x-query': `${query.name}.${step}`,
            'x-parameters': encodeURIComponent(JSON.stringify(call.parameters)),
            ...(call.key !== undefined && { 'idempotency-key': call.key }),
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    async run(query, iteration) {
      let reply: Reply = { status: 0, text: '' };
      let before: unknown;
      for (const [index, step] of query.steps.entries()) {
        reply = await send(query, index, step(iteration, before));
        if (reply.status !== 200)
          throw new Error(`${server.name} returned status ${reply.status} for ${query.name}: ${reply.text}`);
        if (query.steps.length > 1) before = (JSON.parse(reply.text) as { result: unknown }).result;
      }
      return reply;
    },
    close: () => agent.destroy(),
  };
}

/**
 * Repeats a query for a duration on a number of connections.
 * @returns the time of each response in milliseconds
 */
export async function runForDuration(
  server: Server,
  query: BenchQuery,
  { connections, ms, nextIteration }: { connections: number; ms: number; nextIteration: () => number },
): Promise<number[]> {
  const driver = createDriver(server, connections);
  const until = performance.now() + ms;
  const times: number[] = [];
  const work = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      await driver.run(query, nextIteration());
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  driver.close();
  return times;
}

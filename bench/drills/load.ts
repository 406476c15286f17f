import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../server/src/testing/until.ts';

/*
 * Simulates users behind the proxy: readers, writers and one client of live changes. Each write has an
 * idempotency key. With `sendAgain`, a failed write is repeated with its key until it succeeds.
 */

const READERS = 8;
const WRITERS = 8;
const SURNAME = 'Ostoja-Dyżurny';

type Reply = {
  status: number;
  result: { id?: number; token?: string; filtered?: number; message_code?: string };
};

export type Load = {
  /** The number of failed calls for each HTTP status with message code, and for each connection error. */
  readonly failures: Map<string, number>;
  /** The number of successful calls. */
  successes(): number;
  acknowledged(): number;
  /** The longest time without an acknowledged write, in milliseconds. */
  longestWriteGapMs(): number;
  /** Waits until the stream of live changes sends a new change of a contractor. */
  expectLiveChange(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Describes each acknowledged write whose row is lost or whose id belongs to several writes. Also reports a
   * number of stored rows that differs from the number of acknowledged writes.
   */
  findWriteErrors(): Promise<string[]>;
  send(path: string, body?: object, key?: string): Promise<Reply>;
};

export async function startLoad(root: string, options: { sendAgain: boolean }): Promise<Load> {
  const over = new AbortController();
  const failures = new Map<string, number>();
  const ids = new Map<string, number>();
  let answered = 0;
  let lastWrite = performance.now();
  let silence = 0;
  let number = 0;
  let token = '';
  let output = '';

  const send = async (path: string, body?: object, key?: string): Promise<Reply> => {
    const response = await fetch(`${root}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const isOurs = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, result: isOurs ? (JSON.parse(text) as Reply).result : {} };
  };
  /** Sends a call. Returns undefined and counts the failure when the call failed. */
  const attempt = async (...call: Parameters<typeof send>): Promise<Reply | undefined> => {
    const reply = await send(...call).catch((error: unknown) => String((error as Error).cause ?? error));
    if (typeof reply !== 'string' && reply.status === 200) {
      answered++;
      return reply;
    }
    const why = typeof reply === 'string' ? reply : `${reply.status} ${reply.result.message_code ?? ''}`;
    failures.set(why, (failures.get(why) ?? 0) + 1);
    await wait(20);
    return undefined;
  };
  const read = async () => {
    while (!over.signal.aborted) {
      await attempt('/contract/get-purchase-list?limit=50');
      await attempt('/dashboard/position', {});
    }
  };
  const create = async (nip: string) => {
    const reply = await attempt('/contractor/supplier/create', supplier(nip), nip);
    if (reply?.result.id === undefined) return false;
    ids.set(nip, reply.result.id);
    silence = Math.max(silence, performance.now() - lastWrite);
    lastWrite = performance.now();
    return true;
  };
  const write = async () => {
    while (!over.signal.aborted) {
      const nip = String(7_000_000_000 + ++number);
      // A write without a response may be stored, and findWriteErrors() would report its row. With `sendAgain`,
      // the write is therefore repeated even after stop().
      while (!(await create(nip)) && options.sendAgain);
    }
  };
  const follow = async () => {
    while (!over.signal.aborted) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${root}/api/events`, { headers, signal: over.signal }).catch(
        () => undefined,
      );
      const parts = response?.ok ? response.body?.pipeThrough(new TextDecoderStream()) : undefined;
      try {
        for await (const part of parts ?? []) output += part;
      } catch {
        // The stream broke. The loop reconnects, like the web app.
      }
      await wait(1_000, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };

  const login = { email: 'handlowiec@spichlerz.test', password: 'Spichlerz1!' };
  token = (await send('/auth/login', login)).result.token ?? '';
  const people = [
    ...Array.from({ length: READERS }, read),
    ...Array.from({ length: WRITERS }, write),
    follow(),
  ];
  return {
    failures,
    successes: () => answered,
    acknowledged: () => ids.size,
    longestWriteGapMs: () => silence,
    async expectLiveChange() {
      const before = output.length;
      await until(() => output.slice(before).includes('"topic":"contractor"'), 15_000);
    },
    async stop() {
      over.abort();
      await Promise.all(people);
    },
    async findWriteErrors() {
      const wrong: string[] = [];
      for (const [nip, id] of ids) {
        const { status, result } = await send(`/contractor/supplier/${id}`);
        if (status !== 200 || (result as { nip?: string }).nip !== nip) wrong.push(`${nip} is lost`);
      }
      if (new Set(ids.values()).size !== ids.size) wrong.push('two writes became one');
      const { result } = await send('/contractor/supplier/list', { search: SURNAME, limit: 1 });
      if (result.filtered !== ids.size) wrong.push(`${result.filtered} rows for ${ids.size} writes`);
      return wrong;
    },
    send,
  };
}

function supplier(nip: string): object {
  return {
    accounting_method: 'VAT',
    label: 'FIRMA',
    company_name: `DYŻUR ${nip}`,
    last_name: `${SURNAME} ${nip}`,
    nip,
  };
}

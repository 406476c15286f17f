import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client } from 'pg';
import { z } from 'zod';
import type { DatabaseTarget } from '../db/database-target.ts';
import { primaryConnection } from '../db/primary-client.ts';

const CHANNEL = 'spichlerz_change';
const RECONNECT_MS = [250, 500, 1_000, 2_000, 5_000];
/** The interval of the heartbeat query, and the timeout of a connection attempt and of each query. */
const HEARTBEAT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** The timeout for closing the connection, because a database that hangs does not close it. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * A notification that the database function notify_change sends. Empty `ids` mean that any record of the topic
 * may have changed, for example when more ids changed than fit into a notification.
 */
const changeEvent = z.object({ topic: z.string(), ids: z.array(z.number()) });
export type ChangeEvent = z.output<typeof changeEvent>;

type ListenerParts = {
  readonly target: DatabaseTarget;
  readonly log: FastifyBaseLogger;
  readonly onEvent: (event: ChangeEvent) => void;
  readonly onListening: () => void;
  readonly heartbeatMs?: number;
  readonly timeoutMs?: number;
};

/**
 * Listens for notifications on one connection. Reconnects after the connection was lost, or when the database
 * does not respond on an open connection.
 */
export function listenForChanges({
  target,
  log,
  onEvent,
  onListening,
  heartbeatMs = HEARTBEAT_MS,
  timeoutMs = CONNECT_TIMEOUT_MS,
}: ListenerParts): { stop(): Promise<void> } {
  const primary = primaryConnection(target);
  let client: Client | undefined;
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new primary.Client({
      ...primary.config,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      application_name: 'spichlerz events',
    });
    client = next;
    let lost = false;
    let heartbeat: NodeJS.Timeout | undefined;
    const onLost = () => {
      clearInterval(heartbeat);
      if (lost || stopped) return;
      lost = true;
      next.removeAllListeners('notification');
      const delay = RECONNECT_MS[Math.min(failures++, RECONNECT_MS.length - 1)];
      timer = setTimeout(() => void connect(), delay);
    };
    const giveUp = (what: string, error: unknown) => {
      if (!lost && !stopped) log.warn({ err: error }, what);
      onLost();
      next.end().catch(() => undefined);
    };
    next.on('error', (error) => giveUp('Live changes lost the database', error));
    next.on('end', onLost);
    next.on('notification', ({ payload }) => {
      const event = eventOf(payload);
      if (event !== undefined) onEvent(event);
      else log.warn('Ignored a notification of an unknown change');
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      failures = 0;
      heartbeat = setInterval(() => {
        next.query('select 1').catch((error: unknown) => giveUp('Live changes lost the database', error));
      }, heartbeatMs);
      if (stopped) clearInterval(heartbeat);
      else onListening();
    } catch (error) {
      giveUp('Live changes cannot reach the database', error);
    }
  };
  void connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const goodbye = client?.end().catch(() => undefined);
      await Promise.race([goodbye, wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Returns undefined for a notification of an unknown format, which a newer version of the program or an
 * operator may have sent.
 */
function eventOf(payload: string | undefined): ChangeEvent | undefined {
  try {
    return changeEvent.safeParse(JSON.parse(payload ?? '')).data;
  } catch {
    return undefined;
  }
}

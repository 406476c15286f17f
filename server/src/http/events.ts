import { Refusal } from '@spichlerz/shared/domain/refusal';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from 'pg';
import type { DatabaseTarget } from '../db/database-target.ts';
import { primaryConnection } from '../db/primary-client.ts';
import type { SignIn } from './sign-in.ts';

/*
 * Live changes: every committed change is told to the clients of every server within a moment. Each server
 * listens on one connection of its own; each open screen holds one streaming reply.
 */

const CHANNEL = 'spichlerz_change';
const HEARTBEAT_MS = 20_000;
const RECONNECT_MS = [250, 500, 1_000, 2_000, 5_000];
/**
 * A screen follows a moment after it has read what it shows, so it is first told what changed in that moment. What it
 * read earlier it reads again (web/src/api/events.ts).
 */
const RECENT_MS = 10_000;
const RELOAD = 'event: reload\ndata: {}\n\n';

/** As the database notifies of it: whom it is about, of people alone, and nobody named stands for anybody. */
type ChangeEvent = { topic: string; ids: number[] };

type Stream = { readonly reply: FastifyReply; readonly request: FastifyRequest };

export async function registerEvents(
  app: FastifyInstance,
  target: DatabaseTarget,
  signIn: SignIn,
): Promise<{ openStreams: () => number }> {
  const streams = new Set<Stream>();
  /** Since when this server hears of every change; its memory of them does not reach further back. */
  let listeningSince = Number.POSITIVE_INFINITY;
  const recent: { readonly at: number; readonly text: string }[] = [];

  const write = (stream: Stream, text: string) => {
    // a client that does not read must not fill the memory: it reconnects and reads everything again
    if (stream.reply.raw.writableLength > 1_000_000) stream.reply.raw.destroy();
    else stream.reply.raw.write(text);
  };
  /** At once no stream any more: one that is not read stays open for a while yet, and writing to it is an error. */
  const end = (stream: Stream, lastWords?: string) => {
    if (streams.delete(stream)) stream.reply.raw.end(lastWords);
  };
  const broadcast = (event: ChangeEvent) => {
    const text = eventText(event);
    recent.push({ at: performance.now(), text });
    // oldest first, so this looks at what goes and one more
    recent.splice(0, recent.findIndex(isRecent));
    for (const stream of streams) write(stream, text);
    if (event.topic === 'user') {
      signIn.forget(event.ids);
      void dismissStrangers();
    }
  };
  const greeting = () => {
    if (isRecent({ at: listeningSince })) return RELOAD;
    return recent
      .filter(isRecent)
      .map(({ text }) => text)
      .join('');
  };
  const onListening = () => {
    listeningSince = performance.now();
    // what changed before, or while the database was away, nobody has told them
    for (const stream of streams) write(stream, RELOAD);
  };
  /** Streams of people who were disabled or signed out end, and say so: their screens need not find out by a call. */
  const dismissStrangers = async () => {
    for (const stream of streams) {
      try {
        await signIn.authenticate(stream.request);
      } catch (error) {
        if (error instanceof Refusal) end(stream, 'event: over\ndata: {}\n\n');
      }
    }
  };

  const heartbeat = setInterval(() => {
    for (const stream of streams) write(stream, ': still here\n\n');
    void dismissStrangers();
  }, HEARTBEAT_MS);
  const listener = listen(target, app.log, broadcast, onListening);
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const stream of streams) end(stream);
    await listener.stop();
  });

  app.get('/api/events', async (request, reply) => {
    const actor = await signIn.authenticate(request);
    if (actor.passwordExpired) throw new Refusal('ACCESS_DENIED');
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // kept alive, the connection of an ended stream would hold up a server that stops
      connection: 'close',
    });
    const stream: Stream = { reply, request };
    streams.add(stream);
    reply.raw.on('close', () => streams.delete(stream));
    write(stream, `retry: 2000\n\n${greeting()}`);
  });
  return { openStreams: () => streams.size };
}

function isRecent({ at }: { readonly at: number }): boolean {
  return performance.now() - at < RECENT_MS;
}

function eventText({ topic }: ChangeEvent): string {
  return `event: change\ndata: ${JSON.stringify({ topic })}\n\n`;
}

/** One connection that waits for notifications, and comes back by itself when the database was away. */
function listen(
  target: DatabaseTarget,
  log: FastifyBaseLogger,
  onEvent: (event: ChangeEvent) => void,
  onListening: () => void,
): { stop(): Promise<void> } {
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
      application_name: 'spichlerz events',
    });
    client = next;
    let lost = false;
    const onLost = () => {
      if (lost || stopped) return;
      lost = true;
      next.removeAllListeners('notification');
      const delay = RECONNECT_MS[Math.min(failures++, RECONNECT_MS.length - 1)];
      timer = setTimeout(() => void connect(), delay);
    };
    next.on('error', (error) => {
      log.warn({ err: error }, 'Live changes lost the database');
      onLost();
    });
    next.on('end', onLost);
    next.on('notification', ({ payload }) => {
      if (payload !== undefined) onEvent(JSON.parse(payload) as ChangeEvent);
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      failures = 0;
      onListening();
    } catch (error) {
      log.warn({ err: error }, 'Live changes cannot reach the database');
      onLost();
    }
  };
  void connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

import { Refusal } from '@spichlerz/shared/domain/refusal';
import type { Topic } from '@spichlerz/shared/wire/topics';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseTarget } from '../db/database-target.ts';
import { type ChangeEvent, listenForChanges } from './change-listener.ts';
import type { SignIn } from './sign-in.ts';

/*
 * Live changes: every committed change is told to the clients of every server within a moment. Each server
 * listens on one connection of its own; each open screen holds one streaming reply.
 */

const HEARTBEAT_MS = 20_000;
/**
 * A screen follows a moment after it has read what it shows, so it is first told what changed in that moment. What it
 * read earlier it reads again (web/src/api/events.ts).
 */
const RECENT_MS = 10_000;
/** After a change of a person, or the end of a session, somebody may follow no more. */
const MAY_END_STREAMS: ReadonlySet<string> = new Set<Topic>(['user', 'session']);
const RELOAD = 'event: reload\ndata: {}\n\n';

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
    if (MAY_END_STREAMS.has(event.topic)) {
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
  const listener = listenForChanges({ target, log: app.log, onEvent: broadcast, onListening });
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const stream of streams) end(stream);
    await listener.stop();
  });

  app.get('/api/events', async (request, reply) => {
    const actor = await signIn.authenticate(request);
    if (actor.passwordExpired) throw new Refusal('ACCESS_DENIED');
    reply.hijack();
    // gone while it was asked who calls, it closes no more, and its stream would stay among the others
    if (reply.raw.destroyed) return;
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

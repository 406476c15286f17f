import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { Topic } from '@spichlerz/shared/wire/topics';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticator.ts';
import { concurrencyLimit } from '../auth/concurrency-limit.ts';
import type { DatabaseTarget } from '../db/database-target.ts';
import { type ChangeEvent, listenForChanges } from './change-listener.ts';

/*
 * Live changes: every committed change is sent to the clients of every server at once. Each server listens on
 * one database connection; each open screen has one streaming reply.
 */

const HEARTBEAT_MS = 20_000;
/**
 * A screen opens its stream shortly after it has loaded its data, so the stream begins with the changes of the
 * last ten seconds. A screen whose data is older reloads the data (web/src/api/events.ts).
 */
const RECENT_MS = 10_000;
/** Topics after which a user may have lost access: users change, sessions end. */
const ACCESS_TOPICS: ReadonlySet<string> = new Set<Topic>(['user', 'session']);
/**
 * Enough for ten windows of one user. More streams are rejected, because each stream costs memory and a write
 * per change.
 */
const STREAMS_PER_USER = 10;
const RELOAD = 'event: reload\ndata: {}\n\n';

type Stream = { readonly reply: FastifyReply; readonly request: FastifyRequest };

export async function registerEvents(
  app: FastifyInstance,
  target: DatabaseTarget,
  signIn: Authenticator,
): Promise<{ openStreams: () => number }> {
  const streams = new Set<Stream>();
  const limit = concurrencyLimit({ perUser: STREAMS_PER_USER });
  /** The time since which this server has received every change. Earlier changes may be missing in `recent`. */
  let listeningSince = Number.POSITIVE_INFINITY;
  const recent: { readonly at: number; readonly text: string }[] = [];

  const write = (stream: Stream, text: string) => {
    // A client that does not read must not fill the memory. It is disconnected, and reloads its data when it
    // connects again.
    if (stream.reply.raw.writableLength > 1_000_000) stream.reply.raw.destroy();
    else stream.reply.raw.write(text);
  };
  /**
   * Removes the stream at once: a stream whose client does not read stays open for a while, and must not be
   * written to.
   */
  const end = (stream: Stream, finalText?: string) => {
    if (streams.delete(stream)) stream.reply.raw.end(finalText);
  };
  const broadcast = (event: ChangeEvent) => {
    const text = eventText(event);
    recent.push({ at: performance.now(), text });
    // The entries are sorted by time, so this removes all entries before the first recent one.
    recent.splice(0, recent.findIndex(isRecent));
    for (const stream of streams) write(stream, text);
    if (ACCESS_TOPICS.has(event.topic)) {
      signIn.invalidate(event.ids);
      void closeStreamsOfEndedSessions();
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
    // Clients missed the changes while the listener was disconnected.
    for (const stream of streams) write(stream, RELOAD);
  };
  /**
   * Ends the streams whose access token has expired, or whose user was disabled or signed out. The last event
   * of such a stream is `over`.
   */
  const closeStreamsOfEndedSessions = async () => {
    for (const stream of streams) {
      try {
        await signIn.authenticate(stream.request);
      } catch (error) {
        if (error instanceof DomainError) end(stream, 'event: over\ndata: {}\n\n');
      }
    }
  };

  const heartbeat = setInterval(() => {
    for (const stream of streams) write(stream, ': still here\n\n');
    void closeStreamsOfEndedSessions();
  }, HEARTBEAT_MS);
  const listener = listenForChanges({ target, log: app.log, onEvent: broadcast, onListening });
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const stream of streams) end(stream);
    await listener.stop();
  });

  app.get('/api/events', async (request, reply) => {
    const actor = await signIn.authenticate(request);
    if (actor.passwordExpired) throw new DomainError('ACCESS_DENIED');
    const release = limit.acquire(actor.userId);
    reply.raw.once('close', release);
    reply.hijack();
    // If the client disconnected during authentication, the reply emits no further 'close', so the stream
    // would never be removed.
    if (reply.raw.destroyed) {
      release();
      return;
    }
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // A connection kept alive after its stream would delay the shutdown.
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

function eventText({ topic, ids }: ChangeEvent): string {
  return `event: change\ndata: ${JSON.stringify({ topic, ids })}\n\n`;
}

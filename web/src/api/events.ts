import { TOPICS } from '@spichlerz/shared/wire/topics';
import type { QueryClient } from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { delay } from './delay.ts';
import { type Change, liveRefresh } from './live-refresh.ts';
import { refreshTokens } from './refresh.ts';
import { retryAfterSeconds } from './send.ts';
import { readTokens } from './tokens.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const STABLE_AFTER_MS = 10_000;
/**
 * A new stream starts with the changes of the last ten seconds (server/src/http/events.ts). Data that arrived
 * in the last five seconds was requested within these ten seconds, because a response takes less than five
 * seconds. It needs no refetch.
 */
const JUST_LOADED_MS = 5_000;

/**
 * Refreshes queries after live changes until the signal aborts (live-refresh.ts). A hidden tab closes its
 * stream, because over HTTP/1.1 all tabs of a browser share six connections to a server. Six streams would
 * leave no connection for calls.
 */
export async function watchEvents(client: QueryClient, signal: AbortSignal): Promise<void> {
  const refresh = liveRefresh(client, () => !signal.aborted && readTokens() !== null);
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    if (document.hidden)
      await new Promise((show) => document.addEventListener('visibilitychange', show, { once: true }));
    const visible = new AbortController();
    const hide = () => {
      wait = FIRST_WAIT_MS;
      visible.abort();
    };
    document.addEventListener('visibilitychange', hide, { signal: visible.signal });
    let openedAt = Number.POSITIVE_INFINITY;
    try {
      await readStream(AbortSignal.any([signal, visible.signal]), {
        onOpen: () => {
          openedAt = Date.now();
          // older data may lack changes that were sent before the stream opened
          refresh.loadedBefore(openedAt - JUST_LOADED_MS);
        },
        onChange: refresh.change,
        // the server lost its database notifications for a while, so anything may have changed
        onReload: () => refresh.loadedBefore(Date.now()),
        // The user has too many open streams. Without a stream, each attempt refreshes the data that is older
        // than five seconds.
        onBusy: (seconds) => {
          refresh.loadedBefore(Date.now() - JUST_LOADED_MS);
          wait = Math.max(wait, seconds * 1_000);
        },
      });
    } catch {
      // the connection failed or was rejected; the next attempt waits longer
    }
    visible.abort();
    // A connection that breaks soon after it opens must not reset the waiting time.
    if (Date.now() - openedAt > STABLE_AFTER_MS) wait = FIRST_WAIT_MS;
    await delay(wait * (0.75 + Math.random() / 2), signal);
    // Without a token no request is sent. Frequent attempts then cost nothing and detect a sign-in soon.
    wait = readTokens() === null ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

type StreamHandlers = {
  readonly onOpen: () => void;
  readonly onChange: (change: Change) => void;
  readonly onReload: () => void;
  readonly onBusy: (retryAfterSeconds: number) => void;
};

async function readStream(
  signal: AbortSignal,
  { onOpen, onChange, onReload, onBusy }: StreamHandlers,
): Promise<void> {
  const token = readTokens()?.token;
  if (token === undefined) return;
  const response = await fetch('/api/events', {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
    signal,
  });
  if (response.status === 401) {
    await refreshTokens(token);
    return;
  }
  if (response.status === 429) onBusy(retryAfterSeconds(response.headers) ?? 0);
  if (!response.ok || response.body === null) return;
  onOpen();
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    // The event `over` means that the access token is no longer valid. If the token has only expired, the
    // refresh succeeds. If the user was disabled or signed out elsewhere, the server rejects the refresh,
    // which ends the session here, too.
    if (value.event === 'over') await refreshTokens(token);
    if (value.event === 'reload') onReload();
    const change = value.event === 'change' ? changeOf(value.data) : undefined;
    if (change !== undefined) onChange(change);
  }
}

/** The change of an event; undefined for a topic that only a newer server has. */
function changeOf(data: string): Change | undefined {
  try {
    const { topic: name, ids } = JSON.parse(data) as { topic?: unknown; ids?: unknown };
    const topic = TOPICS.find((known) => known === name);
    return topic && { topic, ids: Array.isArray(ids) ? ids.map(Number) : [] };
  } catch {
    return undefined;
  }
}

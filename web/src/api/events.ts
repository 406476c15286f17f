import { TOPICS, type Topic } from '@spichlerz/shared/wire/topics';
import type { Query, QueryClient } from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { staleKeys } from './query-keys.ts';
import { refreshTokens } from './refresh.ts';
import { retryAfterSeconds } from './send.ts';
import { readTokens } from './tokens.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const STEADY_MS = 10_000;
/** Changes often come in bursts, a transport with its allocation and contracts: they refresh together. */
const GATHER_MS = 250;
/**
 * A new stream begins with what changed in the last ten seconds (server/src/http/events.ts). What came within half
 * of that needs no second look; the other half is the time that an answer may have been on its way.
 */
const JUST_LOADED_MS = 5_000;

/**
 * Follows live changes until the signal aborts. Open queries refresh in place; the others when next shown. A tab that
 * nobody sees lets go of its stream: over HTTP/1.1 a browser has six connections for all its tabs, and six streams
 * would leave none for a call.
 */
export async function watchEvents(client: QueryClient, signal: AbortSignal): Promise<void> {
  const refresh = gather(client, signal);
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    if (document.hidden)
      await new Promise((show) => document.addEventListener('visibilitychange', show, { once: true }));
    const seen = new AbortController();
    const hide = () => {
      wait = FIRST_WAIT_MS;
      seen.abort();
    };
    document.addEventListener('visibilitychange', hide, { signal: seen.signal });
    let openedAt = Number.POSITIVE_INFINITY;
    try {
      await listen(AbortSignal.any([signal, seen.signal]), {
        onOpen: () => {
          openedAt = Date.now();
          // what happened while nobody listened is unknown
          refresh.loadedBefore(openedAt - JUST_LOADED_MS);
        },
        onChange: refresh.topic,
        // the server itself heard nothing for a while: anything may have changed
        onReload: () => refresh.loadedBefore(Date.now()),
        // too many windows of this user follow already: without a stream, each attempt reads again what is shown
        onBusy: (seconds) => {
          refresh.loadedBefore(Date.now() - JUST_LOADED_MS);
          wait = Math.max(wait, seconds * 1_000);
        },
      });
    } catch {
      // the connection failed or was refused; the next attempt waits longer
    }
    seen.abort();
    // A connection that breaks as soon as it opens is no reason to hurry.
    if (Date.now() - openedAt > STEADY_MS) wait = FIRST_WAIT_MS;
    await pause(wait * (0.75 + Math.random() / 2), signal);
    // without a token no request is sent, so a sign-in can be noticed soon
    wait = readTokens() === null ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

type Listener = {
  readonly onOpen: () => void;
  readonly onChange: (topic: Topic) => void;
  readonly onReload: () => void;
  readonly onBusy: (retryAfterSeconds: number) => void;
};

async function listen(signal: AbortSignal, { onOpen, onChange, onReload, onBusy }: Listener): Promise<void> {
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
    // this person was disabled or signed out elsewhere: the refused refresh ends the session here as well
    if (value.event === 'over') await refreshTokens(token);
    if (value.event === 'reload') onReload();
    const topic = topicOf(value.data);
    if (topic !== undefined) onChange(topic);
  }
}

type Refresh = {
  /** Whatever a change of this topic shows in. */
  readonly topic: (topic: Topic) => void;
  readonly loadedBefore: (time: number) => void;
};

function gather(client: QueryClient, signal: AbortSignal): Refresh {
  let keys = new Set<unknown>();
  let before = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    // whoever signs out is told of it too, and has nothing to ask with
    if (signal.aborted || readTokens() === null) return;
    const [changed, oldest] = [keys, before];
    [keys, before] = [new Set(), 0];
    const isChanged = ({ queryKey: [topic] }: Query) => changed.has(topic);
    void client.invalidateQueries({
      predicate: (query) => isChanged(query) || !isAnsweredSince(oldest, query),
    });
    // a first load that is on its way is not begun anew, and may have been read before the change
    const loading = client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isChanged });
    for (const query of loading) if (query.state.data === undefined) void loadAgain(client, query);
  };
  const soon = () => {
    timer ??= setTimeout(refresh, GATHER_MS);
  };
  return {
    topic: (topic) => {
      for (const key of staleKeys(topic)) keys.add(key);
      soon();
    },
    loadedBefore: (time) => {
      before = Math.max(before, time);
      soon();
    },
  };
}

/**
 * What failed just now waits for its person to try again, as something that came just now needs no second look. An
 * answer from later than now came before the clock was put back.
 */
function isAnsweredSince(time: number, { state }: Query): boolean {
  const answeredAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
  return answeredAt >= time && answeredAt <= Date.now();
}

async function loadAgain(client: QueryClient, { promise, queryKey }: Query): Promise<void> {
  await promise?.catch(() => undefined);
  await client.invalidateQueries({ queryKey, exact: true });
}

/** What has changed; undefined for what a newer server may tell of. */
function topicOf(data: string): Topic | undefined {
  try {
    const { topic } = JSON.parse(data) as { topic?: unknown };
    return TOPICS.find((known) => known === topic);
  } catch {
    return undefined;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(resume, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resume();
    });
  });
}

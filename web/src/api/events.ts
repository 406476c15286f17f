import type { QueryClient } from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import { staleKeys, TOPICS, type Topic } from './query-keys.ts';
import { refreshTokens } from './refresh.ts';
import { readTokens } from './tokens.ts';

const change = z.object({ topic: z.enum(TOPICS), ids: z.array(z.number()).default([]) });

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const STEADY_MS = 10_000;
/** Changes often come in bursts, a transport with its allocation and contracts: they refresh together. */
const GATHER_MS = 250;

/** Follows live changes until the signal aborts. Open queries refresh in place; the others when next shown. */
export async function followEvents(client: QueryClient, signal: AbortSignal): Promise<void> {
  const gathered = gather(client, signal);
  let wait = FIRST_WAIT_MS;
  let isReconnect = false;
  while (!signal.aborted) {
    let openedAt = Number.POSITIVE_INFINITY;
    try {
      // What happened while nobody listened is unknown, so everything on the screen is asked for again.
      const onOpen = () => {
        openedAt = Date.now();
        if (isReconnect) void client.invalidateQueries();
        isReconnect = true;
      };
      await listen(signal, onOpen, gathered, () => void client.invalidateQueries());
    } catch {
      // the connection failed or was refused; the next attempt waits longer
    }
    // A connection that breaks as soon as it opens is no reason to hurry.
    if (Date.now() - openedAt > STEADY_MS) wait = FIRST_WAIT_MS;
    await pause(wait * (0.75 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

async function listen(
  signal: AbortSignal,
  onOpen: () => void,
  onChange: (topic: Topic) => void,
  onReload: () => void,
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
    // the server itself lost the database for a while: anything may have changed
    if (value.event === 'reload') onReload();
    const parsed = change.safeParse(readJson(value.data));
    if (parsed.success) onChange(parsed.data.topic);
  }
}

function gather(client: QueryClient, signal: AbortSignal): (topic: Topic) => void {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (topic) => {
    for (const key of staleKeys(topic)) waiting.add(key);
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!signal.aborted) for (const key of waiting) void client.invalidateQueries({ queryKey: [key] });
      waiting.clear();
    }, GATHER_MS);
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
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

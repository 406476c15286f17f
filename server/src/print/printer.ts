import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { repositoryRoot } from '../repository-root.ts';
import type { Printout } from './printout.ts';

/** Renders printouts as PDF. */
export type Printer = {
  print(printout: Printout): Promise<Buffer>;
  close(): Promise<void>;
};

const THREAD = path.join(repositoryRoot, 'server', 'src', 'print', 'print-thread.mjs');

/** The maximum length of the queue; further printouts are rejected with TOO_MANY_REQUESTS. */
const MAX_WAITING = 20;
/** A printout that exceeds this time is stuck, because the longest settlement statement takes a tenth of it. */
const TIMEOUT_MS = 20_000;

type Job = {
  readonly printout: Printout;
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (reason: Error) => void;
};
/** A message from the thread: that it is ready to render, or the outcome of a printout. */
type Message = 'ready' | { pdf: Uint8Array<ArrayBuffer> } | { failure: string };

/**
 * Renders printouts on one thread. The thread starts with the first printout and stays, because starting
 * takes longer than rendering. It gets one printout at a time: the time limit counts only the rendering, and
 * ending a stuck thread loses no other printout.
 */
export function createPrinter(timeoutMs = TIMEOUT_MS): Printer {
  const waiting: Job[] = [];
  let drawn: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;
  let isReady = false;

  function drawNext(): void {
    drawn = waiting.shift();
    if (drawn === undefined) return;
    if (isReady) startTimer();
    try {
      (thread ?? start()).postMessage(drawn.printout, []);
    } catch (error) {
      answer({ failure: error instanceof Error ? error.message : String(error) });
    }
  }

  function startTimer(): void {
    timer = setTimeout(() => void giveUp(new Error('Rendering a printout took too long')), timeoutMs);
  }

  /** Clears the current printout, because its result is known. */
  function done(): Job | undefined {
    clearTimeout(timer);
    const job = drawn;
    drawn = undefined;
    return job;
  }

  function answer(message: Message): void {
    if (message === 'ready') {
      isReady = true;
      if (drawn !== undefined) startTimer();
      return;
    }
    const job = done();
    if ('pdf' in message) job?.resolve(Buffer.from(message.pdf.buffer));
    else job?.reject(new Error(`Rendering a printout failed: ${message.failure}`));
    drawNext();
  }

  async function giveUp(reason: Error): Promise<void> {
    const ended = thread;
    thread = undefined;
    isReady = false;
    done()?.reject(reason);
    drawNext();
    await ended?.terminate();
  }

  function start(): Worker {
    const started = new Worker(THREAD, { execArgv: [] });
    // the thread does not keep the process alive
    started.unref();
    started.on('message', (message: Message) => {
      if (thread === started) answer(message);
    });
    started.on('error', (error) => {
      if (thread === started) void giveUp(error);
    });
    thread = started;
    return started;
  }

  return {
    print(printout) {
      return new Promise((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) throw new DomainError('TOO_MANY_REQUESTS');
        waiting.push({ printout, resolve, reject });
        if (drawn === undefined) drawNext();
      });
    },
    close: () => {
      const reason = new Error('The server is shutting down');
      for (const job of waiting.splice(0)) job.reject(reason);
      return giveUp(reason);
    },
  };
}

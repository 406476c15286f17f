import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { repositoryRoot } from '../repository-root.ts';
import type { Printout } from './printout.ts';

/** Draws documents as PDF. */
export type Printer = {
  print(printout: Printout): Promise<Buffer>;
  close(): Promise<void>;
};

const THREAD = path.join(repositoryRoot, 'server', 'src', 'print', 'print-thread.mjs');

/** The most documents that wait for their turn; further ones are refused with TOO_MANY_REQUESTS. */
const MAX_WAITING = 20;
/** The longest statement takes a tenth of this, so what takes longer is stuck. */
const TIMEOUT_MS = 20_000;

type Job = {
  readonly printout: Printout;
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (reason: Error) => void;
};
type Answer = { pdf: Uint8Array<ArrayBuffer> } | { failure: string };

/**
 * Draws documents on one thread, which starts with the first document and is kept, as starting it takes longer than
 * drawing. It gets one document at a time, so that the time limit counts only the drawing, and a document that is stuck
 * takes no other one with it when its thread is ended.
 */
export function createPrinter(timeoutMs = TIMEOUT_MS): Printer {
  const waiting: Job[] = [];
  let drawn: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;

  function drawNext(): void {
    drawn = waiting.shift();
    if (drawn === undefined) return;
    timer = setTimeout(() => void giveUp(new Error('A document took too long to draw')), timeoutMs);
    try {
      (thread ?? start()).postMessage(drawn.printout, []);
    } catch (error) {
      answer({ failure: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Takes the document off the thread, because its answer is known now. */
  function done(): Job | undefined {
    clearTimeout(timer);
    const job = drawn;
    drawn = undefined;
    return job;
  }

  function answer(message: Answer): void {
    const job = done();
    if ('pdf' in message) job?.resolve(Buffer.from(message.pdf.buffer));
    else job?.reject(new Error(`A document could not be drawn: ${message.failure}`));
    drawNext();
  }

  async function giveUp(reason: Error): Promise<void> {
    const ended = thread;
    thread = undefined;
    done()?.reject(reason);
    drawNext();
    await ended?.terminate();
  }

  function start(): Worker {
    const started = new Worker(THREAD, { execArgv: [] });
    // a server that is asked to end does not wait for it
    started.unref();
    started.on('message', (message: Answer) => {
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
      const reason = new Error('The server ends');
      for (const job of waiting.splice(0)) job.reject(reason);
      return giveUp(reason);
    },
  };
}

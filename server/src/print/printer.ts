import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Refusal } from '@spichlerz/shared/domain/refusal';
import { repositoryRoot } from '../repository-root.ts';
import type { Printout } from './printout.ts';

/** Draws documents as PDF. */
export type Printer = {
  print(printout: Printout): Promise<Buffer>;
  close(): Promise<void>;
};

const THREAD = path.join(repositoryRoot, 'server', 'src', 'print', 'print-thread.mjs');

/** Documents that wait for the one that is drawn; whoever comes later had better come again. */
const WAITING_MAX = 20;
/** The longest statement takes a tenth of this; what takes more has got stuck. */
const LONGEST_MS = 20_000;

type Job = {
  readonly printout: Printout;
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (reason: Error) => void;
};
type Answer = { pdf: Uint8Array<ArrayBuffer> } | { failure: string };

/**
 * One thread, started with the first document and kept: starting it takes longer than drawing. It has one document at a
 * time, so that whoever waits for the others is not taken for stuck, and only the one that is goes with its thread.
 */
export function createPrinter(longestMs = LONGEST_MS): Printer {
  const waiting: Job[] = [];
  let drawn: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;

  function drawNext(): void {
    drawn = waiting.shift();
    if (drawn === undefined) return;
    timer = setTimeout(() => void giveUp(new Error('A document took too long to draw')), longestMs);
    try {
      (thread ?? start()).postMessage(drawn.printout, []);
    } catch (error) {
      answer({ failure: error instanceof Error ? error.message : String(error) });
    }
  }

  /** The document on the thread, which has its answer now. */
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
        if (waiting.length >= WAITING_MAX) throw new Refusal('TOO_MANY_REQUESTS');
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

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

/** Documents that wait for one thread; whoever comes later had better come again. */
const WAITING_MAX = 20;
/** The longest statement takes a tenth of this; what takes more has got stuck. */
const LONGEST_MS = 20_000;

type Job = { resolve: (pdf: Buffer) => void; reject: (reason: Error) => void; timer: NodeJS.Timeout };
type Answer = { job: number; pdf: Uint8Array<ArrayBuffer> } | { job: number; failure: string };

/** One thread, started with the first document and kept: starting it takes longer than drawing. */
export function createPrinter(): Printer {
  const jobs = new Map<number, Job>();
  let thread: Worker | undefined;
  let last = 0;

  function take(job: number): Job | undefined {
    const taken = jobs.get(job);
    jobs.delete(job);
    clearTimeout(taken?.timer);
    return taken;
  }

  function answer(message: Answer): void {
    const job = take(message.job);
    if ('pdf' in message) job?.resolve(Buffer.from(message.pdf.buffer));
    else job?.reject(new Error(`A document could not be drawn: ${message.failure}`));
  }

  async function end(reason: Error): Promise<void> {
    const ended = thread;
    thread = undefined;
    for (const id of jobs.keys()) take(id)?.reject(reason);
    await ended?.terminate();
  }

  function start(): Worker {
    const started = new Worker(THREAD, { execArgv: [] });
    // a server that is asked to end does not wait for it
    started.unref();
    started.on('message', answer);
    started.on('error', (error) => {
      if (thread === started) void end(error);
    });
    thread = started;
    return started;
  }

  return {
    print(printout) {
      return new Promise((resolve, reject) => {
        if (jobs.size >= WAITING_MAX) throw new Refusal('TOO_MANY_REQUESTS');
        const job = ++last;
        const timer = setTimeout(() => void end(new Error('A document took too long to draw')), LONGEST_MS);
        jobs.set(job, { resolve, reject, timer });
        (thread ?? start()).postMessage({ job, printout }, []);
      });
    },
    close: () => end(new Error('The server ends')),
  };
}

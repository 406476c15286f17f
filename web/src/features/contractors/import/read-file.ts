import type { ReadAs, TableOutcome } from './read-table.ts';

/** What the worker is asked for. */
export type TableQuestion = { readonly bytes: ArrayBuffer; readonly as: ReadAs };

/** Reads a chosen file in a worker of its own, which ends with it. */
export async function readFile(file: File, as: ReadAs): Promise<TableOutcome> {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
  try {
    const question: TableQuestion = { bytes: await file.arrayBuffer(), as };
    return await new Promise<TableOutcome>((resolve) => {
      worker.addEventListener('message', (event: MessageEvent<TableOutcome>) => resolve(event.data));
      worker.addEventListener('error', () => resolve({ problem: 'UNREADABLE' }));
      worker.postMessage(question, [question.bytes]);
    });
  } catch {
    // the file was moved or changed since it was chosen
    return { problem: 'UNREADABLE' };
  } finally {
    worker.terminate();
  }
}

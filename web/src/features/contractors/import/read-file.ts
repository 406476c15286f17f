import type { FileReadOptions, TableOutcome } from './read-table.ts';

/** The message to the worker. */
export type ReadRequest = { readonly bytes: ArrayBuffer; readonly as: FileReadOptions };

/** Reads a file in a worker that is terminated afterwards. */
export async function readFile(file: File, as: FileReadOptions): Promise<TableOutcome> {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
  try {
    const request: ReadRequest = { bytes: await file.arrayBuffer(), as };
    return await new Promise<TableOutcome>((resolve) => {
      worker.addEventListener('message', (event: MessageEvent<TableOutcome>) => resolve(event.data));
      worker.addEventListener('error', () => resolve({ problem: 'UNREADABLE' }));
      worker.postMessage(request, [request.bytes]);
    });
  } catch {
    // the file was moved or changed after it was selected
    return { problem: 'UNREADABLE' };
  } finally {
    worker.terminate();
  }
}

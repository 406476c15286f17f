import type { TableOutcome } from './read-table.ts';

/** Reads a chosen file in a worker of its own, which ends with it. */
export async function readFile(file: File): Promise<TableOutcome> {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
  try {
    const bytes = await file.arrayBuffer();
    return await new Promise<TableOutcome>((resolve) => {
      worker.addEventListener('message', (event: MessageEvent<TableOutcome>) => resolve(event.data));
      worker.addEventListener('error', () => resolve({ problem: 'UNREADABLE' }));
      worker.postMessage(bytes, [bytes]);
    });
  } catch {
    // the file was moved or changed since it was chosen
    return { problem: 'UNREADABLE' };
  } finally {
    worker.terminate();
  }
}

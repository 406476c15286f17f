import {
  type FileReading,
  type FileReadOptions,
  readTable,
  type Table,
  type TableKind,
  type TableOutcome,
} from './read-table.ts';

/** A file or a pasted text that was read, with its options. */
export type ChosenFile = FileReading & {
  readonly source: Blob;
  readonly name: string;
  readonly table: Table;
};

/** The message to the worker. */
type ReadRequest = { readonly bytes: ArrayBuffer; readonly as: FileReadOptions };

/** Reads a file in a worker that is terminated afterwards; the worker calls `answerReads`. */
export async function readFile(
  startWorker: () => Worker,
  file: Blob,
  as: FileReadOptions,
): Promise<TableOutcome> {
  const worker = startWorker();
  try {
    const request: ReadRequest = { bytes: await file.arrayBuffer(), as };
    return await new Promise<TableOutcome>((resolve) => {
      worker.addEventListener('message', (event: MessageEvent<TableOutcome>) => resolve(event.data));
      worker.addEventListener('error', () => resolve({ problem: 'UNREADABLE' }));
      worker.postMessage(request, [request.bytes]);
    });
  } catch {
    // the user moved or changed the file after selecting it
    return { problem: 'UNREADABLE' };
  } finally {
    worker.terminate();
  }
}

/** Runs in the worker: a spreadsheet of ten thousand rows would block the page noticeably. */
export function answerReads(kind: TableKind): void {
  self.addEventListener('message', (event: MessageEvent<ReadRequest>) => {
    const { bytes, as } = event.data;
    void readTable(bytes, kind, as).then((outcome) => self.postMessage(outcome, { transfer: [] }));
  });
}

import type { ReadRequest } from './read-file.ts';
import { readTable } from './read-table.ts';

/* Reads a file in a worker, because a spreadsheet of ten thousand rows would block the page noticeably. */

self.addEventListener('message', (event: MessageEvent<ReadRequest>) => {
  const { bytes, as } = event.data;
  void readTable(bytes, as).then((outcome) => self.postMessage(outcome, { transfer: [] }));
});

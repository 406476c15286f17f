import type { TableQuestion } from './read-file.ts';
import { readTable } from './read-table.ts';

/* Reads a file off the page's own thread: a spreadsheet of ten thousand rows takes more than a blink. */

self.addEventListener('message', (event: MessageEvent<TableQuestion>) => {
  const { bytes, as } = event.data;
  void readTable(bytes, as).then((outcome) => self.postMessage(outcome, { transfer: [] }));
});

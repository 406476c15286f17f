import { readTable } from './read-table.ts';

/* Reads a file off the page's own thread: a spreadsheet of ten thousand rows takes more than a blink. */

self.addEventListener('message', (event: MessageEvent<ArrayBuffer>) => {
  void readTable(event.data).then((outcome) => self.postMessage(outcome, { transfer: [] }));
});

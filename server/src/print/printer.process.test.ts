import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it, onTestFinished } from 'vitest';
import { table } from './layout.ts';
import { createPrinter } from './printer.ts';
import type { Printout } from './printout.ts';

const ROW = ['PO 12345', 'Młyn Wielkopolski sp. z o.o.', '24,640 t', '812,50 zł/t', '20 020,00 zł'];
const withRows = (rows: number): Printout => ({
  title: `Rozliczenie ${rows}`,
  issuer: 'Ziarno sp. z o.o.',
  content: [
    {
      layout: 'rows',
      table: {
        headerRows: 1,
        widths: ['auto', '*', 'auto', 'auto', 'auto'],
        body: Array.from({ length: rows }, () => [...ROW]),
      },
    },
  ],
});

function printerWith(longestMs: number) {
  const printer = createPrinter(longestMs);
  onTestFinished(() => printer.close());
  return printer;
}

it('the printer rejects a printout that takes too long, and prints the waiting printouts', {
  timeout: 60_000,
}, async () => {
  const printer = printerWith(3_000);
  // a thread renders 500 to 2,000 rows a second
  const timedOutPrintout = printer.print(withRows(30_000));
  const behind = [printer.print(withRows(1)), printer.print(withRows(2))];
  await expect(timedOutPrintout).rejects.toThrow('took too long');
  for (const pdf of await Promise.all(behind)) expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

it('the printer continues after a printout that cannot be sent to the worker thread', async () => {
  const printer = printerWith(20_000);
  // functions cannot be cloned for a worker
  const broken = {
    ...withRows(1),
    content: [{ layout: { hLineWidth: () => 1 }, table: { body: [['PO 12345']] } }],
  };
  const [first, wrong, last] = await Promise.allSettled([
    printer.print(withRows(1)),
    printer.print(broken),
    printer.print(withRows(2)),
  ]);
  expect([first.status, wrong.status, last.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('the printer queues twenty printouts and rejects the next one', async () => {
  const printer = printerWith(20_000);
  const printouts = Array.from({ length: 22 }, () => printer.print(withRows(1)));
  const outcomes = await Promise.allSettled(printouts);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
  expect(outcomes[21]).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS' } });
});

it('the printer keeps a row of a table and the note below it on one page', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => index + 1);
  const content = table<number>(
    [
      { header: 'Lp.', width: 60, cell: (row) => `wiersz ${row}.` },
      { header: 'Kwota', width: '*', isFigure: true, cell: () => '1,00' },
    ],
    rows,
    { note: (row) => `Uwaga ${row}. ${'Wilgotność 15,5 %, '.repeat((row * 7) % 30)}` },
  );
  const pdf = await printerWith(20_000).print({ title: 'Rozliczenie', issuer: 'Ziarno', content: [content] });
  const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  const pageOf = (words: string) => pages.findIndex((page) => page.includes(words));
  expect(pages.length).toBeGreaterThan(2);
  expect(rows.map((row) => pageOf(`Uwaga ${row}.`))).toEqual(rows.map((row) => pageOf(`wiersz ${row}.`)));
  expect(pageOf('wiersz 40.')).toBe(pages.length - 1);
});

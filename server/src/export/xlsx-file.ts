import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Sheet } from './sheet.ts';
import { contentTypes, RELATIONSHIPS, STYLES, workbook, workbookRelationships } from './xlsx-parts.ts';
import { WORKSHEET_END, worksheetRows, worksheetStart } from './xlsx-worksheet.ts';

/** Excel's limit of rows per worksheet, including the header. */
const ROWS_MAX = 1_048_576;

/**
 * Streams a workbook while its rows arrive, with one batch in memory. A full worksheet is followed by another
 * worksheet. Existing libraries hold the whole workbook in memory or are no longer maintained.
 */
export function xlsxFile<Row>(
  sheet: Sheet<Row>,
  batches: AsyncIterable<readonly Row[]>,
  rowsMax = ROWS_MAX,
): Readable {
  const zip = new ZipFile();
  const file = new PassThrough();
  const fail = (error: Error) => file.destroy(error);
  zip.on('error', fail);
  zip.outputStream.pipe(file);
  pack(zip, file, sheet, rowSource(batches), rowsMax).catch(fail);
  return file;
}

async function pack<Row>(
  zip: ZipFile,
  file: PassThrough,
  sheet: Sheet<Row>,
  source: RowSource<Row>,
  rowsMax: number,
): Promise<void> {
  let worksheets = 0;
  do {
    worksheets += 1;
    const part = Readable.from(worksheet(sheet, source, rowsMax), { objectMode: false });
    // closing the file stops the query
    const stop = () => part.destroy();
    file.once('close', stop);
    zip.addReadStream(part, `xl/worksheets/sheet${worksheets}.xml`, { compressionLevel: 3 });
    await finished(part);
    file.off('close', stop);
  } while (await source.hasMore());
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path);
  add('xl/workbook.xml', workbook(sheet.title, worksheets));
  add('xl/_rels/workbook.xml.rels', workbookRelationships(worksheets));
  add('xl/styles.xml', STYLES);
  add('_rels/.rels', RELATIONSHIPS);
  add('[Content_Types].xml', contentTypes(worksheets));
  zip.end();
}

async function* worksheet<Row>(sheet: Sheet<Row>, source: RowSource<Row>, rowsMax: number) {
  yield worksheetStart(sheet);
  // the header is the first row
  for (let row = 2; row <= rowsMax; ) {
    const rows = await source.take(rowsMax - row + 1);
    if (rows.length === 0) break;
    yield worksheetRows(sheet, rows, row);
    row += rows.length;
  }
  yield WORKSHEET_END;
}

type RowSource<Row> = {
  /** Returns at most `max` rows, or none when all rows have been returned. */
  take(max: number): Promise<readonly Row[]>;
  hasMore(): Promise<boolean>;
};

function rowSource<Row>(batches: AsyncIterable<readonly Row[]>): RowSource<Row> {
  const iterator = batches[Symbol.asyncIterator]();
  let ready: readonly Row[] = [];
  const hasMore = async () => {
    while (ready.length === 0) {
      const next = await iterator.next();
      if (next.done === true) return false;
      ready = next.value;
    }
    return true;
  };
  return {
    hasMore,
    async take(max) {
      await hasMore();
      const taken = ready.slice(0, max);
      ready = ready.slice(max);
      return taken;
    },
  };
}

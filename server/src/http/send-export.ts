import type { Readable } from 'node:stream';
import { EXPORT_TYPES, type ExportFormat } from '@spichlerz/shared/wire/list';
import { todayInWarsaw } from '@spichlerz/shared/words/figures';
import type { FastifyReply } from 'fastify';
import { concurrencyLimit } from '../auth/concurrency-limit.ts';
import { csvFile } from '../export/csv-file.ts';
import { plainFileName } from '../export/file-name.ts';
import type { Sheet } from '../export/sheet.ts';
import { xlsxFile } from '../export/xlsx-file.ts';
import type { Batches } from '../lists/read-in-batches.ts';

/**
 * An export holds a connection for as long as its client reads. All exports together use about a quarter of the
 * pool, so that connections remain for other requests. The limit per user is lower, so that one user cannot
 * block the exports of other users.
 */
const EXPORTS_PER_USER = 2;
const EXPORTS_TOTAL = { min: 3, max: 8 };

type Write = <Row>(sheet: Sheet<Row>, batches: Batches<Row>) => Readable;

const WRITE: Readonly<Record<ExportFormat, Write>> = { xlsx: xlsxFile, csv: csvFile };

/** Sends lists as files, a limited number at once. `connections` is the size of the pool. */
export function exportSender(connections: number) {
  const quarter = Math.min(EXPORTS_TOTAL.max, Math.max(EXPORTS_TOTAL.min, Math.floor(connections / 4)));
  const total = Math.min(quarter, connections - 1);
  const exports = concurrencyLimit({ perUser: Math.min(EXPORTS_PER_USER, Math.max(1, total - 1)), total });
  return async <Row>(
    userId: number,
    reply: FastifyReply,
    sheet: Sheet<Row>,
    format: ExportFormat,
    open: () => Promise<Batches<Row>>,
  ): Promise<FastifyReply> => {
    const release = exports.acquire(userId);
    try {
      const batches = await open();
      const file = WRITE[format](sheet, batches);
      // The file is closed after success, abort or failure.
      file.once('close', () => {
        release();
        void batches.close();
      });
      void reply
        .type(EXPORT_TYPES[format])
        .header('content-disposition', `attachment; filename="${fileName(sheet.title, format)}"`);
      return reply.send(file);
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** Returns the name of the file, for example `kontrakty-sprzedazy-2026-11-21.xlsx`. */
function fileName(title: string, format: ExportFormat): string {
  return `${plainFileName(title)}-${todayInWarsaw()}.${format}`;
}

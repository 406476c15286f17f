import type { Readable } from 'node:stream';
import { Refusal } from '@spichlerz/shared/domain/refusal';
import { EXPORT_TYPES, type ExportFormat } from '@spichlerz/shared/wire/list';
import type { FastifyReply } from 'fastify';
import type { Batches } from '../db/read-in-batches.ts';
import { csvFile } from '../export/csv-file.ts';
import { plainFileName } from '../export/file-name.ts';
import type { Sheet } from '../export/sheet.ts';
import { xlsxFile } from '../export/xlsx-file.ts';

/** The most exports at once: each holds a connection for as long as its reader takes, and other calls need some too. */
const AT_ONCE = 3;

type Write = <Row>(sheet: Sheet<Row>, batches: Batches<Row>) => Readable;

const WRITE: Readonly<Record<ExportFormat, Write>> = { xlsx: xlsxFile, csv: csvFile };

/** Sends lists as files, a few at a time. */
export function exportSender() {
  let running = 0;
  return async <Row>(
    reply: FastifyReply,
    sheet: Sheet<Row>,
    format: ExportFormat,
    open: () => Promise<Batches<Row>>,
  ): Promise<FastifyReply> => {
    if (running >= AT_ONCE) throw new Refusal('TOO_MANY_REQUESTS');
    running += 1;
    try {
      const batches = await open();
      const file = WRITE[format](sheet, batches);
      // whether it was read to its end, broken off or failed
      file.once('close', () => {
        running -= 1;
        void batches.close();
      });
      void reply
        .type(EXPORT_TYPES[format])
        .header('content-disposition', `attachment; filename="${fileName(sheet.title, format)}"`);
      return reply.send(file);
    } catch (error) {
      running -= 1;
      throw error;
    }
  };
}

const warsawDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Warsaw' });

/** `kontrakty-sprzedazy-2026-11-21.xlsx` */
function fileName(title: string, format: ExportFormat): string {
  return `${plainFileName(title)}-${warsawDay.format(new Date())}.${format}`;
}

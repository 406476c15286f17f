import type { FastifyReply } from 'fastify';
import { plainFileName } from '../export/file-name.ts';

/** Sends a PDF named after its title: `potwierdzenie-kontraktu-zakupu-z-2026-0001.pdf`. */
export function sendPrintout(reply: FastifyReply, title: string, pdf: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${plainFileName(title)}.pdf"`)
    .send(pdf);
}

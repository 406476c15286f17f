import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/tx.ts';
import { escapeHtml, withAppUrl } from '../mail/templates/mail.ts';

/** `05/11/2026, 14:05`, as in the web app. */
const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Warsaw',
  dateStyle: 'short',
  timeStyle: 'short',
});

/**
 * Shows the latest e-mails to users who try the product without a mail server, for example a reset code.
 * Registered only outside production and without SMTP_URL, because it requires no sign-in.
 */
export function registerOutbox(app: FastifyInstance, db: Db, appUrl: string): void {
  app.get('/api/outbox', async (_request, reply) => {
    const mails = await db
      .selectFrom('mail')
      .orderBy('id', 'desc')
      .limit(50)
      .select(['recipient', 'subject', 'text_body as text', 'html_body as html', 'created_at as createdAt'])
      .execute();
    const list = mails
      .map(
        (mail) =>
          `<article><h2>${escapeHtml(mail.subject)}</h2><p>Do: ${escapeHtml(mail.recipient)}, ${moment.format(new Date(mail.createdAt))}</p><pre>${escapeHtml(withAppUrl(mail, appUrl).text)}</pre></article>`,
      )
      .join('');
    const page = `<!doctype html><html lang="pl"><head><meta charset="utf-8"><title>Skrzynka nadawcza – Spichlerz</title></head><body><h1>Skrzynka nadawcza</h1>${list === '' ? '<p>Nie ma jeszcze żadnej wiadomości.</p>' : list}</body></html>`;
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

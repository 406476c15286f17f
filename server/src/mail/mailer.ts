import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Db } from '../db/tx.ts';

/*
 * Sends what is queued. Several servers may run it on one database: a mail is claimed by one of them, and one that
 * was claimed by a server that died is due again after a while.
 */

const IDLE_MS = 1_500;
const BATCH = 20;

type Claimed = { id: number; recipient: string; subject: string; text: string; html: string; tries: number };

/** Hands one message to the mail server, or says why not by throwing. */
type Send = (mail: Claimed) => Promise<void>;

export type MailerParts = {
  db: Db;
  log: Logger;
  smtpUrl: string | undefined;
  from: string;
};

export type Mailer = { stop(): Promise<void> };

export function startMailer({ db, log, smtpUrl, from }: MailerParts): Mailer {
  const abort = new AbortController();
  const { send, close } = smtpUrl === undefined ? toLog(log) : toServer(smtpUrl, from);
  const run = async () => {
    while (!abort.signal.aborted) {
      let sent = 0;
      try {
        sent = await deliverDue(db, send, log);
      } catch (error) {
        log.warn({ err: error }, 'The mail queue cannot be read');
      }
      if (sent === 0) await wait(IDLE_MS, undefined, { signal: abort.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      abort.abort();
      await running;
      close();
    },
  };
}

/** Sends what is due now; answers how many were tried. */
async function deliverDue(db: Db, send: Send, log: Logger): Promise<number> {
  const claimed = await claim(db);
  for (const mail of claimed) {
    try {
      await send(mail);
      await db
        .updateTable('mail')
        .set({ sent_at: sql<string>`now()`, last_error: null })
        .where('id', '=', mail.id)
        .execute();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(
        { mail: mail.id, tries: mail.tries, reason },
        'A mail could not be sent and will be tried again',
      );
      await db
        .updateTable('mail')
        .set({ last_error: reason.slice(0, 500), next_try_at: retryAt(mail.tries) })
        .where('id', '=', mail.id)
        .execute();
    }
  }
  return claimed.length;
}

/** Claimed for five minutes, longer than sending takes. */
async function claim(db: Db): Promise<Claimed[]> {
  const due = db
    .selectFrom('mail')
    .where('sent_at', 'is', null)
    .where('next_try_at', '<=', sql<string>`now()`)
    .orderBy('next_try_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .select('id');
  return db
    .updateTable('mail')
    .set({ next_try_at: sql<string>`now() + interval '5 minutes'`, tries: sql<number>`tries + 1` })
    .where('id', 'in', due)
    .returning(['id', 'recipient', 'subject', 'text_body as text', 'html_body as html', 'tries'])
    .execute();
}

/** 10 s, 20 s, 40 s … up to an hour; a mail server that is down loses nothing. */
function retryAt(tries: number) {
  const seconds = Math.min(3_600, 10 * 2 ** Math.min(tries - 1, 12));
  return sql<string>`now() + make_interval(secs => ${seconds})`;
}

function toServer(smtpUrl: string, from: string): { send: Send; close: () => void } {
  const transport = createTransport(smtpUrl, { from });
  return {
    send: async ({ id, recipient, subject, text, html }) => {
      // a stable id lets a mail program drop the rare second copy
      await transport.sendMail({ to: recipient, subject, text, html, messageId: `<mail-${id}@spichlerz>` });
    },
    close: () => transport.close(),
  };
}

/** Without a mail server the message is written to the log, for whoever runs the product on their own machine. */
function toLog(log: Logger): { send: Send; close: () => void } {
  return {
    send: async ({ recipient, subject, text }) =>
      log.info({ recipient, subject, text }, 'Mail (no SMTP_URL is set)'),
    close: () => undefined,
  };
}

import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { publishChange } from '../audit/record-change.ts';
import type { Config } from '../config.ts';
import { type Db, inTransaction, type Tx } from '../db/tx.ts';
import type { Company } from '../print/company.ts';
import type { Printer } from '../print/printer.ts';
import { type Attachment, confirmationAttachment } from './confirmation-attachment.ts';
import { isPermanentFailure } from './is-permanent-failure.ts';
import { contentColumns, IS_WAITING } from './queue-mail.ts';
import { withAppUrl } from './templates/mail.ts';
import { maskedResetCodeMail } from './templates/reset-code-mail.ts';

/*
 * Sends what is queued. Several servers may run it on one database: a mail is claimed by one of them, and one that
 * was claimed by a server that died is due again after a while.
 */

const IDLE_MS = 1_500;
/** For so long a mail is its server's; then any server may send it, in case the first one died. */
const CLAIM_MS = 5 * 60_000;
/** A silent mail server must be given up long before the claim ends, or the mail could go out twice. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** The longest that sending one mail may take: a mail server that says a little now and then is never silent. */
const SEND_TIMEOUT_MS = 120_000;

type ClaimedMail = {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  tries: number;
  entity: string | null;
  entityId: number | null;
  withConfirmation: boolean;
};

/** Hands one message to the mail server, or says why not by throwing. */
type SendMail = (mail: ClaimedMail, attachments: Attachment[]) => Promise<void>;

export type MailerParts = {
  db: Db;
  log: Logger;
  environment: Config['environment'];
  smtpUrl: string | undefined;
  /** Where the links of a message lead. */
  appUrl: string;
  from: string;
  /** Draws what goes out with a message. */
  printer: Printer;
  company: Company;
  /** The longest one mail may take, in ms; well within its claim. */
  sendTimeoutMs?: number;
};

export type Mailer = { stop(): Promise<void> };

export function startMailer({ db, log, appUrl, printer, company, ...parts }: MailerParts): Mailer {
  const send = chooseSender(log, parts);
  if (send === null) {
    log.warn('SMTP_URL is not set, so e-mails wait in the queue');
    return { stop: async () => undefined };
  }
  const abort = new AbortController();
  // without a mail server codes are read at /api/outbox
  const masksCodes = parts.smtpUrl !== undefined;
  const sendWhole = async (mail: ClaimedMail) => {
    const { entityId, withConfirmation } = mail;
    const attachments =
      withConfirmation && entityId !== null
        ? await confirmationAttachment(db, printer, company, entityId)
        : [];
    await send({ ...mail, ...withAppUrl(mail, appUrl) }, attachments);
  };
  const run = async () => {
    while (!abort.signal.aborted) {
      let isIdle = true;
      try {
        isIdle = !(await deliverNext({ db, log, send: sendWhole, masksCodes, stopped: abort.signal }));
      } catch (error) {
        log.warn({ err: error }, 'The mail queue cannot be read');
      }
      if (isIdle) await wait(IDLE_MS, undefined, { signal: abort.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      abort.abort();
      await running;
    },
  };
}

type Delivery = {
  readonly db: Db;
  readonly log: Logger;
  readonly send: (mail: ClaimedMail) => Promise<void>;
  /** Whether codes to reset a password are masked once their mail is sent or given up. */
  readonly masksCodes: boolean;
  readonly stopped: AbortSignal;
};

/** Sends one mail that is due; answers whether there was one. */
async function deliverNext(delivery: Delivery): Promise<boolean> {
  const { db, log, send } = delivery;
  const claimEnds = performance.now() + CLAIM_MS;
  const mail = await claimNext(db);
  if (mail === undefined) return false;
  const failure = await send(mail).then(() => null, failureOf);
  if (failure !== null) {
    const what = failure.isPermanent
      ? 'A mail was refused for good and is given up'
      : 'A mail could not be sent and will be tried again';
    log.warn({ mail: mail.id, tries: mail.tries, reason: failure.reason }, what);
  }
  await saveOutcome(delivery, mail, failure, claimEnds);
  return true;
}

/**
 * Tries for as long as the claim lasts, also while the database is away: a mail that went out and is not marked as sent
 * would go out again after that.
 */
async function saveOutcome(
  { db, log, masksCodes, stopped }: Delivery,
  mail: ClaimedMail,
  failure: Failure | null,
  claimEnds: number,
): Promise<void> {
  for (;;) {
    try {
      await inTransaction(db, (tx) => recordOutcome(tx, mail, failure, masksCodes));
      return;
    } catch (error) {
      if (stopped.aborted || performance.now() > claimEnds) throw error;
      log.warn(
        { mail: mail.id, err: error },
        'The outcome of a mail could not be saved and will be saved again',
      );
      await wait(IDLE_MS, undefined, { signal: stopped }).catch(() => undefined);
    }
  }
}

type Failure = { readonly reason: string; readonly isPermanent: boolean };

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { reason: String(error), isPermanent: false };
  return { reason: error.message, isPermanent: isPermanentFailure(error) };
}

async function recordOutcome(
  tx: Tx,
  mail: ClaimedMail,
  failure: Failure | null,
  masksCodes: boolean,
): Promise<void> {
  const isOver = failure === null || failure.isPermanent;
  // the only mails about users are those with codes
  const masked = masksCodes && isOver && mail.entity === 'user' ? contentColumns(maskedResetCodeMail()) : {};
  const columns = { ...outcomeColumns(mail, failure), ...masked };
  await tx.updateTable('mail').set(columns).where('id', '=', mail.id).execute();
  // screens show in the contract's history what became of its messages
  if (mail.entity === 'contract' && mail.entityId !== null) {
    await publishChange(tx, { contract: [mail.entityId] });
  }
}

function outcomeColumns(mail: ClaimedMail, failure: Failure | null) {
  if (failure === null) return { sent_at: sql<string>`now()`, last_error: null };
  // the reason may hold what the mail server sent, and a text of PostgreSQL holds no NUL byte
  const last_error = failure.reason.replaceAll('\u0000', '').slice(0, 500);
  return failure.isPermanent
    ? { last_error, given_up_at: sql<string>`now()` }
    : { last_error, next_try_at: retryAt(mail.tries) };
}

/** One at a time: behind a slow mail server the rest of a batch could outlive its claim. */
async function claimNext(db: Db): Promise<ClaimedMail | undefined> {
  const due = db
    .selectFrom('mail')
    .where(IS_WAITING)
    .where('next_try_at', '<=', sql<string>`now()`)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select('id');
  return db
    .updateTable('mail')
    .set({
      next_try_at: sql<string>`now() + make_interval(secs => ${CLAIM_MS / 1_000})`,
      tries: sql<number>`tries + 1`,
    })
    .where('id', 'in', due)
    .returning([
      'id',
      'recipient',
      'subject',
      'text_body as text',
      'html_body as html',
      'tries',
      'entity',
      'entity_id as entityId',
      'with_confirmation as withConfirmation',
    ])
    .executeTakeFirst();
}

/** 10 s, 20 s, 40 s … up to an hour; a mail server that is down loses nothing. */
function retryAt(tries: number) {
  const seconds = Math.min(3_600, 10 * 2 ** Math.min(tries - 1, 12));
  return sql<string>`now() + make_interval(secs => ${seconds})`;
}

function chooseSender(
  log: Logger,
  {
    environment,
    smtpUrl,
    from,
    sendTimeoutMs = SEND_TIMEOUT_MS,
  }: Pick<MailerParts, 'environment' | 'smtpUrl' | 'from' | 'sendTimeoutMs'>,
): SendMail | null {
  if (smtpUrl !== undefined) return smtpSender(smtpUrl, from, sendTimeoutMs);
  // logs are kept and read by others: no place for reset codes and the terms of contracts
  return environment === 'production' ? null : logSender(log);
}

function smtpSender(url: string, from: string, sendTimeoutMs: number): SendMail {
  return async ({ id, recipient, subject, text, html }, attachments) => {
    const socket = new Socket({ signal: AbortSignal.timeout(sendTimeoutMs) });
    // nodemailer reports the error once it uses the socket; before that, an error without a listener ends the process
    socket.on('error', () => undefined);
    const transport = createTransport({ url, ...SMTP_TIMEOUTS, socket }, { from });
    // a stable id lets a mail program drop the rare second copy
    const messageId = `<mail-${id}@spichlerz>`;
    await transport.sendMail({ to: recipient, subject, text, html, messageId, attachments });
  };
}

/** The message is written to the log, for whoever runs the product on their own machine without a mail server. */
function logSender(log: Logger): SendMail {
  return async ({ recipient, subject, text }, attachments) => {
    const files = attachments.map(({ filename }) => filename);
    log.info({ recipient, subject, text, files }, 'Mail (no SMTP_URL is set)');
  };
}

import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { MailedPrintout } from '@spichlerz/shared/wire/printout-mails';
import { sql } from 'kysely';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Logger } from 'pino';
import { publishChange } from '../audit/record-change.ts';
import type { Config } from '../config.ts';
import { type Db, inTransaction, type Tx } from '../db/tx.ts';
import { composeMailed } from '../modules/printout-mails/mailed-printout-queries.ts';
import type { Company } from '../print/company.ts';
import type { Printer } from '../print/printer.ts';
import { type Attachment, confirmationAttachment, printAttachment } from './confirmation-attachment.ts';
import { isPermanentFailure } from './is-permanent-failure.ts';
import { queueFailureNotice } from './queue-failure-notice.ts';
import { contentColumns, IS_WAITING } from './queue-mail.ts';
import { withAppUrl } from './templates/mail.ts';
import { maskedResetCodeMail } from './templates/reset-code-mail.ts';

/*
 * Sends queued mails. Several servers may send the mails of one database: one server claims a mail, and the
 * claim of a crashed server expires.
 */

const IDLE_MS = 1_500;
/**
 * The time after which any server may send a claimed mail, because the server with the claim may have crashed.
 */
const CLAIM_MS = 5 * 60_000;
/** The timeouts are far shorter than the claim: a mail whose claim ends during sending could be sent twice. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/**
 * The longest time for sending one mail, because a mail server that keeps sending single lines never times
 * out.
 */
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
  printout: MailedPrintout | null;
};

/**
 * Sends one message to the mail server.
 * @throws the error of the mail server or the connection
 */
type SendMail = (mail: ClaimedMail, attachments: Attachment[]) => Promise<void>;

export type MailerParts = {
  db: Db;
  log: Logger;
  environment: Config['environment'];
  smtpUrl: string | undefined;
  /** The base URL of the links in a message. */
  appUrl: string;
  from: string;
  /** Prints the attachments. */
  printer: Printer;
  company: Company;
  /** The longest time for sending one mail, in ms; must be far shorter than CLAIM_MS. */
  sendTimeoutMs?: number;
};

export type Mailer = { stop(): Promise<void> };

export function startMailer({ db, log, appUrl, printer, company, ...parts }: MailerParts): Mailer {
  const send = chooseSender(log, parts);
  if (send === null) {
    log.warn('SMTP_URL is not set, so e-mails stay in the queue');
    return { stop: async () => undefined };
  }
  const abort = new AbortController();
  // without a mail server the user reads the codes at /api/outbox
  const masksCodes = parts.smtpUrl !== undefined;
  const sendWhole = async (mail: ClaimedMail) => {
    const { entityId, withConfirmation, printout } = mail;
    const attachments =
      printout !== null
        ? [await printAttachment(printer, await composeMailed(db, company, printout))]
        : withConfirmation && entityId !== null
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
        log.warn({ err: error }, 'Reading the mail queue failed');
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
  /** Whether reset codes are masked after their mail is sent or has finally failed. */
  readonly masksCodes: boolean;
  readonly stopped: AbortSignal;
};

/** Sends one due mail and returns whether there was one. */
async function deliverNext(delivery: Delivery): Promise<boolean> {
  const { db, log, send } = delivery;
  const claimEnds = performance.now() + CLAIM_MS;
  const mail = await claimNext(db);
  if (mail === undefined) return false;
  const failure = await send(mail).then(() => null, failureOf);
  if (failure !== null) {
    const what = failure.isPermanent
      ? 'A mail was rejected permanently and is given up'
      : 'Sending a mail failed and will be retried';
    log.warn({ mail: mail.id, tries: mail.tries, reason: failure.reason }, what);
  }
  await saveOutcome(delivery, mail, failure, claimEnds);
  return true;
}

/**
 * Retries to store the outcome until the claim ends, even during a database outage. If that fails, the mail is
 * sent again.
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
      log.warn({ mail: mail.id, err: error }, 'Saving the outcome of a mail failed and will be retried');
      await wait(IDLE_MS, undefined, { signal: stopped }).catch(() => undefined);
    }
  }
}

type Failure = {
  readonly reason: string;
  readonly isPermanent: boolean;
  /** The reason of a permanent failure in Polish, for the user who sent the mail. */
  readonly notice: string;
};

function failureOf(error: unknown): Failure {
  const { message, response = message }: NodemailerError =
    error instanceof Error ? error : new Error(String(error));
  return {
    reason: storable(message),
    isPermanent: error instanceof Error && isPermanentFailure(error),
    notice:
      error instanceof DomainError
        ? 'dokumentu nie można już wydrukować, bo jego dane zmieniono albo usunięto'
        : `serwer poczty odrzucił go na stałe: ${storable(response)}`,
  };
}

/** An error may contain the mail server's reply, and PostgreSQL text cannot hold a NUL byte. */
const storable = (words: string) => words.replaceAll('\u0000', '').slice(0, 500);

async function recordOutcome(
  tx: Tx,
  mail: ClaimedMail,
  failure: Failure | null,
  masksCodes: boolean,
): Promise<void> {
  const isOver = failure === null || failure.isPermanent;
  // every mail about a user contains a reset code
  const masked = masksCodes && isOver && mail.entity === 'user' ? contentColumns(maskedResetCodeMail()) : {};
  const columns = { ...outcomeColumns(mail, failure), ...masked };
  await tx.updateTable('mail').set(columns).where('id', '=', mail.id).execute();
  if (failure?.isPermanent) await queueFailureNotice(tx, mail, failure.notice);
  // screens show the state of a record's mails in its audit log
  if (mail.entity !== null && mail.entity !== 'user' && mail.entityId !== null) {
    await publishChange(tx, { [mail.entity]: [mail.entityId] });
  }
}

function outcomeColumns(mail: ClaimedMail, failure: Failure | null) {
  if (failure === null) return { sent_at: sql<string>`now()`, last_error: null };
  const { reason: last_error, isPermanent } = failure;
  return isPermanent
    ? { last_error, given_up_at: sql<string>`now()` }
    : { last_error, next_try_at: retryAt(mail.tries) };
}

/**
 * Claims one mail at a time: with a slow mail server, the last mails of a batch could outlive their claims.
 * Mails about users come first, because a reset code behind a thousand printouts would expire before it is
 * sent.
 * The comparison is `=` and not `in`. With `in`, PostgreSQL evaluated the subquery once per mail when its
 * statistics counted a single mail, and thus claimed all mails at once.
 */
async function claimNext(db: Db): Promise<ClaimedMail | undefined> {
  const due = db
    .selectFrom('mail')
    .where(IS_WAITING)
    .where('next_try_at', '<=', sql<string>`now()`)
    .orderBy(sql`entity is distinct from 'user'`)
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
    .where('id', '=', due)
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
      'printout',
    ])
    .executeTakeFirst();
}

/** Retries after 10 s, 20 s, 40 s … up to an hour, so no mail is lost while the mail server is down. */
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
  // logs are stored and read by operators, so reset codes and the terms of contracts must not be in logs
  return environment === 'production' ? null : logSender(log);
}

function smtpSender(url: string, from: string, sendTimeoutMs: number): SendMail {
  return async ({ id, recipient, subject, text, html }, attachments) => {
    const socket = new Socket({ signal: AbortSignal.timeout(sendTimeoutMs) });
    // nodemailer listens for errors only once it uses the socket; before that, an error without a listener
    // ends the process
    socket.on('error', () => undefined);
    const transport = createTransport({ url, ...SMTP_TIMEOUTS, socket }, { from });
    // with a stable id, a mail client can drop a rare duplicate
    const messageId = `<mail-${id}@spichlerz>`;
    await transport.sendMail({ to: recipient, subject, text, html, messageId, attachments });
  };
}

/** Logs the message instead of sending it, for development without a mail server. */
function logSender(log: Logger): SendMail {
  return async ({ recipient, subject, text }, attachments) => {
    const files = attachments.map(({ filename }) => filename);
    log.info({ recipient, subject, text, files }, 'Mail (no SMTP_URL is set)');
  };
}

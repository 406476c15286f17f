import { type AddressInfo, createServer } from 'node:net';
import type { AuditMail } from '@spichlerz/shared/wire/audit-log';
import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { proposePrintoutMail, sendPrintouts } from '@spichlerz/shared/wire/printout-mails';
import { requestPasswordReset } from '@spichlerz/shared/wire/session';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../db/tx.ts';
import { DEMO_COMPANY } from '../print/company.ts';
import { createPrinter } from '../print/printer.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { call, failureOf } from '../testing/call.ts';
import { type Material, makeContract, makeMaterial } from '../testing/make.ts';
import { makeReleasedTransport } from '../testing/settle.ts';
import { createTestUser, type TestUser } from '../testing/test-user.ts';
import { until } from '../testing/until.ts';
import { type Mailer, startMailer } from './mailer.ts';

let test: TestApp;
let user: TestUser;
let material: Material;
let started: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterEach(async () => {
  for (const part of started.toReversed()) await part.stop();
  started = [];
});
afterAll(() => test.close());

type Received = { to: string; body: string };

/** The reply of a mail server to the sender, a recipient or a message: an error, or null to accept. */
type SmtpReply = (address: string) => Error | null;
type SmtpErrors = {
  readonly sender?: SmtpReply;
  readonly recipient?: SmtpReply;
  readonly message?: SmtpReply;
};

const smtpError = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

async function startSmtp(port: number, { sender, recipient, message }: SmtpErrors = {}) {
  const received: Received[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: ({ address }, _session, done) => done(sender?.(address)),
    onRcptTo: ({ address }, _session, done) => done(recipient?.(address)),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const [{ address } = { address: '' }] = session.envelope.rcptTo;
        const error = message?.(address) ?? null;
        if (error !== null) return done(error);
        const body = Buffer.concat(parts).toString('utf8');
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, body });
        done();
      });
    },
  });
  const server = smtp.listen(port, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  started.push({ stop: () => new Promise((done) => smtp.close(() => done())) });
  return { port: (server.address() as AddressInfo).port, received };
}

/**
 * Starts a mail server whose greeting lists capabilities without end.
 * @returns its port
 */
async function startEndlessGreeting(): Promise<number> {
  const talks = new Set<() => void>();
  const server = createServer((socket) => {
    const talk = setInterval(() => socket.write('250-AND MORE\r\n'), 50);
    talks.add(() => {
      clearInterval(talk);
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  started.push({
    stop: async () => {
      for (const end of talks) end();
      await new Promise((closed) => server.close(closed));
    },
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Starts a mail server that rejects every recipient with this reply.
 * @returns its port
 */
async function startRejectingServer(words: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
    socket.on('data', (line) =>
      socket.write(String(line).startsWith('RCPT') ? `${words}\r\n` : '250 yes\r\n'),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  started.push({ stop: () => new Promise((closed) => server.close(() => closed())) });
  return (server.address() as AddressInfo).port;
}

/** Decodes quoted-printable: joins soft line breaks and decodes escapes. */
const decodeQuotedPrintable = (body: string) =>
  body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** @returns a port on which no server listens */
async function closedPort(): Promise<number> {
  const { port } = await startSmtp(0);
  await started.pop()?.stop();
  return port;
}

function startTestMailer(port: number, limit: { sendTimeoutMs?: number } = {}): Mailer {
  const mailer = startMailer({
    db: createDb(test.pool),
    log: pino({ level: 'fatal' }),
    environment: 'test',
    smtpUrl: `smtp://127.0.0.1:${port}`,
    appUrl: 'https://spichlerz.test/a&b',
    from: 'spichlerz@spichlerz.test',
    printer: createPrinter(),
    company: DEMO_COMPANY,
    ...limit,
  });
  started.push(mailer);
  return mailer;
}

async function mailsOf(contractId: number): Promise<AuditMail[]> {
  const { list } = await user.call(listAuditEntries, { query: { contractId } });
  return list.find(({ action }) => action === 'created')?.mails ?? [];
}

const statuses = async (contractId: number) => (await mailsOf(contractId)).map(({ status }) => status);
const untilAllHaveStatus = (contractId: number, status: AuditMail['status']) =>
  until(async () => (await statuses(contractId)).every((one) => one === status), 8_000);
/** Makes the next attempt of all unsent mails due now. */
const makeRetriesDue = () => test.pool.query('update mail set next_try_at = now() where sent_at is null');

const countMails = async () => (await test.pool.query('select from mail')).rowCount;

/** Returns the notices that a mail to this recipient was given up. */
const noticesOf = async (recipient: string) =>
  (
    await test.pool.query('select recipient, subject, text_body from mail where text_body like $1', [
      `%wysłać e-maila do ${recipient}:%`,
    ])
  ).rows;

const RECIPIENTS = ['ola@firma.test', 'jan@firma.test'];
const recipient = (name: string) => ({ emailNotificationList: [`${name}@firma.test`] });
const makeContractWithMails = (overrides = {}) =>
  makeContract(user, 'purchase', material, { emailNotificationList: RECIPIENTS, ...overrides });

describe('the notification of a new contract', () => {
  it('waits for a mail server that is down, then reaches every recipient once', async () => {
    const port = await closedPort();
    const id = await makeContractWithMails();
    expect(await mailsOf(id)).toEqual(
      RECIPIENTS.map((recipient) => ({
        recipient,
        status: 'QUEUED',
        tries: 0,
        sentAt: null,
        nextTryAt: null,
      })),
    );
    // two instances of the mailer share the queue
    startTestMailer(port);
    startTestMailer(port);
    await untilAllHaveStatus(id, 'FAILED');
    for (const { tries, sentAt, nextTryAt } of await mailsOf(id)) {
      expect({ tries, sentAt }).toEqual({ tries: 1, sentAt: null });
      expect(Date.parse(nextTryAt ?? '')).toBeGreaterThan(Date.now());
    }

    const { received } = await startSmtp(port);
    await makeRetriesDue();
    await untilAllHaveStatus(id, 'SENT');
    expect(await mailsOf(id)).toMatchObject(
      RECIPIENTS.map((recipient) => ({ recipient, sentAt: expect.any(String), nextTryAt: null })),
    );
    // a duplicate would have been sent before this later mail
    const next = await makeContractWithMails({ emailNotificationList: ['ewa@firma.test'] });
    await untilAllHaveStatus(next, 'SENT');
    expect(received.map(({ to }) => to).toSorted()).toEqual(['ewa@firma.test', ...RECIPIENTS.toSorted()]);
  });

  it('reaches every recipient at the first attempt, even if the statistics of PostgreSQL count a single mail', async () => {
    await test.pool.query('delete from mail');
    await makeContractWithMails({ emailNotificationList: ['ewa@firma.test'] });
    await test.pool.query('analyze mail');
    const id = await makeContractWithMails();
    const { port, received } = await startSmtp(0);
    startTestMailer(port);
    await untilAllHaveStatus(id, 'SENT');
    expect(received.map(({ to }) => to).toSorted()).toEqual(['ewa@firma.test', ...RECIPIENTS.toSorted()]);
  });

  it('is sent after a reset code, even if the code was queued later', async () => {
    const id = await makeContractWithMails();
    await call(test.app, requestPasswordReset, { body: { email: user.email } });
    const { port, received } = await startSmtp(0);
    startTestMailer(port);
    await untilAllHaveStatus(id, 'SENT');
    expect(received.map(({ to }) => to)).toEqual([user.email, ...RECIPIENTS]);
  });

  it('is sent once although the database at first fails to save the outcome', async () => {
    const { port, received } = await startSmtp(0);
    // a sequence also counts rolled-back statements
    await test.pool.query(`
      create sequence rejections;
      create function reject_outcome() returns trigger language plpgsql as
        $$ begin perform nextval('rejections'); raise 'not now'; end $$;
      create trigger reject_outcome before update of sent_at on mail for each row execute function reject_outcome()`);
    const isRejected = async () =>
      (await test.pool.query<{ yes: boolean }>('select is_called as yes from rejections')).rows[0]?.yes ===
      true;
    const id = await makeContractWithMails(recipient('ewa'));
    startTestMailer(port);
    await until(isRejected, 8_000);
    await test.pool.query('drop function reject_outcome() cascade; drop sequence rejections');
    await untilAllHaveStatus(id, 'SENT');
    expect(received.map(({ to }) => to)).toEqual(['ewa@firma.test']);
  });

  it('is retried after a temporary rejection by the mail server', async () => {
    let isOpen = false;
    const { port, received } = await startSmtp(0, { message: () => (isOpen ? null : new Error('not now')) });
    const id = await makeContractWithMails();
    startTestMailer(port);
    await untilAllHaveStatus(id, 'FAILED');
    expect(received).toEqual([]);
    isOpen = true;
    await makeRetriesDue();
    await untilAllHaveStatus(id, 'SENT');
    expect(received.map(({ to }) => to).toSorted()).toEqual(RECIPIENTS.toSorted());
  });

  it.each<[string, (reply: SmtpReply) => SmtpErrors, Error]>([
    ['recipient', (reply) => ({ recipient: reply }), smtpError(550, '5.1.1 No such user')],
    ['message', (reply) => ({ message: reply }), smtpError(554, '5.7.1 Looks like spam')],
  ])('is given up for one recipient after a permanent rejection of the %s', async (_, errors, error) => {
    const reply: SmtpReply = (address) => (address === 'jan@firma.test' ? error : null);
    const { port, received } = await startSmtp(0, errors(reply));
    const id = await makeContractWithMails();
    startTestMailer(port);
    const outcome = async () =>
      (await mailsOf(id)).map(({ recipient, status, tries, nextTryAt }) => [
        recipient,
        status,
        tries,
        nextTryAt,
      ]);
    const known = [
      ['ola@firma.test', 'SENT', 1, null],
      ['jan@firma.test', 'FAILED', 1, null],
    ];
    await until(async () => !(await statuses(id)).includes('QUEUED'), 8_000);
    expect(await outcome()).toEqual(known);
    await makeRetriesDue();
    // another attempt would have been made before this later mail
    await untilAllHaveStatus(await makeContractWithMails(recipient('ewa')), 'SENT');
    expect(await outcome()).toEqual(known);
    expect(received.map(({ to }) => to)).toEqual(['ola@firma.test', 'ewa@firma.test']);
  });

  it.each<[string, SmtpErrors]>([
    ['sender rejected', { sender: () => smtpError(550, '5.7.1 Not your address') }],
    ['relaying denied', { recipient: () => smtpError(554, '5.7.1 Relay access denied') }],
    ['authentication required', { recipient: () => smtpError(530, '5.7.0 Authentication required') }],
    ['recipient greylisted', { recipient: () => smtpError(451, '4.7.1 Greylisted') }],
  ])('is retried after a rejection that is not permanent: %s', async (_, errors) => {
    const { port } = await startSmtp(0, errors);
    const id = await makeContractWithMails(recipient('ewa'));
    startTestMailer(port);
    await untilAllHaveStatus(id, 'FAILED');
    const [mail] = await mailsOf(id);
    expect(Date.parse(mail?.nextTryAt ?? '')).toBeGreaterThan(Date.now());
  });

  it('is retried after a rejection whose text contains a NUL byte, which PostgreSQL cannot store', async () => {
    const port = await startRejectingServer('451 4.7.1 Not\u0000now');
    const id = await makeContractWithMails(recipient('ewa'));
    startTestMailer(port);
    await untilAllHaveStatus(id, 'FAILED');
    const [mail] = await mailsOf(id);
    expect(Date.parse(mail?.nextTryAt ?? '')).toBeGreaterThan(Date.now());
  });

  it('is retried after a greeting of the mail server that never ends', async () => {
    const port = await startEndlessGreeting();
    const id = await makeContractWithMails(recipient('ewa'));
    startTestMailer(port, { sendTimeoutMs: 500 });
    await untilAllHaveStatus(id, 'FAILED');
    const [mail] = await mailsOf(id);
    expect(Date.parse(mail?.nextTryAt ?? '')).toBeGreaterThan(Date.now());
  });

  it('states the terms in Polish, as text and as HTML', async () => {
    await makeContractWithMails({
      documentNumber: 'Z/2026/0777',
      quantityKg: 1_250_000,
      isTolerance: true,
      toleranceType: 'BUYER',
      toleranceUnit: 'PERCENT',
      toleranceQuantity: 5,
      isCert: true,
      countyCode: '0201',
      isGmp: true,
      contactList: [{ contactField: 'Jan <Rolnik>' }],
      additionalCargoOption: [
        { price: 70_000, isContractualQuality: true, contractualQuality: 'Białko 13%' },
      ],
      comments: 'Odbiór po telefonie',
    });
    const { rows } = await test.pool.query<{ subject: string; text_body: string; html_body: string }>(
      'select subject, text_body, html_body from mail order by id desc limit 1',
    );
    const [mail] = rows;
    expect(mail?.subject).toMatch(/^Nowy kontrakt zakupu: Z\/2026\/0777, Surowiec \d+, Firma \d+$/);
    const lines = mail?.text_body.replaceAll('\u00a0', ' ').split('\n') ?? [];
    expect(lines).toEqual(
      expect.arrayContaining([
        'Ilość: 1 250,000 t',
        'Tolerancja: ± 5 % w opcji kupującego (od 1 187,500 t do 1 312,500 t)',
        'Cena i jakość: 800,00 zł/t, Konsumpcyjna',
        'Dodatkowe opcje cenowe: 700,00 zł/t, Białko 13%',
        'Termin odbioru: 01/07/2026 – 30/06/2027',
        'Warunki dostawy: FCA, Zbożowa 1, 90-001 Łódź',
        'Wymagania: GMP, CERT (powiat bolesławiecki)',
        'Kontakty: Jan <Rolnik>',
        'Uwagi: Odbiór po telefonie',
      ]),
    );
    expect(mail?.html_body).toContain('Jan &#60;Rolnik&#62;');
    expect(mail?.html_body).toContain('lang="pl"');
  });

  it('shows the id of a contract without a number, and the country code of a foreign address', async () => {
    const address = { street: 'Hafenstraße', buildingNumber: '4', postCode: '18147', city: 'Rostock' };
    const id = await makeContractWithMails({
      documentNumber: undefined,
      address: { ...address, countryCode: 'DE' },
      dateOfReceiptFrom: '2026-09-01',
      dateOfReceiptTo: '2026-09-01',
      comments: 'Awizacja dzień wcześniej\nWjazd od tyłu',
    });
    const { rows } = await test.pool.query<{ subject: string; text_body: string; html_body: string }>(
      'select subject, text_body, html_body from mail order by id desc limit 1',
    );
    const [mail] = rows;
    expect(mail?.subject).toMatch(new RegExp(`^Nowy kontrakt zakupu: nr ${id}, `));
    const lines = mail?.text_body.split('\n') ?? [];
    expect(lines).toEqual(
      expect.arrayContaining([
        'Termin odbioru: 01/09/2026',
        'Warunki dostawy: FCA, Hafenstraße 4, 18147 Rostock, DE',
      ]),
    );
    expect(mail?.text_body).not.toContain('Nr kontraktu');
    expect(mail?.html_body).toContain('white-space:pre-line">Awizacja dzień wcześniej\nWjazd od tyłu</td>');
  });

  it('has the PDF confirmation attached when the user has requested it', async () => {
    const { port, received } = await startSmtp(0);
    await makeContractWithMails({
      ...recipient('z'),
      documentNumber: 'Z/2026/0779',
      attachConfirmation: true,
    });
    const deleted = await makeContractWithMails({ ...recipient('d'), attachConfirmation: true });
    const plain = await makeContractWithMails(recipient('bez'));
    await user.call(contracts.purchase.delete, { params: { id: deleted } });
    startTestMailer(port);
    await untilAllHaveStatus(plain, 'SENT');
    const bodyTo = (name: string) => received.find(({ to }) => to === `${name}@firma.test`)?.body ?? '';

    expect(bodyTo('z')).toContain('filename=potwierdzenie-kontraktu-zakupu-z-2026-0779.pdf');
    const [, base64 = ''] = /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\s]+)/.exec(bodyTo('z')) ?? [];
    const pdf = new Uint8Array(Buffer.from(base64, 'base64'));
    const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
    expect(text).toContain('Potwierdzenie kontraktu zakupu');
    expect(text).toContain('Z/2026/0779');
    expect(text).toContain(DEMO_COMPANY.name);
    for (const name of ['d', 'bez']) expect(bodyTo(name)).not.toContain('application/pdf');
  });

  it.each([
    ['purchase', '/contract/purchase-list/dashboard'],
    ['sales', '/contract/sale-list/dashboard'],
  ] as const)('links to the contract: %s', async (side, path) => {
    const { port, received } = await startSmtp(0);
    const id = await makeContract(user, side, material, recipient(side));
    startTestMailer(port);
    await untilAllHaveStatus(id, 'SENT');
    const body = decodeQuotedPrintable(received.find(({ to }) => to === `${side}@firma.test`)?.body ?? '');
    const address = `${path}/${id}/realization`;
    expect(body).toContain(`Zobacz kontrakt w Spichlerzu: https://spichlerz.test/a&b${address}\r\n`);
    expect(body).toContain(`<a href="https://spichlerz.test/a&#38;b${address}">`);
  });

  it('is not queued when creating the contract fails', async () => {
    const documentNumber = 'Z/2026/0778';
    await makeContractWithMails({ documentNumber, emailNotificationList: [] });
    const before = await countMails();
    expect(await failureOf(makeContractWithMails({ documentNumber }))).toMatchObject({
      code: 'DOCUMENT_NUMBER_IS_DUPLICATED',
    });
    expect(await countMails()).toBe(before);
  });
});

it('a mail with a printout has the PDF attached, and is given up when the document can no longer be printed', async () => {
  const { port, received } = await startSmtp(0);
  const trade = await makeReleasedTransport(user, material);
  const cancelled = await makeReleasedTransport(user, material);
  const { transport } = trade;
  const proposal = await user.call(proposePrintoutMail, {
    query: { kind: 'TRANSPORT_ORDER', id: transport },
  });
  expect(proposal.recipients).toEqual([]);
  expect(proposal.subject).toMatch(/^Zlecenie transportowe ZT\//);
  const order = (id: number, name: string) => ({
    kind: 'TRANSPORT_ORDER' as const,
    id,
    recipients: [`${name}@przewozy.test`],
    subject: proposal.subject,
    text: 'Prosimy o potwierdzenie.\nDziękujemy.',
  });
  const rejected = user.call(sendPrintouts, {
    body: { mails: [order(transport, 'x'), order(999_999, 'y')] },
  });
  expect(await failureOf(rejected)).toMatchObject({
    code: 'TRANSPORT_NOT_FOUND',
    fields: [{ path: 'mails.1.id' }],
  });
  const twice = { ...order(transport, 'x'), recipients: ['biuro@przewozy.test', 'Biuro@przewozy.test '] };
  expect(await failureOf(user.call(sendPrintouts, { body: { mails: [twice] } }))).toMatchObject({
    status: 400,
    fields: [{ path: 'mails.0.recipients.1', code: 'VALUE_IS_DUPLICATED' }],
  });
  const mails = [order(transport, 'biuro'), order(cancelled.transport, 'anulowany')];
  expect(await user.call(sendPrintouts, { body: { mails } })).toEqual({ mailCount: 2 });
  await test.pool.query(`update mail set printout = jsonb_set(printout, '{id}', '999999')
    where recipient = 'anulowany@przewozy.test'`);
  startTestMailer(port);
  const states = async (id: number) => {
    const { list } = await user.call(listAuditEntries, { query: { entity: 'transport', entityId: id } });
    return list.flatMap((entry) => entry.mails).map(({ recipient, status }) => [recipient, status]);
  };
  await until(async () => (await states(transport))[0]?.[1] === 'SENT', 8_000);
  expect(await states(transport)).toEqual([['biuro@przewozy.test', 'SENT']]);
  await until(async () => (await states(cancelled.transport))[0]?.[1] === 'FAILED', 8_000);
  const body = decodeQuotedPrintable(received.find(({ to }) => to === 'biuro@przewozy.test')?.body ?? '');
  expect(body).toContain('Prosimy o potwierdzenie.');
  expect(body).toContain('filename=zlecenie-transportowe-zt-');
  expect(received.map(({ to }) => to)).not.toContain('anulowany@przewozy.test');
  expect(await noticesOf('anulowany@przewozy.test')).toEqual([
    {
      recipient: user.email,
      subject: `Nie wysłano e-maila: ${proposal.subject}`,
      text_body: expect.stringContaining('Powód: dokumentu nie można już wydrukować'),
    },
  ]);
  expect(await noticesOf('biuro@przewozy.test')).toEqual([]);
});

it('the user who sent a rejected printout gets one notice, even if the notice itself is rejected', async () => {
  const { port } = await startSmtp(0, { recipient: () => smtpError(550, '5.1.1 No such user') });
  const { transport } = await makeReleasedTransport(user, material);
  const mails = [
    {
      kind: 'TRANSPORT_ORDER' as const,
      id: transport,
      recipients: ['nikt@przewozy.test'],
      subject: 'Zlecenie na jutro',
    },
  ];
  await user.call(sendPrintouts, { body: { mails } });
  startTestMailer(port);
  await until(async () => {
    const { rowCount } = await test.pool.query(
      "select from mail where subject like '%Zlecenie na jutro' and given_up_at is not null",
    );
    return rowCount === 2;
  }, 8_000);
  expect(await noticesOf('nikt@przewozy.test')).toEqual([
    {
      recipient: user.email,
      subject: 'Nie wysłano e-maila: Zlecenie na jutro',
      text_body:
        'Nie udało się wysłać e-maila do nikt@przewozy.test: Zlecenie na jutro.\n\n' +
        'Powód: serwer poczty odrzucił go na stałe: 550 5.1.1 No such user.\n\nSpichlerz',
    },
  ]);
  expect(await noticesOf(user.email)).toEqual([]);
});

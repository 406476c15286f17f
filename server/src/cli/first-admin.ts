import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import {
  brokenPasswordRules,
  type PasswordReason,
  type PasswordRule,
} from '@spichlerz/shared/domain/password';
import { createUser } from '@spichlerz/shared/wire/users';
import { sql } from 'kysely';
import { publishChange, writeAuditEntry } from '../audit/record-change.ts';
import { hashPassword } from '../auth/password-hash.ts';
import { whyNotPassword } from '../auth/password-policy.ts';
import { addressColumns } from '../db/address-columns.ts';
import { constraintError } from '../db/constraint-errors.ts';
import { type Db, inTransaction } from '../db/tx.ts';
import { errorMessage } from '../error-message.ts';

/** No administrator was created. The message is for the terminal. */
export class AdminError extends Error {
  override name = 'AdminError';
}

const USAGE =
  'npm run admin:create -- --email <address> --first-name <name> --last-name <name> [--force]\n' +
  'The password is taken from ADMIN_PASSWORD, else it is prompted for or read from standard input.';

export type AdminArguments = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Creates another ADMIN although an active one exists. */
  readonly force: boolean;
};

export function readArguments(args: string[]): AdminArguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        force: { type: 'boolean', default: false },
      },
    });
    const { email, 'first-name': firstName, 'last-name': lastName, force } = values;
    if (email === undefined || firstName === undefined || lastName === undefined)
      throw new AdminError('--email, --first-name and --last-name are needed');
    return { email, firstName, lastName, force };
  } catch (error) {
    throw new AdminError(`${errorMessage(error)}\n\n${USAGE}`);
  }
}

/** Reads the password from the environment, a terminal (without echo) or the first line of a pipe. */
export async function readPassword(
  env: NodeJS.ProcessEnv,
  input: NodeJS.ReadStream,
  output: NodeJS.WritableStream,
): Promise<string> {
  const { ADMIN_PASSWORD: given } = env;
  if (given !== undefined && given !== '') return given;
  if (!input.isTTY) return firstLine(input);
  const once = await promptHidden('Password: ', input, output);
  const again = await promptHidden('Password again: ', input, output);
  if (once !== again) throw new AdminError('The two passwords differ');
  return once;
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  throw new AdminError('No password was given');
}

function promptHidden(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  output.write(question);
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input, output: nowhere, terminal: true });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => reject(new AdminError('No password was given')));
    lines.question('', (answer) => {
      resolve(answer);
      lines.close();
      output.write('\n');
    });
  });
}

const RULE_TEXT: Readonly<Record<PasswordRule, string>> = {
  length: 'at least 8 characters',
  uppercase: 'a capital letter',
  lowercase: 'a small letter',
  digit: 'a digit',
  special: 'a character that is neither letter nor digit',
};

const REASON_TEXT: Readonly<Record<PasswordReason, string>> = {
  PASSWORD_BREAKS_RULES: 'The password breaks the rules',
  PASSWORD_IS_PERSONAL: 'The password is made of the name, the e-mail or the name of the product',
  PASSWORD_IS_COMMON: 'The password is a common one or easy to guess; combine several unrelated words',
  PASSWORD_IS_UNCHANGED: 'The password is the current one',
};

/**
 * Creates an ADMIN with a chosen password, which need not be changed at the first sign-in.
 * @throws AdminError when an argument or the password is invalid, the e-mail is in use, or an active ADMIN
 * exists and `force` is not set
 */
export async function createAdmin(
  db: Db,
  options: AdminArguments,
  password: string,
): Promise<{ email: string }> {
  const broken = brokenPasswordRules(password);
  if (broken.length > 0)
    throw new AdminError(`The password lacks: ${broken.map((rule) => RULE_TEXT[rule]).join(', ')}`);
  const form = createUser.body?.safeParse({ ...options, password, role: 'ADMIN' });
  if (form?.success !== true) {
    const fields = new Set(form?.error.issues.map(({ path }) => path.join('.')));
    throw new AdminError(`Not usable: ${[...fields].join(', ')}`);
  }
  const { email, firstName, lastName } = form.data;
  const reason = await whyNotPassword(password, form.data);
  if (reason !== null) throw new AdminError(REASON_TEXT[reason]);
  const passwordHash = await hashPassword(password);
  try {
    await inTransaction(db, async (tx) => {
      // When two commands run at once, the second waits here for the first, and then finds its ADMIN.
      await sql`lock table app_user in share row exclusive mode`.execute(tx);
      const admins = await tx
        .selectFrom('app_user')
        .where('role', '=', 'ADMIN')
        .where('active', '=', true)
        .select('email')
        .execute();
      if (admins.length > 0 && !options.force) {
        const known = admins.map((admin) => admin.email).join(', ');
        throw new AdminError(`There is an active ADMIN already (${known}); --force creates another one`);
      }
      const { id } = await tx
        .insertInto('app_user')
        .values({
          email,
          first_name: firstName,
          last_name: lastName,
          role: 'ADMIN',
          gender: null,
          password_hash: passwordHash,
          password_expired: false,
          ...addressColumns({}),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeAuditEntry(tx, { userId: id }, { entity: 'user', entityId: id, action: 'created' });
      await publishChange(tx, { user: [id] });
    });
  } catch (error) {
    const domainError = error instanceof DomainError ? error : constraintError(error);
    if (domainError?.code === 'USER_ALREADY_EXISTS')
      throw new AdminError(`A user with the e-mail ${email} already exists`);
    throw error;
  }
  return { email };
}

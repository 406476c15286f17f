import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { hasNipChecksum } from '@spichlerz/shared/domain/contractor';
import { z } from 'zod';
import { splitAddress } from './db/database-target.ts';
import { ensureDirectory } from './ensure-directory.ts';
import { errorMessage } from './error-message.ts';
import { type Company, DEMO_COMPANY, NO_COMPANY } from './print/company.ts';
import { repositoryRoot } from './repository-root.ts';

export type Config = {
  environment: 'development' | 'test' | 'production';
  host: string;
  port: number;
  appUrl: string;
  /** Which proxies may set the client's IP address, in the forms that Fastify accepts. */
  trustProxy: boolean | string | ((address: string, hop: number) => boolean);
  /**
   * How long a server continues to serve after the shutdown has begun, so that the proxy can switch to another
   * server.
   */
  drainSeconds: number;
  dataDir: string;
  /** The folder of the backups and of the archived WAL of the built-in database. */
  backupDir: string | undefined;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  secret: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  demo: boolean;
  passwordMaxAgeDays: number | undefined;
  /** The bearer token of /api/metrics; without it there are no metrics. */
  metricsToken: string | undefined;
  /** The company whose letterhead is printed. */
  company: Company;
};

export class ConfigError extends Error {
  override name = 'ConfigError';
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

const urlWithProtocol = (protocols: readonly string[]) =>
  z.string().refine(
    (value) => {
      const { protocol, host } = URL.canParse(value) ? new URL(value) : { protocol: '', host: '' };
      // An empty host would mean the local machine.
      return host !== '' && protocols.includes(protocol.slice(0, -1));
    },
    `must be an address starting with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  );

/** May list several hosts; one of them is the primary. */
const databaseUrl = z
  .string()
  .refine(
    (value) => splitAddress(value).every((one) => URL.canParse(one) && /^postgres(ql)?:/.test(one)),
    'must be an address starting with postgres:// or postgresql://',
  );

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** An IP address or a network: `10.0.0.0/8`. */
const isNetwork = (value: string): boolean => {
  const [address = '', bits = '1', ...rest] = value.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^[1-9]\d*$/.test(bits) && Number(bits) <= most;
};

const trustedProxies = z
  .string()
  .refine(
    (value) =>
      /^(true|false|\d+)$/.test(value) ||
      value.split(',').every((part) => NAMED_NETWORKS.has(part.trim()) || isNetwork(part.trim())),
    'must be the number of proxies in front or their addresses (10.0.0.0/8, loopback), true or false',
  )
  .transform((value): Config['trustProxy'] => {
    if (value === 'true' || value === 'false') return value === 'true';
    return /^\d+$/.test(value) ? (_address, hop) => hop < Number(value) : value;
  });

/** A NIP may contain dashes, blanks or the country prefix. */
const nip = z
  .string()
  .transform((value) => value.replace(/^PL|[\s-]/g, ''))
  .refine(hasNipChecksum, 'must be a NIP, ten digits with a true checksum');

const environmentNames = ['development', 'test', 'production'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const variables = z.object({
  NODE_ENV: z.enum(environmentNames, `must be one of ${environmentNames.join(', ')}`).default('development'),
  HOST: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  APP_URL: urlWithProtocol(['http', 'https']).optional(),
  TRUST_PROXY: trustedProxies.default(false),
  DRAIN_SECONDS: wholeNumber(0, 60).default(0),
  DATA_DIR: z.string().default('data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(16),
  SMTP_URL: urlWithProtocol(['smtp', 'smtps']).optional(),
  MAIL_FROM: z.string().includes('@', { message: 'must hold an e-mail address' }).optional(),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  DEMO: flag.optional(),
  PASSWORD_MAX_AGE_DAYS: wholeNumber(1, 3650).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  COMPANY_NAME: z.string().trim().optional(),
  COMPANY_ADDRESS: z.string().trim().optional(),
  COMPANY_NIP: nip.optional(),
  COMPANY_PHONE: z.string().trim().optional(),
  COMPANY_EMAIL: z.email('must be an e-mail address').optional(),
});

const consistentVariables = variables.superRefine((value, context) => {
  const addIssue = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const company = ['COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_NIP'] as const;
  // Printouts with an incomplete letterhead would be sent to customers.
  if (company.some((name) => value[name] !== undefined)) {
    const missing = company.filter((name) => value[name] === undefined);
    for (const name of missing) addIssue(name, `must be set together with ${otherNames(company, name)}`);
  }
  if (value.NODE_ENV !== 'production') return;
  if (value.DEMO === true)
    addIssue(
      'DEMO',
      'must not be true in production, because the passwords of the demo company are published',
    );
  if (value.SECRET === undefined)
    addIssue('SECRET', 'must be set in production (32 random characters or more)');
  for (const name of ['MAIL_FROM', 'APP_URL'] as const) {
    if (value.SMTP_URL !== undefined && value[name] === undefined)
      addIssue(name, 'must be set in production when SMTP_URL is');
  }
});

const otherNames = (names: readonly string[], name: string) =>
  names.filter((other) => other !== name).join(' and ');

// Compose files and shells pass unset variables as empty strings.
const withoutBlanks = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const parsed = consistentVariables.safeParse(withoutBlanks(env));
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'),
    );
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const dataDir = path.resolve(repositoryRoot, values.DATA_DIR);
  return {
    environment: values.NODE_ENV,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: values.PORT,
    appUrl: (values.APP_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    trustProxy: values.TRUST_PROXY,
    drainSeconds: values.DRAIN_SECONDS,
    dataDir,
    backupDir: values.BACKUP_DIR === undefined ? undefined : path.resolve(repositoryRoot, values.BACKUP_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? 'Spichlerz <spichlerz@localhost>',
    secret: values.SECRET ?? storedSecret(dataDir),
    logLevel: values.LOG_LEVEL,
    demo: values.DEMO ?? !production,
    passwordMaxAgeDays: values.PASSWORD_MAX_AGE_DAYS,
    metricsToken: values.METRICS_TOKEN,
    company: companyFrom(values, values.DEMO ?? !production),
  };
};

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost'];

/** Warnings about settings that expose the server to unauthorized access. */
export const securityWarnings = ({ environment, host, trustProxy, smtpUrl, secret }: Config): string[] => {
  const isProduction = environment === 'production';
  const isReached = trustProxy !== false || !LOOPBACK_HOSTS.includes(host);
  return [
    ...(!isProduction && isReached && smtpUrl === undefined
      ? [
          'NODE_ENV is not production, so anyone who can reach this server can read its e-mails at /api/outbox',
        ]
      : []),
    ...(trustProxy === true
      ? [
          'TRUST_PROXY is true, so a visitor chooses the address their wrong sign-ins are counted for; set the number of proxies',
        ]
      : []),
    ...(isGuessable(secret)
      ? ['SECRET has little variety and may be guessed; make one with "openssl rand -base64 32"']
      : []),
  ];
};

const MIN_DISTINCT_CHARACTERS = 12;

/** Detects few distinct characters or a repeated part, which random secrets do not have. */
const isGuessable = (secret: string): boolean =>
  new Set(secret).size < MIN_DISTINCT_CHARACTERS || /(.{6,}).*\1/s.test(secret);

const companyFrom = (values: z.output<typeof variables>, demo: boolean): Company => {
  const { COMPANY_NAME: name, COMPANY_ADDRESS: address, COMPANY_NIP: companyNip } = values;
  if (name === undefined || address === undefined || companyNip === undefined)
    return demo ? DEMO_COMPANY : NO_COMPANY;
  return { name, address, nip: companyNip, phone: values.COMPANY_PHONE, email: values.COMPANY_EMAIL };
};

/**
 * The secret that is used when SECRET is not set, as in development. It is created once and stored, so that
 * sessions survive a restart.
 */
const storedSecret = (dataDir: string): string => {
  const file = path.join(dataDir, 'secret');
  try {
    return readStoredSecret(file) ?? createStoredSecret(file);
  } catch (error) {
    throw new ConfigError(`SECRET is not set and one cannot be kept in DATA_DIR: ${errorMessage(error)}`);
  }
};

const readStoredSecret = (file: string): string | undefined => {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length < 32) throw new Error(`${file} is damaged, delete it`);
    return secret;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

const createStoredSecret = (file: string): string => {
  ensureDirectory(path.dirname(file));
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // link(2) is atomic: two servers that start at once use the same secret.
    linkSync(draft, file);
    return secret;
  } catch (error) {
    const kept = readStoredSecret(file);
    if (kept === undefined) throw error;
    return kept;
  } finally {
    unlinkSync(draft);
  }
};

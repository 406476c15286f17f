import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, securityWarnings } from './config.ts';
import { DEMO_COMPANY, NO_COMPANY } from './print/company.ts';
import { repositoryRoot } from './repository-root.ts';

const secret = 'a secret of at least thirty-two characters';

const configErrorMessage = (env: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  throw new Error('The configuration was accepted');
};

describe('readConfig', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-config-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('needs no variable in development', () => {
    expect(readConfig({ DATA_DIR: folder })).toMatchObject({
      environment: 'development',
      host: '127.0.0.1',
      port: 3000,
      appUrl: 'http://localhost:3000',
      trustProxy: false,
      dataDir: folder,
      databaseUrl: undefined,
      databasePoolSize: 16,
      smtpUrl: undefined,
      logLevel: 'info',
      demo: true,
      passwordMaxAgeDays: undefined,
    });
  });

  it('resolves a relative data folder against the repository, not the working directory', () => {
    expect(readConfig({ SECRET: secret }).dataDir).toBe(path.join(repositoryRoot, 'data'));
    expect(readConfig({ SECRET: secret, DATA_DIR: 'other' }).dataDir).toBe(
      path.join(repositoryRoot, 'other'),
    );
  });

  it('treats an empty variable as not set', () => {
    expect(readConfig({ SECRET: secret, PORT: '', DATABASE_URL: ' ', DEMO: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      demo: true,
    });
  });

  it('listens on all interfaces and loads no demo company in production', () => {
    expect(readConfig({ NODE_ENV: 'production', SECRET: secret })).toMatchObject({
      host: '0.0.0.0',
      demo: false,
    });
  });

  it('rejects production without a secret', () => {
    expect(configErrorMessage({ NODE_ENV: 'production', DATA_DIR: folder })).toEqual([
      'SECRET must be set in production (32 random characters or more)',
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('requires a sender and a link address for e-mail in production', () => {
    expect(configErrorMessage({ NODE_ENV: 'production', SECRET: secret, SMTP_URL: 'smtp://mail' })).toEqual([
      'MAIL_FROM must be set in production when SMTP_URL is',
      'APP_URL must be set in production when SMTP_URL is',
    ]);
  });

  it.each(['smtp://', 'smtps:///', 'smtp:mail.example.pl:587'])('rejects the SMTP_URL %s', (url) => {
    expect(configErrorMessage({ SECRET: secret, SMTP_URL: url })).toEqual([
      'SMTP_URL must be an address starting with smtp:// or smtps://',
    ]);
  });

  it('lists every invalid variable on a line of its own', () => {
    expect(
      configErrorMessage({
        PORT: '80a',
        DATABASE_POOL_SIZE: '1',
        DATABASE_URL: 'mysql://localhost/x',
        SMTP_URL: 'mail.example',
        MAIL_FROM: 'nobody',
        APP_URL: 'spichlerz.pl',
        SECRET: 'short',
        LOG_LEVEL: 'loud',
        DEMO: 'maybe',
        PASSWORD_MAX_AGE_DAYS: '0',
        NODE_ENV: 'staging',
      }).toSorted(),
    ).toEqual([
      'APP_URL must be an address starting with http:// or https://',
      'DATABASE_POOL_SIZE must be a whole number from 2 to 500',
      'DATABASE_URL must be an address starting with postgres:// or postgresql://',
      'DEMO must be true or false',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      'MAIL_FROM must hold an e-mail address',
      'NODE_ENV must be one of development, test, production',
      'PASSWORD_MAX_AGE_DAYS must be a whole number from 1 to 3650',
      'PORT must be a whole number from 0 to 65535',
      'SECRET must have at least 32 characters',
      'SMTP_URL must be an address starting with smtp:// or smtps://',
    ]);
  });

  it('never prints a value in an error, because a value may be a password', () => {
    expect(configErrorMessage({ DATABASE_URL: 'mysql://app:hush@localhost/x' }).join()).not.toContain('hush');
  });

  it.each([
    'postgres://app:p%40ss@db.example.pl/spichlerz',
    'postgresql://app@[::1]:5432/spichlerz?sslmode=require',
    'postgres://app:secret@one:5432,two:5433/spichlerz?target_session_attrs=read-write',
  ])('accepts the database URL %s', (address) => {
    expect(readConfig({ SECRET: secret, DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  it('rejects a database URL with an invalid host', () => {
    expect(configErrorMessage({ DATABASE_URL: 'postgres://app@one:5432,two:port/spichlerz' })).toHaveLength(
      1,
    );
  });

  it.each([
    ['false', false],
    ['true', true],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['loopback, 2001:db8::/32,192.0.2.1', 'loopback, 2001:db8::/32,192.0.2.1'],
  ])('accepts TRUST_PROXY=%s', (text, value) => {
    expect(readConfig({ SECRET: secret, TRUST_PROXY: text }).trustProxy).toBe(value);
  });

  it.each(['-1', '1.5', 'yes', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/1', 'loopback,', 'proxy.example.pl'])(
    'rejects TRUST_PROXY=%s',
    (text) => {
      expect(configErrorMessage({ SECRET: secret, TRUST_PROXY: text })).toEqual([
        'TRUST_PROXY must be the number of proxies in front or their addresses (10.0.0.0/8, loopback), true or false',
      ]);
    },
  );

  it('trusts as many proxies as TRUST_PROXY states', () => {
    const { trustProxy } = readConfig({ SECRET: secret, TRUST_PROXY: '2' });
    const trusts = (hop: number) => typeof trustProxy === 'function' && trustProxy('10.0.0.1', hop);
    expect([0, 1, 2].map(trusts)).toEqual([true, true, false]);
  });

  it.each([
    [{}, []],
    [{ HOST: '0.0.0.0' }, ['/api/outbox']],
    [{ TRUST_PROXY: '1' }, ['/api/outbox']],
    [{ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail' }, []],
    [{ NODE_ENV: 'production' }, []],
    [{ NODE_ENV: 'production', TRUST_PROXY: 'true' }, ['TRUST_PROXY']],
    [{ NODE_ENV: 'production', TRUST_PROXY: '1' }, []],
    [{ SECRET: 'a'.repeat(40) }, ['SECRET']],
    [{ SECRET: '0123456789'.repeat(4) }, ['SECRET']],
    [{ SECRET: 'change-this-secret-change-this-secret' }, ['SECRET']],
    [{ SECRET: 'f3a9c07be1d8264550b7d21c9e4a6f38' }, []],
  ])('for the settings %j, the security warnings mention %j', (env, words) => {
    expect(securityWarnings(readConfig({ SECRET: secret, ...env }))).toEqual(
      words.map((word) => expect.stringContaining(word) as string),
    );
  });

  it('rejects DEMO=true in production', () => {
    expect(configErrorMessage({ SECRET: secret, NODE_ENV: 'production', DEMO: 'true' })).toEqual([
      'DEMO must not be true in production, because the passwords of the demo company are published',
    ]);
    expect(readConfig({ SECRET: secret, NODE_ENV: 'production', DEMO: 'false' }).demo).toBe(false);
  });

  it('returns the configured company as the letterhead of printouts', () => {
    const company = { COMPANY_NAME: 'Ziarno sp. z o.o.', COMPANY_ADDRESS: 'Polna 1, 60-001 Poznań' };
    expect(
      readConfig({
        SECRET: secret,
        ...company,
        COMPANY_NIP: 'PL 777-123-00-03',
        COMPANY_PHONE: '600 700 800',
      }).company,
    ).toEqual({
      name: 'Ziarno sp. z o.o.',
      address: 'Polna 1, 60-001 Poznań',
      nip: '7771230003',
      phone: '600 700 800',
      email: undefined,
    });
  });

  it('returns the demo company as the letterhead only if the demo company is loaded', () => {
    expect(readConfig({ SECRET: secret }).company).toEqual(DEMO_COMPANY);
    expect(readConfig({ SECRET: secret, NODE_ENV: 'production' }).company).toEqual(NO_COMPANY);
  });

  it('rejects an incomplete letterhead', () => {
    expect(
      configErrorMessage({ SECRET: secret, COMPANY_NAME: 'Ziarno sp. z o.o.', COMPANY_NIP: '7771230003' }),
    ).toEqual(['COMPANY_ADDRESS must be set together with COMPANY_NAME and COMPANY_NIP']);
    const address = { COMPANY_NAME: 'Ziarno sp. z o.o.', COMPANY_ADDRESS: 'Polna 1, 60-001 Poznań' };
    const wrong = { COMPANY_NIP: '7771230004', COMPANY_EMAIL: 'biuro' };
    expect(configErrorMessage({ SECRET: secret, ...address, ...wrong })).toEqual([
      'COMPANY_NIP must be a NIP, ten digits with a true checksum',
      'COMPANY_EMAIL must be an e-mail address',
    ]);
  });

  it('removes the slash at the end of APP_URL', () => {
    expect(readConfig({ SECRET: secret, APP_URL: 'https://spichlerz.pl/' }).appUrl).toBe(
      'https://spichlerz.pl',
    );
  });

  it('creates a missing secret once, in a file with mode 600', () => {
    const first = readConfig({ DATA_DIR: folder }).secret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR: folder }).secret).toBe(first);
    expect(readdirSync(folder)).toEqual(['secret']);
    expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(folder, 'secret'), 'utf8').trim()).toBe(first);
  });

  it('rejects a damaged secret file', () => {
    writeFileSync(path.join(folder, 'secret'), 'x');
    expect(configErrorMessage({ DATA_DIR: folder })).toEqual([
      `SECRET is not set and one cannot be kept in DATA_DIR: ${path.join(folder, 'secret')} is damaged, delete it`,
    ]);
  });
});

import { hash } from '@node-rs/argon2';
import type { Role } from '@spichlerz/shared/domain/role';
import type { CallInput, Endpoint, ReplyOf } from '@spichlerz/shared/wire/endpoint';
import { signIn } from '@spichlerz/shared/wire/session';
import type { TestApp } from './app.ts';
import { type CallOptions, call } from './call.ts';

/** The password of every test user. Tests store it without a check, so it may break the rules for passwords. */
export const TEST_PASSWORD = 'Spichlerz1!';
/** A valid new password, for calls that set a password. */
export const STRONG_PASSWORD = 'Kukurydza-7-Traktor';

/** The time after which a user signs in again. It is shorter than the lifetime of the access token. */
const TOKEN_RENEWAL_MS = 10 * 60_000;

/** A signed-in user who calls the API, and signs in again before the token expires. */
export type TestUser = {
  readonly id: number;
  readonly email: string;
  /** The latest access token. */
  readonly token: string;
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<ReplyOf<E>>;
};

let createdUsers = 0;
// All users share one hash with the lowest costs, because argon2 is slow by design and every test signs users
// in.
let passwordHash: Promise<string> | undefined;
const LEAST_COSTS = { memoryCost: 8, timeCost: 1 };

/**
 * Creates a user with the role, and signs the user in. The password is not expired unless `passwordExpired` is
 * true.
 */
export async function createTestUser(
  test: TestApp,
  role: Role = 'USER',
  passwordExpired = false,
): Promise<TestUser> {
  const email = `osoba${++createdUsers}@spichlerz.test`;
  passwordHash ??= hash(TEST_PASSWORD, LEAST_COSTS);
  const { rows } = await test.pool.query<{ id: number }>(
    `insert into app_user (email, first_name, last_name, role, password_hash, password_expired)
     values ($1, 'Jan', $2, $3, $4, $5) returning id`,
    [email, `Testowy${createdUsers}`, role, await passwordHash, passwordExpired],
  );
  const id = rows[0]?.id ?? 0;
  let token = '';
  let signedInAt = 0;
  const renewToken = async () => {
    signedInAt = performance.now();
    ({ token } = await call(test.app, signIn, { body: { email, password: TEST_PASSWORD } }));
  };
  await renewToken();
  return {
    id,
    email,
    get token() {
      return token;
    },
    async call(endpoint, input, options) {
      if (performance.now() - signedInAt > TOKEN_RENEWAL_MS) await renewToken();
      return call(test.app, endpoint, input, { token, ...options });
    },
  };
}

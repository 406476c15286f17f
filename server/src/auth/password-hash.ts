import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the library's (OWASP's) parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

const decoyHash = hash('no such person');

/** Spends the time of a real check, so that an unknown e-mail answers no faster than a known one. */
export async function simulatePasswordCheck(password: string): Promise<void> {
  await verify(await decoyHash, password);
}

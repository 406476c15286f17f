import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the default parameters of the library, which follow OWASP. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

const decoyHash = hash('unknown user');

/** Takes as long as a real check, so that the response time does not reveal whether the e-mail exists. */
export async function simulatePasswordCheck(password: string): Promise<void> {
  await verify(await decoyHash, password);
}

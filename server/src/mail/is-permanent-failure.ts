import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { NodemailerError } from 'nodemailer';

/** SMTP replies that require authentication, or a stronger mechanism. */
const AUTHENTICATION_REQUIRED = new Set([530, 534, 535, 538]);

/**
 * Whether the mail server rejected this recipient or this message permanently. Each message has one recipient,
 * so a rejection always concerns the whole message. Errors of the connection, authentication, sender or
 * relaying are not permanent, because an administrator can correct them.
 */
export function isPermanentFailure(error: Error): boolean {
  // Creating the attached printout throws a DomainError. If the contract or transport no longer allows the
  // printout, every attempt would fail.
  if (error instanceof DomainError) return error.code !== 'TOO_MANY_REQUESTS';
  const { permanent = false, command, responseCode = 0, response = '' }: NodemailerError = error;
  if (!permanent || AUTHENTICATION_REQUIRED.has(responseCode)) return false;
  // "Relay access denied" and "Unable to relay" reply to the recipient, but concern the sender
  if (command === 'RCPT TO') return !/relay/i.test(response);
  return command === 'DATA';
}

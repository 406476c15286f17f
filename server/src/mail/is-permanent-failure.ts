import type { NodemailerError } from 'nodemailer';

/** SMTP replies that ask for a sign-in, or for a stronger one. */
const AUTHENTICATION_REQUIRED = new Set([530, 534, 535, 538]);

/**
 * Whether the mail server refused this recipient or this message and would always do so again. Each message has one
 * recipient, so none is half sent. Refusals because of the connection, the sign-in, the sender or relaying are not for
 * good: whoever runs the server can mend those, and then everything that waits goes out.
 */
export function isPermanentFailure(error: Error): boolean {
  const { permanent = false, command, responseCode = 0, response = '' }: NodemailerError = error;
  if (!permanent || AUTHENTICATION_REQUIRED.has(responseCode)) return false;
  // "Relay access denied", "Unable to relay": said of the recipient and meant for the sender
  if (command === 'RCPT TO') return !/relay/i.test(response);
  return command === 'DATA';
}

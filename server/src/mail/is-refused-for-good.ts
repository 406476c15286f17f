import type { NodemailerError } from 'nodemailer';

/** Replies that want a sign-in, or a better one. */
const WANTS_SIGN_IN = new Set([530, 534, 535, 538]);

/**
 * Whether the mail server refused this very recipient or message, and would do so again: each message goes to one
 * recipient, so none is half sent. What is wrong with the connection, the sign-in, the sender or the leave to send to
 * strangers is for whoever runs the server to mend, and everything that waited goes out then.
 */
export function isRefusedForGood(error: Error): boolean {
  const { permanent = false, command, responseCode = 0, response = '' }: NodemailerError = error;
  if (!permanent || WANTS_SIGN_IN.has(responseCode)) return false;
  // "Relay access denied", "Unable to relay": said of the recipient and meant for the sender
  if (command === 'RCPT TO') return !/relay/i.test(response);
  return command === 'DATA';
}

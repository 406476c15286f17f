/** The built-in database cannot run; the message is one line for the administrator. */
export class EngineError extends Error {
  override name = 'EngineError';
}

/** The built-in database cannot serve; the message is one line for the person who starts the program. */
export class EngineError extends Error {
  override name = 'EngineError';
}

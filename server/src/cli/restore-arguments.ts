const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/;

/** Whether these are the arguments of `npm run restore`: a moment, "latest", "list" or "remove" with a name. */
export const isRestoreCommand = ([target = '', ...rest]: readonly string[]): boolean =>
  target === 'remove'
    ? rest.length === 1
    : rest.length === 0 && (target === 'latest' || target === 'list' || MOMENT.test(target));

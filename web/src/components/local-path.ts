/** The page to come back to after signing in, if it is one of ours: another site must never be led to. */
export function localPath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//')) return null;
  // a browser leaves tabs and line ends out of an address, and takes \ for /
  if (/[\\\t\r\n]/.test(path)) return null;
  return /^\/(login|reset-password)/.test(path) ? null : path;
}

/** Where the sign-in leads: back to where the person was, or to the first page. */
export function safeReturnUrl(back: unknown): string {
  return localPath(back) ?? '/positions';
}

/**
 * The path if it is a page of this application, except the sign-in pages. Null for any other path, which
 * prevents open redirects.
 */
export function localPath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//')) return null;
  // browsers remove tabs and line breaks from a URL and treat \ as /
  if (/[\\\t\r\n]/.test(path)) return null;
  return /^\/(login|reset-password)/.test(path) ? null : path;
}

/** The page to open after the sign-in: the one in `back`, or the user's start page. */
export function safeReturnUrl(back: unknown): string {
  return localPath(back) ?? '/';
}

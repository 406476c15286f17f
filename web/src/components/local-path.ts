/** The page to come back to after signing in, if it is one of ours: another site must never be led to. */
export function localPath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//') || path.includes('\\'))
    return null;
  return /^\/(login|reset-password)/.test(path) ? null : path;
}

/**
 * Log levels by event name. The names follow OWASP's Application Logging Vocabulary where it has such an event.
 */
export const SECURITY_EVENT_LEVEL = {
  authn_login_success: 'info',
  authn_login_fail: 'warn',
  /** The limit of failed sign-ins has blocked a sign-in. */
  authn_login_lock: 'warn',
  authn_token_reuse: 'warn',
  authn_password_change: 'info',
  authn_password_change_fail: 'warn',
  authn_password_reset_request: 'info',
  authn_password_reset: 'info',
  authn_password_reset_fail: 'warn',
  authz_fail: 'warn',
  excess_rate_limit_exceeded: 'warn',
  privilege_permissions_changed: 'warn',
  user_created: 'warn',
  data_export: 'info',
} as const;

export type SecurityEvent = keyof typeof SECURITY_EVENT_LEVEL;

/**
 * Must not contain a password, code or token. `userId` is null for a client that is not signed in or has no
 * account.
 */
type Details = {
  readonly userId: number | null;
  /** The user whose account was changed; absent when users change their own account. */
  readonly targetUserId?: number;
  readonly [detail: string]: unknown;
};

/** Logs one line with the user and the client address (OWASP ASVS 5, 16.3). */
export type LogSecurityEvent = (event: SecurityEvent, details: Details) => void;

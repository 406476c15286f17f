/** Names of OWASP's Application Logging Vocabulary where it has one, with their level. */
export const SECURITY_EVENT_LEVEL = {
  authn_login_success: 'info',
  authn_login_fail: 'warn',
  /** Refused by the limits of wrong sign-ins. */
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

/** Never a password, code or token. Whoever is not signed in or has no account is null. */
type Details = {
  readonly userId: number | null;
  /** Whose account was changed, when it is not the user's own. */
  readonly targetUserId?: number;
  readonly [detail: string]: unknown;
};

/** Writes one line with who and from where (OWASP ASVS 5, 16.3). */
export type LogSecurityEvent = (event: SecurityEvent, details: Details) => void;

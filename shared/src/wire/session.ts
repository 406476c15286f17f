import { z } from 'zod';
import { ROLES } from '../domain/role.ts';
import { endpoint } from './endpoint.ts';
import { email, id, momentReply, password, text } from './field.ts';

const tag = 'Auth';
const tokens = z.object({ token: z.string(), refreshToken: z.string() });
const code = () => z.string().trim().length(6);

export const sessionUser = z.object({
  id: id(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  passwordExpired: z.boolean(),
});
export type SessionUser = z.output<typeof sessionUser>;

export const signIn = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  tag,
  summary: 'Signs in. The token is valid for 15 minutes, the refresh token for 14 days.',
  body: z.object({ email: email(), password: password() }),
  reply: tokens,
  rateLimitPerMinute: 60,
});

export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  tag,
  summary: 'Returns the signed-in user.',
  reply: sessionUser,
  allowedWithExpiredPassword: true,
});

const signOutBody = z.object({ refreshToken: text(500).optional() }).optional();

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  tag,
  summary: 'Signs out and ends the session.',
  body: signOutBody,
  reply: z.literal(true),
  allowedWithExpiredPassword: true,
});

export const signOutByDelete = endpoint({
  method: 'DELETE',
  path: '/auth/logout',
  access: 'user',
  tag,
  summary: 'Signs out and ends the session.',
  body: signOutBody,
  reply: z.literal(true),
  allowedWithExpiredPassword: true,
});

export const refreshSession = endpoint({
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'public',
  tag,
  summary: 'Exchanges a refresh token for new tokens. Reusing a refresh token ends the session.',
  body: z.object({ refreshToken: text(500) }),
  reply: tokens,
  allowedWithExpiredPassword: true,
  rateLimitPerMinute: 120,
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/reset-password-request',
  access: 'public',
  tag,
  summary: 'Sends a verification code. The reply is the same whether or not the e-mail exists.',
  body: z.object({ email: email() }),
  reply: z.literal(true),
  rateLimitPerMinute: 20,
});

export const verifyResetCode = endpoint({
  method: 'POST',
  path: '/auth/reset-password-verify-code',
  access: 'public',
  tag,
  summary: 'Checks a verification code, which is valid for 30 minutes and 5 attempts.',
  body: z.object({ email: email(), code: code() }),
  reply: z.literal(true),
  rateLimitPerMinute: 30,
});

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/reset-password-confirm',
  access: 'public',
  tag,
  summary: 'Sets a new password with a verification code and ends all sessions of the user.',
  body: z.object({ email: email(), code: code(), password: password() }),
  reply: z.literal(true),
  rateLimitPerMinute: 30,
});

export const ownSession = z.object({
  id: z.string(),
  device: z.string().nullable(),
  createdAt: momentReply(),
  lastUsedAt: momentReply(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  access: 'user',
  tag,
  summary: "Lists the user's own sessions.",
  reply: z.array(ownSession),
});

export const endOwnSession = endpoint({
  method: 'POST',
  path: '/auth/end-session',
  access: 'user',
  tag,
  summary: "Ends one of the user's own sessions.",
  body: z.object({ sessionId: z.uuid() }),
  reply: z.literal(true),
});

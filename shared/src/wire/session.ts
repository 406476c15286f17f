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
  summary: 'Signs in; the token lives 15 minutes, the refresh token 14 days.',
  body: z.object({ email: email(), password: password() }),
  reply: tokens,
  rateLimitPerMinute: 60,
});

export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  tag,
  summary: 'The signed-in person.',
  reply: sessionUser,
  allowedWithExpiredPassword: true,
});

const signOutBody = z.object({ refreshToken: text(500).optional() }).optional();

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  tag,
  summary: 'Ends the whole session.',
  body: signOutBody,
  reply: z.literal(true),
  allowedWithExpiredPassword: true,
});

export const signOutByDelete = endpoint({
  method: 'DELETE',
  path: '/auth/logout',
  access: 'user',
  tag,
  summary: 'Ends the whole session.',
  body: signOutBody,
  reply: z.literal(true),
  allowedWithExpiredPassword: true,
});

export const refreshSession = endpoint({
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'public',
  tag,
  summary: 'Exchanges a refresh token for a new pair; a used one that comes again ends the session.',
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
  summary: 'Sends a verification code; the reply never tells whether the e-mail exists.',
  body: z.object({ email: email() }),
  reply: z.literal(true),
  rateLimitPerMinute: 20,
});

export const verifyResetCode = endpoint({
  method: 'POST',
  path: '/auth/reset-password-verify-code',
  access: 'public',
  tag,
  summary: 'Checks a verification code: valid 30 minutes, 5 tries.',
  body: z.object({ email: email(), code: code() }),
  reply: z.literal(true),
  rateLimitPerMinute: 30,
});

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/reset-password-confirm',
  access: 'public',
  tag,
  summary: 'Sets a new password with a verification code and ends all sessions of the person.',
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
  summary: 'Where one is signed in now.',
  reply: z.array(ownSession),
});

export const endOwnSession = endpoint({
  method: 'POST',
  path: '/auth/end-session',
  access: 'user',
  tag,
  summary: 'Signs one of the own devices out.',
  body: z.object({ sessionId: z.uuid() }),
  reply: z.literal(true),
});

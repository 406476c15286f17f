import { DomainError } from '@spichlerz/shared/domain/domain-error';
import { errors, jwtVerify, SignJWT } from 'jose';

/** 15 minutes (customer decisions 8). */
const ACCESS_TOKEN_SECONDS = 15 * 60;

export type AccessTokens = {
  issue(session: { userId: number; sessionId: string }): Promise<string>;
  /** @throws DomainError UNAUTHORIZED for every invalid token, without the cause */
  verify(token: string): Promise<{ sessionId: string; expiresAt: number }>;
};

export function accessTokens(secret: string): AccessTokens {
  const key = new TextEncoder().encode(secret);
  return {
    issue: ({ userId, sessionId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(userId))
        .setIssuedAt()
        .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
        .setAudience('spichlerz')
        .sign(key),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience: 'spichlerz' });
        const sessionId: unknown = payload['sid'];
        if (typeof sessionId !== 'string' || payload.exp === undefined) throw new DomainError('UNAUTHORIZED');
        return { sessionId, expiresAt: payload.exp * 1000 };
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new DomainError('UNAUTHORIZED');
        throw error;
      }
    },
  };
}

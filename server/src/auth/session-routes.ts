import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import * as wire from '@spichlerz/shared/wire/session';
import { inTransaction } from '../db/tx.ts';
import type { Router } from '../http/route.ts';
import type { AccessTokens } from './access-token.ts';
import { networkOf } from './network-of.ts';
import { confirmPasswordReset, requestPasswordReset, verifyResetCode } from './reset-commands.ts';
import {
  endOwnSession,
  type NewSession,
  rotateRefreshToken,
  signOut,
  startSession,
} from './session-commands.ts';
import { getMe, listOwnSessions } from './session-queries.ts';

/**
 * The shortest response time of a reset request, which is longer than any reset takes. The response time
 * therefore does not reveal whether the e-mail exists.
 */
const RESET_RESPONSE_MS = 150;

export function sessionRoutes(router: Router, tokens: AccessTokens, secret: string): void {
  const tokenPair = async (session: NewSession) => ({
    token: await tokens.issue(session),
    refreshToken: session.refreshToken,
  });
  router.open(wire.signIn, async (db, { body }, request, log) =>
    tokenPair(
      await startSession(
        db,
        body,
        { network: networkOf(request.ip), device: request.headers['user-agent'] },
        log,
      ),
    ),
  );
  router.open(wire.refreshSession, async (db, { body }, _request, log) => {
    const session = await inTransaction(db, (tx) => rotateRefreshToken(tx, secret, body.refreshToken));
    if ('stolenFrom' in session) {
      if (session.stolenFrom !== null) log('authn_token_reuse', session.stolenFrom);
      throw new DomainError('UNAUTHORIZED');
    }
    return tokenPair(session);
  });
  router.open(wire.requestPasswordReset, async (db, { body }, _request, log): Promise<true> => {
    const userId = await withConstantTime(
      inTransaction(db, (tx) => requestPasswordReset(tx, secret, body.email)),
    );
    log('authn_password_reset_request', { userId });
    return true;
  });
  router.open(wire.verifyResetCode, (db, { body }, request, log) =>
    withConstantTime(verifyResetCode(db, secret, { ...body, network: networkOf(request.ip) }, log)),
  );
  router.open(wire.confirmPasswordReset, (db, { body }, request, log) =>
    withConstantTime(confirmPasswordReset(db, secret, { ...body, network: networkOf(request.ip) }, log)),
  );
  router.query(wire.getMe, (db, actor) => getMe(db, actor));
  router.query(wire.listOwnSessions, (db, actor) => listOwnSessions(db, actor));
  router.command(wire.endOwnSession, (tx, actor, { body }) => endOwnSession(tx, actor, body.sessionId));
  router.command(wire.signOut, (tx, actor) => signOut(tx, actor));
  router.command(wire.signOutByDelete, (tx, actor) => signOut(tx, actor));
}

/** Settles after RESET_RESPONSE_MS at the earliest. */
async function withConstantTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.allSettled([work, wait(RESET_RESPONSE_MS)]);
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

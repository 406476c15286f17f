import { Refusal } from '@spichlerz/shared/domain/refusal';
import * as wire from '@spichlerz/shared/wire/session';
import { inTransaction } from '../../db/tx.ts';
import type { AccessTokens } from '../../http/access-token.ts';
import type { Router } from '../../http/route.ts';
import { confirmPasswordReset, requestPasswordReset, verifyResetCode } from './reset-commands.ts';
import {
  endOwnSession,
  type NewSession,
  rotateRefreshToken,
  signOut,
  startSession,
} from './session-commands.ts';
import { getMe, listOwnSessions } from './session-queries.ts';

export function sessionRoutes(router: Router, tokens: AccessTokens, secret: string): void {
  const pair = async (session: NewSession) => ({
    token: await tokens.issue(session),
    refreshToken: session.refreshToken,
  });
  router.open(wire.signIn, async (db, { body }, request) =>
    pair(await startSession(db, { ...body, address: request.ip, device: request.headers['user-agent'] })),
  );
  router.open(wire.refreshSession, async (db, { body }) => {
    const session = await inTransaction(db, (tx) => rotateRefreshToken(tx, body.refreshToken));
    if (session === 'refused') throw new Refusal('UNAUTHORIZED');
    return pair(session);
  });
  router.open(wire.requestPasswordReset, (db, { body }) =>
    inTransaction(db, (tx) => requestPasswordReset(tx, secret, body.email)),
  );
  router.open(wire.verifyResetCode, (db, { body }) => verifyResetCode(db, secret, body.email, body.code));
  router.open(wire.confirmPasswordReset, (db, { body }) => confirmPasswordReset(db, secret, body));
  router.query(wire.getMe, (db, actor) => getMe(db, actor));
  router.query(wire.listOwnSessions, (db, actor) => listOwnSessions(db, actor));
  router.command(wire.endOwnSession, (tx, actor, { body }) => endOwnSession(tx, actor, body.sessionId));
  router.command(wire.signOut, (tx, actor) => signOut(tx, actor));
  router.command(wire.signOutByDelete, (tx, actor) => signOut(tx, actor));
}

import { Refusal } from '@spichlerz/shared/domain/refusal';
import { getMe, refreshSession, signIn, signOut, signOutByDelete } from '@spichlerz/shared/wire/session';
import { inTransaction } from '../../db/tx.ts';
import type { AccessTokens } from '../../http/access-token.ts';
import type { Router } from '../../http/route.ts';
import {
  signOut as endOwnSession,
  type NewSession,
  rotateRefreshToken,
  startSession,
} from './session-commands.ts';
import { getMe as queryMe } from './session-queries.ts';

export function sessionRoutes(router: Router, tokens: AccessTokens): void {
  const pair = async (session: NewSession) => ({
    token: await tokens.issue(session),
    refreshToken: session.refreshToken,
  });
  router.open(signIn, async (db, { body }, request) =>
    pair(await startSession(db, { ...body, address: request.ip, device: request.headers['user-agent'] })),
  );
  router.open(refreshSession, async (db, { body }) => {
    const session = await inTransaction(db, (tx) => rotateRefreshToken(tx, body.refreshToken));
    if (session === 'refused') throw new Refusal('UNAUTHORIZED');
    return pair(session);
  });
  router.query(getMe, (db, actor) => queryMe(db, actor));
  router.command(signOut, (tx, actor) => endOwnSession(tx, actor));
  router.command(signOutByDelete, (tx, actor) => endOwnSession(tx, actor));
}

import * as wire from '@spichlerz/shared/wire/users';
import { USER_SHEET } from '../../export/user-sheet.ts';
import type { Router } from '../../http/route.ts';
import { changePassword, changeUser, changeUserAddress, createUser } from './user-commands.ts';
import {
  getUser,
  getUserAddress,
  getVisibleUser,
  listDefaultEmails,
  listUserOptions,
  userList,
} from './user-queries.ts';

export function userRoutes(router: Router): void {
  router.list(wire.listUsers, USER_SHEET, (_db, { query }) => userList(query));
  router.query(wire.listUserOptions, (db, _actor, { body }) => listUserOptions(db, body));
  router.query(wire.getUser, (db, _actor, { params }) => getUser(db, params.id));
  router.query(wire.getProfile, (db, actor, { params }) => getVisibleUser(db, actor, params.id));
  router.query(wire.getUserAddress, (db, actor, { params }) => getUserAddress(db, actor, params.id));
  router.query(wire.listDefaultEmails.purchase, (db) => listDefaultEmails(db, 'purchase'));
  router.query(wire.listDefaultEmails.sales, (db) => listDefaultEmails(db, 'sales'));
  router.command(wire.createUser, (tx, actor, { body }, log) => createUser(tx, actor, body, log));
  router.command(wire.changeUser, (tx, actor, { params, body }, log) =>
    changeUser(tx, actor, params.id, body, log),
  );
  router.command(wire.changeUserAddress, (tx, actor, { params, body }) =>
    changeUserAddress(tx, actor, params.id, body),
  );
  // the command starts its own transaction, because a wrong attempt is counted although the call fails
  router.query(wire.changePassword, (db, actor, { body }, log) => changePassword(db, actor, body, log));
}

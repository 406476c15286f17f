import { DomainError, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ListRequest } from '@spichlerz/shared/wire/list';
import type { UserListQuery, UserRecord, UserRow } from '@spichlerz/shared/wire/users';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Db } from '../../db/tx.ts';
import type { List, Page } from '../../lists/list.ts';
import { countRows, inDirection, plainList } from '../../lists/plain-list.ts';
import { matchesSearch } from '../../lists/search.ts';

const SORT_COLUMNS = {
  id: 'u.id',
  first_name: 'u.first_name',
  last_name: 'u.last_name',
  email: sql`u.email collate "pl-x-icu"`,
  role: 'u.role',
} as const;

const NAME = sql<string>`search_key(u.first_name || '|' || u.last_name || '|' || u.email)`;

const countUsers = (db: Db, condition: Expression<SqlBool>) =>
  countRows(db.selectFrom('app_user as u').where(condition));

export function userList({ search, orderBy: { column, direction } }: UserListQuery): List<UserRow> {
  const isFound = matchesSearch(NAME, search);
  return plainList((db) => ({
    rows: db
      .selectFrom('app_user as u')
      .where(isFound)
      .orderBy(SORT_COLUMNS[column], inDirection(direction))
      .orderBy('u.id', inDirection(direction))
      .select([
        'u.id',
        'u.first_name as firstName',
        'u.last_name as lastName',
        'u.email',
        'u.role',
        'u.active',
      ]),
    filtered: countUsers(db, isFound),
    total: countUsers(db, sql`true`),
  }));
}

/**
 * Lists active users to choose from. An inactive user is included if requested by id, because a former owner is
 * still shown by name. With `withOwners`, inactive owners of contracts are included, so that lists can be
 * filtered by them.
 */
export function listUserOptions(
  db: Db,
  request: ListRequest<
    { includeIds?: number[] | undefined; withOwners?: boolean | undefined },
    'id' | 'first_name' | 'last_name'
  >,
): Promise<Page<{ value: number; label: string }>> {
  const {
    search,
    filter: { includeIds = [], withOwners },
    orderBy: { column, direction },
  } = request;
  const isIncluded = sql<SqlBool>`u.id = any(${includeIds}::bigint[])`;
  const isOffered =
    withOwners === true
      ? sql<SqlBool>`(${isIncluded} or u.active or exists (select from contract c where c.owner_id = u.id))`
      : sql<SqlBool>`(${isIncluded} or u.active)`;
  const isFound = sql<SqlBool>`(${isIncluded} or ${isOffered} and ${matchesSearch(NAME, search)})`;
  const options = plainList((reader) => ({
    rows: reader
      .selectFrom('app_user as u')
      .where(isFound)
      .orderBy(isIncluded, 'desc')
      .orderBy(SORT_COLUMNS[column], inDirection(direction))
      .orderBy('u.id', inDirection(direction))
      .select(['u.id as value', sql<string>`u.first_name || ' ' || u.last_name`.as('label')]),
    filtered: countUsers(reader, isFound),
    total: countUsers(reader, isOffered),
  }));
  return options.readPage(db, request);
}

export async function getUser(db: Db, id: number): Promise<UserRecord> {
  const user = await db
    .selectFrom('app_user')
    .where('id', '=', id)
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'role',
      'active',
      'is_notify_on_purchase as isNotifyOnPurchase',
      'is_notify_on_sales as isNotifyOnSales',
      'gender',
      'version',
    ])
    .executeTakeFirst();
  if (user === undefined) throw notFoundInPath('USER_NOT_FOUND');
  return user;
}

/** A USER may see only their own record. */
export async function getVisibleUser(db: Db, actor: Actor, id: number): Promise<UserRecord> {
  if (actor.role !== 'ADMIN' && actor.userId !== id) throw new DomainError('FORBIDDEN');
  return getUser(db, id);
}

export async function getUserAddress(db: Db, actor: Actor, id: number) {
  await getVisibleUser(db, actor, id);
  return db
    .selectFrom('app_user')
    .where('id', '=', id)
    .select([
      'city',
      'street',
      'building_number as buildingNumber',
      'post_code as postCode',
      'country_code as countryCode',
    ])
    .executeTakeFirstOrThrow();
}

const NOTIFY_COLUMN = {
  purchase: 'is_notify_on_purchase',
  sales: 'is_notify_on_sales',
} as const satisfies BySide<string>;

export async function listDefaultEmails(db: Db, side: Side): Promise<string[]> {
  const users = await db
    .selectFrom('app_user')
    .where('active', '=', true)
    .where(NOTIFY_COLUMN[side], '=', true)
    .orderBy(sql`email collate "pl-x-icu"`)
    .select('email')
    .execute();
  return users.map(({ email }) => email);
}

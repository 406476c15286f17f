import { DomainError, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ListRequest, Order } from '@spichlerz/shared/wire/list';
import type { UserListQuery, UserRecord, UserRow } from '@spichlerz/shared/wire/users';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Db } from '../../db/tx.ts';
import { compiledOnce } from '../../lists/compiled-once.ts';
import { fragment } from '../../lists/fragment.ts';
import {
  countOf,
  type Ids,
  idsOf,
  isAnyOf,
  type List,
  type Page,
  readPage,
  type Source,
  stableOrder,
  unchangedRow,
  withConditions,
  withIncluded,
} from '../../lists/list-page.ts';
import { searched } from '../../lists/search.ts';

type Column = 'id' | 'first_name' | 'last_name' | 'email' | 'role';

const ORDER = {
  id: fragment`u.id`,
  first_name: fragment`u.first_name`,
  last_name: fragment`u.last_name`,
  email: fragment`u.email collate "pl-x-icu"`,
  role: fragment`u.role`,
} satisfies Record<Column, unknown>;

const order = (by: Order<Column>) => stableOrder(by, ORDER);

const NAME = fragment`search_key(u.first_name || '|' || u.last_name || '|' || u.email)`;
const ALL_USERS: Source = { from: fragment`app_user as u`, where: [] };
const ACTIVE = fragment`u.active`;
const ACTIVE_OR_OWNER = fragment`(u.active or exists (select from contract c where c.owner_id = u.id))`;

export function userList({ search, orderBy }: UserListQuery): List<UserRow, UserRow> {
  const matching = withConditions(ALL_USERS, searched(NAME, search));
  return {
    ids: idsOf(matching, ORDER.id, order(orderBy)),
    select: usersOf,
    toRow: unchangedRow,
    filtered: search === undefined ? null : countOf(matching),
    total: countOf(ALL_USERS),
  };
}

const usersOf = compiledOnce((db: Db, ids: Ids) =>
  db
    .selectFrom('app_user as u')
    .where(isAnyOf('u.id', ids))
    .select([
      'u.id',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.role',
      'u.active',
    ]),
);

/**
 * Lists active users to choose from. Inactive users are included if requested by id, because a former owner
 * is still shown by name, or with `withOwners` if they own a contract, so that lists can be filtered by them.
 */
export async function listUserOptions(
  db: Db,
  request: ListRequest<
    { includeIds?: number[] | undefined; withOwners?: boolean | undefined },
    'id' | 'first_name' | 'last_name'
  >,
): Promise<Page<{ value: number; label: string }>> {
  const { includeIds, withOwners } = request.filter;
  const included = { id: ORDER.id, ids: includeIds, order: order(request.orderBy) };
  const offer = withOwners === true ? ACTIVE_OR_OWNER : ACTIVE;
  const offered = withIncluded(ALL_USERS, [offer], included).matching;
  const { matching, ids } = withIncluded(ALL_USERS, [offer, ...searched(NAME, request.search)], included);
  return readPage(db, request, {
    ids,
    select: usersOf,
    toRow: ({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }),
    filtered: countOf(matching),
    total: countOf(offered),
  });
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

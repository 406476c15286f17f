import { z } from 'zod';
import { ROLES } from '../domain/role.ts';
import { endpoint } from './endpoint.ts';
import {
  addressFields,
  addressReplyFields,
  email,
  flag,
  id,
  ids,
  numberFromText,
  optionalFlag,
  password,
  pathId,
  text,
} from './field.ts';
import { listBody, listReply } from './list.ts';
import { type ListQueryOf, postList } from './list-endpoint.ts';

const tag = 'Users';

export const userRow = z.object({
  id: id(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  active: z.boolean(),
});
export type UserRow = z.output<typeof userRow>;

export const userRecord = userRow.extend({
  isNotifyOnPurchase: z.boolean(),
  isNotifyOnSales: z.boolean(),
  gender: z.enum(['female', 'male']).nullable(),
  version: z.int(),
});
export type UserRecord = z.output<typeof userRecord>;

export const listUsers = postList({
  path: '/profile/list',
  access: 'admin',
  tag,
  summary: 'Lists users. Search covers first name, last name and e-mail.',
  filters: {},
  sort: ['id', 'first_name', 'last_name', 'email', 'role'],
  order: 'first_name ASC',
  row: userRow,
});
export type UserListQuery = ListQueryOf<typeof listUsers>;

export const listUserOptions = endpoint({
  method: 'POST',
  path: '/profile/option-list',
  access: 'user',
  tag,
  summary: 'Lists active users as options. Users with the requested ids are included.',
  body: listBody({
    filters: {
      includeIds: ids().optional(),
      withOwners: optionalFlag().describe(
        'Whether to include every user who owns a contract, active or not.',
      ),
    },
    sort: ['id', 'first_name', 'last_name'],
    order: 'first_name ASC',
  }),
  reply: listReply(z.object({ value: id(), label: z.string() })),
});

export const createUser = endpoint({
  method: 'POST',
  path: '/profile/create',
  access: 'admin',
  tag,
  summary: 'Creates a user whose password must be changed at the first sign-in.',
  body: z.object({
    email: email(),
    firstName: text(),
    lastName: text(),
    active: optionalFlag().describe('When absent, true.'),
    role: z.enum(ROLES),
    password: password(),
    isNotifyOnPurchase: flag(),
    isNotifyOnSales: flag(),
    gender: z.enum(['female', 'male']).optional(),
  }),
  reply: z.object({ id: id() }),
  creates: true,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/profile/get/:id',
  access: 'admin',
  tag,
  summary: 'Returns a user with all fields of the form.',
  params: pathId(),
  reply: userRecord,
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/profile/get-profile/:id',
  access: 'user',
  tag,
  summary: "Returns a user's public data. Allowed for an ADMIN and the user.",
  params: pathId(),
  reply: userRow,
});

export const changeUser = endpoint({
  method: 'POST',
  path: '/profile/update/:id',
  access: 'admin',
  tag,
  summary:
    'Changes a user. An absent role, flag or password keeps its value, an absent gender is emptied. The user must change a new password at the next sign-in.',
  params: pathId(),
  body: z.object({
    email: email(),
    firstName: text(),
    lastName: text(),
    active: optionalFlag(),
    role: z.enum(ROLES).optional(),
    password: password().optional(),
    isNotifyOnPurchase: optionalFlag(),
    isNotifyOnSales: optionalFlag(),
    gender: z.enum(['female', 'male']).optional(),
    version: numberFromText(z.int()).optional(),
  }),
  reply: z.literal(true),
  multipart: true,
});

const userAddress = z.object(addressReplyFields);

export const getUserAddress = endpoint({
  method: 'GET',
  path: '/profile/get-user-address/:id',
  access: 'user',
  tag,
  summary: "Returns a user's address. Allowed for an ADMIN and the user.",
  params: pathId(),
  reply: userAddress,
});

export const changeUserAddress = endpoint({
  method: 'POST',
  path: '/profile/update-user-address/:id',
  access: 'user',
  tag,
  summary: "Changes a user's address. Allowed for an ADMIN and the user.",
  params: pathId(),
  body: z.object(addressFields),
  reply: z.literal(true),
  multipart: true,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/profile/change-password',
  access: 'user',
  tag,
  summary: "Changes the user's own password and ends the other sessions.",
  body: z.object({ oldPassword: password(), newPassword: password() }),
  reply: z.literal(true),
  allowedWithExpiredPassword: true,
  rateLimitPerMinute: 30,
});

const defaultEmails = (side: 'purchase' | 'sales') =>
  endpoint({
    method: 'GET',
    path: `/profile/get-default-email-list-for-${side}`,
    access: 'user',
    tag,
    summary: `Lists the e-mails proposed for the notification about a new ${side} contract.`,
    reply: z.array(z.string()),
  });

export const listDefaultEmails = { purchase: defaultEmails('purchase'), sales: defaultEmails('sales') };

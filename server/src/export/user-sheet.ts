import type { UserRow } from '@spichlerz/shared/wire/users';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { accountLabel, ROLE_LABELS } from '@spichlerz/shared/words/statuses';
import { type Sheet, sheetColumnsOf } from './sheet.ts';

const column = sheetColumnsOf<UserRow>();

export const USER_SHEET: Sheet<UserRow> = {
  title: 'Użytkownicy',
  columns: [
    column.text(HEADERS.firstName, (row) => row.firstName),
    column.text(HEADERS.lastName, (row) => row.lastName, 22),
    column.text(HEADERS.email, (row) => row.email, 32),
    column.text(HEADERS.role, (row) => ROLE_LABELS[row.role]),
    column.text(HEADERS.account, (row) => accountLabel(row.active)),
  ],
};

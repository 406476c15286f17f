import type { UserRecord } from '@spichlerz/shared/calls/users';
import { keysToSnake } from '@spichlerz/shared/wire/case';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { meQuery } from '../../api/session.ts';
import { errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { UserEdit } from './user-edit-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const USER = {
  id: 7,
  version: 1,
  firstName: 'Anna',
  lastName: 'Lis',
  email: 'anna@spichlerz.test',
  gender: null,
  role: 'USER',
  active: true,
  isNotifyOnPurchase: false,
  isNotifyOnSales: false,
} as unknown as UserRecord;

test('the notification after a merged save shows the last name that another user has stored', async () => {
  let writes = 0;
  stubApi(({ method }) => {
    if (method === 'GET') return successReply(keysToSnake({ ...USER, version: 2, lastName: 'Wilk' }));
    return ++writes === 1 ? errorReply(409, 'CONFLICT') : successReply(true);
  });
  renderInApp(
    () => <UserEdit user={USER} />,
    (client) => client.setQueryData(meQuery.queryKey, { id: 1, role: 'ADMIN' } as never),
  );
  const firstName = await screen.findByRole('textbox', { name: 'Imię' });
  await userEvent.clear(firstName);
  await userEvent.type(firstName, 'Hanna');
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Zapisz połączone zmiany' }));
  const title = await screen.findByText('Zapisano użytkownika');
  expect(title.parentElement?.textContent).toBe('Zapisano użytkownikaHanna Wilk');
});

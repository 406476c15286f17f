import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { errorReply, stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { CarrierNames } from './carrier-names.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('creating a carrier that another user has just created closes the dialog, reports the existing record and updates the offers', async () => {
  const group = {
    name: 'Woz-Trans',
    names: ['Woz-Trans'],
    transport_count: 2,
    carrier_id: null as number | null,
  };
  stubApi(({ url }) => {
    if (url.endsWith('/name-list')) return successReply({ list: [group], filtered: 1, total: 1 });
    // the other user's record exists, and one transport is not linked to it
    Object.assign(group, { carrier_id: 7, transport_count: 1 });
    return errorReply(409, 'NAME_IS_DUPLICATED');
  });
  renderInApp(
    () => <CarrierNames />,
    (client) => {
      client.setDefaultOptions({ queries: { retry: false } });
    },
  );
  await userEvent.click(
    await screen.findByRole('button', { name: 'Utwórz przewoźnika Woz-Trans z 2 transportów' }),
  );
  await screen.findByRole('dialog', { name: 'Utworzyć przewoźnika?' });
  await userEvent.click(screen.getByRole('button', { name: 'Utwórz przewoźnika' }));
  expect(await screen.findByText('Przewoźnik Woz-Trans jest już w kartotece.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Połącz z kartoteką: Woz-Trans' })).toBeDefined();
});

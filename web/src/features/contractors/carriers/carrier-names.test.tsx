import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { onFailedCall } from '../../../api/call.ts';
import { carrierNamesQuery } from '../../../api/carriers.ts';
import { errorReply, stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { CarrierNames } from './carrier-names.tsx';

afterEach(() => {
  cleanup();
  onFailedCall(() => undefined);
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

test('a link to a carrier that another user has deleted fails in its dialog; the page stays open and its offers are updated', async () => {
  const reported = vi.fn<() => void>();
  onFailedCall(reported);
  const group = {
    name: 'Woz-Trans',
    names: ['Woz-Trans'],
    transport_count: 2,
    carrier_id: 7 as number | null,
  };
  stubApi(({ url }) => {
    if (url.endsWith('/name-list')) return successReply({ list: [group], filtered: 1, total: 1 });
    group.carrier_id = null;
    return errorReply(404, 'CARRIER_NOT_FOUND');
  });
  renderInApp(
    () => <CarrierNames />,
    (client) => {
      client.setDefaultOptions({ queries: { retry: false } });
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Połącz z kartoteką: Woz-Trans' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Połącz' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Nie znaleziono przewoźnika. Mógł zostać usunięty.',
  );
  expect(reported).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
  await screen.findByRole('button', { name: 'Utwórz przewoźnika Woz-Trans z 2 transportów' });
});

const rejected = (message_code: string, fields: object[] = []) =>
  Response.json({ success: false, result: { message_code, fields, request_id: 'r-1' } }, { status: 409 });

test.each([
  ['a paid freight', () => rejected('WRONG_STATUS'), 'na opłaconej zmieniłaby się data'],
  [
    'a correction',
    () => rejected('CONFLICT', [{ path: 'names', code: 'CONFLICT' }]),
    'korekta jednej z nich zostałaby usunięta',
  ],
  [
    'a repeated number',
    () => rejected('VALUE_IS_DUPLICATED', [{ path: 'names', code: 'VALUE_IS_DUPLICATED' }]),
    'o tym samym numerze',
  ],
  ['a stale screen', () => rejected('CONFLICT'), 'Dane zmieniły się w międzyczasie'],
] as const)(
  'the dialog that links or creates a carrier names %s as the reason of the rejection',
  async (_name, respond, sentence) => {
    stubApi(respond);
    const group = { name: 'Trans', names: ['Trans'], transportCount: 2 };
    renderInApp(CarrierNames, (client) => {
      const list = [
        { ...group, carrierId: 7 },
        { ...group, name: 'Bug', carrierId: null },
      ];
      client.setQueryData(carrierNamesQuery.queryKey, { list, filtered: 2, total: 2 });
    });
    for (const [open, confirm] of [
      ['Połącz z kartoteką: Trans', 'Połącz'],
      ['Utwórz przewoźnika Bug z 2 transportów', 'Utwórz przewoźnika'],
    ]) {
      await userEvent.click(await screen.findByRole('button', { name: open }));
      await userEvent.click(await screen.findByRole('button', { name: confirm }));
      expect((await screen.findByRole('alert')).textContent).toContain(sentence);
      await userEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    }
  },
);

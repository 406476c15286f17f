import type { CarrierRecord } from '@spichlerz/shared/wire/carriers';
import { keysToSnake } from '@spichlerz/shared/wire/case';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { errorReply, stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { CarrierEdit } from './carrier-form-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CARRIER: CarrierRecord = {
  id: 7,
  version: 1,
  companyName: 'Bug Trans',
  nip: null,
  email: null,
  phoneNumber: null,
  city: null,
  street: null,
  buildingNumber: null,
  postCode: null,
  countryCode: null,
  paymentDays: null,
  note: null,
  contactList: [],
  transportCount: 0,
};

const IN_USE = 'Ten przewoźnik ma 2 transporty. Dlatego nie można go usunąć.';

test('the form of a carrier that has transports disables the deletion and gives the reason', async () => {
  stubApi(() => errorReply(503, 'MISSING_DATABASE'));
  renderInApp(() => <CarrierEdit carrier={{ ...CARRIER, transportCount: 2 }} />);
  const remove = await screen.findByRole('button', { name: 'Usuń' });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(remove);
  await screen.findByText(IN_USE);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the deletion of a carrier that has got transports since its form opened fails with their number', async () => {
  stubApi(({ method }) =>
    method === 'DELETE'
      ? errorReply(409, 'CONFLICT')
      : successReply(keysToSnake({ ...CARRIER, transportCount: 2 })),
  );
  renderInApp(() => <CarrierEdit carrier={CARRIER} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Usuń' }));
  const confirmation = await screen.findByRole('dialog', { name: 'Usunąć przewoźnika?' });
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Usuń' }));
  await screen.findByText(IN_USE);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the notification after a merged save shows the carrier name that another user has stored', async () => {
  let writes = 0;
  stubApi(({ method }) => {
    if (method === 'GET') return successReply(keysToSnake({ ...CARRIER, version: 2, companyName: 'Narew' }));
    return ++writes === 1 ? errorReply(409, 'CONFLICT') : successReply(true);
  });
  renderInApp(() => <CarrierEdit carrier={CARRIER} />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Uwagi' }), 'Tylko wywrotki');
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Zapisz połączone zmiany' }));
  const title = await screen.findByText('Zapisano przewoźnika');
  expect(title.parentElement?.textContent).toBe('Zapisano przewoźnikaNarew');
});

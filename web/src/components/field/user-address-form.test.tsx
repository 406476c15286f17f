import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { userAddressQuery } from '../../api/users.ts';
import { stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { AddressForm } from './user-address-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const { queryKey } = userAddressQuery(4);
const STORED = {
  street: 'Polna',
  buildingNumber: '1',
  postCode: '61-001',
  city: 'Poznań',
  countryCode: 'PL',
};

/** Opens the form and types a street. */
async function typeStreet() {
  const sent = stubApi(() => successReply(true));
  let client: QueryClient | undefined;
  renderInApp(
    () => <AddressForm userId={4} />,
    (created) => {
      client = created;
      client.setQueryData(queryKey, STORED);
    },
  );
  await userEvent.type(await screen.findByLabelText('Ulica'), ' Górna');
  const receive = (stored: Partial<typeof STORED>) =>
    act(() => void client?.setQueryData(queryKey, { ...STORED, ...stored }));
  return { sent, receive };
}

async function typeWhileOthersSave(theirs: Partial<typeof STORED>) {
  const { sent, receive } = await typeStreet();
  receive(theirs);
  await screen.findByRole('alert');
  return sent;
}

test("a colleague's address fields stay when the user has changed other fields", async () => {
  const sent = await typeWhileOthersSave({ city: 'Gniezno' });
  expect(screen.getByText('Miejscowość: było Poznań, jest Gniezno.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz adres' }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ street: 'Polna Górna', city: 'Gniezno' }));
});

test('an address field that both users have changed keeps the typed value until the stored one is loaded', async () => {
  await typeWhileOthersSave({ street: 'Dolna', city: 'Gniezno' });
  const street = screen.getByLabelText<HTMLInputElement>('Ulica');
  expect(street.value).toBe('Polna Górna');
  await userEvent.click(screen.getByRole('button', { name: 'Wczytaj aktualne dane' }));
  await waitFor(() => expect(street.value).toBe('Dolna'));
});

test("the user's own address that arrives late is not shown as another person's", async () => {
  const { sent, receive } = await typeStreet();
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz adres' }));
  await screen.findByText('Zapisano adres.');
  await userEvent.type(screen.getByLabelText('Ulica'), ' 2');
  receive({ street: 'Polna Górna' });
  receive({ street: 'Polna Górna', city: 'Gniezno' });
  await screen.findByText('Miejscowość: było Poznań, jest Gniezno.');
  expect(screen.queryByText(/^Ulica: było/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz adres' }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ street: 'Polna Górna 2', city: 'Gniezno' }));
});

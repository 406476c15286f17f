import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../../ui/field/search-debounce.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { UI_TEXTS } from '../../../ui/texts.ts';
import { ContractParty } from './contract-form-party.tsx';
import { ContractPlace } from './contract-form-place.tsx';
import { contractSchema, newContract } from './contract-form-values.ts';

type Place = { street: string; buildingNumber: string; postCode: string; city: string };
const LIPOWA: Place = { street: 'Lipowa', buildingNumber: '3', postCode: '61-001', city: 'Poznań' };
const POLNA: Place = { street: 'Polna', buildingNumber: '8', postCode: '62-200', city: 'Gniezno' };
const NOWHERE: Place = { street: '', buildingNumber: '', postCode: '', city: '' };

const SUPPLIERS = [
  { id: 1, name: 'Młyn Lipowa', place: LIPOWA },
  { id: 2, name: 'Ziarno Polna', place: POLNA },
  { id: 3, name: 'Gospodarstwo bez adresu', place: null },
];

/** Returns the options that match the search and the selected option, like the server. */
function optionsOf({ search = '', filter }: { search?: string; filter: { include_ids?: number[] } }) {
  const included = filter.include_ids ?? [];
  return SUPPLIERS.filter(({ id, name }) => name.includes(search) || included.includes(id)).map(
    ({ id, name, place }) => ({ value: id, label: name, city: place?.city ?? null }),
  );
}

function recordOf(id: number) {
  const { name, place } = SUPPLIERS.find((supplier) => supplier.id === id) ?? {};
  return {
    id,
    full_name: name,
    company_name: null,
    nip: null,
    pesel: null,
    phone_number: null,
    street: place?.street ?? null,
    building_number: place?.buildingNumber ?? null,
    post_code: place?.postCode ?? null,
    city: place?.city ?? null,
    country_code: place ? 'PL' : null,
    address_list: [],
    contact_list: [],
  };
}

function Form() {
  const proposed = { documentNumber: 'Z/1', userId: 1, emails: [], rawMaterialId: null };
  const form = useZodForm(contractSchema, newContract('purchase', proposed));
  return (
    <>
      <ContractParty side="purchase" form={form} record={null} />
      <ContractPlace side="purchase" form={form}>
        {null}
      </ContractPlace>
    </>
  );
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  stubApi(({ url, body }) => {
    if (url.endsWith('/option-list'))
      return successReply({ list: optionsOf(body as Parameters<typeof optionsOf>[0]) });
    const id = Number(/\/contractor\/supplier\/(\d+)$/.exec(url)?.[1]);
    // The only other request loads the countries.
    return successReply(id > 0 ? recordOf(id) : []);
  });
  renderInApp(Form, (client) => client.setDefaultOptions({ queries: { retry: false } }));
  await screen.findByText('Dostawca');
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const user = userEvent.setup({ delay: null });
const supplier = () => screen.getByPlaceholderText<HTMLInputElement>(UI_TEXTS.searchHint);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`));
const options = () =>
  screen.queryAllByText(/^(Młyn|Ziarno|Gospodarstwo) /).map(({ textContent }) => textContent);

const note = () => screen.queryByText(/^Miejsce załadunku wpisano ręcznie/)?.textContent;

/** Types a part of a name and waits for the options. A whole name would select its option at once. */
async function search(text: string): Promise<void> {
  await user.clear(supplier());
  await user.type(supplier(), text);
  await act(() => vi.advanceTimersByTimeAsync(SEARCH_DEBOUNCE_MS));
}

async function choose(name: string): Promise<void> {
  await search(name.slice(0, -1));
  fireEvent.click(await screen.findByText(name));
  expect(supplier().value).toBe(name);
}

const expectPlace = ({ street, buildingNumber, postCode, city }: Place) =>
  waitFor(() =>
    expect(['Ulica', 'Nr budynku', 'Kod pocztowy', 'Miejscowość'].map((name) => field(name).value)).toEqual([
      street,
      buildingNumber,
      postCode,
      city,
    ]),
  );

test('selecting the same supplier again keeps its copied address; selecting a different supplier replaces the address', async () => {
  for (const _ of ['first', 'again']) {
    await choose('Młyn Lipowa');
    await expectPlace(LIPOWA);
  }
  await choose('Ziarno Polna');
  await expectPlace(POLNA);
  await choose('Gospodarstwo bez adresu');
  await expectPlace(NOWHERE);
  expect(note()).toBeUndefined();
});

test('the disabled address select states that the selected supplier has no address', async () => {
  expect(screen.queryByPlaceholderText('Najpierw wybierz dostawcę')).not.toBeNull();
  await choose('Gospodarstwo bez adresu');
  await screen.findByPlaceholderText('Dostawca nie ma zapisanego adresu');
  await choose('Młyn Lipowa');
  await expectPlace(LIPOWA);
  expect(screen.queryByPlaceholderText('Dostawca nie ma zapisanego adresu')).toBeNull();
});

test('a selected supplier that does not match the search is listed last and can be selected again', async () => {
  await choose('Młyn Lipowa');
  await expectPlace(LIPOWA);
  await search('Ziarno');
  await waitFor(() => expect(options()).toEqual(['Ziarno Polna', 'Młyn Lipowa']));
  fireEvent.click(screen.getByText('Ziarno Polna'));
  expect(supplier().value).toBe('Ziarno Polna');
  await expectPlace(POLNA);

  await search('Młyn');
  await waitFor(() => expect(options()).toEqual(['Młyn Lipowa', 'Ziarno Polna']));
  fireEvent.click(screen.getByText('Ziarno Polna'));
  expect(supplier().value).toBe('Ziarno Polna');
  await expectPlace(POLNA);
});

test('a typed address stays after a change of the supplier, and a button inserts the address of the new supplier', async () => {
  await choose('Młyn Lipowa');
  await expectPlace(LIPOWA);
  fireEvent.change(field('Nr budynku'), { target: { value: '5A' } });
  await choose('Ziarno Polna');
  await waitFor(() =>
    expect(note()).toContain(
      'Miejsce załadunku wpisano ręcznie, więc po zmianie dostawcy zostało: Lipowa 5A, 61-001 Poznań.',
    ),
  );
  await expectPlace({ ...LIPOWA, buildingNumber: '5A' });
  await choose('Młyn Lipowa');
  await waitFor(() => expect(note()).toBeUndefined());
  await choose('Ziarno Polna');
  const replace = await screen.findByText('Wstaw adres dostawcy');
  replace.closest('button')?.focus();
  fireEvent.click(replace);
  await expectPlace(POLNA);
  expect(note()).toBeUndefined();
  expect(document.activeElement).toBe(supplier());
});

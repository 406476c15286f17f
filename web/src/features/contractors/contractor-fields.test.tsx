import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countriesQuery } from '../../api/reference.ts';
import { stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../ui/field/search-debounce.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ContractorFields } from './contractor-fields.tsx';
import { contractorSchema, NEW_CONTRACTOR } from './contractor-form-values.ts';

const KNOWN = { nip: '5265877635', company_name: 'kod ziarno' };

function Form() {
  const form = useZodForm(contractorSchema.purchase, NEW_CONTRACTOR);
  return <ContractorFields side="purchase" form={form} />;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  stubApi(({ url }) => {
    const query = new URL(url, 'http://web.test').searchParams;
    const matches = [
      ...(query.get('nip') === KNOWN.nip ? ['nip'] : []),
      ...(query.get('company_name') === KNOWN.company_name ? ['companyName'] : []),
    ];
    const similar = matches.length === 0 ? [] : [{ id: 7, full_name: 'Ziarno sp. z o.o.', matches }];
    return successReply(similar);
  });
  renderInApp(Form, (client) =>
    client.setQueryData(countriesQuery.queryKey, [
      { code: 'PL', name: 'Polska' },
      { code: 'DE', name: 'Niemcy' },
    ]),
  );
  await screen.findByLabelText(/^NIP/);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns the first field with this label. The accounting address precedes other addresses. */
function field(name: string): HTMLInputElement {
  const [first] = screen.getAllByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`));
  if (first === undefined) throw new Error(`No field is called ${name}`);
  return first;
}

/** Changes a field in one step, because typing key by key would render the form for each key. */
function enter(name: string, text: string): void {
  fireEvent.change(field(name), { target: { value: text } });
}

const hints = () => screen.queryAllByText(/ma już ten (NIP|kod)\.$/).map(({ textContent }) => textContent);

const waitForHints = async (...expected: string[]) => {
  await act(() => vi.advanceTimersByTimeAsync(SEARCH_DEBOUNCE_MS));
  await waitFor(() => expect(hints()).toEqual(expected));
};

test('a typed NIP or contractor code of an existing supplier shows a hint with a link to this supplier', async () => {
  enter('NIP', KNOWN.nip);
  const ofNip = 'Dostawca Ziarno sp. z o.o. (w nowej karcie) ma już ten NIP.';
  await waitForHints(ofNip);
  // The link opens a new tab, so the input stays.
  const link = screen.getByText('Ziarno sp. z o.o.');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('href')).toBe('/data/supplier-list/form/7');

  enter('Kod kontrahenta', KNOWN.company_name);
  // The response for the NIP does not apply to the NIP and code that are typed now.
  expect(hints()).toEqual([]);
  const ofCode = 'Dostawca Ziarno sp. z o.o. (w nowej karcie) ma już ten kod.';
  await waitForHints(ofCode, ofNip);
  enter('NIP', '');
  await waitForHints(ofCode);
});

test('a typed Polish post code is formatted; a foreign post code stays as it was typed', async () => {
  const postCode = 'Kod pocztowy';
  enter(postCode, '60001');
  expect(field(postCode).value).toBe('60-001');
  fireEvent.click(field('Kraj'));
  fireEvent.change(field('Kraj'), { target: { value: 'Niem' } });
  const [option] = await screen.findAllByText('Niemcy');
  if (option !== undefined) fireEvent.click(option);
  expect(field('Kraj').value).toBe('Niemcy');
  enter(postCode, '1010AB');
  fireEvent.blur(field(postCode));
  expect(field(postCode).value).toBe('1010AB');
});

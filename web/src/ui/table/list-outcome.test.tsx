import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { activeFilters, type ListFilters } from './list-filters.tsx';
import { ListButton, ListOutcome, type ListQuery } from './list-outcome.tsx';
import {
  defineListParams,
  type ListState,
  type ParamsOf,
  urlFlag,
  useLocalListParams,
} from './list-params.ts';

afterEach(cleanup);

/** A list with a default filter. The invoice list, for example, opens with the unpaid invoices. */
const definition = defineListParams({
  sort: ['id'],
  order: 'id ASC',
  filters: { isPaid: urlFlag(false), isOverdue: urlFlag() },
});
type Params = ParamsOf<typeof definition>;

const CHIPS: ListFilters<Params>['chips'] = {
  isPaid: (value) => (value === null ? null : value ? 'Opłacone' : 'Nieopłacone'),
  isOverdue: (value) => (value === null ? null : 'Po terminie'),
};
const NOTHING = { data: { list: [], filtered: 0, total: 7 } } as unknown as ListQuery<unknown>;

/**
 * Renders the outcome of a search without rows. Returns a function that returns the current state of the list.
 */
function openList(search: string, query = NOTHING): () => ListState<Params> {
  let state: ListState<Params> | undefined;
  renderInApp(() => {
    const list = useLocalListParams(definition);
    state = list;
    return (
      <>
        <button type="button" onClick={() => list.change({ search })}>
          Szukaj
        </button>
        <ListOutcome query={query} list={list} empty={{ title: 'Nie ma jeszcze faktur' }} />
      </>
    );
  });
  return () => {
    if (state === undefined) throw new Error('The list is not rendered yet');
    return state;
  };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a default filter has a chip that removes the filter', async () => {
  const list = openList('FS/1');
  await press('Szukaj');
  const [chip, ...others] = activeFilters(list(), CHIPS);
  expect([chip?.text, others]).toEqual(['Nieopłacone', []]);
  chip?.remove();
  await screen.findByText('Nic nie pasuje do wyszukiwania ani filtrów');
  expect(activeFilters(list(), CHIPS)).toEqual([]);
  expect(list().params).toMatchObject({ isPaid: null, search: 'FS/1' });
});

test('a search without results can be repeated without any filter, even without the default filter', async () => {
  const list = openList('FS/1');
  await press('Szukaj');
  await press('Szukaj bez filtrów');
  expect(list().params).toMatchObject({ isPaid: null, isOverdue: null, search: 'FS/1' });
  expect(screen.queryByRole('button', { name: 'Szukaj bez filtrów' })).toBeNull();
});

test('"Wyczyść filtry" of a list without rows removes the search and every filter', async () => {
  const list = openList('FS/1');
  await press('Szukaj');
  await press('Wyczyść filtry');
  expect(list().params).toMatchObject({ isPaid: null, isOverdue: null, search: '' });
});

test('an empty list with default filters does not state that there are no records, even while the unfiltered list loads', async () => {
  const list = openList('', { ...NOTHING, isPlaceholderData: true });
  expect(await screen.findByText('Nic nie pasuje do wyszukiwania ani filtrów')).toBeTruthy();
  await press('Wyczyść filtry');
  expect(list().params).toMatchObject({ isPaid: null });
  expect(screen.queryByText('Nie ma jeszcze faktur')).toBeNull();
});

test('the message of an empty list names the default filter until the filter is removed', async () => {
  renderInApp(() => {
    const list = useLocalListParams(definition);
    const action = <ListButton label="Pokaż wszystkie" onPress={() => list.change({ isPaid: null })} />;
    const byDefault = { title: 'Nie ma nieopłaconych faktur', action };
    return <ListOutcome query={NOTHING} list={list} empty={{ title: 'Nie ma jeszcze faktur', byDefault }} />;
  });
  await screen.findByText('Nie ma nieopłaconych faktur');
  await press('Pokaż wszystkie');
  expect(await screen.findByText('Nie ma jeszcze faktur')).toBeTruthy();
});

test('if the total is 0, the list states that there are no records, even with default filters', async () => {
  renderInApp(() => (
    <ListOutcome
      query={{ ...NOTHING, data: { list: [], filtered: 0, total: 0 } }}
      list={useLocalListParams(definition)}
      empty={{ title: 'Nie ma jeszcze faktur' }}
    />
  ));
  expect(await screen.findByText('Nie ma jeszcze faktur')).toBeTruthy();
});

test('an empty list without filters states that there are no records, even if the total is above 0', async () => {
  const unfiltered = defineListParams({ sort: ['id'], order: 'id ASC' });
  renderInApp(() => (
    <ListOutcome
      query={NOTHING}
      list={useLocalListParams(unfiltered)}
      empty={{ title: 'Kontrakt nie ma transportów' }}
    />
  ));
  expect(await screen.findByText('Kontrakt nie ma transportów')).toBeTruthy();
});

import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { UI_TEXTS } from '../texts.ts';
import { DataTable } from './data-table.tsx';
import type { ListColumn } from './data-table-props.ts';
import { defineListParams, useLocalListParams } from './list-params.ts';
import { useKeepRow } from './use-kept-rows.ts';

afterEach(cleanup);

type Row = { id: number; version: number; day: string; status: string };

const row = (id: number, day: string): Row => ({ id, version: 1, day, status: 'Nowy' });
const definition = defineListParams({ sort: ['id'], order: 'id ASC' });
const STORED = { topic: 'test', read: () => Promise.resolve({ version: 1 }) };
const GROUPS = { keyOf: ({ day }: Row) => day, heading: (day: string) => day };

function StatusButton({ row: { id, version, status } }: { row: Row }) {
  const keep = useKeepRow();
  return (
    <button type="button" aria-keyshortcuts="s" onClick={() => keep(id, { status, version }, STORED)}>
      {`Status ${id}`}
    </button>
  );
}

const COLUMNS: ListColumn<Row>[] = [
  { id: 'id', label: 'Nr', cell: ({ id }) => `Wiersz ${id}` },
  { id: 'status', label: 'Status', cell: (one) => <StatusButton row={one} /> },
];

/** Renders a list that is grouped by day. Returns the callback of the action with the shortcut "e". */
function openList(first: readonly Row[], next = first) {
  const onEdit = vi.fn<(id: number) => void>();
  renderInApp(() => {
    const list = useLocalListParams(definition);
    const [rows, setRows] = useState(first);
    const [ids, onChange] = useState<ReadonlySet<number>>(new Set());
    return (
      <>
        <button type="button" onClick={() => setRows(next)}>
          refetch
        </button>
        <output>{[...ids].join()}</output>
        <DataTable
          label="Lista"
          columns={COLUMNS}
          query={{
            data: { list: rows, filtered: rows.length, total: rows.length },
            error: null,
            isFetching: false,
            isPlaceholderData: false,
            dataUpdatedAt: 0,
            refetch: () => undefined,
          }}
          list={list}
          rowName={({ id }) => `wiersz ${id}`}
          rowTarget={() => ({ onOpen: () => undefined })}
          rowActions={({ id }) => [{ label: 'Edytuj', shortcut: 'e', icon: null, onClick: () => onEdit(id) }]}
          selection={{ ids, onChange }}
          groups={GROUPS}
          empty={{ title: 'Pusto' }}
        />
      </>
    );
  });
  return onEdit;
}

const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const selected = () => screen.getByRole('status').textContent;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('in a grouped list, shortcuts act on the focused row even if the response does not sort the rows by group', async () => {
  const onEdit = openList([row(1, 'Pn'), row(2, 'Wt'), row(3, 'Pn')]);
  (await screen.findByRole('button', { name: 'Wiersz 3' })).focus();
  await userEvent.keyboard('e');
  expect(onEdit).toHaveBeenLastCalledWith(3);
  await userEvent.keyboard(' ');
  expect(selected()).toBe('3');
  await userEvent.keyboard('je');
  expect(onEdit).toHaveBeenLastCalledWith(2);
});

test('shortcuts act on the focused row even if a row that no longer matches the filter stays in the list', async () => {
  const tuesday = [row(4, 'Wt'), row(5, 'Wt'), row(6, 'Wt')];
  const onEdit = openList([row(1, 'Pn'), row(2, 'Pn'), row(3, 'Pn'), ...tuesday], tuesday);
  await press('Status 3');
  await press('refetch');
  for (const id of [3, 4, 5, 6]) {
    screen.getByRole('button', { name: `Wiersz ${id}` }).focus();
    // oxlint-disable-next-line no-await-in-loop -- each key goes to the row with the focus
    await userEvent.keyboard('e');
    expect(onEdit).toHaveBeenLastCalledWith(id);
  }
});

test('a row that no longer matches the filter cannot be selected', async () => {
  openList([row(1, 'Pn'), row(2, 'Pn')], [row(2, 'Pn')]);
  await press('Status 1');
  await userEvent.click(checkbox('Zaznacz: wiersz 1'));
  await press('refetch');
  expect([checkbox('Zaznacz: wiersz 1').checked, checkbox('Zaznacz: wiersz 1').disabled]).toEqual([
    false,
    true,
  ]);
  screen.getByRole('button', { name: 'Wiersz 1' }).focus();
  await userEvent.keyboard(' ');
  expect(checkbox('Zaznacz: wiersz 1').checked).toBe(false);
  await userEvent.click(checkbox(UI_TEXTS.selectAll));
  expect(selected()).toBe('2');
  expect(checkbox(UI_TEXTS.selectAll).checked).toBe(true);
});

test('a row that no longer matches the filter stays below its previous neighbour, even if an earlier row is deleted', async () => {
  openList([row(1, 'Pn'), row(2, 'Pn'), row(3, 'Pn'), row(4, 'Pn')], [row(2, 'Pn'), row(4, 'Pn')]);
  await press('Status 3');
  await press('refetch');
  const links = screen.getAllByRole('button', { name: /^Wiersz/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(['Wiersz 2', 'Wiersz 3', 'Wiersz 4']);
});

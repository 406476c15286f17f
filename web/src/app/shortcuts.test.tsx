import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../testing/render-in-app.tsx';
import { ColumnsMenu } from '../ui/table/columns-menu.tsx';
import { SelectionBar } from '../ui/table/selection-bar.tsx';
import { useSelection } from '../ui/table/use-selection.ts';
import { openShortcutHelp, Shortcuts } from './shortcuts.tsx';

afterEach(cleanup);

function List({ onBack }: { onBack: () => void }) {
  const [rows] = useState([{ id: 1 }, { id: 2 }]);
  const selection = useSelection(rows, null);
  return (
    <main>
      <button type="button" aria-keyshortcuts="Escape" onClick={onBack}>
        Kontrakty
      </button>
      <SelectionBar selection={selection} counted={String(selection.rows.length)}>
        {null}
      </SelectionBar>
      {rows.map(({ id }) => (
        <input
          key={id}
          type="checkbox"
          aria-label={`Zaznacz ${id}`}
          checked={selection.ids.has(id)}
          onChange={() => selection.onChange(new Set([...selection.ids, id]))}
        />
      ))}
      <Shortcuts />
    </main>
  );
}

test('the first Escape clears the selection and keeps the focus; the second Escape presses the back button', async () => {
  const onBack = vi.fn<() => void>();
  renderInApp(() => <List onBack={onBack} />);
  const checkbox = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Zaznacz 2' });
  await userEvent.click(checkbox);
  expect(checkbox.checked).toBe(true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(checkbox.checked).toBe(false));
  expect(onBack).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(checkbox);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
});

test('a letter that is typed in a select element does not trigger the shortcut with this letter', async () => {
  const onNew = vi.fn<() => void>();
  renderInApp(() => (
    <main>
      <button type="button" aria-keyshortcuts="n" onClick={onNew}>
        Nowy
      </button>
      <select aria-label="Transport">
        <option>Nie wczytuj</option>
      </select>
      <Shortcuts />
    </main>
  ));
  (await screen.findByRole('combobox', { name: 'Transport' })).focus();
  await userEvent.keyboard('n');
  act(() => (document.activeElement as HTMLElement).blur());
  expect(onNew).not.toHaveBeenCalled();
  await userEvent.keyboard('n');
  await waitFor(() => expect(onNew).toHaveBeenCalledOnce());
});

const COLUMNS = {
  items: ['Numer', 'Cena'].map((name) => ({ id: name, name, isShown: true })),
  fixed: 1,
  preferences: { order: [], hidden: [] },
  isChanged: false,
  show: () => undefined,
  move: () => undefined,
  restore: () => undefined,
};

test('a letter triggers no shortcut while the columns panel is open, with or without the focus in the panel', async () => {
  const onNew = vi.fn<() => void>();
  renderInApp(() => (
    <main>
      <button type="button" aria-keyshortcuts="n" onClick={onNew}>
        Nowy
      </button>
      <ColumnsMenu columns={COLUMNS} />
      <Shortcuts />
    </main>
  ));
  await userEvent.click(await screen.findByRole('button', { name: 'Kolumny' }));
  const checkbox = await screen.findByRole('checkbox', { name: 'Cena' });
  checkbox.focus();
  await userEvent.keyboard('n?');
  // The browser removes the focus from the button "Przywróć domyślne" when the button becomes disabled.
  act(() => checkbox.blur());
  await userEvent.keyboard('n?');
  expect(screen.queryByRole('dialog', { name: 'Skróty klawiszowe' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Kolumny' }));
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  expect(onNew).not.toHaveBeenCalled();
  await userEvent.keyboard('n');
  await waitFor(() => expect(onNew).toHaveBeenCalledOnce());
});

test('the shortcut help that is open when a session ends is closed in the next session', async () => {
  renderInApp(() => <Shortcuts />);
  act(openShortcutHelp);
  await screen.findByRole('dialog');
  cleanup();
  renderInApp(() => (
    <main>
      <h1>Pozycje</h1>
      <Shortcuts />
    </main>
  ));
  await screen.findByRole('heading', { name: 'Pozycje' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

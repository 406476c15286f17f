import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { UI_TEXTS } from '../texts.ts';
import { AllCheckbox } from './row-checkbox.tsx';

afterEach(cleanup);

const ROWS = [{ id: 1 }, { id: 2 }];

function List() {
  const [rows, setRows] = useState<typeof ROWS>([]);
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return (
    <>
      <button type="button" onClick={() => setRows(ROWS)}>
        rows come
      </button>
      <AllCheckbox rows={rows} selection={{ ids, onChange: setIds }} />
      <output>{[...ids].join()}</output>
    </>
  );
}

it('the select-all checkbox is disabled without rows and selects all rows when they are loaded', async () => {
  renderInApp(List);
  const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: UI_TEXTS.selectAll });
  expect(all.disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'rows come' }));
  expect(all.disabled).toBe(false);
  fireEvent.click(all);
  expect(screen.getByRole('status').textContent).toBe('1,2');
  expect(all.checked).toBe(true);
});

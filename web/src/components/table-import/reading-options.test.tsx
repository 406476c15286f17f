import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { ReadingOptions } from './reading-options.tsx';

afterEach(cleanup);

test('the field of the sheet marks a hidden sheet', async () => {
  const onReadAs = vi.fn<() => void>();
  const file = {
    source: new Blob(),
    name: 'lista.xlsx',
    table: { headers: [], rows: [] },
    sheet: { name: 'Dzisiaj', names: ['Dzisiaj', 'Wczoraj'], hidden: ['Wczoraj'] },
  };
  renderInApp(() => <ReadingOptions file={file} disabled={false} onReadAs={onReadAs} />);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Arkusz' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Dzisiaj',
    'Wczoraj (ukryty)',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'Wczoraj (ukryty)' }));
  expect(onReadAs).toHaveBeenCalledWith({ sheet: 'Wczoraj' });
});

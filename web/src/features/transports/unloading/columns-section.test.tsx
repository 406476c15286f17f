import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { ChosenFile } from '../../../components/table-import/read-file.ts';
import { stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { ColumnsSection } from './columns-section.tsx';
import { useListColumns } from './use-list-columns.ts';
import type { Scope, UnloadingList } from './use-unloading-list.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the section for a list with these weights. */
function show(...weights: string[]): void {
  stubApi(({ url }) => successReply(url.includes('mapping') ? { columns: [] } : []));
  const table = {
    headers: ['Data', 'Nr rej.', 'Netto'],
    rows: weights.map((weight, index) => ({
      line: index + 2,
      cells: ['25.11.2026', `PO 1234${index}`, weight],
    })),
  };
  function Section() {
    const form = useZodForm(z.custom<Scope>(), { recipientId: 1, salesId: null, day: '' });
    const columns = useListColumns({ table, recipientId: 1, day: '' });
    const state = { ...columns, task: null } as unknown as UnloadingList;
    return <ColumnsSection form={form} state={state} file={{ table } as unknown as ChosenFile} />;
  }
  renderInApp(Section);
}

const sentence = async () => (await screen.findByText(/^Wagi|^Każdą wagę|^Część wag/)).textContent;
const unitControl = () => screen.queryByRole('radio', { name: 'Kilogramy' });

test.each([
  [['24,86 t', '25,10 t'], 'Wagi czytamy jako tony, bo taka jednostka jest w komórkach.'],
  [['24860 kg'], 'Wagi czytamy jako kilogramy, bo taka jednostka jest w komórkach.'],
  [['24860 kg', '25,10 t'], 'Każdą wagę czytamy w jednostce z jej komórki.'],
])('no choice of the unit is shown for the weights %j, which have units', async (weights, expected) => {
  show(...weights);
  expect(await sentence()).toBe(expected);
  expect(unitControl()).toBeNull();
});

test('the sentence about a suggested unit gives the size of the weights as the reason', async () => {
  show('24,86', '25,10 t');
  expect(await sentence()).toBe(
    'Wagi bez jednostki czytamy jako tony, bo są mniejsze niż 100 albo mają ułamki.',
  );
});

test('the sentence about a unit that the user has chosen gives this choice as the reason', async () => {
  show('24860', '25100');
  expect(await sentence()).toBe('Wagi czytamy jako kilogramy.');
  await userEvent.click(screen.getByRole('radio', { name: 'Tony' }));
  expect(await sentence()).toBe('Wagi czytamy jako tony, zgodnie z wyborem.');
});

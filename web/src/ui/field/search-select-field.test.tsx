import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { useZodForm } from '../form/use-zod-form.ts';
import { type SearchOption, SearchSelectField } from './search-select-field.tsx';

afterEach(cleanup);

const OPTIONS: readonly SearchOption[] = [
  { value: 1, label: 'Agro Sp. z o.o.' },
  { value: 2, label: 'Rolmex' },
];
const SOURCE = {
  cacheKey: ['test', 'options'],
  load: async (search: string) => OPTIONS.filter(({ label }) => label.includes(search)),
};
const schema = z.object({ supplierId: z.number().nullable() });

test('after the selected option is cleared, typing the name of the option starts a search', async () => {
  let value: (() => number | null) | undefined;
  renderInApp(
    () => {
      const form = useZodForm(schema, { supplierId: 2 });
      value = () => form.getValues('supplierId');
      return <SearchSelectField control={form.control} name="supplierId" label="Dostawca" source={SOURCE} />;
    },
    (client) => client.setDefaultOptions({ queries: { retry: false } }),
  );
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Dostawca' });
  await waitFor(() => expect(field.value).toBe('Rolmex'));
  await userEvent.click(screen.getByLabelText('Wyczyść', { selector: 'button' }));
  await waitFor(() => expect(value?.()).toBeNull());
  await userEvent.click(field);
  await userEvent.paste('Rolmex');
  await waitFor(() => expect(screen.queryByText('Agro Sp. z o.o.')).toBeNull());
  await userEvent.click(screen.getByText('Rolmex'));
  await waitFor(() => expect(value?.()).toBe(2));
});

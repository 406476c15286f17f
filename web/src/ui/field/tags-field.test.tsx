import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { useZodForm } from '../form/use-zod-form.ts';
import { Dialog } from '../overlay/dialog.tsx';
import { TagsField } from './tags-field.tsx';

afterEach(cleanup);

const schema = z.object({ recipients: z.array(z.email('Popraw adres.')) });

/** Types into a list that has an address already, and returns the values of its form. */
async function typeAddresses(typed: string): Promise<() => readonly string[] | undefined> {
  let values: (() => readonly string[]) | undefined;
  renderInApp(() => {
    const form = useZodForm(schema, { recipients: ['anna@firma.test'] });
    values = () => form.getValues('recipients');
    return <TagsField control={form.control} name="recipients" label="Do" />;
  });
  await userEvent.type(await screen.findByRole('combobox', { name: 'Do' }), typed);
  return () => values?.();
}

test.each([
  ['the focus leaves', 'jan@firma.test, ewa@firma.test', () => userEvent.tab()],
  ['Enter is pressed', 'jan@firma.test; ewa@firma.test', () => userEvent.keyboard('{Enter}')],
])(
  'addresses that are typed with a space after each separator lose the space when %s',
  async (_name, typed, end) => {
    const values = await typeAddresses(typed);
    await end();
    await waitFor(() => expect(values()).toEqual(['anna@firma.test', 'jan@firma.test', 'ewa@firma.test']));
    expect(screen.queryByText('Popraw adres.')).toBeNull();
  },
);

test('a typed address that the list already contains is not added, even with a space before it', async () => {
  const values = await typeAddresses('jan@firma.test, anna@firma.test');
  await userEvent.tab();
  await waitFor(() => expect(values()).toEqual(['anna@firma.test', 'jan@firma.test']));
});

test('addresses that are pasted from a mail program lose the names of the recipients', async () => {
  const values = await typeAddresses('{Shift}');
  await userEvent.paste('"Jan Kowalski" <jan@firma.test>; Ewa <ewa@firma.test>, ola@firma.test');
  await waitFor(() =>
    expect(values()).toEqual(['anna@firma.test', 'jan@firma.test', 'ewa@firma.test', 'ola@firma.test']),
  );
});

test('if an address field has no suggestions, the first Escape closes the dialog that contains the field', async () => {
  const onClose = vi.fn<() => void>();
  renderInApp(() => {
    const form = useZodForm(schema, { recipients: ['anna@firma.test'] });
    return (
      <Dialog title="Wyślij zlecenia" onClose={onClose}>
        <TagsField control={form.control} name="recipients" label="Do" />
      </Dialog>
    );
  });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Do' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

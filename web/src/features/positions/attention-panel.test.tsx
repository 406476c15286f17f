import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { attentionsQuery } from '../../api/positions.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { AttentionPanel } from './attention-panel.tsx';

afterEach(cleanup);

test('thousands in the counts of pending work are separated by a space', async () => {
  renderInApp(AttentionPanel, (client) =>
    client.setQueryData(attentionsQuery.queryKey, {
      contracts: [{ side: 'sales', attention: 'NOT_COVERED', count: 14_830 }],
      transports: [],
      invoices: [],
    }),
  );
  const item = await screen.findByRole('link', { name: /14\s830/ });
  expect(item.textContent).toContain('14\u00a0830');
});

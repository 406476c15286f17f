import { QueryClient } from '@tanstack/react-query';
import { isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { rawMaterialTabsQuery } from '../api/reference.ts';
import { redirectToRawMaterial } from './guards.ts';

async function redirectTarget(tabs: { id: number; name: string }[]): Promise<unknown> {
  const queryClient = new QueryClient();
  queryClient.setQueryData(rawMaterialTabsQuery.queryKey, tabs);
  const location = { href: '/contract/sale-list', pathname: '/contract/sale-list' };
  const thrown: unknown = await redirectToRawMaterial({ context: { queryClient }, location }).catch(
    (error: unknown) => error,
  );
  return isRedirect(thrown) ? thrown.options.to : thrown;
}

test('the path of the sales contracts redirects to the list of the first raw material', async () => {
  expect(await redirectTarget([{ id: 7, name: 'Pszenica' }])).toBe('/contract/sale-list/7');
});

test('the path of the sales contracts redirects to the list of all contracts if the company has no raw materials', async () => {
  expect(await redirectTarget([])).toBe('/contract/sale-list/all');
});

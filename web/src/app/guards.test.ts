import { QueryClient } from '@tanstack/react-query';
import { isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { rawMaterialTabsQuery } from '../api/reference.ts';
import { redirectToRawMaterial } from './guards.ts';

async function whereLeads(tabs: { id: number; name: string }[]): Promise<unknown> {
  const queryClient = new QueryClient();
  queryClient.setQueryData(rawMaterialTabsQuery.queryKey, tabs);
  const location = { href: '/contract/sale-list', pathname: '/contract/sale-list' };
  const thrown: unknown = await redirectToRawMaterial({ context: { queryClient }, location }).catch(
    (error: unknown) => error,
  );
  return isRedirect(thrown) ? thrown.options.to : thrown;
}

test('the menu leads to the contracts of the first raw material', async () => {
  expect(await whereLeads([{ id: 7, name: 'Pszenica' }])).toBe('/contract/sale-list/7');
});

test('in a company without raw materials the menu leads to a list that is there', async () => {
  expect(await whereLeads([])).toBe('/contract/sale-list/all');
});

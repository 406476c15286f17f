import { Skeleton, Stack } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isNotFound } from '../api/api-error.ts';
import { FailedState } from '../ui/table/list-outcome.tsx';

type Props<Record> = {
  query: { data: Record | undefined; error: unknown; refetch: () => unknown };
  children: (record: Record) => ReactNode;
};

/**
 * Shows a page's main record, and a skeleton while it loads. A missing record redirects to the not-found page.
 * Any other failure shows an error with a retry button.
 */
export function QueryBoundary<Record>({ query, children }: Props<Record>) {
  if (query.data !== undefined) return children(query.data);
  if (isNotFound(query.error)) return <Navigate to="/404" replace />;
  if (query.error) return <FailedState error={query.error} onRetry={query.refetch} />;
  return (
    <Stack gap="md" aria-busy>
      <Skeleton height={28} width={280} />
      <Skeleton height={180} />
      <Skeleton height={260} />
    </Stack>
  );
}

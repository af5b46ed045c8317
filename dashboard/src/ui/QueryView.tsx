import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** Shown while the data loads. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders the data of a query, a skeleton while it loads, or its error with a button to try again. */
export function QueryView<T>({ query, skeleton, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} retry={() => query.refetch()} />;
  return (
    <div role="status" aria-label="Loading" aria-busy="true">
      {skeleton ?? <RowsSkeleton />}
    </div>
  );
}

export function RowsSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap={10}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <Skeleton key={index} height={38} radius="md" />
      ))}
    </Stack>
  );
}

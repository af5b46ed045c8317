import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** shown while the answer is on its way */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A query's answer, or its skeleton, or what went wrong with a way to try again. */
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

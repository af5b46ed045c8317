/** Handles searches whose index is still being built: the server rejects them with its progress, and the screen retries. */
import { PorticoError } from '@portico/sdk/admin';
import type { Query, UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Returns the progress of the index if the error says that it is still being built. */
function indexingOf(error: unknown): Progress | undefined {
  if (!(error instanceof PorticoError) || error.code !== 'SEARCH_INDEXING') return undefined;
  return { done: Number(error.data.indexed ?? 0), total: Number(error.data.total ?? 0) };
}

/** Returns the `refetchInterval` of a search query. */
export const refetchWhileIndexing = ({ state }: { state: Pick<Query['state'], 'error'> }): number | false =>
  indexingOf(state.error) ? 1_500 : false;

/** Returns the progress of the index that the search query waits for. Keeps the last progress during a retry. */
export function useIndexing({
  error,
  isFetching,
  isSuccess,
  isPlaceholderData,
}: Pick<UseQueryResult, 'error' | 'isFetching' | 'isSuccess' | 'isPlaceholderData'>): Progress | undefined {
  const [last, setLast] = useState<Progress>();
  const isWaiting = isFetching && !(isSuccess && !isPlaceholderData);
  const progress = indexingOf(error) ?? (isWaiting ? last : undefined);
  if (progress?.done !== last?.done || progress?.total !== last?.total) setLast(progress);
  return progress;
}

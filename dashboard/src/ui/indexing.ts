/** Handles searches during indexing: the server's error contains the progress of the index, and the screen retries. */
import { PorticoError } from '@portico/sdk/admin';
import type { Query, UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Returns the progress of the index from the error of a search during indexing; undefined for any other error. */
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
  const [lastProgress, setLastProgress] = useState<Progress>();
  const isWaiting = isFetching && !(isSuccess && !isPlaceholderData);
  const progress = indexingOf(error) ?? (isWaiting ? lastProgress : undefined);
  if (progress?.done !== lastProgress?.done || progress?.total !== lastProgress?.total) setLastProgress(progress);
  return progress;
}

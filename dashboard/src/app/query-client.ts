import { PorticoError } from '@portico/sdk/admin';
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Retries only failures that may be temporary. For SEARCH_INDEXING, screens show the progress instead.
      retry: (failures, error) =>
        failures < 2 &&
        error instanceof PorticoError &&
        (error.status === 0 || error.status >= 502) &&
        error.code !== 'SEARCH_INDEXING',
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
  },
});

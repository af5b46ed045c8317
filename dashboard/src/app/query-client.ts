import { PorticoError } from '@portico/sdk/admin';
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Only failures that may pass by themselves are retried. A search that waits for its index shows that at once.
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof PorticoError) || (error.status >= 502 && error.code !== 'SEARCH_INDEXING')),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
  },
});

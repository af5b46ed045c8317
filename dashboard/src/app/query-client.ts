import { PorticoError } from '@portico/sdk/admin';
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // an answer of the server is an answer: only what may pass by itself is asked again
      retry: (failures, error) => failures < 2 && (!(error instanceof PorticoError) || error.status >= 502),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
  },
});

import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** An object with the search parameters to change (null or '' removes a parameter), or the complete new parameters. */
type Change = URLSearchParams | Readonly<Record<string, string | null>>;

/**
 * Stores the state of a screen in the search parameters of the URL, so that a shared link opens the same state. Updates
 * are flushed synchronously, because inputs show this state and the next key press must not overwrite it.
 */
export function useAddress(): [URLSearchParams, (change: Change, options?: { replace?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (change: Change, { replace = false }: { replace?: boolean } = {}) =>
      setParams(change instanceof URLSearchParams ? change : withValues(params, change), {
        preventScrollReset: true,
        flushSync: true,
        replace,
      }),
    [params, setParams],
  );
  return [params, change];
}

function withValues(params: URLSearchParams, values: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

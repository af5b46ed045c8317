import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Parts of the address to set; null and '' take one away. Or the whole. */
type Change = URLSearchParams | Readonly<Record<string, string | null>>;

/**
 * What a screen keeps in the search of the address bar, so that a link shows others the same. A change is on the screen
 * before the next key is pressed: fields show what stands here, and the next change is made of what they show.
 */
export function useAddress(): [URLSearchParams, (change: Change, options?: { replace?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (change: Change, { replace = false }: { replace?: boolean } = {}) =>
      setParams(change instanceof URLSearchParams ? change : changed(params, change), {
        preventScrollReset: true,
        flushSync: true,
        replace,
      }),
    [params, setParams],
  );
  return [params, change];
}

function changed(params: URLSearchParams, values: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

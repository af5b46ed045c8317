import { AppError } from '../../kernel/app-error.ts';
import { createBoundedCache } from '../../kernel/bounded-cache.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Environment, Site } from '../../kernel/ctx.ts';
import { limitsOf } from '../../kernel/site-limits.ts';

const MINUTE_MS = 60_000;
/** Maximum number of sites whose calls are counted at once. */
const MAX_SITES = 10_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

/**
 * Returns a function that counts the calls to a site and rejects those above its limit. Calls of dashboard users are
 * not counted, so that owners can still see what happens. Each process counts on its own, because a count in the
 * database would cost every call a statement.
 */
export function createRequestLimiter(
  env: () => Pick<Environment, 'siteLimits'>,
): (site: Site | null, caller: Caller) => void {
  const windows = createBoundedCache<Window>(MAX_SITES);
  return (site, caller) => {
    if (!site || caller.kind === 'user') return;
    const { requestsPerMinute } = limitsOf({ env: env(), site });
    if (requestsPerMinute === null) return;
    const now = performance.now();
    let window = windows.get(site.id);
    if (!window || window.endsAt <= now) {
      window = { endsAt: now + MINUTE_MS, count: 0 };
      windows.set(site.id, window);
    }
    window.count += 1;
    if (window.count > requestsPerMinute)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((window.endsAt - now) / 1_000) });
  };
}

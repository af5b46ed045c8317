/**
 * File quotas of a form and of its site, and within them the share for files that no submission has claimed yet.
 * Threat: a stranger fills the quota with uploads that are never submitted, and blocks everyone else until the sweep a
 * day later. So unclaimed files may use at most half of the free quota; one network may use a quarter of a form's and a
 * tenth of the site's. When the share for unclaimed files is full, the network with the most unclaimed files loses its
 * oldest ones to a network that has fewer. To block others, an attacker would need so many networks that an equal share
 * is smaller than one file.
 */
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { addUsage, evictUnclaimed, findUsage, MIN_COUNTED_BYTES, sumUnclaimed, WHOLE_SITE } from './quota-store.ts';

const UNCLAIMED_SHARE = 1 / 2;
const NETWORK_SHARE = { form: 1 / 4, site: 1 / 10 };

export interface Quotas {
  /** The form whose submissions may claim the file: `form:<id>`. */
  readonly scope: string;
  readonly scopeQuotaBytes: number;
  readonly siteQuotaBytes: number;
  /** Network of the visitor; null for staff, whose files only the quotas limit. */
  readonly network: string | null;
}

type QuotaCtx = Pick<SiteCtx, 'db' | 'site' | 'now'>;

/**
 * Rejects a file early, before the upload. The decisive check is made when the file is stored.
 * @throws AppError FILE_QUOTA_REACHED
 */
export async function rejectOverQuota(ctx: QuotaCtx, quotas: Quotas, bytes: number): Promise<void> {
  const scopes = scopesOf(quotas);
  const usage = await findUsage(
    ctx.db,
    ctx.site.id,
    scopes.map(({ scope }) => scope),
  );
  for (const { scope, quota } of scopes) {
    const usedBytes = usage.get(scope) ?? 0;
    if (usedBytes + bytes > quota) throw quotaReachedError(scope);
    if (quotas.network !== null)
      await measureShare(ctx, { scope, quota, used: usedBytes, network: quotas.network }, bytes);
  }
}

/**
 * Counts a file in the transaction that stores it.
 * @returns true if other files were evicted to make room. The caller must then remove their bytes from the storage.
 * @throws AppError FILE_QUOTA_REACHED
 */
export async function consumeQuota(ctx: QuotaCtx, quotas: Quotas, bytes: number): Promise<boolean> {
  let hasEvicted = false;
  for (const { scope, quota } of scopesOf(quotas)) {
    const usedBytes = await addUsage(ctx.db, ctx.site.id, scope, { bytes, quota });
    if (usedBytes === null) throw quotaReachedError(scope);
    if (quotas.network === null) continue;
    const { bytesToEvict, own } = await measureShare(
      ctx,
      { scope, quota, used: usedBytes, network: quotas.network },
      bytes,
    );
    if (bytesToEvict <= 0) continue;
    const areFilesEvicted = await evictUnclaimed(ctx.db, ctx.site.id, scope, {
      bytesToEvict,
      maxBytes: own,
      now: ctx.now,
    });
    if (!areFilesEvicted) throw quotaReachedError(scope);
    hasEvicted = true;
  }
  return hasEvicted;
}

/** Returns the quotas in the order in which their rows are locked, which prevents deadlocks. */
const scopesOf = ({ scope, scopeQuotaBytes, siteQuotaBytes }: Quotas) => [
  { scope, quota: scopeQuotaBytes },
  { scope: WHOLE_SITE, quota: siteQuotaBytes },
];

interface ScopeUsage {
  readonly scope: string;
  readonly quota: number;
  readonly used: number;
  readonly network: string;
}

/**
 * Returns `bytesToEvict`, the bytes of other networks that must be evicted to make room for the file, and `own`, the
 * unclaimed bytes of the file's network, including the file. A network without unclaimed files may upload one file of
 * any size that fits the share of all networks.
 * @throws AppError FILE_QUOTA_REACHED
 */
async function measureShare(
  { db, site }: QuotaCtx,
  { scope, quota, used, network }: ScopeUsage,
  bytes: number,
): Promise<{ bytesToEvict: number; own: number }> {
  const unclaimed = await sumUnclaimed(db, site.id, scope, network);
  const availableBytes = quota - (used - unclaimed.bytes);
  const added = Math.max(bytes, MIN_COUNTED_BYTES);
  const own = unclaimed.own + added;
  const networkShare = availableBytes * (scope === WHOLE_SITE ? NETWORK_SHARE.site : NETWORK_SHARE.form);
  if (unclaimed.own > 0 && own > networkShare) throw quotaReachedError('network');
  const unclaimedShare = Math.floor(availableBytes * UNCLAIMED_SHARE);
  if (added > unclaimedShare) throw quotaReachedError(scope);
  return { bytesToEvict: unclaimed.countedBytes + added - unclaimedShare, own };
}

/**
 * Returns the error for a reached quota.
 * @param scope `form:<id>`, `site` or `network`; the message names only the part before the colon
 */
const quotaReachedError = (scope: string): AppError =>
  new AppError('FILE_QUOTA_REACHED', { scope: scope.replace(/:.*$/s, '') });

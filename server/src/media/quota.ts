/**
 * File quotas of a form and of its site, and within them the share for files that no submission has claimed yet.
 * Threat: a stranger uploads without ever submitting, and nobody else's file fits until the sweep a day later. So
 * unclaimed files may use at most half of the free quota; one network may use a quarter of a form's and a tenth of
 * the site's. When that share is full, the network with the most unclaimed files loses its oldest ones to a network
 * that has fewer. An attacker would need so many networks that an equal share is smaller than one file.
 */
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { addUsage, displaceWaiting, findUsage, LEAST_BYTES, sumWaiting, WHOLE_SITE } from './store.ts';

const OF_ALL_WAITING = 1 / 2;
const OF_ONE_NETWORK = { form: 1 / 4, site: 1 / 10 };

export interface Quotas {
  /** who may claim the file: `form:<id>` */
  readonly scope: string;
  readonly scopeQuotaBytes: number;
  readonly siteQuotaBytes: number;
  /** network of the visitor; null for staff, whose files are limited only by the quotas */
  readonly network: string | null;
}

type Within = Pick<SiteCtx, 'db' | 'site' | 'now'>;

/**
 * Rejects early, before the upload; the decisive check is made when the file is stored.
 * @throws AppError FILE_QUOTA_REACHED
 */
export async function refuseOverQuota(ctx: Within, quotas: Quotas, bytes: number): Promise<void> {
  const places = placesOf(quotas);
  const usage = await findUsage(
    ctx.db,
    ctx.site.id,
    places.map(({ place }) => place),
  );
  for (const { place, quota } of places) {
    const used = usage.get(place) ?? 0;
    if (used + bytes > quota) throw quotaReached(place);
    if (quotas.network !== null) await missing(ctx, { place, quota, used, network: quotas.network }, bytes);
  }
}

/**
 * Counts a file in the transaction that stores it.
 * @returns whether other files were displaced, whose bytes must be removed
 * @throws AppError FILE_QUOTA_REACHED
 */
export async function consumeQuota(ctx: Within, quotas: Quotas, bytes: number): Promise<boolean> {
  let displaced = false;
  for (const { place, quota } of placesOf(quotas)) {
    const used = await addUsage(ctx.db, ctx.site.id, place, { bytes, quota });
    if (used === null) throw quotaReached(place);
    if (quotas.network === null) continue;
    const { free, own } = await missing(ctx, { place, quota, used, network: quotas.network }, bytes);
    if (free <= 0) continue;
    const gaveWay = await displaceWaiting(ctx.db, ctx.site.id, place, { free, most: own, now: ctx.now });
    if (!gaveWay) throw quotaReached(place);
    displaced = true;
  }
  return displaced;
}

/** Returns the quotas in the order in which their rows are locked, which prevents deadlocks. */
const placesOf = ({ scope, scopeQuotaBytes, siteQuotaBytes }: Quotas) => [
  { place: scope, quota: scopeQuotaBytes },
  { place: WHOLE_SITE, quota: siteQuotaBytes },
];

interface Place {
  readonly place: string;
  readonly quota: number;
  readonly used: number;
  readonly network: string;
}

/**
 * Computes how many bytes of others the file would displace, and the network's unclaimed bytes with it. A network without
 * unclaimed files may upload one file of any size that fits the share of all.
 * @throws AppError FILE_QUOTA_REACHED
 */
async function missing(
  { db, site }: Within,
  { place, quota, used, network }: Place,
  bytes: number,
): Promise<{ free: number; own: number }> {
  const waiting = await sumWaiting(db, site.id, place, network);
  const free = quota - (used - waiting.bytes);
  const added = Math.max(bytes, LEAST_BYTES);
  const own = waiting.own + added;
  const ofOne = free * (place === WHOLE_SITE ? OF_ONE_NETWORK.site : OF_ONE_NETWORK.form);
  if (waiting.own > 0 && own > ofOne) throw quotaReached('network');
  const ofAll = Math.floor(free * OF_ALL_WAITING);
  if (added > ofAll) throw quotaReached(place);
  return { free: waiting.weight + added - ofAll, own };
}

/** @param place the kind that the error message names: `form`, `site`, `network` */
const quotaReached = (place: string): AppError =>
  new AppError('FILE_QUOTA_REACHED', { place: place.replace(/:.*$/s, '') });

import type { ReadHandle } from '../../db/replicas/replicas.ts';
import { readsOf } from '../../db/replicas/stale-reads.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { findDefinitionPosition } from './cache.ts';
import type { Collection } from './collection.ts';

/**
 * Returns where a read of items of these collections runs. Threat: on a replica that has not replayed a renamed field
 * yet, its rows have the former key, under which the field is not hidden.
 */
export function itemReads(ctx: SiteCtx, ...collections: readonly Collection[]): ReadHandle {
  const positions = collections.map(findDefinitionPosition);
  const known = positions.filter((position) => position !== undefined);
  return known.length === positions.length ? readsOf(ctx, ...known) : readsOf({ ...ctx, staleReads: undefined });
}

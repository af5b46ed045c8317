/** Decides where a read runs: on the primary, or on a replica that has replayed what the caller has seen. */
import type { Ctx } from '../../kernel/ctx.ts';
import type { Position } from './position.ts';
import type { ReadHandle } from './replicas.ts';

/** Set on a call that may read from a replica. */
export interface StaleReads {
  /** What the caller has written or seen. The replica must have replayed all of it. */
  readonly after: readonly Position[];
  /** Selects one of several replicas, the same one for all reads of the call. */
  readonly turn: number;
}

declare module '../../kernel/ctx.ts' {
  interface Ctx {
    /** Absent if every read of the call must see the latest commits. */
    readonly staleReads?: StaleReads | undefined;
  }
}

/**
 * Returns where a read of the call runs. The read must not change anything, and its result must not be cached.
 * @param definitions positions at which the definitions that the read depends on had been committed
 */
export function readsOf(ctx: Ctx, ...definitions: readonly Position[]): ReadHandle {
  const { replicas, points } = ctx.env.connectionPools;
  const { staleReads } = ctx;
  const primary = { db: ctx.db, points };
  if (!replicas || !staleReads || ctx.db.isTransaction) return primary;
  return replicas.choose([...staleReads.after, ...definitions], staleReads.turn) ?? primary;
}

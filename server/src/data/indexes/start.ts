import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection, StoredIndex } from '../collections/collection.ts';
import { startJob } from '../jobs/worker.ts';

type Target = Pick<Collection, 'id' | 'tableName'>;

/** The input of a BUILD_INDEX job: an index, or only columns. */
export interface BuildDetails {
  readonly indexId?: string;
  readonly paths?: readonly (readonly string[])[];
}

/** Starts the job that builds the index. The job is stored in the transaction of `ctx`. */
export const startBuild = (ctx: SiteCtx, collection: Target, indexId: string): Promise<string> =>
  startJob(ctx, collection, 'BUILD_INDEX', { indexId } satisfies BuildDetails as Record<string, unknown>);

export const startDrop = (ctx: SiteCtx, collection: Target, indexId: string): Promise<string> =>
  startJob(ctx, collection, 'DROP_INDEX', { indexId });

/** Promotes the fields to columns and builds the waiting indexes, after a schema change has migrated every row. */
export async function promoteFields(
  ctx: SiteCtx,
  collection: Target & { readonly layout: { readonly indexes: readonly StoredIndex[] } },
  paths: readonly (readonly string[])[],
): Promise<void> {
  if (paths.length > 0) await startJob(ctx, collection, 'BUILD_INDEX', { paths });
  for (const { id, status } of collection.layout.indexes)
    if (status === 'BUILDING') await startBuild(ctx, collection, id);
}

import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection, StoredIndex } from '../collections/collection.ts';
import { startJob } from '../jobs/worker.ts';

type Target = Pick<Collection, 'id' | 'tableName'>;

/** What a BUILD_INDEX job builds: an index, or columns alone. */
export interface BuildDetails {
  readonly indexId?: string;
  readonly paths?: readonly (readonly string[])[];
}

/** Builds the index, in the caller's transaction begun. */
export const startBuild = (ctx: SiteCtx, collection: Target, indexId: string): Promise<string> =>
  startJob(ctx, collection, 'BUILD_INDEX', { indexId } satisfies BuildDetails as Record<string, unknown>);

export const startDrop = (ctx: SiteCtx, collection: Target, indexId: string): Promise<string> =>
  startJob(ctx, collection, 'DROP_INDEX', { indexId });

/** Gives the fields columns, and builds the indexes that wait: once a change of fields has reached every row. */
export async function promoteFields(
  ctx: SiteCtx,
  collection: Target & { readonly layout: { readonly indexes: readonly StoredIndex[] } },
  paths: readonly (readonly string[])[],
): Promise<void> {
  if (paths.length > 0) await startJob(ctx, collection, 'BUILD_INDEX', { paths });
  for (const { id, status } of collection.layout.indexes)
    if (status === 'BUILDING') await startBuild(ctx, collection, id);
}

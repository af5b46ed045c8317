import { sql } from 'kysely';
import type { JobHandler } from '../jobs/worker.ts';
import { dropIndexSql } from './ddl.ts';
import { changeLayout, withoutIndex } from './layout.ts';

/**
 * The job that drops an index without blocking queries or writes. Its columns remain, because they speed up counts and
 * sums.
 */
export const dropIndexJob: JobHandler = {
  runsOutsideTransaction: true,
  async runBatch(ctx, collection, job) {
    const index = collection.layout.indexes.find(({ id }) => id === job.details.indexId);
    if (index?.status !== 'DROPPING') return { done: true };
    // Queries no longer rely on the index, because its status is DROPPING.
    await sql.raw(dropIndexSql(collection, index)).execute(ctx.db);
    await changeLayout(ctx, collection.id, async (_, { layout }) => withoutIndex(layout, index.id));
    return { done: true };
  },
};

/** Adapts the columns and indexes of a field to a rename. */
import type { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection, Layout } from '../collections/collection.ts';
import type { StoredColumn } from '../query/scope.ts';
import { dropIndexAtOnceSql, rekeySql } from './ddl.ts';
import { changeLayout, run, withIndex } from './layout.ts';

/**
 * Moves the columns of a field to another key, together with their indexes, so that unique indexes stay in force during
 * the rename. Call it under the same conditions as `demoteField`. Queries do not use the columns, which are BUILDING,
 * until all rows have been migrated.
 * @param shape number of the change; rows of a smaller shape store the field under the former key
 */
export async function rekey(
  ctx: SiteCtx,
  collection: Collection,
  { from, to, shape }: { readonly from: string; readonly to: string; readonly shape: number },
): Promise<Pick<Layout, 'columns' | 'indexes'>> {
  const columns: StoredColumn[] = [];
  for (const column of collection.layout.columns) {
    const { path, state, former = [] } = column;
    if (path[0] !== from) {
      columns.push(column);
      continue;
    }
    const next: StoredColumn = {
      ...column,
      path: [to, ...path.slice(1)],
      state: state === 'MIXED' ? 'MIXED' : 'BUILDING',
      former: [...former, { path, before: shape }],
    };
    await run(ctx, rekeySql(collection, next));
    columns.push(next);
  }
  const renamePath = (path: string): string => {
    const [first, ...rest] = path.split('.');
    return first === from ? [to, ...rest].join('.') : path;
  };
  const indexes = collection.layout.indexes.map((index) => ({
    ...index,
    fields: index.fields.map(({ path, order }) => ({ path: renamePath(path), order })),
  }));
  return { columns, indexes };
}

/** Removes the former keys after all rows have been migrated. */
export const withoutFormer = (columns: readonly StoredColumn[]): StoredColumn[] =>
  columns.map(({ former, ...column }) => column);

/**
 * Marks unique indexes on a field as failed because a schema change has produced duplicate values. Otherwise the change
 * could never finish. The failure has the same text as that of an index build that finds duplicates.
 */
export async function failUniqueIndexes(ctx: SiteCtx, id: string, failure: AppError): Promise<void> {
  const { fieldKey } = failure.data;
  await changeLayout(ctx, id, async (ctx, collection) => {
    let { layout } = collection;
    for (const index of layout.indexes) {
      if (!index.unique || index.status !== 'ACTIVE' || index.fields[0]?.path !== fieldKey) continue;
      await run(ctx, dropIndexAtOnceSql(collection, index));
      const { code, message: description } = failure;
      layout = {
        ...layout,
        indexes: withIndex(layout, index.id, { status: 'FAILED', failure: { code, description } }),
      };
    }
    return { indexes: layout.indexes };
  });
}

/** What a rename means for the columns and indexes of a field. */
import type { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection, Layout } from '../collections/collection.ts';
import type { StoredColumn } from '../query/scope.ts';
import { dropIndexAtOnceSql, rekeySql } from './ddl.ts';
import { changeLayout, run, withIndex } from './layout.ts';

/**
 * Has the columns of a field go on under another key, and so the indexes on them: a value never stops being unique. In a
 * transaction as `unpromote` wants it. Queries do without the columns, which are BUILDING, until every row has the shape.
 * @param shape number of the change: rows of a smaller one have the field under the former key
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
  const renamed = (path: string): string => {
    const [first, ...rest] = path.split('.');
    return first === from ? [to, ...rest].join('.') : path;
  };
  const indexes = collection.layout.indexes.map((index) => ({
    ...index,
    fields: index.fields.map(({ path, order }) => ({ path: renamed(path), order })),
  }));
  return { columns, indexes };
}

/** Every row has the field under its new key. */
export const withoutFormer = (columns: readonly StoredColumn[]): StoredColumn[] =>
  columns.map(({ former, ...column }) => column);

/**
 * Gives up unique indexes on a field: a schema change itself has made values equal that are not written by anybody, and
 * would never end. Says of them what the building of an index says of duplicates.
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

/** Changes of how an item table is laid out: its promoted columns and indexes, noted in the collection's row. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { triedAgain, waitBriefly } from '../../db/brief-lock.ts';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeKey, evictCollection } from '../collections/cache.ts';
import type { Collection, Layout, StoredIndex } from '../collections/collection.ts';
import { lockCollection, updateLayout } from '../collections/store.ts';
import type { ColumnKind, StoredColumn } from '../query/scope.ts';
import { addColumnSql, columnAt, dropColumnSql, dropKindCheckSql } from './ddl.ts';

type Change = (ctx: SiteCtx, collection: Collection) => Promise<Partial<Layout> | null>;

/**
 * Changes the layout in one transaction that holds the collection's row, and tells every process. A change that cannot
 * have the table at once is tried again, so that one long query never holds up all others behind it.
 * @param change answers what is new, or null for nothing
 * @returns the collection with its new layout; undefined where it is gone
 */
export const changeLayout = (ctx: SiteCtx, id: string, change: Change): Promise<Collection | undefined> =>
  triedAgain(ctx, () => changeOnce(ctx, id, change));

async function changeOnce(ctx: SiteCtx, id: string, change: Change): Promise<Collection | undefined> {
  const key = changeKey(ctx.site.id, id);
  const changed = await transaction(ctx, async (ctx) => {
    await waitBriefly(ctx.db);
    const collection = await lockCollection(ctx.db, ctx.site, id);
    if (!collection) return undefined;
    const changes = await change(ctx, collection);
    if (!changes) return collection;
    const layout = { ...collection.layout, ...changes };
    await updateLayout(ctx.db, ctx.site, id, layout);
    await notifyChange(ctx.db, 'collection', key);
    return { ...collection, layout };
  });
  evictCollection(key);
  return changed;
}

/** A column for the field, to be filled. Its name says nothing and is never used twice. */
export const newColumn = (path: readonly string[], kind: ColumnKind, state: StoredColumn['state']): StoredColumn => ({
  name: `f_${randomBytes(6).toString('hex')}`,
  path,
  kind,
  state,
});

export const newIndexId = (): string => randomBytes(8).toString('hex');

export const run = (ctx: SiteCtx, text: string): Promise<unknown> => sql.raw(text).execute(ctx.db);

/** Adds the columns that are missing; they are BUILDING. */
export async function addColumns(
  ctx: SiteCtx,
  collection: Collection,
  required: readonly { readonly path: readonly string[]; readonly kind: ColumnKind }[],
  state: StoredColumn['state'] = 'BUILDING',
): Promise<StoredColumn[]> {
  const missing = required.filter(({ path }) => !columnAt(collection, path.join('.')));
  const columns = missing.map(({ path, kind }) => newColumn(path, kind, state));
  for (const column of columns) await run(ctx, addColumnSql(collection, column));
  return [...collection.layout.columns, ...columns];
}

/** Values of other kinds have come into the field: from now on queries look into `data`. */
export function markMixed(ctx: SiteCtx, id: string, name: string): Promise<Collection | undefined> {
  return changeLayout(ctx, id, async (ctx, collection) => {
    const column = collection.layout.columns.find((column) => column.name === name);
    if (!column || column.state === 'MIXED') return null;
    await run(ctx, dropKindCheckSql(collection, column));
    return { columns: withState(collection.layout.columns, name, 'MIXED') };
  });
}

export const withState = (
  columns: readonly StoredColumn[],
  name: string,
  state: StoredColumn['state'],
): readonly StoredColumn[] => columns.map((column) => (column.name === name ? { ...column, state } : column));

/** The index serves from now on, and its column tells how. */
export function withActiveIndex(layout: Layout, id: string): Partial<Layout> {
  const index = layout.indexes.find((index) => index.id === id);
  const mode = index && foldedBy(index);
  const path = index?.fields[0]?.path;
  return {
    indexes: withIndex(layout, id, { status: 'ACTIVE' }),
    columns: layout.columns.map((column) =>
      mode && column.path.join('.') === path && !column.folded?.includes(mode)
        ? { ...column, folded: [...(column.folded ?? []), mode] }
        : column,
    ),
  };
}

/** How an index serves text without regard to case, if it does. */
function foldedBy({ kind, caseInsensitive }: StoredIndex): 'start' | 'part' | null {
  if (kind === 'TEXT') return 'part';
  return caseInsensitive ? 'start' : null;
}

/** Without the index, and what columns say of it. */
export function withoutIndex(layout: Layout, id: string): Partial<Layout> {
  const indexes = layout.indexes.filter((index) => index.id !== id);
  const columns = layout.columns.map(({ folded, ...column }) => {
    const left = indexes
      .filter(({ status, fields }) => status === 'ACTIVE' && fields[0]?.path === column.path.join('.'))
      .map(foldedBy)
      .filter((mode) => mode !== null);
    return folded && left.length > 0 ? { ...column, folded: left } : column;
  });
  return { indexes, columns };
}

/** Changes one index. */
export const withIndex = ({ indexes }: Layout, id: string, change: Partial<StoredIndex>): readonly StoredIndex[] =>
  indexes.map((index) => (index.id === id ? { ...index, ...change } : index));

/**
 * Takes the columns of a field away, with the indexes on them, in the caller's transaction, which holds the collection's
 * row and tells the others: for changes of a field (retyped, dropped). The table is needed alone for a moment: set
 * lock_timeout before. Answers the layout to be stored; `indexes` on the field are BUILDING again for `promote`, or, for a
 * dropped field, gone.
 */
export async function demoteField(
  ctx: SiteCtx,
  collection: Collection,
  key: string,
  change: 'retyped' | 'dropped',
): Promise<Pick<Layout, 'columns' | 'indexes'>> {
  const { columns, indexes } = collection.layout;
  const removed = columns.filter(({ path }) => path[0] === key);
  // Dropping a column drops the indexes that it is part of.
  for (const column of removed) await run(ctx, dropColumnSql(collection, column));
  const isOn = ({ fields }: StoredIndex) => fields.some(({ path }) => path.split('.')[0] === key);
  return {
    columns: columns.filter((column) => !removed.includes(column)),
    indexes: indexes
      .filter((index) => change !== 'dropped' || !isOn(index))
      .map((index) =>
        isOn(index)
          ? withoutFailure({ ...index, status: index.status === 'DROPPING' ? 'DROPPING' : 'BUILDING' })
          : index,
      ),
  };
}

const withoutFailure = ({ failure, ...index }: StoredIndex): StoredIndex => index;

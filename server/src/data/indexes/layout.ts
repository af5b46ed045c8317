/** Changes the layout of an item table: its promoted columns and indexes, as recorded in the collection's row. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { retryOnLockTimeout, setLockTimeout } from '../../db/lock-timeout.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeKey, evictCollection } from '../collections/cache.ts';
import type { Collection, Layout, StoredIndex } from '../collections/collection.ts';
import { lockCollection, updateLayout } from '../collections/store.ts';
import type { ColumnKind, StoredColumn } from '../query/scope.ts';
import { addColumnSql, columnAt, dropColumnSql, dropKindCheckSql } from './ddl.ts';

type Change = (ctx: SiteCtx, collection: Collection) => Promise<Partial<Layout> | null>;

/**
 * Changes the layout in one transaction that locks the collection's row, and publishes the change to every process. If
 * the table lock is not available at once, the change is retried, so that it never queues other statements behind a
 * long query.
 * @param change returns the changed properties, or null for no change
 * @returns the collection with its new layout; undefined if it no longer exists
 */
export const changeLayout = (ctx: SiteCtx, id: string, change: Change): Promise<Collection | undefined> =>
  retryOnLockTimeout(ctx, () => changeOnce(ctx, id, change));

async function changeOnce(ctx: SiteCtx, id: string, change: Change): Promise<Collection | undefined> {
  const key = changeKey(ctx.site.id, id);
  const changedCollection = await transaction(ctx, async (ctx) => {
    await setLockTimeout(ctx.db);
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
  return changedCollection;
}

/** Returns a new column for the field. Its name is random and never reused. */
export const newColumn = (path: readonly string[], kind: ColumnKind, state: StoredColumn['state']): StoredColumn => ({
  name: `f_${randomBytes(6).toString('hex')}`,
  path,
  kind,
  state,
});

export const newIndexId = (): string => randomBytes(8).toString('hex');

export async function run(ctx: SiteCtx, statements: string | readonly string[]): Promise<void> {
  for (const statement of [statements].flat()) await sql.raw(statement).execute(ctx.db);
}

/** Adds the columns that do not exist yet, in the given state. */
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

/** Marks a column as MIXED after the field received a value of another kind. Queries then read `data`. */
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

/** Marks the index as active and records in its column which case-insensitive text search the index supports. */
export function withActiveIndex(layout: Layout, id: string): Partial<Layout> {
  const index = layout.indexes.find((index) => index.id === id);
  const mode = index && foldedKindOf(index);
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

/** Returns how an index supports case-insensitive text search, or null if it does not. */
function foldedKindOf({ kind, caseInsensitive }: StoredIndex): 'start' | 'part' | null {
  if (kind === 'TEXT') return 'part';
  return caseInsensitive ? 'start' : null;
}

/** Removes the index from the layout. Its column keeps only the kinds of text search that another index supports. */
export function withoutIndex(layout: Layout, id: string): Partial<Layout> {
  const indexes = layout.indexes.filter((index) => index.id !== id);
  const columns = layout.columns.map(({ folded, ...column }) => {
    const remainingModes = indexes
      .filter(({ status, fields }) => status === 'ACTIVE' && fields[0]?.path === column.path.join('.'))
      .map(foldedKindOf)
      .filter((mode) => mode !== null);
    return folded && remainingModes.length > 0 ? { ...column, folded: remainingModes } : column;
  });
  return { indexes, columns };
}

/** Returns the indexes with one of them changed. */
export const withIndex = ({ indexes }: Layout, id: string, change: Partial<StoredIndex>): readonly StoredIndex[] =>
  indexes.map((index) => (index.id === id ? { ...index, ...change } : index));

/**
 * Drops the columns of a retyped or dropped field with their indexes. Call it in a transaction that has locked the
 * collection's row and publishes the change. Set lock_timeout first, because dropping a column needs a brief exclusive
 * lock on the table.
 * @returns the layout to store; indexes on a retyped field are BUILDING until `promoteFields` starts their jobs, those
 * on a dropped field are removed
 */
export async function demoteField(
  ctx: SiteCtx,
  collection: Collection,
  key: string,
  change: 'retyped' | 'dropped',
): Promise<Pick<Layout, 'columns' | 'indexes'>> {
  const { columns, indexes } = collection.layout;
  const removed = columns.filter(({ path }) => path[0] === key);
  // Dropping a column also drops the indexes that contain it.
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

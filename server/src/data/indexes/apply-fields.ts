/**
 * Creates and removes the columns and indexes that declared fields need: unique indexes, and columns for short values.
 */
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection, Layout, StoredIndex } from '../collections/collection.ts';
import { updateLayout } from '../collections/store.ts';
import { startJob } from '../jobs/worker.ts';
import type { Field, StoredColumn } from '../query/scope.ts';
import { columnAt, createIndexSql } from './ddl.ts';
import { declaredKind, pickInitiallyPromoted } from './kinds.ts';
import { addColumns, newIndexId, run, withIndex } from './layout.ts';
import { startBuild, startDrop } from './start.ts';

/** Applies the declared fields to the item table, in the transaction that writes the definition. */
export async function applyFields(ctx: SiteCtx, before: Collection | null, after: Collection): Promise<void> {
  const layout = before ? await applyToExistingTable(ctx, after, before.fields) : await applyToNewTable(ctx, after);
  await updateLayout(ctx.db, ctx.site, after.id, layout);
}

/** Creates columns and indexes immediately, because the table is new and empty. Returns the new layout. */
async function applyToNewTable(ctx: SiteCtx, collection: Collection): Promise<Layout> {
  const unique = collection.fields.filter(isUnique);
  const fields = new Set([...pickPromoted(ctx, collection.fields), ...unique]);
  const columns = await addColumns(
    ctx,
    collection,
    [...fields].map(({ key }) => newColumnOf(collection.fields, key)),
    'READY',
  );
  const indexes = unique.map((field) => newUniqueIndex(field, 'ACTIVE'));
  const layout = { ...collection.layout, columns, indexes };
  for (const index of indexes)
    await run(ctx, createIndexSql({ ...collection, layout }, index, { trigramSchema: null }, false));
  return layout;
}

/**
 * Starts jobs that build new indexes and columns and drop unneeded indexes. Call it in the transaction that has locked
 * the collection's row. Returns the layout to store.
 */
async function applyToExistingTable(ctx: SiteCtx, collection: Collection, before: readonly Field[]): Promise<Layout> {
  let { layout } = collection;
  const { fields } = collection;
  for (const field of fields.filter(isUnique)) {
    if (layout.indexes.some((index) => isIndexOfField(index, field.key))) continue;
    const index = newUniqueIndex(field, 'BUILDING');
    layout = { ...layout, indexes: [...layout.indexes, index] };
    await startBuild(ctx, collection, index.id);
  }
  const obsoleteIndexes = layout.indexes.filter(
    (index) =>
      index.source === 'SYSTEM' &&
      !fields.some((field) => isUnique(field) && isIndexOfField(index, field.key)) &&
      isNotDropping(index),
  );
  for (const { id } of obsoleteIndexes) {
    layout = { ...layout, indexes: withIndex(layout, id, { status: 'DROPPING' }) };
    await startDrop(ctx, collection, id);
  }
  const added = pickPromoted(ctx, fields).filter(
    ({ key }) => !before.some((field) => field.key === key) && !columnAt(collection, key),
  );
  if (added.length > 0) await startJob(ctx, collection, 'BUILD_INDEX', { paths: added.map(({ key }) => [key]) });
  return layout;
}

/** Returns the fields that get a column without an index. */
const pickPromoted = (ctx: SiteCtx, fields: readonly Field[]): Field[] =>
  ctx.env.fastPaths.promotedColumns ? pickInitiallyPromoted(fields) : [];

const isUnique = ({ unique, type, key }: Field): boolean =>
  unique === true && type !== 'MULTI_REFERENCE' && !key.includes('.');
const isNotDropping = ({ status }: StoredIndex): boolean => status !== 'DROPPING';
const isIndexOfField = (index: StoredIndex, key: string): boolean =>
  index.source === 'SYSTEM' && isNotDropping(index) && index.fields[0]?.path === key;

function newColumnOf(fields: readonly Field[], key: string): Pick<StoredColumn, 'path' | 'kind'> {
  return { path: [key], kind: declaredKind(fields, [key]) ?? 'list' };
}

const NAME_LENGTH = 128;

function newUniqueIndex({ key }: Field, status: StoredIndex['status']): StoredIndex {
  return {
    id: newIndexId(),
    name: `unique ${key}`.slice(0, NAME_LENGTH),
    fields: [{ path: key, order: 'ASC' }],
    unique: true,
    caseInsensitive: false,
    kind: 'REGULAR',
    source: 'SYSTEM',
    status,
  };
}

/**
 * The job that builds an index. It fills the columns first and then builds the index concurrently, so that writes
 * to the collection never wait.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { withLongTimeout } from '../../db/long-timeout.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection, StoredIndex } from '../collections/collection.ts';
import { findCollection } from '../collections/store.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { ColumnKind, StoredColumn } from '../query/scope.ts';
import { SYSTEM_COLUMNS } from '../query/scope.ts';
import { addKindCheckSql, columnAt, createIndexSql, dropIndexSql, indexName, kindSql, uniqueKeySql } from './ddl.ts';
import { fillColumns, validateColumns } from './fill.ts';
import { declaredKind } from './kinds.ts';
import { addColumns, changeLayout, run, withActiveIndex, withIndex, withState } from './layout.ts';
import { sampleKind } from './sample.ts';
import type { BuildDetails } from './start.ts';
import { findTrigramSchema } from './trigram.ts';

const PENDING_MS = 1_000;

export const buildIndex: JobHandler = {
  runsOutsideTransaction: true,
  async runBatch(ctx, collection, job) {
    const { indexId, paths } = job.details as BuildDetails;
    const index = collection.layout.indexes.find(({ id }) => id === indexId);
    if (indexId && index?.status !== 'BUILDING') return { done: true };
    // While a schema change is pending, the same key may hold different fields in rows of different shapes.
    if (collection.pending.length > 0) return { done: false, waitMs: PENDING_MS };
    const required = index ? index.fields.map(({ path }) => path.split('.')) : (paths ?? []);
    const ready = await prepareColumns(ctx, collection, required, index?.unique ?? false);
    if (!ready) return { done: true };
    const filled = await fillColumns(ctx.db, ready, typeof job.state.after === 'string' ? job.state.after : '');
    if (!filled.done) return { done: false, state: { after: filled.after } };
    return withLongTimeout(ctx.db, async (db) => {
      await validateColumns(ctx, db, ready);
      if (index) await build(ctx, db, index.id, collection.id);
      return { done: true };
    });
  },
  async onFailure(ctx, collection, job, failure) {
    const { indexId } = job.details as BuildDetails;
    if (indexId) await failBuild(ctx, collection.id, indexId, { code: 'WDE0112', description: failure });
  },
};

/**
 * Creates the columns of the fields, in the state BUILDING. A MIXED column returns to BUILDING if its field no longer
 * holds values of other kinds.
 */
async function prepareColumns(
  ctx: SiteCtx,
  before: Collection,
  paths: readonly (readonly string[])[],
  unique: boolean,
): Promise<Collection | undefined> {
  const plain = paths.filter((path) => !SYSTEM_COLUMNS[path.join('.')]);
  const mixedNames = new Set<string>();
  const required: { path: readonly string[]; kind: ColumnKind }[] = [];
  for (const path of plain) {
    const column = columnAt(before, path.join('.'));
    if (column?.state === 'MIXED' && (await holdsOtherKinds(ctx.db, before, column))) mixedNames.add(column.name);
    required.push({
      path,
      kind: declaredKind(before.fields, path) ?? (unique ? 'list' : await sampleKind(ctx.db, before, path)),
    });
  }
  return changeLayout(ctx, before.id, async (ctx, collection) => {
    let columns: readonly StoredColumn[] = await addColumns(ctx, collection, required);
    for (const column of plain.map((path) => columnAt(collection, path.join('.')))) {
      if (column?.state !== 'MIXED' || mixedNames.has(column.name)) continue;
      await run(ctx, addKindCheckSql(collection, column));
      columns = withState(columns, column.name, 'BUILDING');
    }
    return { columns };
  });
}

/** Returns true if the field still holds values of other kinds, which the kind check would reject. */
async function holdsOtherKinds(db: Db, { table }: Collection, column: StoredColumn): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (select from ${sql.raw(table)} where not (${sql.raw(kindSql(column))})) as others`.execute(db);
  return rows[0]?.others ?? false;
}

/** Builds the index unless it exists. An invalid index of an interrupted build is dropped first. */
async function build(ctx: SiteCtx, db: Db, id: string, collectionId: string): Promise<void> {
  const collection = await findCollection(db, ctx.site, collectionId);
  const index = collection?.layout.indexes.find((index) => index.id === id);
  if (!collection || index?.status !== 'BUILDING') return;
  if ((await stateOf(db, collection, index)) === 'invalid') await sql.raw(dropIndexSql(collection, index)).execute(db);
  if ((await stateOf(db, collection, index)) === 'absent') {
    const trigramSchema = index.kind === 'TEXT' ? await findTrigramSchema(db) : null;
    try {
      await sql.raw(createIndexSql(collection, index, { trigramSchema }, true)).execute(db);
    } catch (error) {
      const failure = await failureOf(db, collection, index, error);
      if (!failure) throw error;
      await sql.raw(dropIndexSql(collection, index)).execute(db);
      return failBuild(ctx, collectionId, id, failure);
    }
  }
  await changeLayout(ctx, collectionId, async (_, { layout }) => withActiveIndex(layout, id));
}

async function stateOf(db: Db, { schema }: Collection, index: StoredIndex): Promise<'absent' | 'invalid' | 'valid'> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${`${schema}.${indexName(index)}`})`.execute(
    db,
  );
  if (!rows[0]) return 'absent';
  return rows[0].valid ? 'valid' : 'invalid';
}

/** Returns why the stored items do not permit the index, or null for a temporary error. */
async function failureOf(
  db: Db,
  collection: Collection,
  index: StoredIndex,
  error: unknown,
): Promise<NonNullable<StoredIndex['failure']> | null> {
  const { code } = error as { code?: string };
  const fieldKey = index.fields[0]?.path ?? '';
  if (code === '23505') {
    const rejection = new AppError('WDE0123', { fieldKey });
    const itemId = await findDuplicate(db, collection, index);
    return { code: rejection.code, description: rejection.message, ...(itemId === null ? {} : { itemId }) };
  }
  if (code === '54000') {
    const rejection = new AppError('WDE0133', { fieldKey });
    return { code: rejection.code, description: rejection.message };
  }
  return null;
}

/** Returns the id of one of the items that share a value. */
async function findDuplicate(db: Db, collection: Collection, index: StoredIndex): Promise<string | null> {
  const key = sql.raw(uniqueKeySql(collection, index));
  const { rows } = await sql<{ id: string }>`
    select max(id) as id from ${sql.raw(collection.table)} where ${key} is not null
     group by ${key} having count(*) > 1 limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

async function failBuild(
  ctx: SiteCtx,
  collectionId: string,
  indexId: string,
  failure: NonNullable<StoredIndex['failure']>,
): Promise<void> {
  await changeLayout(ctx, collectionId, async (_, { layout }) => ({
    indexes: withIndex(layout, indexId, { status: 'FAILED', failure }),
  }));
}

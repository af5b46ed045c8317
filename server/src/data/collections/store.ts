/** SQL on collections: their row in the shared table. */
import type { AccessLevel } from '@portico/domain';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { Collections } from '../../db/tables.gen.ts';
import type { Site } from '../../kernel/ctx.ts';
import type { Collection, Definition, Layout } from './collection.ts';
import { qualifyTable } from './item-table-store.ts';
import type { SchemaChange } from './schema-change.ts';

type Row = Selectable<Collections>;

const SORT_COLUMNS = {
  id: 'id',
  displayName: 'display_name',
  createdDate: 'created_at',
  updatedDate: 'updated_at',
} as const;
export type CollectionSort = keyof typeof SORT_COLUMNS;

export async function findCollection(db: Db, site: Site, id: string): Promise<Collection | undefined> {
  const row = await db
    .selectFrom('collections')
    .selectAll()
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && (await withPending(db, site, [row]))[0];
}

/** Converts rows to collections and adds the schema changes to which some items may not have been migrated. */
export async function withPending(db: Db, site: Site, rows: readonly Row[]): Promise<Collection[]> {
  const changedTables = rows.filter(({ shape }) => shape > 0).map((row) => row.table_name);
  const pending =
    changedTables.length === 0
      ? []
      : await db
          .selectFrom('schema_changes')
          .select(['table_name', 'number', 'kind', 'details'])
          .where('site_id', '=', site.id)
          .where('table_name', 'in', changedTables)
          .where('finished_at', 'is', null)
          .orderBy('number')
          .execute();
  return rows.map((row) => {
    const changes = pending.filter((change) => change.table_name === row.table_name);
    return toCollection(
      site,
      row,
      changes.map(({ number, kind, details }) => ({ ...(details as object), number, kind }) as SchemaChange),
    );
  });
}

/** Updates the layout. Call it in a transaction that has locked the collection's row. */
export async function updateLayout(db: Db, site: Site, id: string, layout: Layout): Promise<void> {
  await db
    .updateTable('collections')
    .set({ layout: json(layout) })
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the collection and locks it until the end of the transaction, so that changes of its definition and layout
 * are serialized.
 */
export async function lockCollection(db: Db, site: Site, id: string): Promise<Collection | undefined> {
  const lockedRow = await db
    .selectFrom('collections')
    .select('id')
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return lockedRow && findCollection(db, site, id);
}

export async function listCollections(
  db: Db,
  site: Site,
  page: { sort: CollectionSort; descending: boolean; limit: number; offset: number },
): Promise<Collection[]> {
  const direction = page.descending ? 'desc' : 'asc';
  const rows = await db
    .selectFrom('collections')
    .selectAll()
    .where('site_id', '=', site.id)
    .orderBy(SORT_COLUMNS[page.sort], direction)
    .orderBy('id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return withPending(db, site, rows);
}

export async function countCollections(db: Db, siteId: string): Promise<number> {
  const row = await db
    .selectFrom('collections')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Inserts the row of a collection. Constraint `collections_pkey` rejects an id that is in use. */
export async function insertCollection(
  db: Db,
  site: Site,
  values: { id: string; tableName: string; definition: Definition; now: Date },
): Promise<Collection> {
  const row = await db
    .insertInto('collections')
    .values({
      site_id: site.id,
      id: values.id,
      table_name: values.tableName,
      ...toColumns(values.definition),
      created_at: values.now,
      updated_at: values.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCollection(site, row);
}

/** Replaces definition, layout and shape of a locked collection and increments its revision. */
export async function updateCollection(
  db: Db,
  site: Site,
  values: { id: string; definition: Definition; layout: Layout; shape: number; now: Date },
): Promise<Collection> {
  const row = await db
    .updateTable('collections')
    .set((eb) => ({
      ...toColumns(values.definition),
      layout: json(values.layout),
      shape: values.shape,
      revision: eb('revision', '+', '1'),
      updated_at: values.now,
    }))
    .where('site_id', '=', site.id)
    .where('id', '=', values.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCollection(site, row);
}

/** Replaces the special permissions of a locked collection. */
export async function replaceSpecialPermissions(
  db: Db,
  site: Site,
  id: string,
  special: Collection['special'],
): Promise<void> {
  await db
    .updateTable('collections')
    .set({ special_permissions: json(special) })
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .execute();
}

/** Returns the id of the collection that has the special permissions with this id. */
export async function findIdBySpecialPermissions(
  db: Db,
  site: Site,
  specialPermissionsId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('collections')
    .select('id')
    .where('site_id', '=', site.id)
    .where(sql<boolean>`special_permissions @> ${JSON.stringify([{ id: specialPermissionsId }])}::jsonb`)
    .executeTakeFirst();
  return row?.id;
}

const NO_LAYOUT: Layout = { columns: [], indexes: [], mirrors: {}, linked: false, searchable: false, waiting: [] };

function toCollection(site: Site, row: Row, pending: Collection['pending'] = []): Collection {
  return {
    id: row.id,
    siteId: site.id,
    schema: `"${site.schema}"`,
    table: qualifyTable(site, row.table_name),
    tableName: row.table_name,
    displayName: row.display_name,
    displayField: row.display_field,
    displayNamespace: row.display_namespace,
    defaultDisplayOrder: row.default_display_order as unknown as Definition['defaultDisplayOrder'],
    fields: row.fields as unknown as Definition['fields'],
    plugins: row.plugins as unknown as Definition['plugins'],
    levels: {
      insert: row.insert_level as AccessLevel,
      read: row.read_level as AccessLevel,
      update: row.update_level as AccessLevel,
      remove: row.remove_level as AccessLevel,
    },
    validated: row.validated,
    special: row.special_permissions as unknown as Collection['special'],
    layout: { ...NO_LAYOUT, ...(row.layout as Partial<Layout>) },
    shape: row.shape,
    pending,
    revision: Number(row.revision),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toColumns(definition: Definition) {
  const { insert, read, update, remove } = definition.levels;
  return {
    display_name: definition.displayName,
    display_field: definition.displayField,
    display_namespace: definition.displayNamespace,
    default_display_order: definition.defaultDisplayOrder && json(definition.defaultDisplayOrder),
    fields: json(definition.fields),
    plugins: json(definition.plugins),
    insert_level: insert,
    read_level: read,
    update_level: update,
    remove_level: remove,
    validated: definition.validated,
  };
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { violatesConstraint } from '../errors.ts';
import * as catalog from './catalog.ts';
import { copyRows, insertJsonRow, type RenamingCopy, replaceInJson, runStatements } from './copy-rows.ts';
import { SERVER_JOBS } from './copy-site.ts';
import type { CopyClients } from './copy-transaction.ts';
import { BackupError } from './errors.ts';
import { qualifyName } from './names.ts';

export interface CollectionCopy {
  readonly siteId: string;
  readonly collectionId: string;
  readonly newCollectionId: string;
  readonly newTableName: string;
  newId(): string;
  report(progress: string): void;
}

/** Tables in the schema of a site with rows of many collections. */
const SITE_TABLES = ['links', 'kept_values', 'search_words'];

/**
 * Copies a collection from a restored database into the live site, as a new collection. The references in the copy lead
 * to the same collections as before. Fields that show links of other collections are empty, because those links belong
 * to the live collection.
 * @returns the number of items
 * @throws BackupError if the archive does not contain the collection, the live site is missing, or the new id is taken
 */
export async function copyCollection(
  { source, target }: CopyClients,
  { siteId, collectionId, newCollectionId, newTableName, newId, report }: CollectionCopy,
): Promise<number> {
  const { collection, schema } = await findCollection(source, siteId, collectionId);
  const tableName = collection.table_name as string;
  const { indexes = [] } = collection.layout as { indexes?: { id: string }[] };
  const replacements = new Map([
    [tableName, newTableName],
    [schema, await findSchema(target, siteId)],
    // The name of an index contains its id and is unique within the schema.
    ...indexes.map(({ id }): [string, string] => [id, randomBytes(id.length / 2).toString('hex')]),
  ]);
  const copy = { source, target, replacements };
  const special = collection.special_permissions as { id: string }[] | null;
  const renamed = replaceInJson(collection, replacements);
  await insertCollection(target, {
    ...renamed,
    id: newCollectionId,
    display_name: `${collection.display_name} (restored)`,
    layout: { ...(renamed.layout as object), mirrors: {} },
    special_permissions: special?.map((one) => ({ ...one, id: newId() })),
  });
  // A live site whose collections are newer than the archive may have none yet, and then lacks these tables, too.
  const newTables = (await hasTables(target, replacements.get(schema) as string)) ? [] : SITE_TABLES;
  const describe = async (statements: Promise<string[]>): Promise<string[]> =>
    (await statements).filter(
      (statement) =>
        statement.includes(tableName) || newTables.some((name) => statement.includes(` ${schema}.${name} `)),
    );
  await runStatements(copy, await describe(catalog.describeTables(source, [schema])));
  const tables = await catalog.listTables(source, ['portico', schema]);
  let items = 0;
  for (const table of tables) {
    const isShared = table.schema === 'portico';
    const ofTable = `table_name = ${pg.escapeLiteral(tableName)}`;
    if (!isShared && table.name === tableName) {
      items = await copyRows(copy, table);
      report(`${items} items`);
    } else if (!isShared && SITE_TABLES.includes(table.name)) {
      await copyRows(copy, table, ofTable);
    } else if (isShared && table.name === 'schema_changes') {
      await copyRows(copy, table, `site_id = ${pg.escapeLiteral(siteId)} and ${ofTable}`);
    }
  }
  const statements = await describe(catalog.describeConstraints(source, [schema]));
  report(`${statements.length} keys and indexes`);
  await runStatements(copy, statements);
  await copyJobs(copy, { siteId, tableName, newCollectionId, newId });
  return items;
}

async function findCollection(
  source: pg.ClientBase,
  siteId: string,
  collectionId: string,
): Promise<{ collection: Record<string, unknown>; schema: string }> {
  const { rows } = await source.query(
    `select to_jsonb(c) as collection, s.schema_name as schema
       from portico.collections c join portico.sites s on s.id = c.site_id where c.site_id = $1 and c.id = $2`,
    [siteId, collectionId],
  );
  if (rows[0]) return rows[0];
  throw new BackupError(`The archive does not contain the collection ${collectionId} of the site ${siteId}.`);
}

async function findSchema(target: pg.ClientBase, siteId: string): Promise<string> {
  const { rows } = await target.query('select schema_name from portico.sites where id = $1 and deleted_at is null', [
    siteId,
  ]);
  if (rows[0]) return rows[0].schema_name;
  throw new BackupError(`There is no site ${siteId}: restore the whole site with "portico restore site".`);
}

async function hasTables(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as found', [
    qualifyName(schema, SITE_TABLES[0] as string),
  ]);
  return rows[0].found;
}

async function insertCollection(target: pg.ClientBase, row: Record<string, unknown>): Promise<void> {
  try {
    await insertJsonRow(target, 'collections', row);
  } catch (error) {
    if (!violatesConstraint(error, 'collections_pkey')) throw error;
    throw new BackupError(`The site already has a collection ${row.id}: name another id with --as.`, { cause: error });
  }
}

/** Copies the jobs that finish what the server had begun with the collection. */
async function copyJobs(
  { source, target, replacements }: RenamingCopy,
  job: { siteId: string; tableName: string; newCollectionId: string; newId(): string },
): Promise<void> {
  const { rows } = await source.query(
    `select to_jsonb(j) as job from portico.data_jobs j where site_id = $1 and table_name = $2 and ${SERVER_JOBS}`,
    [job.siteId, job.tableName],
  );
  for (const { job: row } of rows) {
    const released = { lease_id: null, leased_until: null, attempts: 0 };
    await insertJsonRow(target, 'data_jobs', {
      ...replaceInJson(row, replacements),
      ...released,
      id: job.newId(),
      collection_id: job.newCollectionId,
    });
  }
}

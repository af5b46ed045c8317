import pg from 'pg';
import { violatesConstraint } from '../errors.ts';
import { siteSchemaStatements } from '../site-schema.ts';
import type { Tables } from '../tables.gen.ts';
import type { ArchivedTable } from './archive.ts';
import * as catalog from './catalog.ts';
import { copyRows, insertJsonRow, replaceInJson, runStatements } from './copy-rows.ts';
import type { CopyClients } from './copy-transaction.ts';
import { BackupError } from './errors.ts';

export interface SiteCopy {
  readonly siteId: string;
  readonly newSiteId: string;
  readonly newShortId: string;
  /** Null for the slug of the site with `-restored`. */
  readonly slug: string | null;
  /** Returns a new id for an app. */
  newId(): string;
  report(progress: string): void;
}

export interface CopiedSite {
  readonly slug: string;
  readonly name: string;
  readonly rows: number;
  /** Maps the client ids of the apps in the archive to those in the copy. */
  readonly apps: ReadonlyMap<string, string>;
}

/** Jobs that finish what the server began by itself. Jobs of callers are not repeated. */
export const SERVER_JOBS = `finished_at is null and kind in ('RESHAPE', 'BUILD_INDEX', 'DROP_INDEX', 'BUILD_WORDS')`;

/**
 * The shared tables with content of a site, each with the SQL condition of the rows to copy. It omits counters and
 * tables whose rows would act again (mails, webhooks, the outbox) or grant access (API keys, sessions, tokens,
 * devices).
 */
const CONTENT: Partial<Record<keyof Tables, string>> = {
  ...{ apps: 'true', members: 'true', member_roles: 'true', contacts: 'true', contact_labels: 'true' },
  ...{ collections: 'true', deleted_collections: 'true', schema_changes: 'true', data_jobs: SERVER_JOBS },
  ...{ forms: 'true', submissions: 'true', submission_words: 'true', submission_searches: 'true' },
  ...{ submission_orders: 'true', spam_reports: 'true', mail_templates: 'true', activity: 'true', audit_log: 'true' },
  ...{ files: `status in ('STORED', 'CLAIMED')`, file_usage: 'true' },
};

/**
 * Copies a site from a restored database into the live one, as a new site. The dashboard users of the live site may use
 * the copy; if the live site no longer exists, the owners of the account's other sites may.
 * @throws BackupError if the archive does not contain the site, or the slug is taken
 */
export async function copySite(
  { source, target }: CopyClients,
  { siteId, newSiteId, newShortId, slug, newId, report }: SiteCopy,
): Promise<CopiedSite> {
  const site = await findSite(source, siteId);
  const apps = await source.query<{ id: string }>('select id from portico.apps where site_id = $1', [siteId]);
  const newApps = new Map(apps.rows.map(({ id }) => [id, newId()]));
  const schema = site.schema_name as string;
  const replacements = new Map([[siteId, newSiteId], [schema, `site_${newShortId}`], ...newApps]);
  const copy = { source, target, replacements };
  const row = {
    ...replaceInJson(site, replacements),
    ...{ short_id: newShortId, slug: slug ?? `${site.slug}-restored`, deleted_at: null },
    account_id: (await target.query('select id from portico.accounts order by created_at limit 1')).rows[0]?.id,
  };
  await insertSite(target, row, siteId);
  await runStatements(copy, siteSchemaStatements(schema));
  await runStatements(copy, await catalog.describeTables(source, [schema]));
  let rows = 0;
  const tables = await catalog.listTables(source, ['portico', schema]);
  for (const table of tables) {
    const condition = conditionOf(table, schema, siteId);
    if (condition === null) continue;
    const count = await copyRows(copy, table, condition);
    if (count > 0) report(`${count} rows of ${table.name}`);
    rows += count;
  }
  const sequences = await catalog.listSequences(source, [schema]);
  await catalog.setSequences(
    target,
    sequences.map((sequence) => ({ ...sequence, schema: `site_${newShortId}` })),
  );
  const statements = await catalog.describeConstraints(source, [schema]);
  report(`${statements.length} keys and indexes`);
  await runStatements(copy, statements);
  return { slug: row.slug, name: String(site.name), rows, apps: newApps };
}

/**
 * Returns SQL for the condition of a table's rows that belong to the copy; null for none. It contains literals, because
 * COPY takes no parameters.
 */
function conditionOf({ schema, name }: ArchivedTable, siteSchema: string, siteId: string): string | null {
  if (schema === siteSchema) return 'true';
  const condition = CONTENT[name as keyof Tables];
  return condition === undefined ? null : `site_id = ${pg.escapeLiteral(siteId)} and ${condition}`;
}

async function findSite(source: pg.ClientBase, siteId: string): Promise<Record<string, unknown>> {
  const { rows } = await source.query(`select to_jsonb(s) as site from portico.sites s where id = $1`, [siteId]);
  if (rows[0]) return rows[0].site;
  throw new BackupError(`The archive does not contain the site ${siteId}.`);
}

async function insertSite(target: pg.ClientBase, row: Record<string, unknown>, formerId: string): Promise<void> {
  try {
    await insertJsonRow(target, 'sites', row);
  } catch (error) {
    if (!violatesConstraint(error, 'sites_slug_key')) throw error;
    throw new BackupError(`Another site has the slug ${row.slug}: name a free one with --slug.`, { cause: error });
  }
  // Somebody who has lost access to the live site must not get it back from an old archive.
  const { rows } = await target.query<{ user_id: string; role: string }>(
    `select user_id, role from portico.site_users where site_id = $1
     union
     select user_id, 'owner' from portico.site_users join portico.sites s on s.id = site_id
      where role = 'owner' and s.account_id = $2 and not exists (select from portico.sites where id = $1)`,
    [formerId, row.account_id],
  );
  for (const user of rows) await insertJsonRow(target, 'site_users', { ...user, site_id: row.id });
}

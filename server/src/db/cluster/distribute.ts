/** Distributes an installation over the nodes of a Citus cluster. */
import pg from 'pg';
import { isUnavailable } from '../errors.ts';
import { hasCitus, LAYOUT, type Placement } from './layout.ts';

/** Receives one line for each table and site that was distributed. */
export type Progress = (line: string) => void;

/**
 * Distributes after a migration: the tables of a new installation, and the new tables of one that is distributed. An
 * installation with sites that is not distributed stays as it is, because copying its rows takes time and blocks
 * writes; `portico cluster distribute` copies them. Does nothing on PostgreSQL without Citus.
 */
export async function distributeAfterMigration(client: pg.ClientBase): Promise<void> {
  if (!(await hasCitus(client))) return;
  const { rows } = await client.query<{ isDistributed: boolean; isEmpty: boolean }>(
    `select exists (select from pg_dist_partition where logicalrelid = 'portico.sites'::regclass) as "isDistributed",
            not exists (select from portico.sites) as "isEmpty"`,
  );
  if (rows[0]?.isDistributed || rows[0]?.isEmpty) await ensureDistributed(client);
}

/**
 * Distributes everything that is not distributed yet: functions, shared tables and the schemas of sites. It can be
 * repeated after an interruption. The calling code holds the migration lock.
 * @throws Error with one sentence if the connection does not lead to the coordinator of a cluster
 */
export async function ensureDistributed(client: pg.ClientBase, report: Progress = () => undefined): Promise<void> {
  await assertCoordinator(client);
  // Reference tables and tables that refer to them are changed on one connection per node, because parallel
  // connections would wait for each other's locks.
  await client.query(`set citus.multi_shard_modify_mode to 'sequential'`);
  try {
    await distributeFunctions(client);
    await distributeTables(client, report);
    await distributeSites(client, report);
    await assertLayout(client);
    await turnOffJit(client);
  } finally {
    await client.query('reset citus.multi_shard_modify_mode').catch(() => undefined);
  }
}

async function assertCoordinator(client: pg.ClientBase): Promise<void> {
  if (!(await hasCitus(client)))
    throw new Error(
      'The database is not part of a Citus cluster: set DATABASE_URL to the coordinator, and run "create extension citus" there.',
    );
  const { rows } = await client.query<{ isCoordinator: boolean; isRegistered: boolean }>(
    `select citus_is_coordinator() as "isCoordinator", exists (select from pg_dist_node where groupid = 0) as "isRegistered"`,
  );
  if (!rows[0]?.isCoordinator)
    throw new Error('DATABASE_URL leads to a worker of the Citus cluster: it must lead to the coordinator.');
  if (!rows[0].isRegistered)
    throw new Error(
      'The coordinator is not a node of its own Citus cluster: run "select citus_set_coordinator_host(\'HOST\', PORT)" with an address at which the workers reach it.',
    );
}

/** Functions that existed before Citus was created, or that another function created, are only on the coordinator. */
async function distributeFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'portico'::regnamespace
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
      order by p.oid`,
  );
  for (const { name } of rows) await client.query('select create_distributed_function($1::regprocedure)', [name]);
}

const CREATE: Readonly<Record<Placement, string | null>> = {
  everywhere: 'select create_reference_table($1::regclass)',
  site: `select create_distributed_table($1::regclass, 'site_id')`,
  coordinator: null,
};

async function distributeTables(client: pg.ClientBase, report: Progress): Promise<void> {
  const placements = await readPlacements(client);
  const due = Object.entries(LAYOUT).filter(([name, placement]) => placements.get(name) !== placement);
  for (const [name, placement] of due) {
    const statement = CREATE[placement];
    if (!statement) continue;
    await client.query(statement, [`portico.${name}`]);
    report(`Distributed the table ${name}.`);
  }
  // The rows have been copied; the originals would otherwise remain on the coordinator, invisible. Tables that refer to
  // others are truncated first.
  for (const [name, placement] of due.toReversed())
    if (placement === 'site')
      await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [`portico.${name}`]);
}

/** Turns the schemas of sites into distributed ones. Citus chooses the node with the fewest of them. */
async function distributeSites(client: pg.ClientBase, report: Progress): Promise<void> {
  const { rows } = await client.query<{ name: string; id: string }>(
    `select s.schema_name as name, s.id from portico.sites s join pg_namespace n on n.nspname = s.schema_name
      where not exists (select from pg_dist_schema d where d.schemaid = n.oid) order by s.created_at, s.id`,
  );
  for (const [index, { name, id }] of rows.entries()) {
    await client.query('select citus_schema_distribute($1::regnamespace)', [name]);
    report(`Distributed the site ${id} (${index + 1} of ${rows.length}).`);
  }
}

/**
 * Turns off just-in-time compilation for this user on every node, for the reason in clientConfigOf: the option of a
 * connection reaches only the coordinator. Connections that exist already are not affected.
 */
async function turnOffJit(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ database: string; isOff: boolean }>(
    `select current_database() as database,
            exists (select from pg_db_role_setting where setrole = current_user::regrole and 'jit=off' = any(setconfig)
                      and setdatabase = (select oid from pg_database where datname = current_database()))
            and not exists (select from run_command_on_workers('show jit') where success and result <> 'off') as "isOff"`,
  );
  const [state] = rows;
  if (!state || state.isOff) return;
  try {
    await client.query(`alter role current_user in database ${pg.escapeIdentifier(state.database)} set jit = off`);
  } catch (error) {
    // A node is down. The next start repeats this.
    if (!isUnavailable(error)) throw error;
  }
}

/** Returns the placement of every table of the schema `portico`. */
export async function readPlacements(client: pg.ClientBase): Promise<ReadonlyMap<string, Placement>> {
  const { rows } = await client.query<{ name: string; kind: string | null }>(
    `select c.relname as name, concat(p.partmethod, p.repmodel) as kind
       from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
      where c.relnamespace = 'portico'::regnamespace and c.relkind in ('r', 'p')`,
  );
  // `hs` is a hash-distributed table; `nt` has no distribution key and is replicated with two-phase commits.
  const kinds: Readonly<Record<string, Placement>> = { hs: 'site', nt: 'everywhere' };
  return new Map(rows.map(({ name, kind }) => [name, kinds[kind ?? ''] ?? 'coordinator']));
}

/**
 * Checks that no table stayed on the coordinator unnoticed: a statement that joins such a table with a distributed one
 * would fail only when it runs.
 */
async function assertLayout(client: pg.ClientBase): Promise<void> {
  const placements = await readPlacements(client);
  const wrong = [...placements].filter(([name, placement]) => placement !== (LAYOUT[name] ?? 'coordinator'));
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_dist_schema s on s.schemaid = c.relnamespace
      where c.relkind = 'r' and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`,
  );
  const names = [...wrong.map(([name]) => name), ...rows.map(({ name }) => name)];
  if (names.length > 0)
    throw new Error(`These tables are not where the layout of the cluster places them: ${names.join(', ')}.`);
}

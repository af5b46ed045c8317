/** Reads what PostgreSQL knows of an item table on the node of a cluster that holds its rows, for tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type CompiledQuery, sql } from 'kysely';
import { inject } from 'vitest';
import type { Db } from '../../db/index.ts';

const isCluster = (): boolean => inject('cluster').nodes.length > 0;

/**
 * Runs a query of one row where the rows of the table are.
 * @param table quoted name with its schema
 * @param query SQL in which `%s` stands for the name of the table
 */
export async function readOnNode<R>(db: Db, table: string, query: string): Promise<R> {
  if (!isCluster()) {
    const { rows } = await sql.raw<R>(query.replaceAll('%s', table)).execute(db);
    return rows[0] as R;
  }
  const { rows } = await sql<{ result: string }>`
    select result from run_command_on_shards(${table}::regclass, ${`select to_jsonb(found) from (${query}) found`})`.execute(
    db,
  );
  return JSON.parse(rows[0]?.result ?? 'null') as R;
}

interface UpdateCounts {
  /** All updates of rows. */
  readonly all: number;
  /** Those that were heap-only and therefore wrote no index. */
  readonly hot: number;
}

/** Counts the updates of a table that `work` makes in one transaction. */
export async function countUpdates(db: Db, table: string, work: (db: Db) => Promise<void>): Promise<UpdateCounts> {
  const read = (db: Db, view: string) =>
    readOnNode<UpdateCounts>(
      db,
      table,
      `select coalesce(max(n_tup_upd), 0)::int as all, coalesce(max(n_tup_hot_upd), 0)::int as hot
         from ${view} where relid = '%s'::regclass`,
    );
  const subtract = (after: UpdateCounts, before: UpdateCounts) => ({
    all: after.all - before.all,
    hot: after.hot - before.hot,
  });
  if (!isCluster())
    return db.transaction().execute(async (db) => {
      const before = await read(db, 'pg_stat_xact_user_tables');
      await work(db);
      return subtract(await read(db, 'pg_stat_xact_user_tables'), before);
    });
  // Another connection reads the counts of the node, which its server process publishes some time after the commit.
  await sleep(PUBLISH_MS);
  const before = await read(db, 'pg_stat_user_tables');
  await db.transaction().execute(work);
  for (;;) {
    const after = await read(db, 'pg_stat_user_tables');
    if (after.all > before.all) return subtract(after, before);
    await sleep(100);
  }
}

/** PostgreSQL publishes counts at the latest after this time. */
const PUBLISH_MS = 11_000;

/**
 * Returns the plan of an `explain` statement, made with some planner settings off, such as `enable_sort`; in a cluster,
 * the plan of the node.
 */
export async function explainOnNode(db: Db, off: readonly string[], statement: CompiledQuery): Promise<string> {
  const { rows } = await db.transaction().execute(async (db) => {
    // In a cluster, the settings must reach the node. PostgreSQL without Citus ignores this one.
    await sql`set local citus.propagate_set_commands to 'local'`.execute(db);
    for (const setting of off) await sql`set local ${sql.ref(setting)} = off`.execute(db);
    return db.executeQuery<Record<string, string>>(statement);
  });
  const lines = rows.map((row) => row['QUERY PLAN'] ?? '');
  return lines.slice(lines.findIndex((line) => line.includes('Node: ')) + 1).join('\n');
}

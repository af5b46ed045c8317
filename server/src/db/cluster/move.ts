/** Moves the data of sites between the nodes of a Citus cluster while they are used. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Progress } from './distribute.ts';
import { assertDistributed } from './status.ts';

const POLL_MS = 500;

/**
 * Moves the items of a site to the node at `HOST:PORT`. Reads continue; writes wait for a moment at the end.
 * @throws Error with one sentence for an unknown site or node, or a site without a collection
 */
export async function moveSite(client: pg.ClientBase, siteId: string, node: string): Promise<void> {
  await assertDistributed(client);
  const { rows: sites } = await client.query<{ schema: string; hasTables: boolean }>(
    `select s.schema_name as schema, exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = s.schema_name and c.relkind = 'r') as "hasTables"
       from portico.sites s where s.id = $1`,
    [siteId],
  );
  const [site] = sites;
  if (!site) throw new Error(`There is no site ${siteId}: "portico site list" lists the sites.`);
  if (!site.hasTables) throw new Error(`The site ${siteId} has no collections, so no node holds any items of it.`);
  const { rows: nodes } = await client.query<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from pg_dist_node
      where nodename || ':' || nodeport = $1 and noderole = 'primary' and shouldhaveshards`,
    [node],
  );
  const [target] = nodes;
  if (!target) throw new Error(`There is no node ${node} that holds sites: "portico cluster status" lists the nodes.`);
  await client.query('set statement_timeout = 0');
  await prepareTables(client);
  await client.query('select citus_schema_move($1::regnamespace, $2::text, $3::int)', [
    site.schema,
    target.host,
    target.port,
  ]);
}

/**
 * Distributes the data evenly over all nodes, for example after a node was added. Reports what has been moved.
 * @throws Error if a step fails; what was moved before stays moved
 */
export async function rebalance(client: pg.ClientBase, report: Progress): Promise<void> {
  await assertDistributed(client);
  await client.query('set statement_timeout = 0');
  await prepareTables(client);
  const { rows } = await client.query<{ job: string | null }>('select citus_rebalance_start() as job');
  const job = rows[0]?.job;
  if (!job) return report('The nodes are balanced already.');
  for (let last = ''; ; await sleep(POLL_MS)) {
    const { state, done, total } = await readProgress(client, job);
    const line = `Moved ${done} of ${total}.`;
    if (line !== last) report(line);
    last = line;
    if (state === 'finished') return;
    if (['failed', 'cancelled', 'failing', 'cancelling'].includes(state))
      throw new Error(`Rebalancing stopped (${state}): "select * from citus_rebalance_status()" says why.`);
  }
}

async function readProgress(client: pg.ClientBase, job: string) {
  const { rows } = await client.query<{ state: string; done: number; total: number }>(
    `select j.state::text as state, count(*) filter (where t.status = 'done')::int as done, count(*)::int as total
       from pg_dist_background_job j join pg_dist_background_task t using (job_id) where j.job_id = $1 group by 1`,
    [job],
  );
  return rows[0] ?? { state: 'finished', done: 0, total: 0 };
}

/** Tables without a primary key can be moved while they are written to only if their changes are logged completely. */
async function prepareTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_dist_partition p on p.logicalrelid = c.oid
      where c.relkind = 'r' and c.relreplident = 'd'
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  );
  for (const { name } of rows) await client.query(`alter table ${name} replica identity full`);
}

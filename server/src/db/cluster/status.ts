/** Describes a Citus cluster: its nodes, and which of them hold the data of each site. */
import type pg from 'pg';
import { readPlacements } from './distribute.ts';
import { hasCitus } from './layout.ts';

export interface ClusterNode {
  /** Address as `HOST:PORT`. */
  readonly node: string;
  readonly isCoordinator: boolean;
  readonly isReachable: boolean;
}

export interface ClusterSite {
  readonly siteId: string;
  readonly name: string;
  /** The node with the items of the site's collections; null while the site has no collection. */
  readonly itemsNode: string | null;
  /** The node with the site's members, submissions and everything else in shared tables. */
  readonly sharedNode: string;
  /** Size of the items with their indexes in bytes; null while a node cannot be reached. */
  readonly bytes: number | null;
}

export interface ClusterStatus {
  readonly nodes: readonly ClusterNode[];
  readonly sites: readonly ClusterSite[];
}

/** @throws Error with one sentence if the database is not a cluster, or not distributed yet */
export async function readClusterStatus(client: pg.ClientBase): Promise<ClusterStatus> {
  await assertDistributed(client);
  const nodes = await readNodes(client);
  const sizes = nodes.every(({ isReachable }) => isReachable) ? await readSizes(client) : null;
  const sites = await readSites(client);
  return {
    nodes,
    sites: sites.map(({ schema, ...site }) => ({ ...site, bytes: sizes && (sizes.get(schema) ?? 0) })),
  };
}

/** @throws Error with one sentence unless the installation is distributed over a Citus cluster */
export async function assertDistributed(client: pg.ClientBase): Promise<void> {
  if (!(await hasCitus(client)))
    throw new Error('The database is not a Citus cluster: DATABASE_URL must lead to the coordinator of one.');
  if ((await readPlacements(client)).get('sites') !== 'everywhere')
    throw new Error('The installation is not distributed yet: run "portico cluster distribute".');
}

async function readNodes(client: pg.ClientBase): Promise<ClusterNode[]> {
  const { rows } = await client.query<ClusterNode>(
    `select nodename || ':' || nodeport as node, groupid = 0 as "isCoordinator",
            groupid = 0 or citus_check_connection_to_node(nodename, nodeport) as "isReachable"
       from pg_dist_node where noderole = 'primary' order by groupid`,
  );
  return rows;
}

async function readSites(client: pg.ClientBase): Promise<(Omit<ClusterSite, 'bytes'> & { schema: string })[]> {
  const { rows } = await client.query<Omit<ClusterSite, 'bytes'> & { schema: string }>(
    `with placed as (
       select p.shardid, h.logicalrelid, n.nodename || ':' || n.nodeport as node
         from pg_dist_placement p join pg_dist_shard h on h.shardid = p.shardid
         join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
     ), items as (
       select c.relnamespace, min(placed.node) as node
         from placed join pg_class c on c.oid = placed.logicalrelid
         join pg_dist_schema d on d.schemaid = c.relnamespace group by c.relnamespace
     )
     select s.id as "siteId", s.name, s.schema_name as schema, items.node as "itemsNode", shared.node as "sharedNode"
       from portico.sites s
       left join pg_namespace n on n.nspname = s.schema_name
       left join items on items.relnamespace = n.oid
       join placed shared on shared.shardid = get_shard_id_for_distribution_column('portico.members', s.id)
      order by s.created_at, s.id`,
  );
  return rows;
}

async function readSizes(client: pg.ClientBase): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ schema: string; bytes: string }>(
    `select c.relnamespace::regnamespace::text as schema, sum(t.shard_size) as bytes
       from citus_shards t join pg_class c on c.oid = t.table_name group by 1`,
  );
  return new Map(rows.map(({ schema, bytes }) => [schema, Number(bytes)]));
}

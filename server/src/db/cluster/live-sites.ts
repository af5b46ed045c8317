import { type RawBuilder, sql } from 'kysely';
import { isUnavailable } from '../errors.ts';
import type { Db } from '../handle.ts';
import { isCitus } from '../requirements.ts';

/** Returns a condition that holds for the sites that are read. `column` holds the id of the site. */
type SiteCondition = (column: string) => RawBuilder<boolean>;

const ALL: SiteCondition = () => sql<boolean>`true`;

/**
 * Reads shared tables for all sites, outside a transaction. A statement that asks all nodes of a cluster fails while one
 * of them is down. In this case, repeats the read for the sites whose shared tables are on the other nodes.
 * @param read runs statements that contain the condition for each table with a column `site_id`
 */
export async function readLiveSites<R>(db: Db, read: (isRead: SiteCondition) => Promise<R>): Promise<R> {
  try {
    return await read(ALL);
  } catch (error) {
    if (!isUnavailable(error) || !(await isCitus(db))) throw error;
    const live = await listLiveSites(db);
    return read((column) => sql<boolean>`${sql.ref(column)} = any(${live}::uuid[])`);
  }
}

/** Returns the ids of the sites whose shared tables are on a node that responds. All these tables are placed alike. */
async function listLiveSites(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with live as materialized (
      select groupid from pg_dist_node
       where noderole = 'primary' and (groupid = 0 or citus_check_connection_to_node(nodename, nodeport))
    )
    select s.id from sites s
      join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('portico.members', s.id)
      join live on live.groupid = p.groupid`.execute(db);
  return rows.map(({ id }) => id);
}

/** Creates sites with items on the nodes of a cluster, for tests. */
import { createCollection } from '../data/index.ts';
import { type ClusterSite, readClusterStatus } from '../db/cluster/status.ts';
import type { Site } from '../kernel/ctx.ts';
import { type ClusterNode, withClient } from './cluster.ts';
import type { TestServer } from './index.ts';

/** A site with a collection `C`, with its own API key and visitor token. */
export interface OwnSite {
  readonly site: Site;
  readonly key: string;
  readonly visitor: string;
}

/** Returns the address of a node as `cluster status` shows it. */
export const addressOf = ({ host, port }: Pick<ClusterNode, 'host' | 'port'>): string => `${host}:${port}`;

/** Creates a site with a collection `C` of this many items. */
export async function createSiteWithItems(t: TestServer, count: number): Promise<OwnSite> {
  const own = await t.secondSite();
  await createCollection({ ...t.ctx, site: own.site }, { id: 'C' });
  for (let n = 0; n < count; n++) {
    const body = { dataCollectionId: 'C', dataItem: { data: { _id: `first ${n}`, n } } };
    const headers = { 'wix-site-id': own.site.id };
    const { status } = await t.call({ method: 'POST', path: '/v2/items', as: own.key, body, headers });
    if (status !== 200) throw new Error(`Inserting an item returned ${status}.`);
  }
  return own;
}

/** Creates sites until one has its items and its shared tables on these nodes. Returns that one; it has one item. */
export async function createSiteOnNodes(
  t: TestServer,
  { items, shared }: { readonly items: ClusterNode; readonly shared: ClusterNode },
): Promise<OwnSite> {
  for (;;) {
    const own = await createSiteWithItems(t, 1);
    const found = await locateSite(t, own.site.id);
    if (found?.itemsNode === addressOf(items) && found.sharedNode === addressOf(shared)) return own;
  }
}

/** Returns where the data of a site is. */
async function locateSite(t: TestServer, siteId: string): Promise<ClusterSite | undefined> {
  const { sites } = await withClient(t.settings, null, readClusterStatus);
  return sites.find((site) => site.siteId === siteId);
}

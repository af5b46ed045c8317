import type pg from 'pg';
import type { Config } from '../config.ts';
import { connect, withConnection } from '../database.ts';
import { ensureDistributed } from '../db/cluster/distribute.ts';
import { moveSite, rebalance } from '../db/cluster/move.ts';
import { type ClusterStatus, readClusterStatus } from '../db/cluster/status.ts';
import { assertMigrated, withMigrationLock } from '../db/migrate.ts';
import { type CommandOutput, type Invocation, UsageError } from './command.ts';
import { terminalLog } from './terminal-log.ts';
import { readGuid } from './with-installation.ts';

export async function showCluster({ config }: Invocation): Promise<CommandOutput> {
  const status = await withCluster(config, readClusterStatus);
  return { text: describe(status), json: status };
}

/** Distributes an existing installation over the nodes. */
export async function distribute({ config }: Invocation): Promise<CommandOutput> {
  const steps: string[] = [];
  await withCluster(config, (client) =>
    withMigrationLock(client, () =>
      ensureDistributed(client, (step) => {
        steps.push(step);
        terminalLog.info(step);
      }),
    ),
  );
  const text = steps.length === 0 ? 'Everything is distributed already.' : 'The installation is distributed.';
  return { text, json: { steps } };
}

export async function move({ config, positionals: [site = '', node = ''] }: Invocation): Promise<CommandOutput> {
  const siteId = readGuid({ SITE_ID: site }, 'SITE_ID');
  if (!/^.+:\d+$/.test(node)) throw new UsageError(`NODE must be like HOST:PORT, not "${node}".`);
  terminalLog.info(`Copying the items of the site ${siteId} to ${node}. The site can be used meanwhile.`);
  await withCluster(config, (client) => moveSite(client, siteId, node));
  return { text: `The items of the site ${siteId} are on ${node}.`, json: { siteId, node } };
}

export async function rebalanceCluster({ config }: Invocation): Promise<CommandOutput> {
  const steps: string[] = [];
  await withCluster(config, (client) =>
    rebalance(client, (step) => {
      steps.push(step);
      terminalLog.info(step);
    }),
  );
  return { text: 'The nodes are balanced.', json: { steps } };
}

async function withCluster<R>(config: Config, work: (client: pg.Client) => Promise<R>): Promise<R> {
  if (!config.databaseUrl)
    throw new Error('The embedded database is no cluster: set DATABASE_URL to the coordinator of a Citus cluster.');
  const { settings } = await connect(config, terminalLog, { use: 'tool', create: false });
  return withConnection(settings, async (client) => {
    await assertMigrated(client);
    return work(client);
  });
}

function describe({ nodes, sites }: ClusterStatus): string {
  const lost = nodes.filter(({ isReachable }) => !isReachable).map(({ node }) => node);
  const nodeLines = nodes.map(({ node, isCoordinator, isReachable }) => {
    const role = isCoordinator ? 'coordinator' : 'worker';
    const holds = `items of ${sites.filter((site) => site.itemsNode === node).length} sites`;
    return `${node.padEnd(24)} ${role.padEnd(12)} ${isReachable ? holds : 'cannot be reached'}`;
  });
  const siteLines = sites.map(({ siteId, name, itemsNode, sharedNode, bytes }) => {
    const size = bytes === null ? '' : `${Math.ceil(bytes / 1024)} kB`;
    const stopped = [itemsNode, sharedNode].some((node) => node !== null && lost.includes(node)) ? '  stopped' : '';
    return `${siteId}  ${(itemsNode ?? '-').padEnd(24)} ${sharedNode.padEnd(24)} ${size.padStart(12)}  ${name}${stopped}`;
  });
  return [
    'Nodes',
    ...nodeLines,
    '',
    `Sites${' '.repeat(33)}${'Items on'.padEnd(24)} ${'Shared tables on'.padEnd(24)} ${'Size'.padStart(12)}  Name`,
    ...siteLines,
    ...(lost.length === 0
      ? []
      : [
          '',
          `Until ${lost.join(' and ')} can be reached again, the stopped sites do not work, and on all sites nobody can`,
          'create or change sites, users, apps, API keys or the fields and indexes of collections.',
          'Mails, webhooks and jobs of the stopped sites wait; those of the other sites go on.',
        ]),
  ].join('\n');
}

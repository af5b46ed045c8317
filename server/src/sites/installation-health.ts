import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { listLastRuns } from '../backups/store.ts';
import { readPagesState } from '../builds/index.ts';
import { readPoolStates } from '../db/pool.ts';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { readVersion } from '../kernel/version.ts';
import { countOutcomes } from '../mail/index.ts';
import { readDisk } from '../observability/readings.ts';
import { readDatabaseBytes, readServerState } from '../observability/readings-store.ts';
import { readQueueStates } from '../queue/index.ts';
import { requirePermission } from './rights.ts';

type Endpoint = (typeof sitesEndpoints)['getInstallationHealth'];

const DAY_MS = 86_400_000;

/**
 * Returns the state of the whole installation. Only owners of the first site may see it, because it reveals figures of
 * all sites.
 * @throws AppError PERMISSION_DENIED for everyone else
 */
export async function getInstallationHealth(ctx: SiteCtx, _input: Input<Endpoint>): Promise<Output<Endpoint>> {
  requirePermission(ctx.caller, 'site:own');
  if (!ctx.site.isFirst) throw new AppError('PERMISSION_DENIED');
  const { db, env, now } = ctx;
  const [server, sizeBytes, queues, disk, outcomes, runs] = await Promise.all([
    readServerState(db),
    readDatabaseBytes(db),
    readQueueStates(db),
    readDisk(env.dataDir),
    countOutcomes(db, new Date(now.getTime() - DAY_MS)),
    listLastRuns(db),
  ]);
  return {
    health: {
      process: {
        version: readVersion(),
        startedDate: new Date(now.getTime() - process.uptime() * 1_000).toISOString(),
        memoryBytes: process.memoryUsage.rss(),
        pages: readPagesState(),
        pools: readPoolStates(),
      },
      database: { version: server.version, sizeBytes, connections: server.connections },
      queues,
      disk,
      mail: { hasServer: env.mail.smtp !== null, ...outcomes },
      backups: runs.map((run) => ({
        kind: run.kind,
        startedDate: run.started_at.toISOString(),
        finishedDate: run.finished_at?.toISOString() ?? null,
        sizeBytes: run.bytes === null ? null : Number(run.bytes),
        failure: run.failure,
      })),
    },
  };
}

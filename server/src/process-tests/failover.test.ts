/** Tests that servers with several hosts in DATABASE_URL go on with the standby that is promoted under load. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testServer } from '../testing/index.ts';
import { startSecondProcess } from '../testing/second-process.ts';
import { startStreamingCluster, urlOfNodes } from '../testing/streaming-cluster.ts';
import { listMissing, startWriters, type Writers } from '../testing/writers.ts';

const WRITERS_PER_SERVER = 8;

it.each([
  { name: 'a synchronous standby: no acknowledged write is lost', isSynchronous: true },
  { name: 'an asynchronous standby: the servers go on', isSynchronous: false },
])(
  '$name',
  async ({ isSynchronous }) => {
    const cluster = await startStreamingCluster();
    const standby = await cluster.addStandby('standby');
    if (isSynchronous) {
      await cluster.primary.query(`alter system set synchronous_standby_names = '*'`);
      await cluster.primary.query('select pg_reload_conf()');
    }
    const env = { DATABASE_URL: urlOfNodes(cluster.primary, standby), DATABASE_REPLICA_URLS: standby.url };
    const t = await testServer(undefined, { env });
    const servers = await Promise.all([startSecondProcess(t, env), startSecondProcess(t, env)]);
    const collection = 'writes';
    const fields = [{ key: 'n', type: 'NUMBER' }];
    const body = { collection: { id: collection, fields } };
    expect((await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body })).status).toBe(200);
    const headers = { authorization: t.key, 'wix-site-id': t.site.id, 'content-type': 'application/json' };
    const targets = servers.map(({ url }) => ({ origin: url, collection, headers }));
    const writers = targets.map((target, n) =>
      startWriters(target, { count: WRITERS_PER_SERVER, name: `server${n}`, persistent: true }),
    );
    const clock = measurePause(writers);
    await waitForWrites(writers, 500);
    await cluster.primary.kill();
    const before = writers.flatMap(({ acknowledged }) => acknowledged);
    await standby.query('select pg_promote()');
    await waitForWrites(writers, 500);
    for (const one of writers) await one.stop();
    const pauseMs = clock.stop();

    const acknowledged = writers.flatMap((one) => one.acknowledged);
    const lost = await listMissing(targets[0] as (typeof targets)[0], acknowledged);
    console.log(
      `${isSynchronous ? 'synchronous' : 'asynchronous'} standby: ${lost.length} of ${before.length} writes lost, ` +
        `${pauseMs} ms without service, ${writers.flatMap(({ rejections }) => rejections).length} rejections`,
    );
    if (isSynchronous) expect(lost).toEqual([]);
    // Lost writes can only be those from shortly before the failure; everything since the promotion is stored.
    expect(lost.filter((id) => !before.includes(id))).toEqual([]);
    const statuses = new Set(writers.flatMap(({ rejections }) => rejections.map(({ status }) => status)));
    expect([...statuses].filter((status) => status !== 503)).toEqual([]);
    expect(writers.map(({ broken }) => broken)).toEqual([0, 0]);
    // The listener has moved to the new primary, too: this waits until the process has received the change.
    await t.configure({ language: 'de' });
    for (const server of servers) await server.stop();
    await t.stop();
    await cluster.stop();
  },
  180_000,
);

async function waitForWrites(writers: readonly Writers[], count: number): Promise<void> {
  const goals = writers.map(({ acknowledged }) => acknowledged.length + count);
  while (writers.some(({ acknowledged }, n) => acknowledged.length < (goals[n] as number))) await sleep(5);
}

/** Measures the longest time without an acknowledged write. @returns a function that returns it in milliseconds */
function measurePause(writers: readonly Writers[]): { stop(): number } {
  let [count, at, longestMs] = [0, performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    const acknowledged = writers.reduce((sum, one) => sum + one.acknowledged.length, 0);
    longestMs = Math.max(longestMs, now - at);
    if (acknowledged === count) return;
    [count, at] = [acknowledged, now];
  }, 5);
  return {
    stop() {
      clearInterval(timer);
      return Math.round(longestMs);
    },
  };
}

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';
import { childrenOf, statOf } from '../testing/postmaster-process.ts';
import { createTarget, listMissing, startWriters, type Target } from '../testing/writers.ts';

let installation: Installation;
let server: ServerProcess;
let target: Target;

beforeAll(async () => {
  installation = await createInstallation();
  server = await installation.start();
  target = await createTarget(installation);
}, 120_000);
afterAll(() => installation?.remove(), 60_000);
beforeEach(() => expect(postmasterPid()).toBeGreaterThan(1));

const postmasterPid = (): number => installation.postmaster()?.pid as number;
/**
 * Returns the oldest backend, which belongs to a pooled connection. The newest one may be exiting anyway, so killing it
 * would prove nothing.
 */
const findOldestBackend = (): number =>
  childrenOf(postmasterPid()).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('portico portico'),
  ) as number;
const getHealth = async (name: 'live' | 'ready'): Promise<number> =>
  (await fetch(`${installation.origin}/health/${name}`)).status;

it('the server restarts a PostgreSQL that was killed under load, and no acknowledged write is lost', async () => {
  await killUnderLoad('postmaster', () => process.kill(postmasterPid(), 'SIGKILL'));
}, 120_000);

// After one of its processes has crashed, PostgreSQL ends all connections and recovers, because shared memory may be
// damaged.
it.runIf(process.platform === 'linux')(
  'the server survives a killed backend',
  async () => {
    await killUnderLoad('backend', () => process.kill(findOldestBackend(), 'SIGKILL'));
  },
  120_000,
);

it('without its database the server is alive but not ready, and becomes ready again', async () => {
  expect(await getHealth('ready')).toBe(200);
  process.kill(postmasterPid(), 'SIGKILL');
  while ((await getHealth('ready')) === 200) await sleep(1);
  expect(await getHealth('ready')).toBe(503);
  expect(await getHealth('live')).toBe(200);
  while ((await getHealth('ready')) !== 200) await sleep(10);
}, 120_000);

async function killUnderLoad(name: string, kill: () => void): Promise<void> {
  const writers = startWriters(target, { count: 32, name, persistent: true });
  while (writers.acknowledged.length < 200) await sleep(10);
  const before = writers.acknowledged.length;
  const former = process.platform === 'linux' ? childrenOf(postmasterPid()) : [];
  kill();
  const killedAt = performance.now();
  // Backends that outlive the postmaster for a moment still acknowledge writes, and if PostgreSQL restarts quickly, no
  // write is rejected. So the test waits until the former backends have ended.
  while (former.some((pid) => statOf(pid))) await sleep(1);
  // The outage is over when no write has been rejected for a second.
  let seenRejections = 0;
  let since = { rejected: performance.now(), acknowledged: writers.acknowledged.length };
  while (performance.now() - since.rejected < 1_000 || writers.acknowledged.length === since.acknowledged) {
    if (writers.rejections.length > seenRejections) {
      seenRejections = writers.rejections.length;
      since = { rejected: performance.now(), acknowledged: writers.acknowledged.length };
    }
    await sleep(5);
  }
  const seconds = (since.rejected - killedAt) / 1_000;
  await writers.stop();

  const lost = await listMissing(target, writers.acknowledged);
  const { acknowledged, broken } = writers;
  console.log(
    `${name} killed after ${before} writes: ${writers.rejections.length} responses of 503, the last after ` +
      `${seconds.toFixed(2)} s, ${broken} without a response, ${acknowledged.length - before} writes since, ${lost.length} lost`,
  );
  expect(lost).toEqual([]);
  expect(broken).toBe(0);
  for (const rejection of writers.rejections) {
    expect(rejection).toMatchObject({
      status: 503,
      body: { message: expect.any(String), details: { applicationError: { code: 'DATABASE_UNAVAILABLE' } } },
      requestId: expect.any(String),
    });
  }
  expect(acknowledged.length).toBeGreaterThan(before);
  expect(() => process.kill(server.pid, 0)).not.toThrow();
  expect(server.output().match(/Portico is ready/g)).toHaveLength(1);
}

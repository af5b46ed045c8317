import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';
import { childrenOf, statOf } from '../testing/postmaster-process.ts';
import { createTarget, listMissing, startWriters, type Target } from './writers.ts';

let installation: Installation;
let server: ServerProcess;
let target: Target;

beforeAll(async () => {
  installation = await createInstallation();
  server = await installation.start();
  target = await createTarget(installation);
}, 120_000);
afterAll(() => installation?.remove(), 60_000);
beforeEach(() => expect(postmaster()).toBeGreaterThan(1));

const postmaster = (): number => installation.postmaster()?.pid as number;
/** One that the server keeps: the newest may be ending by itself, and then its death is none. */
const oldestBackend = (): number =>
  childrenOf(postmaster()).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('portico portico'),
  ) as number;
const health = async (name: 'live' | 'ready'): Promise<number> =>
  (await fetch(`${installation.origin}/health/${name}`)).status;

it('PostgreSQL killed under load is brought back by the same server, and nothing acknowledged is lost', async () => {
  await killUnderLoad('postmaster', () => process.kill(postmaster(), 'SIGKILL'));
}, 120_000);

// One process killed makes PostgreSQL end all its connections and recover: their shared memory may be damaged.
it.runIf(process.platform === 'linux')(
  'a killed backend is survived',
  async () => {
    await killUnderLoad('backend', () => process.kill(oldestBackend(), 'SIGKILL'));
  },
  120_000,
);

it('without its database the server is alive but not ready, and is ready again by itself', async () => {
  expect(await health('ready')).toBe(200);
  process.kill(postmaster(), 'SIGKILL');
  while ((await health('ready')) === 200) await sleep(1);
  expect(await health('ready')).toBe(503);
  expect(await health('live')).toBe(200);
  while ((await health('ready')) !== 200) await sleep(10);
}, 120_000);

async function killUnderLoad(name: string, kill: () => void): Promise<void> {
  const writers = startWriters(target, { count: 32, name, persistent: true });
  while (writers.acknowledged.length < 200) await sleep(10);
  const before = writers.acknowledged.length;
  const former = process.platform === 'linux' ? childrenOf(postmaster()) : [];
  kill();
  const killed = performance.now();
  // Some that outlive the postmaster for a moment still acknowledge. Where the end falls between two groups of writes, and
  // PostgreSQL is back before the next, nobody is refused.
  while (former.some((pid) => statOf(pid))) await sleep(1);
  // Over is when nobody has been refused for a second.
  let refusals = 0;
  let since = { refused: performance.now(), acknowledged: writers.acknowledged.length };
  while (performance.now() - since.refused < 1_000 || writers.acknowledged.length === since.acknowledged) {
    if (writers.refusals.length > refusals) {
      refusals = writers.refusals.length;
      since = { refused: performance.now(), acknowledged: writers.acknowledged.length };
    }
    await sleep(5);
  }
  const seconds = (since.refused - killed) / 1_000;
  await writers.stop();

  const lost = await listMissing(target, writers.acknowledged);
  const { acknowledged, broken } = writers;
  console.log(
    `${name} killed after ${before} writes: ${writers.refusals.length} answers of 503, the last after ` +
      `${seconds.toFixed(2)} s, ${broken} without an answer, ${acknowledged.length - before} writes since, ${lost.length} lost`,
  );
  expect(lost).toEqual([]);
  expect(broken).toBe(0);
  for (const refusal of writers.refusals) {
    expect(refusal).toMatchObject({
      status: 503,
      body: { message: expect.any(String), details: { applicationError: { code: 'DATABASE_UNAVAILABLE' } } },
      requestId: expect.any(String),
    });
  }
  expect(acknowledged.length).toBeGreaterThan(before);
  expect(() => process.kill(server.pid, 0)).not.toThrow();
  expect(server.output().match(/Portico is ready/g)).toHaveLength(1);
}

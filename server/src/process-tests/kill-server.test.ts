import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';
import { runs } from '../testing/runs.ts';
import { createTarget, listMissing, startWriters, type Target } from '../testing/writers.ts';

const KILLS = runs(20);
const WRITERS = 32;

let installation: Installation;
let server: ServerProcess;
let target: Target;

beforeAll(async () => {
  installation = await createInstallation();
  server = await installation.start();
  target = await createTarget(installation);
}, 120_000);
afterAll(() => installation?.remove(), 60_000);

it(
  `a server killed while ${WRITERS} clients write starts again and has every acknowledged write`,
  async () => {
    let acknowledged = 0;
    let failedStarts = 0;
    const lost: string[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const writers = startWriters(target, { count: WRITERS, name: `kill-${kill}` });
      while (writers.acknowledged.length < 10 * WRITERS) await sleep(10);
      // The delay is random, so that kills hit the stream of writes at any point.
      await sleep(Math.random() * 700);
      server.kill('SIGKILL');
      await server.ended;
      await writers.stop();
      expect(writers.broken).toBeGreaterThan(0);
      expect(writers.rejections).toEqual([]);

      server = await installation.start().catch(async () => {
        failedStarts += 1;
        return installation.start();
      });
      lost.push(...(await listMissing(target, writers.acknowledged)));
      acknowledged += writers.acknowledged.length;
    }
    console.log(
      `${KILLS} kills: ${acknowledged} acknowledged writes, ${lost.length} lost; ${failedStarts} restarts failed`,
    );
    expect(lost).toEqual([]);
    expect(failedStarts).toBe(0);
  },
  60_000 + KILLS * 60_000,
);

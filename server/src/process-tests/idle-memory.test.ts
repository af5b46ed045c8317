/** Measures the memory of an idle server. Each module that is loaded at the start without need raises it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation, type Installation } from '../testing/installation-process.ts';
import { readResidentMegabytes } from '../testing/resident-memory.ts';
import { isFull } from '../testing/runs.ts';

/** About 95 MB are needed, 52 of them pages of the node program, whose number varies between systems. */
const MAX_MEGABYTES = 108;

// The test reads the memory of the process from /proc.
const shouldRun = isFull && process.platform === 'linux';

let installation: Installation;
beforeAll(async () => {
  if (shouldRun) installation = await createInstallation({ PORTICO_LIMITS: undefined });
}, 120_000);
afterAll(() => installation?.remove(), 60_000);

it.runIf(shouldRun)(
  'falls below 108 MB within a minute after a start',
  async () => {
    // The first start of a build compiles the code and stores it for the next ones.
    await (await installation.start()).stop();
    const server = await installation.start();
    await expect
      .poll(() => readResidentMegabytes(server.pid), { timeout: 60_000, interval: 1_000 })
      .toBeLessThan(MAX_MEGABYTES);
    await server.stop();
  },
  240_000,
);

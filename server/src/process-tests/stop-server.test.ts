import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation, type Installation } from '../testing/installation-process.ts';
import { createTarget, listMissing, startWriters } from './writers.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
}, 120_000);
afterAll(() => installation?.remove(), 60_000);

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s under load ends the server with 0, and PostgreSQL with it',
  async (signal) => {
    const server = await installation.start();
    const target = await createTarget(installation, `stopped-by-${signal}`);
    const writers = startWriters(target, { count: 32, name: 'stop' });
    while (writers.acknowledged.length < 200) await sleep(10);
    server.kill(signal);
    expect((await server.ended).code).toBe(0);
    await writers.stop();
    expect(installation.postmaster()).toBeUndefined();
    // Requests under way are answered; what breaks is what comes after.
    expect(writers.refusals).toEqual([]);

    const next = await installation.start();
    expect(await listMissing(target, writers.acknowledged)).toEqual([]);
    await next.stop();
  },
  120_000,
);

import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation, type Installation } from '../testing/installation-process.ts';
import { createTarget, listMissing, startWriters } from '../testing/writers.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
}, 120_000);
afterAll(() => installation?.remove(), 60_000);

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s under load stops the server with exit code 0, and PostgreSQL too',
  async (signal) => {
    const server = await installation.start();
    const target = await createTarget(installation, `stopped-by-${signal}`);
    const writers = startWriters(target, { count: 32, name: 'stop' });
    while (writers.acknowledged.length < 200) await sleep(10);
    server.kill(signal);
    expect((await server.ended).code).toBe(0);
    await writers.stop();
    expect(installation.postmaster()).toBeUndefined();
    // Requests in progress get their response; only later ones fail.
    expect(writers.rejections).toEqual([]);

    const next = await installation.start();
    expect(await listMissing(target, writers.acknowledged)).toEqual([]);
    await next.stop();
  },
  120_000,
);

it('SIGTERM loses no request of 40 keep-alive clients behind a load balancer', async () => {
  const server = await installation.start({ PORTICO_DRAIN_SECONDS: '3' });
  const failures: unknown[] = [];
  const lastResponseHeaders: IncomingMessage['headers'][] = [];
  let isRouted = true;
  const clients = Array.from({ length: 40 }, async (_, n) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let last: IncomingMessage['headers'] = {};
    while (isRouted) {
      const response = await call(agent, '/portico/v1/setup').catch((error: unknown) => void failures.push(error));
      if (response) last = response.headers;
      await sleep(n);
    }
    lastResponseHeaders.push(last);
    agent.destroy();
  });
  await sleep(300);
  server.kill('SIGTERM');

  const balancer = new Agent();
  let ready: IncomingMessage;
  do {
    await sleep(50);
    ready = await call(balancer, '/health/ready');
  } while (ready.statusCode === 200);
  expect(ready.statusCode).toBe(503);
  await sleep(200);
  isRouted = false;
  await Promise.all(clients);

  expect(failures).toEqual([]);
  expect(lastResponseHeaders.map((headers) => headers.connection)).toEqual(Array.from({ length: 40 }, () => 'close'));
  expect((await server.ended).code).toBe(0);
}, 60_000);

const call = (agent: Agent, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${installation.origin}${path}`, { agent }, (response) => {
      response.resume().once('end', () => resolve(response));
    }).once('error', reject);
  });

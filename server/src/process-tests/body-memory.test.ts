/** Measures the memory of a server process after a flood of unauthenticated bodies. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation, type Installation } from '../testing/installation-process.ts';
import { openRawConnection } from '../testing/raw-connection.ts';
import { readResidentMegabytes } from '../testing/resident-memory.ts';
import { isFull } from '../testing/runs.ts';

const CONNECTIONS = 60;
const BODY_BYTES = 15_900_000;
const MAX_MEGABYTES = 200;

// The test reads the memory of the process from /proc.
const shouldRun = isFull && process.platform === 'linux';

let installation: Installation;
beforeAll(async () => {
  if (shouldRun) installation = await createInstallation();
}, 120_000);
afterAll(() => installation?.remove(), 60_000);

/** Sends a whole body without a token, like a client that reads the response only afterwards. */
async function sendBody(body: Buffer): Promise<number> {
  const connection = openRawConnection(installation.origin);
  const head = ['host: localhost', 'content-type: application/json', `content-length: ${body.length}`];
  connection.write(`POST /v2/bulk/items/insert HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  connection.write(body);
  const { status } = await connection.nextResponse();
  // The connection serves another request once the server has read the rest of the body.
  connection.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  await connection.closed;
  return status;
}

it.runIf(shouldRun)(
  'falls below 200 MB within a minute after 60 bodies of 15.9 MB without a token',
  async () => {
    const server = await installation.start();
    const body = Buffer.from(`{"dataItems":["${'x'.repeat(BODY_BYTES - 17)}"]}`);
    const statuses = await Promise.all(Array.from({ length: CONNECTIONS }, () => sendBody(body)));
    expect(new Set(statuses)).toEqual(new Set([401]));
    await expect
      .poll(() => readResidentMegabytes(server.pid), { timeout: 60_000, interval: 500 })
      .toBeLessThan(MAX_MEGABYTES);
    await server.stop();
  },
  240_000,
);

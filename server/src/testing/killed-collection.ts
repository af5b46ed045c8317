/** A collection whose server and PostgreSQL are killed while a job changes its items, for tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { endLeases, waitUntilReady } from './installation-database.ts';
import { createInstallation, type Installation, type ServerProcess } from './installation-process.ts';
import { call, createTarget, type Target, type WriterResponse } from './writers.ts';

const PAGE_SIZE = 1_000;

type KillTarget = 'server' | 'postgres';

/** The progress of a change: how many items it has processed, and whether it has finished. */
export interface Progress {
  readonly done: number;
  readonly isFinished: boolean;
}

interface Options {
  readonly id: string;
  readonly fields?: readonly object[];
  readonly rows: number;
  /** Returns the data of the item with this number. */
  itemOf(i: number): object;
}

/**
 * Starts an installation with a filled collection before the tests of a file, which kill its processes, and removes it
 * after them.
 */
export function setUpKilledServer({ id, fields = [], rows, itemOf }: Options) {
  let installation: Installation;
  let server: ServerProcess;
  let target: Target;
  const collection = { dataCollectionId: id };
  /** Number of kills in total, and of those while a change was running. */
  const kills = { total: 0, whileRunning: { server: 0, postgres: 0 } };

  beforeAll(async () => {
    installation = await createInstallation();
    server = await installation.start();
    target = await createTarget(installation);
    const created = await call(target, 'POST', '/v2/collections', { collection: { id, fields } });
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    for (let from = 0; from < rows; from += PAGE_SIZE) {
      const dataItems = Array.from({ length: PAGE_SIZE }, (_, i) => ({ data: itemOf(from + i) }));
      await post('/v2/bulk/items/insert', { ...collection, dataItems });
    }
  }, 120_000);
  afterAll(() => installation?.remove(), 60_000);

  const kill = {
    async server() {
      server.kill('SIGKILL');
      await server.ended;
      server = await installation.start();
      await endLeases(installation);
    },
    async postgres() {
      const postmasterPid = installation.postmaster()?.pid as number;
      process.kill(postmasterPid, 'SIGKILL');
      // Waits for another postmaster, because the server still reports that it is ready until it notices the loss.
      while ([undefined, postmasterPid].includes(installation.postmaster()?.pid)) await sleep(10);
      await waitUntilReady(installation);
      await endLeases(installation);
    },
  };

  /** Sends a request on the collection and expects status 200. */
  async function post(path: string, body: object) {
    const response = await call(target, 'POST', path, { ...collection, ...body });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body;
  }

  return {
    kills,
    post,
    get: (path: string, more = ''): Promise<WriterResponse> =>
      call(target, 'GET', `${path}?dataCollectionId=${id}${more}`),
    /** Sends a request that may fail because of a kill. Returns true if it was acknowledged. */
    async tryPost(path: string, body: object): Promise<boolean> {
      const response = await call(target, 'POST', path, { ...collection, ...body }).catch(() => undefined);
      return response?.status === 200;
    },
    /** Yields the stored items in the order of ids, one page at a time. */
    async *pages<Data>(): AsyncGenerator<Data[]> {
      for (let offset = 0; ; offset += PAGE_SIZE) {
        const query = { sort: [{ fieldName: '_id' }], paging: { limit: PAGE_SIZE, offset } };
        const { dataItems } = await post('/v2/items/query', { query });
        yield (dataItems as { data: Data }[]).map(({ data }) => data);
        if (dataItems.length < PAGE_SIZE) return;
      }
    },
    /**
     * Divides the change into equal parts, and kills one of the processes at a random moment of each part.
     * @param progress returns undefined if the progress is not known
     */
    async killDuring(progress: () => Promise<Progress | undefined>, victims: readonly KillTarget[]): Promise<void> {
      for (const [index, victim] of victims.entries()) {
        const until = ((index + Math.random()) / victims.length) * rows * 0.9;
        let current = await progress();
        while (!current || (!current.isFinished && current.done <= until)) {
          await sleep(current?.done ? 5 : 25);
          current = await progress();
        }
        await kill[victim]();
        kills.total += 1;
        if (!current.isFinished) kills.whileRunning[victim] += 1;
      }
    },
  };
}

/** Clients that write without a pause, and remember what was acknowledged and what they were told otherwise. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../testing/installation-process.ts';

/** A collection of an installation, with a key that may do everything. */
export interface Target {
  readonly origin: string;
  readonly collection: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly requestId: string | null;
}

export interface Writers {
  /** ids of the items whose insertion was answered with 200, in that order for each writer */
  readonly acknowledged: readonly string[];
  /** every other answer */
  readonly refusals: readonly Answer[];
  /** requests that got no answer at all */
  readonly broken: number;
  /** resolves when every writer has finished its last request */
  stop(): Promise<void>;
}

/** Makes a key and a collection on the first site. The server must run. */
export async function createTarget(installation: Installation, collection = 'writes'): Promise<Target> {
  const [site] = await installation.json(['site', 'list']);
  const { apiKey, siteId } = await installation.json(['key', 'create', '--site', site.siteId, '--name', 'Writers']);
  const headers = { authorization: apiKey, 'wix-site-id': siteId, 'content-type': 'application/json' };
  const target = { origin: installation.origin, collection, headers };
  const made = await call(target, 'POST', '/v2/collections', {
    collection: { id: collection, fields: [{ key: 'n', type: 'NUMBER' }] },
  });
  if (made.status !== 200) throw new Error(`The collection was not made: ${JSON.stringify(made)}`);
  return target;
}

/** Starts `count` writers. One whose request breaks goes on after a moment when `persistent`, and ends otherwise. */
export function startWriters(target: Target, options: { count: number; name: string; persistent?: boolean }): Writers {
  const acknowledged: string[] = [];
  const refusals: Answer[] = [];
  let broken = 0;
  let stopped = false;

  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !stopped; n += 1) {
      const id = `${options.name}-${writer}-${n}`;
      const answer = await call(target, 'POST', '/v2/items', {
        dataCollectionId: target.collection,
        dataItem: { id, data: { _id: id, n } },
      }).catch(() => undefined);
      if (answer?.status === 200) {
        acknowledged.push(id);
        continue;
      }
      if (answer) refusals.push(answer);
      else broken += 1;
      if (!options.persistent) return;
      await sleep(20);
    }
  };
  const writers = Array.from({ length: options.count }, (_, n) => write(n));
  return {
    acknowledged,
    refusals,
    get broken() {
      return broken;
    },
    async stop() {
      stopped = true;
      await Promise.all(writers);
    },
  };
}

/** The ids among those given that the collection does not hold. */
export async function listMissing(target: Target, ids: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  const queue = [...ids];
  const look = async (): Promise<void> => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const path = `/v2/items/${id}?dataCollectionId=${target.collection}`;
      const answer = await call(target, 'GET', path);
      if (answer.status !== 200 || answer.body.dataItem.id !== id) missing.push(id);
    }
  };
  await Promise.all(Array.from({ length: 16 }, look));
  return missing;
}

export async function call(target: Target, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(target.origin + path, {
    method,
    headers: target.headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: await response.json(),
    requestId: response.headers.get('x-wix-request-id'),
  };
}

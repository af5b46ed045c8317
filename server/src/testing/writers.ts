/** Clients that write without a pause, and record which writes were acknowledged and which were rejected. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation-process.ts';

/** A collection of an installation, and an API key with every scope. */
export interface Target {
  readonly origin: string;
  readonly collection: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface WriterResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
  readonly requestId: string | null;
}

export interface Writers {
  /** Ids of the items whose insertion returned 200, in order for each writer. */
  readonly acknowledged: readonly string[];
  /** Responses other than 200. */
  readonly rejections: readonly WriterResponse[];
  /** Number of requests without a response. */
  readonly broken: number;
  /** Resolves when every writer has finished its last request. */
  stop(): Promise<void>;
}

/** Creates a key and a collection on the first site. The server must run. */
export async function createTarget(installation: Installation, collection = 'writes'): Promise<Target> {
  const [site] = await installation.json(['site', 'list']);
  const { apiKey, siteId } = await installation.json(['key', 'create', '--site', site.siteId, '--name', 'Writers']);
  const headers = { authorization: apiKey, 'wix-site-id': siteId, 'content-type': 'application/json' };
  const target = { origin: installation.origin, collection, headers };
  const response = await call(target, 'POST', '/v2/collections', {
    collection: { id: collection, fields: [{ key: 'n', type: 'NUMBER' }] },
  });
  if (response.status !== 200) throw new Error(`The collection was not created: ${JSON.stringify(response)}`);
  return target;
}

/** Starts `count` writers. After a failed request, a writer continues if `persistent`, and otherwise ends. */
export function startWriters(target: Target, options: { count: number; name: string; persistent?: boolean }): Writers {
  const acknowledged: string[] = [];
  const rejections: WriterResponse[] = [];
  let broken = 0;
  let stopped = false;

  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !stopped; n += 1) {
      const id = `${options.name}-${writer}-${n}`;
      const response = await call(target, 'POST', '/v2/items', {
        dataCollectionId: target.collection,
        dataItem: { id, data: { _id: id, n } },
      }).catch(() => undefined);
      if (response?.status === 200) {
        acknowledged.push(id);
        continue;
      }
      if (response) rejections.push(response);
      else broken += 1;
      if (!options.persistent) return;
      await sleep(20);
    }
  };
  const writers = Array.from({ length: options.count }, (_, n) => write(n));
  return {
    acknowledged,
    rejections,
    get broken() {
      return broken;
    },
    async stop() {
      stopped = true;
      await Promise.all(writers);
    },
  };
}

/** Returns the ids that the collection does not contain. */
export async function listMissing(target: Target, ids: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  const queue = [...ids];
  const checkNext = async (): Promise<void> => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const path = `/v2/items/${id}?dataCollectionId=${target.collection}`;
      const response = await call(target, 'GET', path);
      if (response.status !== 200 || response.body.dataItem.id !== id) missing.push(id);
    }
  };
  await Promise.all(Array.from({ length: 16 }, checkNext));
  return missing;
}

export async function call(
  target: Target,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<WriterResponse> {
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

/** The server under test: the real start, in a folder of its own, filled through its own API. */
import type { Installation, ServerProcess } from '../../server/src/testing/installation-process.ts';
import { BULK, idOf, itemOf, READ, type Scene, WRITE } from './workloads.ts';

const BATCH = 1_000;

/** Makes the collections and fills the one that is read; answers what the requests need to know. */
export async function preparePortico(installation: Installation, rows: number): Promise<Scene> {
  const [site] = await installation.json(['site', 'list']);
  const { apiKey, siteId } = await installation.json(['key', 'create', '--site', site.siteId, '--name', 'Bench']);
  const { clientId } = await installation.json(['app', 'create', '--site', site.siteId, '--name', 'Bench']);
  const asKey = { authorization: apiKey, 'wix-site-id': siteId };
  for (const id of [READ, WRITE, BULK]) await call(installation, '/v2/collections', collection(id), asKey);
  for (let first = 0; first < rows; first += BATCH) {
    const dataItems = Array.from({ length: Math.min(BATCH, rows - first) }, (_, n) => ({
      id: idOf(first + n),
      data: { _id: idOf(first + n), ...itemOf(first + n) },
    }));
    await call(installation, '/v2/bulk/items/insert', { dataCollectionId: READ, dataItems }, asKey);
  }
  const token = await call(installation, '/oauth2/token', { clientId, grantType: 'anonymous' });
  return { rows, clientId, visitor: token.access_token };
}

/** Seconds from nothing to the first 200 of /health/ready, on a database that is there, `times` over. */
export async function measureStarts(installation: Installation, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const began = performance.now();
    const server = installation.spawn();
    await firstReady(installation, server);
    taken.push(performance.now() - began);
    await server.stop();
  }
  return taken;
}

async function firstReady(installation: Installation, server: ServerProcess): Promise<void> {
  let ended = false;
  void server.ended.then(() => {
    ended = true;
  });
  while (!ended) {
    const answer = await fetch(`${installation.origin}/health/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`The server ended:\n${server.output()}`);
}

function collection(id: string): object {
  const fields = [
    ['title', 'TEXT'],
    ['price', 'NUMBER'],
    ['category', 'TEXT'],
    ['tags', 'ARRAY_STRING'],
    ['published', 'BOOLEAN'],
    ['createdAt', 'TEXT'],
    ['author', 'TEXT'],
  ];
  const everybody = { insert: 'ANYONE', read: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' };
  return {
    collection: { id, fields: fields.map(([key, type]) => ({ key, type })), permissions: everybody },
  };
}

async function call(
  { origin }: Installation,
  path: string,
  body: object,
  headers: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
): Promise<any> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** The server under test: the real start, in a folder of its own, filled through its own API. */
import type { Installation, ServerProcess } from '../../server/src/testing/installation-process.ts';
import { call } from './call.ts';
import { BULK, idOf, itemOf, READ, WRITE } from './data-workloads.ts';
import { prepareMembers } from './members.ts';
import type { Scene } from './workload.ts';

const BATCH = 1_000;

export interface Prepared {
  readonly scene: Scene;
  /** headers of a call by API key */
  readonly asKey: Readonly<Record<string, string>>;
}

/** Makes the members and the collections, and fills the one that is read; answers what the requests need to know. */
export async function preparePortico(installation: Installation, rows: number): Promise<Prepared> {
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
  const tokens = await call(installation, '/oauth2/token', { clientId, grantType: 'anonymous' });
  const [visitor, visitorRefresh] = [tokens.access_token, tokens.refresh_token];
  const members = await prepareMembers(installation, { clientId, visitor }, apiKey);
  return { scene: { rows, clientId, visitor, visitorRefresh, members }, asKey };
}

/** Of the embedded database, which must run. */
export function connectionOf(installation: Installation): {
  host: string;
  port: number;
  user: string;
  database: string;
} {
  const postmaster = installation.postmaster();
  if (!postmaster) throw new Error('The embedded database does not run.');
  return { host: postmaster.socketDir, port: 5432, user: 'portico', database: 'portico' };
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

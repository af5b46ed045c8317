/** The server under test: the real start, in a folder of its own, filled through its own API. */
import type { Installation, ServerProcess } from '../../server/src/testing/installation-process.ts';
import { call } from './call.ts';
import { AUTHORED, authorOf, BULK, idOf, itemOf, MOST_AUTHORED, READ, WRITE } from './data-workloads.ts';
import { prepareForms } from './forms.ts';
import { prepareMembers } from './members.ts';
import { type Memory, memoryOf } from './memory.ts';
import type { Scene } from './workload.ts';

const BATCH = 1_000;

export interface Prepared {
  readonly scene: Scene;
  /** headers of a call by API key */
  readonly asKey: Readonly<Record<string, string>>;
}

/** Makes the members and the collections, and fills the one that is read; answers what the requests need to know. */
export async function preparePortico(
  installation: Installation,
  { rows, submissions }: { readonly rows: number; readonly submissions: number },
): Promise<Prepared> {
  const [site] = await installation.json(['site', 'list']);
  const { apiKey, siteId } = await installation.json(['key', 'create', '--site', site.siteId, '--name', 'Bench']);
  const { clientId } = await installation.json(['app', 'create', '--site', site.siteId, '--name', 'Bench']);
  const asKey = { authorization: apiKey, 'wix-site-id': siteId };
  for (const id of [READ, WRITE, BULK]) await call(installation, '/v2/collections', collection(id), asKey);
  await fill(installation, asKey, READ, { from: 0, to: rows });
  for (const fields of [['category', 'price'], ['tags']]) await buildIndex(installation, asKey, READ, fields);
  const tokens = await call(installation, '/oauth2/token', { clientId, grantType: 'anonymous' });
  const [visitor, visitorRefresh] = [tokens.access_token, tokens.refresh_token];
  const members = await prepareMembers(installation, { clientId, visitor }, apiKey);
  const authored = Math.min(rows, MOST_AUTHORED);
  const authors = { insert: 'SITE_MEMBER', read: 'SITE_MEMBER_AUTHOR', update: 'ADMIN', remove: 'ADMIN' };
  await call(installation, '/v2/collections', collection(AUTHORED, authors), asKey);
  await fill(installation, asKey, AUTHORED, { from: 0, to: authored }, (n) => authorOf(members, n)?.id);
  const forms = await prepareForms(installation, connectionOf(installation), {
    rows: submissions,
    asKey,
    visitorId: siteId,
  });
  return { scene: { rows, authored, clientId, visitor, visitorRefresh, members, forms }, asKey };
}

/** Adds the items of the range, a bulk call at a time. */
export async function fill(
  installation: Installation,
  asKey: Prepared['asKey'],
  dataCollectionId: string,
  { from, to }: { readonly from: number; readonly to: number },
  ownerOf: (n: number) => string | undefined = () => undefined,
): Promise<void> {
  for (let first = from; first < to; first += BATCH) {
    const dataItems = Array.from({ length: Math.min(BATCH, to - first) }, (_, i) => {
      const [n, _owner] = [first + i, ownerOf(first + i)];
      return { id: idOf(n), data: { _id: idOf(n), ...(_owner ? { _owner } : {}), ...itemOf(n) } };
    });
    await call(installation, '/v2/bulk/items/insert', { dataCollectionId, dataItems }, asKey);
  }
}

/** Builds an index, the first field for equality and the last for order, and waits until it serves. */
export async function buildIndex(
  installation: Installation,
  asKey: Prepared['asKey'],
  dataCollectionId: string,
  paths: readonly string[],
): Promise<void> {
  const name = paths.join();
  const fields = paths.map((path, n) => ({ path, order: n > 0 ? 'DESC' : 'ASC' }));
  await call(installation, '/v2/indexes', { dataCollectionId, index: { name, fields } }, asKey);
  for (;;) {
    const answer = await fetch(`${installation.origin}/v2/indexes?dataCollectionId=${dataCollectionId}`, {
      headers: asKey,
    });
    const { indexes } = (await answer.json()) as { indexes: { name: string; status: string }[] };
    const { status } = indexes.find((index) => index.name === name) ?? { status: 'missing' };
    if (status === 'ACTIVE') return;
    if (status !== 'BUILDING') throw new Error(`The index ${name} is ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
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

export interface Starts {
  /** milliseconds from nothing to the first 200 of /health/ready, for each start */
  readonly taken: readonly number[];
  /** of the last of them, after a rest */
  readonly idle: Memory;
}

/** Starts `times` over on a database that is there; the last server rests before it ends. */
export async function measureStarts(installation: Installation, times: number, restSeconds: number): Promise<Starts> {
  const taken: number[] = [];
  for (;;) {
    const began = performance.now();
    const server = installation.spawn();
    await firstReady(installation, server);
    taken.push(performance.now() - began);
    const last = taken.length >= times;
    if (last) await new Promise((resolve) => setTimeout(resolve, restSeconds * 1_000));
    const idle = memoryOf(server.pid);
    await server.stop();
    if (last) return { taken, idle };
  }
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

const EVERYBODY = { insert: 'ANYONE', read: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' };

export function collection(id: string, permissions: object = EVERYBODY): object {
  const fields = [
    ['title', 'TEXT'],
    ['price', 'NUMBER'],
    ['category', 'TEXT'],
    ['tags', 'ARRAY_STRING'],
    ['published', 'BOOLEAN'],
    ['createdAt', 'TEXT'],
    ['author', 'TEXT'],
  ];
  return {
    collection: { id, fields: fields.map(([key, type]) => ({ key, type })), permissions },
  };
}

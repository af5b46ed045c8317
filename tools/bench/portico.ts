/** Starts the server under test in its own data directory, as in production, and fills it through its API. */
import type { Installation, ServerProcess } from '../../server/src/testing/installation-process.ts';
import { call } from './call.ts';
import {
  AUTHORED_COLLECTION,
  authorOf,
  BULK_COLLECTION,
  idOf,
  itemOf,
  MAX_AUTHORED_ITEMS,
  READ_COLLECTION,
  WRITE_COLLECTION,
} from './data-workloads.ts';
import { prepareForms } from './forms.ts';
import { prepareMembers } from './members.ts';
import { type Memory, memoryOf } from './memory.ts';
import type { Fixture } from './workload.ts';

const BATCH = 1_000;

/** The data that `preparePortico` has created. */
export interface PreparedSite {
  readonly fixture: Fixture;
  /** Headers of a call with the API key. */
  readonly apiKeyHeaders: Readonly<Record<string, string>>;
}

/** Creates members, collections and items. Returns the data that requests need. */
export async function preparePortico(
  installation: Installation,
  { rows, submissions }: { readonly rows: number; readonly submissions: number },
): Promise<PreparedSite> {
  const [site] = await installation.json(['site', 'list']);
  const { apiKey, siteId } = await installation.json(['key', 'create', '--site', site.siteId, '--name', 'Bench']);
  const { clientId } = await installation.json(['app', 'create', '--site', site.siteId, '--name', 'Bench']);
  const apiKeyHeaders = { authorization: apiKey, 'wix-site-id': siteId };
  for (const id of [READ_COLLECTION, WRITE_COLLECTION, BULK_COLLECTION])
    await call(installation, '/v2/collections', makeCollection(id), apiKeyHeaders);
  await fill(installation, apiKeyHeaders, READ_COLLECTION, { from: 0, to: rows });
  for (const fields of [['category', 'price'], ['tags']])
    await buildIndex(installation, apiKeyHeaders, READ_COLLECTION, fields);
  const tokens = await call(installation, '/oauth2/token', { clientId, grantType: 'anonymous' });
  const [visitor, visitorRefresh] = [tokens.access_token, tokens.refresh_token];
  const members = await prepareMembers(installation, { clientId, visitor }, apiKey);
  const authored = Math.min(rows, MAX_AUTHORED_ITEMS);
  const authors = { insert: 'SITE_MEMBER', read: 'SITE_MEMBER_AUTHOR', update: 'ADMIN', remove: 'ADMIN' };
  await call(installation, '/v2/collections', makeCollection(AUTHORED_COLLECTION, authors), apiKeyHeaders);
  await fill(
    installation,
    apiKeyHeaders,
    AUTHORED_COLLECTION,
    { from: 0, to: authored },
    (n) => authorOf(members, n)?.id,
  );
  const forms = await prepareForms(installation, connectionOf(installation), {
    rows: submissions,
    apiKeyHeaders,
    visitorId: siteId,
  });
  return { fixture: { rows, authored, clientId, visitor, visitorRefresh, members, forms }, apiKeyHeaders };
}

/** Inserts the items from `from` up to `to` with bulk calls. */
export async function fill(
  installation: Installation,
  apiKeyHeaders: PreparedSite['apiKeyHeaders'],
  dataCollectionId: string,
  { from, to }: { readonly from: number; readonly to: number },
  ownerOf: (n: number) => string | undefined = () => undefined,
): Promise<void> {
  for (let first = from; first < to; first += BATCH) {
    const dataItems = Array.from({ length: Math.min(BATCH, to - first) }, (_, i) => {
      const [n, _owner] = [first + i, ownerOf(first + i)];
      return { id: idOf(n), data: { _id: idOf(n), ...(_owner ? { _owner } : {}), ...itemOf(n) } };
    });
    await call(installation, '/v2/bulk/items/insert', { dataCollectionId, dataItems }, apiKeyHeaders);
  }
}

/** Builds an index (the first field is for equality, the last for the order) and waits until it is active. */
export async function buildIndex(
  installation: Installation,
  apiKeyHeaders: PreparedSite['apiKeyHeaders'],
  dataCollectionId: string,
  paths: readonly string[],
): Promise<void> {
  const name = paths.join();
  const fields = paths.map((path, n) => ({ path, order: n > 0 ? 'DESC' : 'ASC' }));
  await call(installation, '/v2/indexes', { dataCollectionId, index: { name, fields } }, apiKeyHeaders);
  for (;;) {
    const response = await fetch(`${installation.origin}/v2/indexes?dataCollectionId=${dataCollectionId}`, {
      headers: apiKeyHeaders,
    });
    const { indexes } = (await response.json()) as { indexes: { name: string; status: string }[] };
    const { status } = indexes.find((index) => index.name === name) ?? { status: 'missing' };
    if (status === 'ACTIVE') return;
    if (status !== 'BUILDING') throw new Error(`The index ${name} is ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns the connection settings of the embedded database, which must be running. */
export function connectionOf(installation: Installation): {
  host: string;
  port: number;
  user: string;
  database: string;
} {
  const postmaster = installation.postmaster();
  if (!postmaster) throw new Error('The embedded database is not running.');
  return { host: postmaster.socketDir, port: 5432, user: 'portico', database: 'portico' };
}

export interface StartMeasurement {
  /** Milliseconds from each start to the first 200 response of /health/ready. */
  readonly durationsMs: readonly number[];
  /** Memory of the last server after an idle period. */
  readonly idle: Memory;
}

/** Starts the server `times` times on an existing database. The last server idles before it is stopped. */
export async function measureStarts(
  installation: Installation,
  times: number,
  idleSeconds: number,
): Promise<StartMeasurement> {
  const durationsMs: number[] = [];
  for (;;) {
    const startedAt = performance.now();
    const server = installation.spawn();
    await waitUntilReady(installation, server);
    durationsMs.push(performance.now() - startedAt);
    const last = durationsMs.length >= times;
    if (last) await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1_000));
    const idle = memoryOf(server.pid);
    await server.stop();
    if (last) return { durationsMs, idle };
  }
}

async function waitUntilReady(installation: Installation, server: ServerProcess): Promise<void> {
  let ended = false;
  void server.ended.then(() => {
    ended = true;
  });
  while (!ended) {
    const response = await fetch(`${installation.origin}/health/ready`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`The server ended:\n${server.output()}`);
}

const EVERYBODY = { insert: 'ANYONE', read: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' };

export function makeCollection(id: string, permissions: object = EVERYBODY): object {
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

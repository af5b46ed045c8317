import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { newId } from '../kernel/ids.ts';
import type { FileStorage } from './file-storage.ts';
import { openStorage } from './index.ts';
import { type FakeS3, startFakeS3 } from './testing/fake-s3.ts';

const SECRET_KEY = 'a secret access key of forty letters....';
const folder = mkdtempSync(join(tmpdir(), 'portico-storage-'));
let bucket: FakeS3;
let s3: FileStorage;

beforeAll(async () => {
  bucket = await startFakeS3();
  const config = readConfig({
    PORTICO_DATA_DIR: join(folder, 's3'),
    PORTICO_S3_BUCKET: 'uploads',
    PORTICO_S3_ENDPOINT: bucket.url,
    PORTICO_S3_PREFIX: 'sites/portico',
    PORTICO_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    PORTICO_S3_SECRET_ACCESS_KEY: SECRET_KEY,
  });
  s3 = openStorage(config);
});
afterAll(() => {
  bucket.stop();
  rmSync(folder, { recursive: true, force: true });
});

const openLocal = (): FileStorage => openStorage(readConfig({ PORTICO_DATA_DIR: join(folder, 'local') }));

describe.each([
  ['the data folder', openLocal],
  ['a bucket', () => s3],
])('%s', (_what, open) => {
  it('stores a file, returns it, lists it and removes it', async () => {
    const storage = open();
    const [name, thumbnail] = [`${newId()}/${newId()}`, `${newId()}/${newId()}.thumbnail`];
    const bytes = Buffer.alloc(700_000, 'portico');
    for (const one of [name, thumbnail]) await put(storage, one, bytes);
    expect((await read(storage, name))?.equals(bytes)).toBe(true);
    const listed = await collectAll(storage.list());
    expect(listed.map((file) => file.name).sort()).toEqual([name, thumbnail].sort());
    expect(listed.every((file) => file.changedAt instanceof Date)).toBe(true);
    await storage.remove(name);
    await storage.remove(name);
    expect([await read(storage, name), (await read(storage, thumbnail))?.length]).toEqual([null, bytes.length]);
    await storage.remove(thumbnail);
    expect(await collectAll(storage.list())).toEqual([]);
  });

  it('holds one file under one name, the last', async () => {
    const storage = open();
    const name = `${newId()}/${newId()}`;
    for (const text of ['first', 'second']) await put(storage, name, Buffer.from(text));
    expect(String(await read(storage, name))).toBe('second');
    await storage.remove(name);
  });
});

describe('the data folder', () => {
  it('is not touched before its first use', async () => {
    const storage = openStorage(readConfig({ PORTICO_DATA_DIR: join(folder, 'unused') }));
    expect(await collectAll(storage.list())).toEqual([]);
    expect(readdirSync(folder)).not.toContain('unused');
  });

  it.each(['../../etc/passwd', `${newId()}/../x`, '/etc/passwd', `${newId()}/${newId()}/more`, ''])(
    'has no name %j',
    async (name) => {
      await expect(openLocal().read(name)).rejects.toThrow('is not the name of a stored file');
      await expect(openLocal().remove(name)).rejects.toThrow('is not the name of a stored file');
    },
  );
});

describe('a bucket', () => {
  it('receives signed requests, under the prefix, and never the key itself', async () => {
    const { seen } = bucket;
    seen.length = 0;
    const name = `${newId()}/${newId()}`;
    await put(s3, name, Buffer.from('text'));
    expect(seen.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      `PUT /uploads/sites/portico/${name}`,
    ]);
    const [{ headers }] = seen as [(typeof seen)[0]];
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=[\w;-]+, Signature=[0-9a-f]{64}$/,
    );
    expect(JSON.stringify(seen)).not.toContain(SECRET_KEY);
    await s3.remove(name);
  });

  it('is listed page by page', async () => {
    const names = Array.from({ length: 5 }, () => `${newId()}/${newId()}`);
    for (const name of names) await put(s3, name, Buffer.from('x'));
    const listed = await collectAll(s3.list());
    expect(listed.map((file) => file.name).sort()).toEqual(names.sort());
    for (const name of names) await s3.remove(name);
  });

  it('reports a failure and leaves the local file in place', async () => {
    const path = join(folder, newId());
    writeFileSync(path, 'text');
    bucket.broken = true;
    await expect(s3.put(`${newId()}/${newId()}`, path, 4)).rejects.toThrow();
    bucket.broken = false;
    expect(readFileSync(path, 'utf8')).toBe('text');
  });
});

async function collectAll<T>(found: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of found) list.push(one);
  return list;
}

async function put(storage: FileStorage, name: string, bytes: Buffer): Promise<void> {
  mkdirSync(storage.incoming, { recursive: true });
  const path = join(storage.incoming, newId());
  writeFileSync(path, bytes);
  await storage.put(name, path, bytes.length);
  expect(readdirSync(storage.incoming)).toEqual([]);
}

async function read(storage: FileStorage, name: string): Promise<Buffer | null> {
  const stream = await storage.read(name);
  return stream && buffer(stream);
}

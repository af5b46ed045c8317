import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { transaction } from '../db/index.ts';
import { fileValueOf, makeForm, put, requestUploadUrl, submit, upload } from '../forms/testing/files.ts';
import { newId } from '../kernel/ids.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { openStorage } from '../storage/index.ts';
import { type FakeS3, startFakeS3 } from '../storage/testing/fake-s3.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { releaseFiles, sweepMedia } from './index.ts';
import { removeReleased } from './removal.ts';
import { isStored, makePng } from './testing/files.ts';

let t: TestServer;
let formId: string;

beforeAll(async () => {
  t = await testServer();
  formId = await makeForm(t);
});
afterAll(() => t.stop());

describe('unneeded files are removed, with their bytes', () => {
  const sweepAfter = (hours: number) => sweepMedia(t.ctx.env)(t.db, new Date(Date.now() + hours * 3_600_000));
  const readUsage = async () => {
    const rows = await t.db
      .selectFrom('file_usage')
      .selectAll()
      .where('scope', 'in', ['site', `form:${formId}`])
      .execute();
    return rows.map(({ scope, bytes, files }) => [scope.slice(0, 4), Number(bytes), Number(files)]).sort();
  };

  it('after a submission is permanently deleted, unless they are to be preserved', async () => {
    const before = await readUsage();
    const ids = await Promise.all(
      ['gone', 'kept'].map(async (name) => {
        const { file } = (await upload(t, formId, { name: `${name}.png`, bytes: await makePng().toBuffer() })).body;
        const submission = await submit(t, formId, { photos: [fileValueOf(file)] });
        return { file: file.id, id: submission.body.submission.id };
      }),
    );
    const [deleted, retained] = ids as [(typeof ids)[0], (typeof ids)[0]];
    const remove = ({ id }: typeof deleted, query: string) =>
      t.call({ method: 'DELETE', path: `/v4/submissions/${id}?permanent=true${query}`, as: t.key });
    expect([(await remove(deleted, '')).status, (await remove(retained, '&preserveFiles=true')).status]).toEqual([
      200, 200,
    ]);
    await removeReleased({ db: t.db, env: t.ctx.env });
    const read = (id: string) => t.call({ method: 'GET', path: `/portico/v1/files/${id}`, as: t.key });
    expect([(await read(deleted.file)).status, (await read(retained.file)).status]).toEqual([404, 200]);
    expect([isStored(t, deleted.file), isStored(t, `${deleted.file}.thumbnail`), isStored(t, retained.file)]).toEqual([
      false,
      false,
      true,
    ]);
    const [form, site] = await readUsage();
    expect([form?.[2], site?.[2]]).toEqual([Number(before[0]?.[2] ?? 0) + 1, Number(before[1]?.[2] ?? 0) + 1]);
  });

  it('but not if the transaction that releases them is rolled back', async () => {
    const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'a' })).body;
    const { id } = (await submit(t, formId, { files: [fileValueOf(file)] })).body.submission;
    const attempt = transaction(t.ctx, async (ctx) => {
      await releaseFiles(ctx, `submission:${id}`);
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    await removeReleased({ db: t.db, env: t.ctx.env });
    expect((await t.call({ method: 'GET', path: `/portico/v1/files/${file.id}`, as: t.key })).status).toBe(200);
  });

  it('if they are unused addresses of an hour ago, or unclaimed uploads of a day ago', async () => {
    const { uploadUrl } = (await requestUploadUrl(t, formId, 'late.txt')).body;
    const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'unclaimed' })).body;
    await sweepAfter(2);
    expect((await put(t, uploadUrl, 'late')).status).toBe(403);
    expect(isStored(t, file.id)).toBe(true);
    await sweepAfter(25);
    expect(isStored(t, file.id)).toBe(false);
    expect((await submit(t, formId, { files: [fileValueOf(file)] })).status).toBe(400);
  });

  it('if a killed process left them: a partial upload, its temporary file, bytes without a row', async () => {
    const { uploadUrl } = (await requestUploadUrl(t, formId, 'cut.txt')).body;
    const id = uploadUrl.split('.').at(-2) as string;
    await t.db.updateTable('files').set({ status: 'UPLOADING' }).where('id', '=', id).execute();
    const { incoming } = t.ctx.env.storage;
    const { mkdirSync, utimesSync, writeFileSync } = await import('node:fs');
    const orphan = newId();
    for (const [folder, name] of [
      [incoming, newId()],
      [join(t.dataDir, 'files', t.site.id, id.slice(0, 2)), id],
      [join(t.dataDir, 'files', t.site.id, orphan.slice(0, 2)), orphan],
      [join(t.dataDir, 'files', newId(), orphan.slice(0, 2)), orphan],
    ] as const) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), 'left');
      utimesSync(join(folder, name), new Date(0), new Date(0));
    }
    expect(readdirSync(incoming)).toHaveLength(1);
    await sweepAfter(2);
    // The fourth file belongs to another installation that shares the folder, so it must stay.
    const left = readdirSync(join(t.dataDir, 'files'), { recursive: true }).map(String);
    expect([readdirSync(incoming), isStored(t, id)]).toEqual([[], false]);
    expect(left.filter((path) => path.endsWith(orphan)).map((path) => path.startsWith(t.site.id))).toEqual([false]);
    expect(await t.db.selectFrom('files').selectAll().where('id', '=', id).execute()).toEqual([]);
  });
});

describe('with the files in a bucket', () => {
  let bucket: FakeS3;
  const localStorage = () => t.ctx.env.storage;
  let before: FileStorage;
  beforeAll(async () => {
    bucket = await startFakeS3();
    before = localStorage();
    const env = {
      PORTICO_DATA_DIR: t.dataDir,
      PORTICO_S3_BUCKET: 'uploads',
      PORTICO_S3_ENDPOINT: bucket.url,
      PORTICO_S3_ACCESS_KEY_ID: 'id',
      PORTICO_S3_SECRET_ACCESS_KEY: 'secret',
    };
    Object.assign(t.ctx.env, { storage: openStorage(readConfig(env)) });
  });
  afterAll(() => {
    Object.assign(t.ctx.env, { storage: before });
    bucket.stop();
  });

  it('they are stored, read and removed the same way', async () => {
    const { file } = (await upload(t, formId, { name: 'a.png', bytes: await makePng().toBuffer() })).body;
    expect([...bucket.objects.keys()].sort()).toEqual([`${t.site.id}/${file.id}`, `${t.site.id}/${file.id}.thumbnail`]);
    const { id } = (await submit(t, formId, { photos: [fileValueOf(file)] })).body.submission;
    const read = await t.call({ method: 'GET', path: `/portico/v1/files/${file.id}`, as: t.key });
    expect((await sharp(read.bytes).metadata()).width).toBe(60);
    await transaction(t.ctx, (ctx) => releaseFiles(ctx, `submission:${id}`));
    await removeReleased({ db: t.db, env: t.ctx.env });
    expect(bucket.objects.size).toBe(0);
  });

  it('an upload during a failure of the bucket can be repeated at the same address', async () => {
    const { uploadUrl } = (await requestUploadUrl(t, formId, 'a.txt')).body;
    bucket.broken = true;
    expect((await put(t, uploadUrl, 'a letter')).status).toBe(500);
    bucket.broken = false;
    expect((await put(t, uploadUrl, 'a letter')).status).toBe(200);
  });
});

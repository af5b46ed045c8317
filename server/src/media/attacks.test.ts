import { readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  filesForm,
  fileValueOf,
  makeForm,
  pathOf,
  put,
  requestUploadUrl,
  submit,
  upload,
} from '../forms/testing/files.ts';
import { newId } from '../kernel/ids.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { codeOf } from '../testing/responses.ts';
import { receive } from './receive.ts';
import { makeBombs, makeHostileFiles, SCRIPT } from './testing/hostile-files.ts';
import { uploadFile } from './upload-file.ts';

let t: TestServer;
let formId: string;

beforeAll(async () => {
  t = await testServer();
  formId = await makeForm(t);
});
afterAll(() => t.stop());

const listStoredFiles = (): string[] =>
  readdirSync(t.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('a file with misleading content', async () => {
  it.each(await makeHostileFiles())('%s (%s)', async (_what, name, bytes, outcome) => {
    const before = listStoredFiles();
    const response = await upload(t, formId, { name, bytes });
    if (outcome === 'rejected') {
      expect([response.status, codeOf(response)]).toEqual([400, 'FILE_UPLOAD_RESTRICTIONS_ERROR']);
      expect(listStoredFiles()).toEqual(before);
      return;
    }
    expect(response.status).toBe(200);
    const read = await download(response.body.file);
    expect(read.headers['content-disposition']).toMatch(/^attachment; /);
    expect(read.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(read.headers['content-type']).toBe(response.body.file.fileType);
    if (outcome === 'cleaned') expect(read.bytes.includes(SCRIPT) || read.bytes.includes('PK\x03\x04')).toBe(false);
    else expect(read.bytes.equals(bytes)).toBe(true);
  });
});

describe('a decompression bomb', async () => {
  it.each(await makeBombs())('%s (%s)', async (_what, name, bytes, outcome) => {
    const response = await upload(t, formId, { name, bytes });
    expect(response.status).toBe(outcome === 'rejected' ? 400 : 200);
    if (outcome === 'attachment') expect(response.body.file.sizeInBytes).toBe(bytes.length);
  });
});

describe('an upload address', () => {
  const LETTER = 'a letter';
  const expectRejected = async (url: string, bytes = LETTER) => {
    const response = await put(t, url, bytes);
    expect([response.status, codeOf(response)]).toEqual([403, 'UPLOAD_URL_INVALID']);
  };
  const requestUrl = async (name = 'a.txt') => (await requestUploadUrl(t, formId, name)).body.uploadUrl as string;

  it('works for one upload', async () => {
    const url = await requestUrl();
    expect((await put(t, url, LETTER)).status).toBe(200);
    await expectRejected(url, 'another letter');
  });

  it('works for one of many concurrent uploads', async () => {
    const url = await requestUrl();
    const responses = await Promise.all(Array.from({ length: 12 }, () => put(t, url, LETTER)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(403)]);
  });

  it('is used up by a rejected file, but not by an aborted upload', async () => {
    const [rejected, broken] = [await requestUrl('a.pdf'), await requestUrl()];
    expect((await put(t, rejected, LETTER)).status).toBe(400);
    await expectRejected(rejected);
    await interruptUpload(broken);
    expect((await put(t, broken, LETTER)).status).toBe(200);
  });

  it('cannot be forged, altered, or used at another site', async () => {
    const url = await requestUrl();
    const [shortId, id, mac] = (url.split('/').at(-1) as string).split('.') as [string, string, string];
    const second = await t.secondSite();
    const at = (...parts: string[]) => `${t.origin}/portico/v1/uploads/${parts.join('.')}`;
    await expectRejected(at(shortId, newId(), mac));
    await expectRejected(at(second.site.shortId, id, mac));
    await expectRejected(at(shortId, id, `${mac.slice(0, -2)}AA`));
    await expectRejected(at(shortId, id, mac, 'more'));
    await expectRejected(at(shortId, id));
    await expectRejected(at('nowhere'));
    const { file } = (await put(t, url, LETTER)).body;
    const submission = await submit(t, formId, { files: [fileValueOf(file)] });
    const fileId = submission.body.submission.submissions.files[0].fileId;
    const link = await t.call({ method: 'POST', path: `/portico/v1/files/${fileId}/link`, as: t.key, body: {} });
    await expectRejected(at(link.body.url.split('/').at(-1)));
  });

  it('expires after an hour', async () => {
    const ctx = { ...t.ctx, site: null, now: new Date(Date.now() + 3_601_000) };
    const upload = (await requestUrl()).split('/').at(-1) as string;
    const makeIncomingFile = async () => ({ stream: Readable.from([LETTER]), filename: null, declaredBytes: null });
    await expect(uploadFile(ctx, { query: { upload } }, { incomingFile: makeIncomingFile })).rejects.toMatchObject({
      code: 'UPLOAD_URL_INVALID',
    });
  });

  it('cannot have a name that its form does not accept', async () => {
    expect(codeOf(await put(t, `${await requestUrl()}?filename=a.exe`, LETTER))).toBe('FILE_UPLOAD_RESTRICTIONS_ERROR');
  });

  it.each([
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\windows\\win.txt', 'win.txt'],
    ['C:\\fakepath\\a.txt', 'a.txt'],
    ['cod\u202etxt.exe\u202c.txt', 'codtxt.exe.txt'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie_ x=1.txt'],
    ['CON.txt', '_CON.txt'],
    [' . .txt', 'file.txt'],
    ['\u200b \u00a0.txt', 'file.txt'],
    ['invoice.pdf                                          .txt', 'invoice.pdf.txt'],
    ['<b>"a"|?*.txt', '_b__a____.txt'],
    ['\ud800\udfff\ud800.txt', '\u{103ff}_.txt'],
    [`${'ä'.repeat(290)}.txt`, `${'ä'.repeat(116)}.txt`],
  ])('with the name %j stores %j', async (filename, stored) => {
    const url = await requestUrl();
    const response = await put(t, `${url}?filename=${encodeURIComponent(filename.toWellFormed())}`, LETTER);
    expect(response.body.file.displayName).toBe(stored);
    expect(listStoredFiles().every((path) => /[0-9a-f-]{36}(\.thumbnail)?$/.test(path))).toBe(true);
  });

  it.each([
    ['a.exe\0.txt', 200],
    ['a.txt\0.exe', 400],
    ['a.txt\0', 400],
    ['\0', 400],
  ])('requested with the name %j', async (name, status) => {
    expect((await requestUploadUrl(t, formId, name)).status).toBe(status);
  });
});

describe('an upload is rejected', () => {
  beforeAll(() => t.configure({ forms: { files: { maxFileMb: 1 } } }));
  const MEGABYTE = 1_048_576;

  it('by its declared length, before it is read', async () => {
    const url = (await requestUploadUrl(t, formId, 'a.txt')).body.uploadUrl;
    const response = await send(url, { 'content-length': String(900 * MEGABYTE) }, [Buffer.alloc(10)]);
    expect([response.status, response.body.details.applicationError]).toMatchObject([
      413,
      { code: 'PAYLOAD_TOO_LARGE', data: { limitBytes: MEGABYTE } },
    ]);
  });

  it('without a declared length, at the first byte over the limit', async () => {
    const url = (await requestUploadUrl(t, formId, 'a.txt')).body.uploadUrl;
    const pieces = Array.from({ length: 64 }, () => Buffer.alloc(MEGABYTE / 8, 'a'));
    const response = await send(url, { 'transfer-encoding': 'chunked' }, pieces);
    expect([response.status, codeOf(response)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(listStoredFiles().some((path) => path.includes('incoming'))).toBe(false);
  });

  it('only above the limit', async () => {
    const response = await upload(t, formId, { name: 'a.txt', bytes: Buffer.alloc(MEGABYTE, 'a') });
    expect([response.status, response.body.file.sizeInBytes]).toEqual([200, MEGABYTE]);
    expect((await upload(t, formId, { name: 'a.txt', bytes: Buffer.alloc(MEGABYTE + 1, 'a') })).status).toBe(413);
  });

  it('when the quota is reached, also concurrently: 10 of 32 fit', async () => {
    const small = await makeForm(t, filesForm({ name: 'Small', submissionPolicy: { filesQuotaMb: 1 } }));
    const urls = await Promise.all(
      Array.from({ length: 32 }, async () => (await requestUploadUrl(t, small, 'a.txt')).body.uploadUrl as string),
    );
    const before = listStoredFiles().length;
    const tenthOfMegabyte = Buffer.alloc(Math.floor(MEGABYTE / 10), 'a');
    const responses = await Promise.all(urls.map((url) => put(t, url, tenthOfMegabyte)));
    const acceptedResponses = responses.filter(({ status }) => status === 200);
    const rejected = responses.filter((response) => codeOf(response) === 'FILE_QUOTA_REACHED');
    expect([acceptedResponses.length, rejected.length]).toEqual([10, 22]);
    expect(rejected[0]?.body.message).toContain('this form');
    expect(listStoredFiles().length - before).toBe(10);
    expect((await requestUploadUrl(t, small, 'a.txt')).status).toBe(200);
    const usage = await t.db.selectFrom('file_usage').selectAll().where('scope', '=', `form:${small}`).execute();
    expect(usage).toMatchObject([{ bytes: String(10 * tenthOfMegabyte.length), files: '10' }]);
  });

  it('when the quota of the site is reached', async () => {
    await t.configure({ forms: { files: { siteQuotaMb: 1 } } });
    const response = await requestUploadUrl(t, formId, 'a.txt');
    expect([response.status, codeOf(response)]).toEqual([429, 'FILE_QUOTA_REACHED']);
    expect(response.body.message).toContain('this site');
    await t.configure({ forms: { files: { siteQuotaMb: 10_240 } } });
  });

  it('when the same body is sent as a form', async () => {
    for (const body of [
      'no boundary at all',
      '--x\r\n',
      `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n`,
    ]) {
      const url = (await requestUploadUrl(t, formId, 'a.txt')).body.uploadUrl;
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const response = await t.call({ method: 'POST', path: pathOf(url), body, headers });
      expect([response.status, codeOf(response)]).toEqual([400, 'BAD_REQUEST']);
    }
  });
});

describe('a slow upload is stopped', () => {
  const sendSlowly = async function* (pauseMs: number) {
    for (;;) {
      yield Buffer.from('a');
      await setTimeout(pauseMs);
    }
  };
  it.each([
    ['that stops arriving', 10_000],
    ['that arrives byte by byte', 5],
  ])('%s', async (_what, pauseMs) => {
    const path = join(t.dataDir, 'incoming', newId());
    const pace = { graceMs: 60, bytesPerSecond: 4_096 };
    const pendingUpload = receive(Readable.from(sendSlowly(pauseMs)), { path, maxBytes: 1_000_000, pace });
    await expect(pendingUpload).rejects.toMatchObject({ code: 'UPLOAD_STALLED' });
    // `receive` leaves it to the calling code, here the test, to delete the file.
    rmSync(path);
  });
});

it('and afterwards the quotas agree with the rows and the rows with the disk', async () => {
  const rows = await t.db.selectFrom('files').selectAll().where('status', 'in', ['STORED', 'CLAIMED']).execute();
  const sum = (scope: string) => {
    const scopeRows = rows.filter((row) => scope === 'site' || row.scope === scope);
    return [scope, scopeRows.reduce((total, row) => total + Number(row.stored_bytes), 0), scopeRows.length];
  };
  const books = await t.db.selectFrom('file_usage').selectAll().execute();
  expect(books.map(({ scope, bytes, files }) => [scope, Number(bytes), Number(files)])).toEqual(
    books.map(({ scope }) => sum(scope)),
  );
  const onDisk = listStoredFiles().map((path) => path.split('/').at(-1));
  const expected = rows.flatMap(({ id, has_thumbnail }) => (has_thumbnail ? [id, `${id}.thumbnail`] : [id]));
  expect(onDisk.sort()).toEqual(expected.sort());
  const bytes = listStoredFiles().reduce((total, path) => total + statSync(path).size, 0);
  expect(bytes).toBe(sum('site')[1]);
});

async function download(file: { url: string }) {
  const submission = await submit(t, formId, { files: [fileValueOf(file)] });
  const { fileId } = submission.body.submission.submissions.files[0];
  return t.call({ method: 'GET', path: `/portico/v1/files/${fileId}`, as: t.key });
}

/** Uploads over a real connection, piece by piece, with any Content-Length. */
async function send(url: string, headers: Record<string, string>, pieces: Buffer[]) {
  await t.listen();
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const call = request(url, { method: 'PUT', headers }, async (response) => {
    let text = '';
    for await (const piece of response) text += piece;
    resolve({ status: response.statusCode ?? 0, text });
    call.destroy();
  });
  // The server closes the connection after its response, so later writes fail.
  call.on('error', reject);
  for (const piece of pieces) call.write(piece);
  if (headers['transfer-encoding']) call.end();
  const { status, text } = await promise;
  return { status, body: JSON.parse(text) };
}

/** Closes a connection in the middle of a file. */
async function interruptUpload(url: string): Promise<void> {
  await t.listen();
  const call = request(url, { method: 'PUT', headers: { 'content-length': '100000' } });
  call.on('error', () => undefined);
  call.write(Buffer.alloc(50_000, 'a'));
  const listUploading = () => t.db.selectFrom('files').select('id').where('status', '=', 'UPLOADING').execute();
  while ((await listUploading()).length === 0) await setTimeout(5);
  call.destroy();
  while ((await listUploading()).length > 0) await setTimeout(5);
}

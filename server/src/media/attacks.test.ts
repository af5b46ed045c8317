import { readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askFor, filesForm, makeForm, named, pathOf, put, submit, upload } from '../forms/testing/files.fixture.ts';
import { newId } from '../kernel/ids.ts';
import { codeOf } from '../testing/answers.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { bombs, hostileFiles, SCRIPT } from './hostile-files.fixture.ts';
import { receive } from './receive.ts';
import { uploadFile } from './upload-file.ts';

let t: TestServer;
let formId: string;

beforeAll(async () => {
  t = await testServer();
  formId = await makeForm(t);
});
afterAll(() => t.stop());

const storedFiles = (): string[] =>
  readdirSync(t.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('a file with misleading content', async () => {
  it.each(await hostileFiles())('%s (%s)', async (_what, name, bytes, outcome) => {
    const before = storedFiles();
    const answer = await upload(t, formId, { name, bytes });
    if (outcome === 'refused') {
      expect([answer.status, codeOf(answer)]).toEqual([400, 'FILE_UPLOAD_RESTRICTIONS_ERROR']);
      expect(storedFiles()).toEqual(before);
      return;
    }
    expect(answer.status).toBe(200);
    const read = await download(answer.body.file);
    expect(read.headers['content-disposition']).toMatch(/^attachment; /);
    expect(read.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(read.headers['content-type']).toBe(answer.body.file.fileType);
    if (outcome === 'cleaned') expect(read.bytes.includes(SCRIPT) || read.bytes.includes('PK\x03\x04')).toBe(false);
    else expect(read.bytes.equals(bytes)).toBe(true);
  });
});

describe('a decompression bomb', async () => {
  it.each(await bombs())('%s (%s)', async (_what, name, bytes, outcome) => {
    const answer = await upload(t, formId, { name, bytes });
    expect(answer.status).toBe(outcome === 'refused' ? 400 : 200);
    if (outcome === 'attachment') expect(answer.body.file.sizeInBytes).toBe(bytes.length);
  });
});

describe('an upload address', () => {
  const LETTER = 'a letter';
  const refusedAt = async (url: string, bytes = LETTER) => {
    const answer = await put(t, url, bytes);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'UPLOAD_URL_INVALID']);
  };
  const ask = async (name = 'a.txt') => (await askFor(t, formId, name)).body.uploadUrl as string;

  it('works for one upload', async () => {
    const url = await ask();
    expect((await put(t, url, LETTER)).status).toBe(200);
    await refusedAt(url, 'another letter');
  });

  it('works for one of many concurrent uploads', async () => {
    const url = await ask();
    const answers = await Promise.all(Array.from({ length: 12 }, () => put(t, url, LETTER)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(403)]);
  });

  it('is used up by a rejected file, but not by an aborted upload', async () => {
    const [refused, broken] = [await ask('a.pdf'), await ask()];
    expect((await put(t, refused, LETTER)).status).toBe(400);
    await refusedAt(refused);
    await breakOff(broken);
    expect((await put(t, broken, LETTER)).status).toBe(200);
  });

  it('cannot be forged, altered, or used at another site', async () => {
    const url = await ask();
    const [shortId, id, mac] = (url.split('/').at(-1) as string).split('.') as [string, string, string];
    const second = await t.secondSite();
    const at = (...parts: string[]) => `${t.origin}/portico/v1/uploads/${parts.join('.')}`;
    await refusedAt(at(shortId, newId(), mac));
    await refusedAt(at(second.site.shortId, id, mac));
    await refusedAt(at(shortId, id, `${mac.slice(0, -2)}AA`));
    await refusedAt(at(shortId, id, mac, 'more'));
    await refusedAt(at(shortId, id));
    await refusedAt(at('nowhere'));
    const { file } = (await put(t, url, LETTER)).body;
    const sent = await submit(t, formId, { files: [named(file)] });
    const fileId = sent.body.submission.submissions.files[0].fileId;
    const link = await t.call({ method: 'POST', path: `/portico/v1/files/${fileId}/link`, as: t.key, body: {} });
    await refusedAt(at(link.body.url.split('/').at(-1)));
  });

  it('expires after an hour', async () => {
    const ctx = { ...t.ctx, site: null, now: new Date(Date.now() + 3_601_000) };
    const upload = (await ask()).split('/').at(-1) as string;
    const incomingFile = async () => ({ stream: Readable.from([LETTER]), filename: null, declaredBytes: null });
    await expect(uploadFile(ctx, { query: { upload } }, { incomingFile })).rejects.toMatchObject({
      code: 'UPLOAD_URL_INVALID',
    });
  });

  it('cannot have a name that its form does not accept', async () => {
    expect(codeOf(await put(t, `${await ask()}?filename=a.exe`, LETTER))).toBe('FILE_UPLOAD_RESTRICTIONS_ERROR');
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
  ])('with the name %j stores %j', async (given, stored) => {
    const url = await ask();
    const answer = await put(t, `${url}?filename=${encodeURIComponent(given.toWellFormed())}`, LETTER);
    expect(answer.body.file.displayName).toBe(stored);
    expect(storedFiles().every((path) => /[0-9a-f-]{36}(\.thumbnail)?$/.test(path))).toBe(true);
  });

  it.each([
    ['a.exe\0.txt', 200],
    ['a.txt\0.exe', 400],
    ['a.txt\0', 400],
    ['\0', 400],
  ])('asked for with the name %j', async (name, status) => {
    expect((await askFor(t, formId, name)).status).toBe(status);
  });
});

describe('an upload is rejected', () => {
  beforeAll(() => t.configure({ forms: { files: { maxFileMb: 1 } } }));
  const MEGABYTE = 1_048_576;

  it('by its declared length, before it is read', async () => {
    const url = (await askFor(t, formId, 'a.txt')).body.uploadUrl;
    const answer = await send(url, { 'content-length': String(900 * MEGABYTE) }, [Buffer.alloc(10)]);
    expect([answer.status, answer.body.details.applicationError]).toMatchObject([
      413,
      { code: 'PAYLOAD_TOO_LARGE', data: { limitBytes: MEGABYTE } },
    ]);
  });

  it('without a declared length, at the first byte over the limit', async () => {
    const url = (await askFor(t, formId, 'a.txt')).body.uploadUrl;
    const pieces = Array.from({ length: 64 }, () => Buffer.alloc(MEGABYTE / 8, 'a'));
    const answer = await send(url, { 'transfer-encoding': 'chunked' }, pieces);
    expect([answer.status, codeOf(answer)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(storedFiles().some((path) => path.includes('incoming'))).toBe(false);
  });

  it('only above the limit', async () => {
    const answer = await upload(t, formId, { name: 'a.txt', bytes: Buffer.alloc(MEGABYTE, 'a') });
    expect([answer.status, answer.body.file.sizeInBytes]).toEqual([200, MEGABYTE]);
    expect((await upload(t, formId, { name: 'a.txt', bytes: Buffer.alloc(MEGABYTE + 1, 'a') })).status).toBe(413);
  });

  it('when the quota is reached, also concurrently: 10 of 32 fit', async () => {
    const small = await makeForm(t, filesForm({ name: 'Small', submissionPolicy: { filesQuotaMb: 1 } }));
    const urls = await Promise.all(
      Array.from({ length: 32 }, async () => (await askFor(t, small, 'a.txt')).body.uploadUrl as string),
    );
    const before = storedFiles().length;
    const tenth = Buffer.alloc(Math.floor(MEGABYTE / 10), 'a');
    const answers = await Promise.all(urls.map((url) => put(t, url, tenth)));
    const taken = answers.filter(({ status }) => status === 200);
    const refused = answers.filter((answer) => codeOf(answer) === 'FILE_QUOTA_REACHED');
    expect([taken.length, refused.length]).toEqual([10, 22]);
    expect(refused[0]?.body.message).toContain('this form');
    expect(storedFiles().length - before).toBe(10);
    expect((await askFor(t, small, 'a.txt')).status).toBe(200);
    const usage = await t.db.selectFrom('file_usage').selectAll().where('scope', '=', `form:${small}`).execute();
    expect(usage).toMatchObject([{ bytes: String(10 * tenth.length), files: '10' }]);
  });

  it('when the quota of the site is reached', async () => {
    await t.configure({ forms: { files: { siteQuotaMb: 1 } } });
    const answer = await askFor(t, formId, 'a.txt');
    expect([answer.status, codeOf(answer)]).toEqual([429, 'FILE_QUOTA_REACHED']);
    expect(answer.body.message).toContain('this site');
    await t.configure({ forms: { files: { siteQuotaMb: 10_240 } } });
  });

  it('when the same body is sent as a form', async () => {
    for (const body of [
      'no boundary at all',
      '--x\r\n',
      `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n`,
    ]) {
      const url = (await askFor(t, formId, 'a.txt')).body.uploadUrl;
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const answer = await t.call({ method: 'POST', path: pathOf(url), body, headers });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_REQUEST']);
    }
  });
});

describe('a slow upload is stopped', () => {
  const slow = async function* (pauseMs: number) {
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
    const arriving = receive(Readable.from(slow(pauseMs)), { path, maxBytes: 1_000_000, pace });
    await expect(arriving).rejects.toMatchObject({ code: 'UPLOAD_STALLED' });
    // The test's caller removes it.
    rmSync(path);
  });
});

it('and afterwards the quotas agree with the rows and the rows with the disk', async () => {
  const rows = await t.db.selectFrom('files').selectAll().where('status', 'in', ['STORED', 'CLAIMED']).execute();
  const sum = (scope: string) => {
    const own = rows.filter((row) => scope === 'site' || row.scope === scope);
    return [scope, own.reduce((total, row) => total + Number(row.stored_bytes), 0), own.length];
  };
  const books = await t.db.selectFrom('file_usage').selectAll().execute();
  expect(books.map(({ scope, bytes, files }) => [scope, Number(bytes), Number(files)])).toEqual(
    books.map(({ scope }) => sum(scope)),
  );
  const onDisk = storedFiles().map((path) => path.split('/').at(-1));
  const expected = rows.flatMap(({ id, has_thumbnail }) => (has_thumbnail ? [id, `${id}.thumbnail`] : [id]));
  expect(onDisk.sort()).toEqual(expected.sort());
  const bytes = storedFiles().reduce((total, path) => total + statSync(path).size, 0);
  expect(bytes).toBe(sum('site')[1]);
});

async function download(file: { url: string }) {
  const sent = await submit(t, formId, { files: [named(file)] });
  const { fileId } = sent.body.submission.submissions.files[0];
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
  // The server closes after its response; writes after that fail.
  call.on('error', reject);
  for (const piece of pieces) call.write(piece);
  if (headers['transfer-encoding']) call.end();
  const { status, text } = await promise;
  return { status, body: JSON.parse(text) };
}

/** Closes a connection in the middle of a file. */
async function breakOff(url: string): Promise<void> {
  await t.listen();
  const call = request(url, { method: 'PUT', headers: { 'content-length': '100000' } });
  call.on('error', () => undefined);
  call.write(Buffer.alloc(50_000, 'a'));
  const uploading = () => t.db.selectFrom('files').select('id').where('status', '=', 'UPLOADING').execute();
  while ((await uploading()).length === 0) await setTimeout(5);
  call.destroy();
  while ((await uploading()).length > 0) await setTimeout(5);
}

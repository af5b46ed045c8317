import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../db/index.ts';
import { claimAnswerFiles } from '../forms/records/claim-answer-files.ts';
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
import { removeReleased } from './removal.ts';
import { isStored, makePng } from './testing/files.ts';

let t: TestServer;
let formId: string;

beforeAll(async () => {
  t = await testServer();
  formId = await makeForm(t);
});
afterAll(() => t.stop());

describe('an upload', () => {
  it('returns the file in the format of the vendor’s components', async () => {
    const { uploadUrl } = (await requestUploadUrl(t, formId, 'Café plan.txt', 'text/plain')).body;
    expect(uploadUrl.length).toBeLessThanOrEqual(500);
    const response = await put(t, uploadUrl, 'Zwei Tische, ein Stuhl.');
    expect(response.status).toBe(200);
    const { file } = response.body;
    expect(file).toEqual({
      id: expect.any(String),
      url: `${t.origin}/portico/v1/files/${file.id}`,
      displayName: 'Café plan.txt',
      fileType: 'text/plain',
      mediaType: 'DOCUMENT',
      sizeInBytes: 23,
    });
    expect(file.url.length).toBeLessThanOrEqual(300);
    expect(response.headers['access-control-allow-origin']).toBe('*');
  });

  it('may come from any origin', async () => {
    const { uploadUrl } = (await requestUploadUrl(t, formId, 'a.txt')).body;
    const headers = {
      origin: 'https://shop.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    };
    const preflight = await fetchLike('OPTIONS', uploadUrl, headers);
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    expect(preflight.headers['access-control-allow-methods']).toContain('PUT');
    expect(preflight.headers['access-control-allow-headers']).toContain('content-type');
  });

  it.each([
    ['text/plain', 'a plain type'],
    ['application/json', 'a type that is parsed elsewhere'],
    ['application/x-www-form-urlencoded', 'a type that is parsed elsewhere'],
    ['image/png', 'another type than the file’s: only its content counts'],
  ])('may name itself %s (%s)', async (type) => {
    const { uploadUrl } = (await requestUploadUrl(t, formId, 'a.txt')).body;
    expect((await put(t, uploadUrl, '{"plain":1}', type)).body.file).toMatchObject({ fileType: 'text/plain' });
  });

  it('may be multipart/form-data, with its own name and further fields', async () => {
    const { uploadUrl } = (await requestUploadUrl(t, formId, 'first.txt')).body;
    const { body, headers } = multipart([
      ['note', 'hello'],
      ['file', 'the text', 'second.txt'],
      ['after', 'the file'],
    ]);
    const response = await t.call({ method: 'POST', path: pathOf(uploadUrl), body, headers });
    expect(response.body.file).toMatchObject({ displayName: 'second.txt', sizeInBytes: 8 });
  });

  it('that fills the disk fails with 507, and succeeds at the same URL once there is space', async ({ skip }) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const photo = await sharp({ create: { width: 700, height: 700, channels: 3, background: 'red', noise } })
      .png()
      .toBuffer();
    // The photo fits onto the disk, but not together with its re-encoded copy.
    expect(photo.length).toBeGreaterThan(1_000_000);
    expect(photo.length).toBeLessThan(2_000_000);
    const { incoming } = t.ctx.env.storage;
    mkdirSync(incoming, { recursive: true });
    for (const [name, bytes] of [
      ['long.txt', 'x'.repeat(3_000_000)],
      ['photo.png', photo],
    ] as const) {
      const { uploadUrl } = (await requestUploadUrl(t, formId, name)).body;
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'portico-test', incoming], { stdio: 'ignore' });
      } catch {
        skip('Only root may mount a small disk.');
      }
      try {
        const response = await put(t, uploadUrl, bytes);
        expect([name, response.status, codeOf(response)]).toEqual([name, 507, 'STORAGE_FULL']);
        expect(readdirSync(incoming)).toEqual([]);
      } finally {
        execFileSync('umount', [incoming]);
      }
      expect([name, (await put(t, uploadUrl, bytes)).status]).toEqual([name, 200]);
    }
  });

  it('may have another name in its address', async () => {
    const { uploadUrl } = (await requestUploadUrl(t, formId, 'first.txt')).body;
    const response = await put(t, `${uploadUrl}?filename=${encodeURIComponent('Größe.csv')}`, 'a,b\n1,2\n');
    expect(response.body.file).toMatchObject({ displayName: 'Größe.csv', fileType: 'text/csv' });
  });

  it('of an image is re-encoded: rotated upright, without its location, with a thumbnail', async () => {
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } })
      .withExif({
        IFD0: { Make: 'Camera', Orientation: '6' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 31/1 12/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '13/1 24/1 18/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif?.length).toBeGreaterThan(50);
    expect(bytes.includes('Camera')).toBe(true);
    const uploaded = await upload(t, formId, { name: 'photo.jpeg', bytes, type: 'image/jpeg' });
    const submission = await submit(t, formId, { photos: [fileValueOf(uploaded.body.file)] });
    const [{ fileId }] = submission.body.submission.submissions.photos;

    const read = await t.call({ method: 'GET', path: `/portico/v1/files/${fileId}`, as: t.key });
    const seen = await sharp(read.bytes).metadata();
    expect(seen).toMatchObject({ format: 'jpeg', width: 400, height: 600 });
    expect([seen.exif, seen.xmp, seen.icc, seen.iptc, seen.orientation]).toEqual(Array(5).fill(undefined));
    expect(read.bytes.includes('Camera') || read.bytes.includes('GPS')).toBe(false);
    expect(read.bytes.length).toBe(uploaded.body.file.sizeInBytes);

    const small = await t.call({ method: 'GET', path: `/portico/v1/files/${fileId}/thumbnail`, as: t.key });
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 213, height: 320 });
  });

  it.each(['png', 'webp', 'avif'] as const)('of a %s loses its location and maker too', async (format) => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
      .toFormat(format)
      .toBuffer();
    expect([(await sharp(bytes).metadata()).exif === undefined, bytes.includes('Camera')]).toEqual([false, true]);
    const { file } = (await upload(t, formId, { name: `a.${format}`, bytes })).body;
    const submission = await submit(t, formId, { photos: [fileValueOf(file)] });
    const { fileId } = submission.body.submission.submissions.photos[0];
    const read = await t.call({ method: 'GET', path: `/portico/v1/files/${fileId}`, as: t.key });
    const seen = await sharp(read.bytes).metadata();
    expect([seen.width, seen.exif, seen.xmp, read.bytes.includes('Camera')]).toEqual([30, undefined, undefined, false]);
  });

  it('of an animation keeps its frames', async () => {
    const frames = await Promise.all(['red', 'green', 'blue'].map((colour) => makePng(colour).toBuffer()));
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { file } = (await upload(t, formId, { name: 'a.gif', bytes })).body;
    const submission = await submit(t, formId, { photos: [fileValueOf(file)] });
    const { fileId } = submission.body.submission.submissions.photos[0];
    const read = await t.call({ method: 'GET', path: `/portico/v1/files/${fileId}`, as: t.key });
    expect(await sharp(read.bytes).metadata()).toMatchObject({ format: 'gif', pages: 3 });
  });
});

describe('an upload address is denied', () => {
  it.each([
    ['a form that is not there', () => requestUploadUrl(t, newId(), 'a.txt'), 404, 'FORM_NOT_FOUND'],
    ['a page', () => requestUploadUrl(t, formId, 'a.html', 'text/html'), 400, 'FILE_UPLOAD_RESTRICTIONS_ERROR'],
    [
      'a drawing with script',
      () => requestUploadUrl(t, formId, 'a.svg', 'image/svg+xml'),
      400,
      'FILE_UPLOAD_RESTRICTIONS_ERROR',
    ],
    ['a program', () => requestUploadUrl(t, formId, 'a.exe'), 400, 'FILE_UPLOAD_RESTRICTIONS_ERROR'],
    [
      'a second extension',
      () => requestUploadUrl(t, formId, 'a.pdf.exe', 'application/pdf'),
      400,
      'FILE_UPLOAD_RESTRICTIONS_ERROR',
    ],
    [
      'a name that contradicts its type',
      () => requestUploadUrl(t, formId, 'a.png', 'text/html'),
      400,
      'FILE_UPLOAD_RESTRICTIONS_ERROR',
    ],
    ['neither name nor type', () => requestUploadUrl(t, formId, 'a', ''), 400, 'FILE_UPLOAD_RESTRICTIONS_ERROR'],
    ['nobody', () => requestUploadUrl(t, formId, 'a.txt', '', 'nonsense'), 401, 'UNAUTHENTICATED'],
  ])('for %s', async (_what, ask, status, code) => {
    const response = await ask();
    expect([response.status, response.body.details.applicationError.code]).toEqual([status, code]);
  });

  it('for types that no field of the form accepts', async () => {
    const makeFormAccepting = (formats: string[]) => {
      const form = filesForm({ name: `Only ${formats}` });
      return { ...form, formFields: form.formFields.slice(2, 3) };
    };
    const photoFormId = await makeForm(t, makeFormAccepting(['IMAGE']));
    expect((await requestUploadUrl(t, photoFormId, 'a.pdf')).body.message).toContain(
      'only files of these kinds are accepted here: IMAGE',
    );
    expect((await requestUploadUrl(t, photoFormId, 'a.png')).status).toBe(200);
    const texts = await makeForm(t, { ...filesForm({ name: 'None' }), formFields: filesForm().formFields.slice(0, 1) });
    expect((await requestUploadUrl(t, texts, 'a.png')).body.message).toContain('the form takes no files');
  });

  it('for a closed form', async () => {
    const closed = await makeForm(t, filesForm({ name: 'Closed', enabled: false }));
    const [violation] = (await requestUploadUrl(t, closed, 'a.png')).body.details.validationError.fieldViolations;
    expect(violation.data.errors[0].errorType).toBe('DISABLED_FORM_ERROR');
  });
});

describe('a submission', () => {
  it('stores the server’s data of its files, anywhere in its values, not the client’s', async () => {
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const bytes = await makePng().toBuffer();
        return (await upload(t, formId, { name: `${name}.png`, bytes, type: 'image/png' })).body.file;
      }),
    );
    const submission = await submit(t, formId, {
      photos: [fileValueOf(a)],
      signature: [{ ...fileValueOf(b), url: undefined, fileId: b.id }],
      guests: [{ passport: [fileValueOf(c)] }],
    });
    expect(submission.status).toBe(200);
    const expectedFile = (file: { id: string; url: string }, displayName: string) => [
      { fileId: file.id, displayName, fileType: 'image/png', url: file.url },
    ];
    expect(submission.body.submission.submissions).toEqual({
      photos: expectedFile(a, 'a.png'),
      signature: expectedFile(b, 'b.png'),
      guests: [{ passport: expectedFile(c, 'c.png') }],
    });
  });

  it.each([
    ['a file that was never uploaded', async () => ({ url: `${t.origin}/portico/v1/files/${newId()}` }), 'files/0/url'],
    ['an address elsewhere', async () => ({ url: 'https://evil.example/a.exe' }), 'files/0/url'],
    ['script', async () => ({ url: 'javascript:alert(1)' }), 'files/0/url'],
    [
      'a file of another form',
      async () => {
        const other = await makeForm(t, filesForm({ name: 'Other' }));
        return (await upload(t, other, { name: 'a.txt', bytes: 'a' })).body.file;
      },
      'files/0/url',
    ],
    [
      'a file of another submission',
      async () => {
        const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'a' })).body;
        expect((await submit(t, formId, { files: [fileValueOf(file)] })).status).toBe(200);
        return file;
      },
      'files/0/url',
    ],
  ])('cannot name %s', async (_what, make, errorPath) => {
    const response = await submit(t, formId, { files: [fileValueOf(await make())] });
    expect(response.status).toBe(400);
    const [error] = response.body.details.validationError.fieldViolations[0].data.errors;
    expect(error).toMatchObject({ errorType: 'NOT_ALLOWED_VALUE_ERROR', errorPath });
  });

  it('cannot put a file into a field of other types; the file stays available for the right one', async () => {
    const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'a' })).body;
    const response = await submit(t, formId, { photos: [fileValueOf(file)] });
    const [error] = response.body.details.validationError.fieldViolations[0].data.errors;
    expect(error).toMatchObject({ errorPath: 'photos/0/fileType', params: { allowedValues: ['IMAGE'] } });
    expect((await submit(t, formId, { files: [fileValueOf(file)] })).status).toBe(200);
  });

  it('by a manager of submissions may name files elsewhere, as an import does', async () => {
    const file = { fileId: 'x', displayName: 'a.pdf', fileType: 'application/pdf', url: 'https://cdn.example/a.pdf' };
    const response = await submit(t, formId, { files: [file] }, t.key);
    expect(response.body.submission.submissions.files).toEqual([file]);
  });

  it('returns file addresses at the site’s current origin, whatever it was at the upload', async () => {
    const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'a' })).body;
    const moved = { url: `http://old.example:4000/portico/v1/files/${file.id}` };
    const submission = await submit(t, formId, { files: [fileValueOf(moved)] });
    expect(submission.body.submission.submissions.files).toMatchObject([{ fileId: file.id, url: file.url }]);
  });

  it('keeps the files that it still names after a change and releases the others', async () => {
    const files = await Promise.all(
      ['one', 'two'].map(async (bytes) => (await upload(t, formId, { name: `${bytes}.txt`, bytes })).body.file),
    );
    const submissionId = newId();
    const form = { id: formId, document: filesForm() };
    const claimForForm = (values: object, replaces: boolean) =>
      transaction(t.ctx, (ctx) => claimAnswerFiles(ctx, { form, submissionId, values: { ...values }, replaces }));
    const before = await claimForForm({ files: files.map(fileValueOf) }, false);
    const after = await claimForForm({ files: [fileValueOf(files[1])] }, true);
    expect([before.files, after.files]).toMatchObject([[{ fileId: files[0].id }, {}], [{ fileId: files[1].id }]]);
    await removeReleased({ db: t.db, env: t.ctx.env });
    expect([isStored(t, files[0].id), isStored(t, files[1].id)]).toEqual([false, true]);
  });
});

describe('a download', () => {
  let fileId: string;
  beforeAll(async () => {
    const { file } = (await upload(t, formId, { name: 'Rés"umé\u202e.txt', bytes: 'my life' })).body;
    fileId = (await submit(t, formId, { files: [fileValueOf(file)] }, t.member)).body.submission.submissions.files[0]
      .fileId;
  });
  const read = (as: string | undefined, path = `/portico/v1/files/${fileId}`) => t.call({ method: 'GET', path, as });

  it('is an attachment that no browser displays or sniffs', async () => {
    const response = await read(t.key);
    expect([response.status, response.text]).toEqual([200, 'my life']);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': `attachment; filename="R_s_um_.txt"; filename*=UTF-8''R%C3%A9s_um%C3%A9.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    });
  });

  it('is allowed for readers of submissions and for the submitter', async () => {
    const second = await t.secondSite();
    const users = await Promise.all((['owner', 'admin', 'editor', 'viewer'] as const).map((role) => t.userToken(role)));
    const callers = [...users, t.member, await t.keyWith(['submissions:read'])];
    const others = [t.visitor, t.otherMember, await t.keyWith(['forms:read']), second.visitor];
    for (const suffix of ['', '/link']) {
      const call = (as: string) =>
        t.call({
          method: suffix ? 'POST' : 'GET',
          path: `/portico/v1/files/${fileId}${suffix}`,
          as,
          ...(suffix ? { body: {} } : {}),
        });
      expect(await Promise.all(callers.map(async (as) => (await call(as)).status))).toEqual(callers.map(() => 200));
      const responses = await Promise.all(others.map(call));
      const codes = responses.map(({ status, body }) => [status, body.details.applicationError.code]);
      expect(codes).toEqual(others.map(() => [404, 'FILE_NOT_FOUND']));
    }
    const secondSiteHeaders = { 'wix-site-id': second.site.id };
    const path = `/portico/v1/files/${fileId}`;
    expect((await t.call({ method: 'GET', path, as: second.key, headers: secondSiteHeaders })).status).toBe(404);
    expect((await read(undefined)).status).toBe(401);
  });

  it('returns the same 404 for an unknown file, an unclaimed one and one without a thumbnail', async () => {
    const { file } = (await upload(t, formId, { name: 'waiting.txt', bytes: 'a' })).body;
    const paths = [newId(), file.id, `${fileId}/thumbnail`];
    const responses = await Promise.all(paths.map((path) => read(t.key, `/portico/v1/files/${path}`)));
    expect(new Set(responses.map(({ text }) => text))).toHaveProperty('size', 1);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('by a link needs no token, until the link expires or is altered', async () => {
    const linkResponse = await t.call({
      method: 'POST',
      path: `/portico/v1/files/${fileId}/link`,
      as: t.key,
      body: {},
    });
    const { url, thumbnailUrl } = linkResponse.body;
    expect(thumbnailUrl).toBeNull();
    expect((await read(undefined, pathOf(url))).text).toBe('my life');
    const later = { ...t.ctx, now: new Date(Date.now() + 601_000), site: null };
    const { openFileLink } = await import('./read-file.ts');
    const link = pathOf(url).split('/').at(-1) as string;
    await expect(openFileLink(later, { query: { link }, body: {} })).rejects.toThrow('There is no such file');
    const alteredLinks = [
      link.replace(fileId, newId()),
      link.replace('.file.', '.thumbnail.'),
      link.replace(/\.(\d+)\./, (_, seconds) => `.${Number(seconds) + 9}.`),
      link.slice(0, -1),
      `${link}.x`,
    ];
    const responses = await Promise.all(alteredLinks.map((text) => read(undefined, `/portico/v1/file-links/${text}`)));
    expect(responses.map(({ status }) => status)).toEqual(alteredLinks.map(() => 404));
  });
});

async function fetchLike(method: string, url: string, headers: Record<string, string>) {
  return t.call({ method: method as 'GET', path: pathOf(url), headers });
}

function multipart(parts: [name: string, content: string, filename?: string][]) {
  const boundary = 'x1x2x3';
  const lines = parts.map(
    ([name, content, filename]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\n${content}\r\n`,
  );
  const body = Buffer.from(`${lines.join('')}--${boundary}--\r\n`);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

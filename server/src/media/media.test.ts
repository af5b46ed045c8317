import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../db/index.ts';
import { claimAnswers } from '../forms/records/claim-answers.ts';
import { askFor, filesForm, makeForm, named, pathOf, put, submit, upload } from '../forms/testing/files.fixture.ts';
import { newId } from '../kernel/ids.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { isStored, png } from './files.fixture.ts';
import { removeReleased } from './removal.ts';

let t: TestServer;
let formId: string;

beforeAll(async () => {
  t = await testServer();
  formId = await makeForm(t);
});
afterAll(() => t.stop());

describe('an upload', () => {
  it('returns the file in the shape of the vendor’s components', async () => {
    const { uploadUrl } = (await askFor(t, formId, 'Café plan.txt', 'text/plain')).body;
    expect(uploadUrl.length).toBeLessThanOrEqual(500);
    const answer = await put(t, uploadUrl, 'Zwei Tische, ein Stuhl.');
    expect(answer.status).toBe(200);
    const { file } = answer.body;
    expect(file).toEqual({
      id: expect.any(String),
      url: `${t.origin}/portico/v1/files/${file.id}`,
      displayName: 'Café plan.txt',
      fileType: 'text/plain',
      mediaType: 'DOCUMENT',
      sizeInBytes: 23,
    });
    expect(file.url.length).toBeLessThanOrEqual(300);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('may come from any origin', async () => {
    const { uploadUrl } = (await askFor(t, formId, 'a.txt')).body;
    const headers = {
      origin: 'https://shop.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    };
    const asked = await fetchLike('OPTIONS', uploadUrl, headers);
    expect(asked.status).toBe(204);
    expect(asked.headers['access-control-allow-origin']).toBe('*');
    expect(asked.headers['access-control-allow-methods']).toContain('PUT');
    expect(asked.headers['access-control-allow-headers']).toContain('content-type');
  });

  it.each([
    ['text/plain', 'a plain type'],
    ['application/json', 'a type that is parsed elsewhere'],
    ['application/x-www-form-urlencoded', 'a type that is parsed elsewhere'],
    ['image/png', 'another type than the file’s: only its content counts'],
  ])('may name itself %s (%s)', async (type) => {
    const { uploadUrl } = (await askFor(t, formId, 'a.txt')).body;
    expect((await put(t, uploadUrl, '{"plain":1}', type)).body.file).toMatchObject({ fileType: 'text/plain' });
  });

  it('may be multipart/form-data, with its own name and further fields', async () => {
    const { uploadUrl } = (await askFor(t, formId, 'first.txt')).body;
    const { body, headers } = multipart([
      ['note', 'hello'],
      ['file', 'the text', 'second.txt'],
      ['after', 'the file'],
    ]);
    const answer = await t.call({ method: 'POST', path: pathOf(uploadUrl), body, headers });
    expect(answer.body.file).toMatchObject({ displayName: 'second.txt', sizeInBytes: 8 });
  });

  it('may have another name in its address', async () => {
    const { uploadUrl } = (await askFor(t, formId, 'first.txt')).body;
    const answer = await put(t, `${uploadUrl}?filename=${encodeURIComponent('Größe.csv')}`, 'a,b\n1,2\n');
    expect(answer.body.file).toMatchObject({ displayName: 'Größe.csv', fileType: 'text/csv' });
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
    const sent = await submit(t, formId, { photos: [named(uploaded.body.file)] });
    const [{ fileId }] = sent.body.submission.submissions.photos;

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
    const sent = await submit(t, formId, { photos: [named(file)] });
    const { fileId } = sent.body.submission.submissions.photos[0];
    const read = await t.call({ method: 'GET', path: `/portico/v1/files/${fileId}`, as: t.key });
    const seen = await sharp(read.bytes).metadata();
    expect([seen.width, seen.exif, seen.xmp, read.bytes.includes('Camera')]).toEqual([30, undefined, undefined, false]);
  });

  it('of an animation keeps its frames', async () => {
    const frames = await Promise.all(['red', 'green', 'blue'].map((colour) => png(colour).toBuffer()));
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { file } = (await upload(t, formId, { name: 'a.gif', bytes })).body;
    const sent = await submit(t, formId, { photos: [named(file)] });
    const { fileId } = sent.body.submission.submissions.photos[0];
    const read = await t.call({ method: 'GET', path: `/portico/v1/files/${fileId}`, as: t.key });
    expect(await sharp(read.bytes).metadata()).toMatchObject({ format: 'gif', pages: 3 });
  });
});

describe('an upload address is denied', () => {
  it.each([
    ['a form that is not there', () => askFor(t, newId(), 'a.txt'), 404, 'FORM_NOT_FOUND'],
    ['a page', () => askFor(t, formId, 'a.html', 'text/html'), 400, 'FILE_UPLOAD_RESTRICTIONS_ERROR'],
    ['a drawing with script', () => askFor(t, formId, 'a.svg', 'image/svg+xml'), 400, 'FILE_UPLOAD_RESTRICTIONS_ERROR'],
    ['a program', () => askFor(t, formId, 'a.exe'), 400, 'FILE_UPLOAD_RESTRICTIONS_ERROR'],
    [
      'a second extension',
      () => askFor(t, formId, 'a.pdf.exe', 'application/pdf'),
      400,
      'FILE_UPLOAD_RESTRICTIONS_ERROR',
    ],
    [
      'a name that contradicts its type',
      () => askFor(t, formId, 'a.png', 'text/html'),
      400,
      'FILE_UPLOAD_RESTRICTIONS_ERROR',
    ],
    ['neither name nor type', () => askFor(t, formId, 'a', ''), 400, 'FILE_UPLOAD_RESTRICTIONS_ERROR'],
    ['nobody', () => askFor(t, formId, 'a.txt', '', 'nonsense'), 401, 'UNAUTHENTICATED'],
  ])('for %s', async (_what, ask, status, code) => {
    const answer = await ask();
    expect([answer.status, answer.body.details.applicationError.code]).toEqual([status, code]);
  });

  it('for types that no field of the form accepts', async () => {
    const only = (formats: string[]) => {
      const form = filesForm({ name: `Only ${formats}` });
      return { ...form, formFields: form.formFields.slice(2, 3) };
    };
    const photos = await makeForm(t, only(['IMAGE']));
    expect((await askFor(t, photos, 'a.pdf')).body.message).toContain(
      'only files of these kinds are accepted here: IMAGE',
    );
    expect((await askFor(t, photos, 'a.png')).status).toBe(200);
    const texts = await makeForm(t, { ...filesForm({ name: 'None' }), formFields: filesForm().formFields.slice(0, 1) });
    expect((await askFor(t, texts, 'a.png')).body.message).toContain('the form takes no files');
  });

  it('for a closed form', async () => {
    const closed = await makeForm(t, filesForm({ name: 'Closed', enabled: false }));
    const [violation] = (await askFor(t, closed, 'a.png')).body.details.validationError.fieldViolations;
    expect(violation.data.errors[0].errorType).toBe('DISABLED_FORM_ERROR');
  });
});

describe('a submission', () => {
  it('stores the server’s data of its files, anywhere in its values, not the client’s', async () => {
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const bytes = await png().toBuffer();
        return (await upload(t, formId, { name: `${name}.png`, bytes, type: 'image/png' })).body.file;
      }),
    );
    const sent = await submit(t, formId, {
      photos: [named(a)],
      signature: [{ ...named(b), url: undefined, fileId: b.id }],
      guests: [{ passport: [named(c)] }],
    });
    expect(sent.status).toBe(200);
    const known = (file: { id: string; url: string }, displayName: string) => [
      { fileId: file.id, displayName, fileType: 'image/png', url: file.url },
    ];
    expect(sent.body.submission.submissions).toEqual({
      photos: known(a, 'a.png'),
      signature: known(b, 'b.png'),
      guests: [{ passport: known(c, 'c.png') }],
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
        expect((await submit(t, formId, { files: [named(file)] })).status).toBe(200);
        return file;
      },
      'files/0/url',
    ],
  ])('cannot name %s', async (_what, make, errorPath) => {
    const answer = await submit(t, formId, { files: [named(await make())] });
    expect(answer.status).toBe(400);
    const [error] = answer.body.details.validationError.fieldViolations[0].data.errors;
    expect(error).toMatchObject({ errorType: 'NOT_ALLOWED_VALUE_ERROR', errorPath });
  });

  it('cannot put a file into a field of other types; the file stays available for the right one', async () => {
    const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'a' })).body;
    const answer = await submit(t, formId, { photos: [named(file)] });
    const [error] = answer.body.details.validationError.fieldViolations[0].data.errors;
    expect(error).toMatchObject({ errorPath: 'photos/0/fileType', params: { allowedValues: ['IMAGE'] } });
    expect((await submit(t, formId, { files: [named(file)] })).status).toBe(200);
  });

  it('by a manager of submissions may name files elsewhere, as an import does', async () => {
    const file = { fileId: 'x', displayName: 'a.pdf', fileType: 'application/pdf', url: 'https://cdn.example/a.pdf' };
    const answer = await submit(t, formId, { files: [file] }, t.key);
    expect(answer.body.submission.submissions.files).toEqual([file]);
  });

  it('returns file addresses at the site’s current origin, whatever it was at the upload', async () => {
    const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'a' })).body;
    const moved = { url: `http://old.example:4000/portico/v1/files/${file.id}` };
    const sent = await submit(t, formId, { files: [named(moved)] });
    expect(sent.body.submission.submissions.files).toMatchObject([{ fileId: file.id, url: file.url }]);
  });

  it('keeps the files that it still names after a change and releases the others', async () => {
    const files = await Promise.all(
      ['one', 'two'].map(async (bytes) => (await upload(t, formId, { name: `${bytes}.txt`, bytes })).body.file),
    );
    const submissionId = newId();
    const form = { id: formId, document: filesForm() };
    const claimed = (values: object, replaces: boolean) =>
      transaction(t.ctx, (ctx) => claimAnswers(ctx, { form, submissionId, values: { ...values }, replaces }));
    const before = await claimed({ files: files.map(named) }, false);
    const after = await claimed({ files: [named(files[1])] }, true);
    expect([before.files, after.files]).toMatchObject([[{ fileId: files[0].id }, {}], [{ fileId: files[1].id }]]);
    await removeReleased({ db: t.db, env: t.ctx.env });
    expect([isStored(t, files[0].id), isStored(t, files[1].id)]).toEqual([false, true]);
  });
});

describe('a download', () => {
  let fileId: string;
  beforeAll(async () => {
    const { file } = (await upload(t, formId, { name: 'Rés"umé\u202e.txt', bytes: 'my life' })).body;
    fileId = (await submit(t, formId, { files: [named(file)] }, t.member)).body.submission.submissions.files[0].fileId;
  });
  const read = (as: string | undefined, path = `/portico/v1/files/${fileId}`) => t.call({ method: 'GET', path, as });

  it('is an attachment that no browser displays or sniffs', async () => {
    const answer = await read(t.key);
    expect([answer.status, answer.text]).toEqual([200, 'my life']);
    expect(answer.headers).toMatchObject({
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
      const answers = await Promise.all(others.map(call));
      const codes = answers.map(({ status, body }) => [status, body.details.applicationError.code]);
      expect(codes).toEqual(others.map(() => [404, 'FILE_NOT_FOUND']));
    }
    const ofSecond = { 'wix-site-id': second.site.id };
    const path = `/portico/v1/files/${fileId}`;
    expect((await t.call({ method: 'GET', path, as: second.key, headers: ofSecond })).status).toBe(404);
    expect((await read(undefined)).status).toBe(401);
  });

  it('returns the same 404 for an unknown file, an unclaimed one and one without a thumbnail', async () => {
    const { file } = (await upload(t, formId, { name: 'waiting.txt', bytes: 'a' })).body;
    const paths = [newId(), file.id, `${fileId}/thumbnail`];
    const answers = await Promise.all(paths.map((path) => read(t.key, `/portico/v1/files/${path}`)));
    expect(new Set(answers.map(({ text }) => text))).toHaveProperty('size', 1);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('by a link needs no token, until the link expires or is altered', async () => {
    const made = await t.call({ method: 'POST', path: `/portico/v1/files/${fileId}/link`, as: t.key, body: {} });
    const { url, thumbnailUrl } = made.body;
    expect(thumbnailUrl).toBeNull();
    expect((await read(undefined, pathOf(url))).text).toBe('my life');
    const later = { ...t.ctx, now: new Date(Date.now() + 601_000), site: null };
    const { openFileLink } = await import('./read-file.ts');
    const link = pathOf(url).split('/').at(-1) as string;
    await expect(openFileLink(later, { query: { link }, body: {} })).rejects.toThrow('There is no such file');
    const altered = [
      link.replace(fileId, newId()),
      link.replace('.file.', '.thumbnail.'),
      link.replace(/\.(\d+)\./, (_, seconds) => `.${Number(seconds) + 9}.`),
      link.slice(0, -1),
      `${link}.x`,
    ];
    const answers = await Promise.all(altered.map((text) => read(undefined, `/portico/v1/file-links/${text}`)));
    expect(answers.map(({ status }) => status)).toEqual(altered.map(() => 404));
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

/** Tests the quota of visitors' unclaimed uploads. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filesForm, fileValueOf, makeForm, pathOf } from '../forms/testing/files.ts';
import { type TestResponse, type TestServer, testServer } from '../testing/index.ts';
import { codeOf, reasonOf } from '../testing/responses.ts';
import { removeReleased } from './removal.ts';

const KB = 1_024;
const QUARTER_MB = 256 * KB;

let t: TestServer;
let formId: string;
beforeAll(async () => {
  t = await testServer(undefined, { limits: true });
});
afterAll(() => t.stop());
beforeEach(async () => {
  await t.db.deleteFrom('files').execute();
  await t.db.deleteFrom('file_usage').execute();
  formId = await makeFormWithQuota();
});

/** Half of the quota is for unclaimed files (eight of 256 KB), and a quarter for those of one network (four). */
const makeFormWithQuota = () =>
  makeForm(t, filesForm({ name: crypto.randomUUID(), submissionPolicy: { filesQuotaMb: 4 } }));

const requestUrl = (address: string, form = formId, as = t.visitor) => {
  const body = { formId: form, filename: 'a.txt', mimeType: 'text/plain' };
  return t.call({ method: 'POST', path: '/v4/submissions/media-upload-url', as, body, address });
};
const put = (url: string, address: string, bytes = QUARTER_MB) =>
  t.call({
    method: 'PUT',
    path: pathOf(url),
    body: Buffer.alloc(bytes, 'a'),
    headers: { 'content-type': 'text/plain' },
    address,
  });
async function upload(
  address: string,
  { form = formId, bytes = QUARTER_MB, as = t.visitor } = {},
): Promise<TestResponse> {
  const issued = await requestUrl(address, form, as);
  return issued.status === 200 ? put(issued.body.uploadUrl, address, bytes) : issued;
}
async function uploadMany(count: number, address: string, uploadOptions = {}): Promise<TestResponse[]> {
  const responses: TestResponse[] = [];
  for (let n = 0; n < count; n++) responses.push(await upload(address, uploadOptions));
  return responses;
}
const countAccepted = (responses: readonly TestResponse[]) => responses.filter(({ status }) => status === 200).length;
const countStoredByNetwork = async (): Promise<Record<string, number>> => {
  const rows = await t.db.selectFrom('files').select('network').where('status', '=', 'STORED').execute();
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ network }) => network ?? 'staff')].map(([network, { length }]) => [network, length]),
  );
};

describe('a visitor who uploads and never submits', () => {
  it('fills the share of one network, while other networks can upload', async () => {
    const responses = await uploadMany(6, '203.0.113.1');
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
    expect([codeOf(responses[5] as TestResponse), reasonOf(responses[5] as TestResponse)]).toEqual([
      'FILE_QUOTA_REACHED',
      'The file quota of this network is used up.',
    ]);
    expect((await upload('203.0.113.2')).status).toBe(200);
  });

  it('gets no more by concurrent uploads', async () => {
    const urls = await Promise.all(Array.from({ length: 20 }, () => requestUrl('203.0.113.1')));
    const responses = await Promise.all(urls.map(({ body }) => put(body.uploadUrl, '203.0.113.1')));
    expect(countAccepted(responses)).toBe(4);
    expect(await countStoredByNetwork()).toEqual({ '203.0.113.1': 4 });
  });

  it('gets no more by requesting addresses from elsewhere', async () => {
    const urls = await Promise.all(Array.from({ length: 8 }, (_, n) => requestUrl(`198.51.100.${n}`)));
    const responses = await Promise.all(urls.map(({ body }) => put(body.uploadUrl, '203.0.113.1')));
    expect(countAccepted(responses)).toBe(4);
  });

  it('gets no more by the many addresses of one IPv6 network', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => upload(`2001:db8:1:2::${n + 1}`)));
    expect(countAccepted(responses)).toBe(4);
    expect(await countStoredByNetwork()).toEqual({ '2001:db8:1:2::/64': 4 });
  });

  it('gets no more by files of a byte: each counts as 64 KB', async () => {
    expect(countAccepted(await uploadMany(18, '203.0.113.1', { bytes: 1 }))).toBe(16);
  });

  it('gets no more at many forms of the site: a tenth of its quota', async () => {
    await t.configure({ forms: { files: { siteQuotaMb: 6 } } });
    const others = [formId, await makeFormWithQuota(), await makeFormWithQuota()];
    const responses = await Promise.all(others.map((form) => uploadMany(2, '203.0.113.1', { form })));
    expect(countAccepted(responses.flat())).toBe(2);
    expect((await upload('203.0.113.2')).status).toBe(200);
    await t.configure({ forms: { files: { siteQuotaMb: 10_240 } } });
  });
});

describe('many networks together', () => {
  it('lose files to a network that has fewer, as long as an equal share holds a file', async () => {
    for (const [count, address] of [
      [4, '203.0.113.1'],
      [4, '203.0.113.2'],
    ] as const) {
      expect(countAccepted(await uploadMany(count, address))).toBe(count);
    }
    for (let n = 3; n <= 8; n++) expect((await upload(`203.0.113.${n}`)).status).toBe(200);
    expect(await countStoredByNetwork()).toEqual(
      Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`203.0.113.${n}`, 1])),
    );
    const lateResponse = await upload('203.0.113.9');
    expect([codeOf(lateResponse), reasonOf(lateResponse)]).toEqual([
      'FILE_QUOTA_REACHED',
      'The file quota of this form is used up.',
    ]);
    await removeReleased({ db: t.db, env: t.ctx.env });
    const usage = await t.db.selectFrom('file_usage').select(['scope', 'bytes', 'files']).execute();
    expect(usage.map(({ bytes, files }) => [Number(bytes), Number(files)])).toEqual(Array(2).fill([8 * QUARTER_MB, 8]));
  });

  it('never displace claimed files or uploads of staff', async () => {
    const [ownResponse] = await uploadMany(1, '203.0.113.50');
    const body = { submission: { formId, submissions: { files: [fileValueOf(ownResponse?.body.file)] } } };
    const submission = await t.call({
      method: 'POST',
      path: '/v4/submissions',
      as: t.visitor,
      body,
      address: '203.0.113.50',
    });
    expect(submission.status).toBe(200);
    expect((await upload('203.0.113.51', { as: t.key })).status).toBe(200);
    for (let n = 1; n <= 12; n++) await uploadMany(2, `203.0.113.${n}`);
    const { fileId } = submission.body.submission.submissions.files[0];
    expect((await t.call({ method: 'GET', path: `/portico/v1/files/${fileId}`, as: t.key })).status).toBe(200);
    expect((await countStoredByNetwork()).staff).toBe(1);
  });
});

describe('the quota counts', () => {
  it('unclaimed files: a submitter may upload again, and the network of a claimed file is erased', async () => {
    const files = (await uploadMany(4, '203.0.113.1')).map(({ body }) => fileValueOf(body.file));
    const body = { submission: { formId, submissions: { files } } };
    const submission = await t.call({
      method: 'POST',
      path: '/v4/submissions',
      as: t.visitor,
      body,
      address: '203.0.113.1',
    });
    expect(submission.status).toBe(200);
    const rows = await t.db.selectFrom('files').select('network').where('status', '=', 'CLAIMED').execute();
    expect(rows.map(({ network }) => network)).toEqual([null, null, null, null]);
    // The network may use a quarter of the three megabytes that are left.
    expect(countAccepted(await uploadMany(4, '203.0.113.1'))).toBe(3);
  });

  it('no files of managers of submissions', async () => {
    expect(countAccepted(await uploadMany(12, '203.0.113.1', { as: t.key }))).toBe(12);
  });

  it('no first file of a network, which may be as large as the share of all', async () => {
    expect((await upload('203.0.113.1', { bytes: 2 * KB * KB })).status).toBe(200);
    expect((await upload('203.0.113.2', { bytes: 2 * KB * KB + 1 })).status).toBe(429);
  });
});

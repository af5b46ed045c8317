import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { filesForm, makeForm, pathOf } from '../../forms/testing/files.ts';
import type { SiteLimits } from '../../kernel/site-limits.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { changeLimits } from './change-limits.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer(undefined, { env: { PORTICO_SITE_LIMITS: 'mails-per-day=2' } });
  const collection = { id: 'Boats', displayName: 'Boats', fields: [{ key: 'title', type: 'TEXT' }] };
  const { status } = await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection } });
  expect(status).toBe(200);
});
afterAll(() => t.stop());
afterEach(() =>
  limit({ items: undefined, storageMb: undefined, requestsPerMinute: undefined, mailsPerDay: undefined }),
);

/** Changes the limits of the site, and waits until this process has received the change. */
async function limit(changes: { readonly [name in keyof SiteLimits]?: number | null | undefined }): Promise<void> {
  const site = await t.ctx.env.site(t.site.id);
  if (!site) throw new Error('no site');
  const expected = JSON.stringify(await changeLimits({ ...t.ctx, site }, changes));
  await expect.poll(async () => JSON.stringify((await t.ctx.env.site(t.site.id))?.limits)).toBe(expected);
}
const insert = (title = 'Mole') =>
  t.call({
    method: 'POST',
    path: '/v2/items',
    as: t.key,
    body: { dataCollectionId: 'Boats', dataItem: { data: { title } } },
  });
const insertMany = (count: number) =>
  t.call({
    method: 'POST',
    path: '/v2/bulk/items/insert',
    as: t.key,
    body: {
      dataCollectionId: 'Boats',
      dataItems: Array.from({ length: count }, (_, index) => ({ data: { title: `Boat ${index}` } })),
    },
  });
const codeOf = ({ body }: { body: { details?: { applicationError?: { code?: string } } } }) =>
  body.details?.applicationError?.code;

describe('a limit of items', () => {
  it('rejects the calls that would exceed it, and no others', async () => {
    expect((await insertMany(3)).status).toBe(200);
    await limit({ items: 5 });
    expect((await insert()).status).toBe(200);
    const tooMany = await insertMany(2);
    expect([tooMany.status, codeOf(tooMany)]).toEqual([429, 'WDE0091']);
    expect((await insert()).status).toBe(200);
    const full = await insert();
    expect([full.status, codeOf(full)]).toEqual([429, 'WDE0091']);
    const query = { method: 'POST', path: '/v2/items/query', as: t.key, body: { dataCollectionId: 'Boats' } } as const;
    expect((await t.call(query)).body.dataItems).toHaveLength(5);
    await limit({ items: 6 });
    expect((await insert()).status).toBe(200);
  });

  it('is not used up by calls that are rejected', async () => {
    const query = { method: 'POST', path: '/v2/items/query', as: t.key, body: { dataCollectionId: 'Boats' } } as const;
    await limit({ items: (await t.call(query)).body.dataItems.length + 4 });
    const body = { dataCollectionId: 'Boats', dataItem: { data: { title: 'Mole' } } };
    for (let count = 0; count < 4; count += 1)
      expect((await t.call({ method: 'POST', path: '/v2/items', as: t.visitor, body })).status).toBe(403);
    const outcomes = [];
    for (let count = 0; count < 5; count += 1) outcomes.push((await insert()).status);
    expect(outcomes).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('a limit of requests', () => {
  it('rejects further calls of the site with the time to wait, but not those of dashboard users or other sites', async () => {
    const get = (as: string, headers: Record<string, string> = {}) =>
      t.call({ method: 'POST', path: '/v2/items/query', as, headers, body: { dataCollectionId: 'Boats' } });
    await limit({ requestsPerMinute: 3 });
    const outcomes = [];
    for (let count = 0; count < 5; count += 1) outcomes.push(await get(t.key));
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    const [last] = outcomes.slice(-1);
    expect(codeOf(last as never)).toBe('TOO_MANY_REQUESTS');
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await get(await t.userToken('owner'))).status).toBe(200);
    const other = await t.secondSite();
    expect((await get(other.key, { 'wix-site-id': other.site.id })).status).not.toBe(429);
  });
});

describe('a limit of files', () => {
  it('rejects the upload that would exceed it, whatever the quota in the settings of the site is', async () => {
    await limit({ storageMb: 1 });
    const formId = await makeForm(t, filesForm({ name: 'Files' }));
    const upload = async () => {
      const body = { formId, filename: 'a.txt', mimeType: 'text/plain' };
      const issued = await t.call({ method: 'POST', path: '/v4/submissions/media-upload-url', as: t.key, body });
      return t.call({
        method: 'PUT',
        path: pathOf(issued.body.uploadUrl),
        body: Buffer.alloc(600_000, 'a'),
        headers: { 'content-type': 'text/plain' },
      });
    };
    expect((await upload()).status).toBe(200);
    const full = await upload();
    expect([full.status, codeOf(full)]).toEqual([429, 'FILE_QUOTA_REACHED']);
    expect(full.text).toContain('The file quota of this site is used up.');
  });
});

describe('a limit of mails', () => {
  it('stores further mails as failed, with the reason, and can be lifted for one site', async () => {
    const send = async (to: string) => {
      const site = await t.ctx.env.site(t.site.id);
      if (!site) throw new Error('no site');
      await queueMail({ ...t.ctx, site, now: new Date() }, { kind: 'TEST', to } as never);
      return t.db.selectFrom('mails').selectAll().where('recipient', '=', to).executeTakeFirstOrThrow();
    };
    await t.db.deleteFrom('mails').execute();
    expect((await send('one@example.org')).last_error).toBeNull();
    expect((await send('two@example.org')).last_error).toBeNull();
    expect(await send('three@example.org')).toMatchObject({
      status: 'FAILED',
      last_error: 'The site may send 2 mails in 24 hours; the operator sets this limit.',
    });
    await limit({ mailsPerDay: null });
    expect((await send('four@example.org')).last_error).toBeNull();
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    await t.db.updateTable('mails').set({ created_at: dayAgo }).execute();
    await limit({ mailsPerDay: undefined });
    expect((await send('five@example.org')).last_error).toBeNull();
  });
});

it('owners cannot change the limits, and changes by the operator are in the audit log', async () => {
  await limit({ items: 7 });
  const owner = await t.userToken('owner');
  const settings = { limits: { items: 1_000_000 } };
  await t.call({ method: 'PATCH', path: '/portico/v1/settings', as: owner, body: { settings } });
  expect((await t.ctx.env.site(t.site.id))?.limits).toEqual({ items: 7 });
  const { body } = await t.call({ method: 'GET', path: '/portico/v1/audit', as: owner });
  expect(body.entries.map(({ action }: { action: string }) => action)).toContain('sites.limits.update');
});

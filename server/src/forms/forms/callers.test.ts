/** Permissions of every call on forms for every kind of caller (forms contract section 3). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf, outcomesOf } from '../../testing/responses.ts';
import { formCalls } from '../testing/form-calls.ts';
import { type Json, NAMESPACE } from '../testing/submission-calls.ts';

let t: TestServer;
let other: Awaited<ReturnType<TestServer['secondSite']>>;
beforeAll(async () => {
  t = await testServer();
  other = await t.secondSite();
});
afterAll(() => t.stop());

const { get, remove, make, trashed } = formCalls(() => t);

/** Every call that requires an owner, on the form `id` and on the form `deleted`, which is in the trash. */
const listCalls = (id: string, deleted: string): [string, 'GET' | 'POST' | 'PATCH' | 'DELETE', string, Json?][] => [
  ['create', 'POST', '/v4/forms', { form: { name: 'x', formFields: [] } }],
  ['bulk create', 'POST', '/v4/bulk/forms/create', { forms: [{ name: 'x', formFields: [] }] }],
  ['clone', 'POST', `/v4/forms/${id}/clone`, {}],
  ['bulk clone', 'POST', '/v4/bulk/forms/clone', { formIds: [id], namespace: NAMESPACE }],
  ['from template', 'POST', '/v4/forms/clone-from-template', { namespace: NAMESPACE, templateId: id }],
  ['update', 'PATCH', `/v4/forms/${id}`, { form: { id, revision: '1', name: 'x' } }],
  ['delete', 'DELETE', `/v4/forms/${id}`],
  ['bulk delete', 'POST', '/v4/bulk/forms/delete', { formIds: [id] }],
  ['get deleted', 'GET', `/v4/forms/trash-bin/${deleted}`],
  ['list deleted', 'GET', `/v4/forms/trash-bin?namespace=${NAMESPACE}`],
  ['query deleted', 'POST', '/v4/forms/trash-bin/query', { query: { filter: { namespace: NAMESPACE } } }],
  ['count deleted', 'POST', '/v4/deleted-forms/count', { namespace: NAMESPACE }],
  ['restore', 'POST', `/v4/forms/trash-bin/${deleted}/restore`, {}],
  ['remove deleted', 'DELETE', `/v4/forms/trash-bin/${deleted}`],
  ['count', 'POST', '/v4/forms/count', { namespace: NAMESPACE }],
  ['deleted field', 'POST', '/v4/forms/fields/delete', { formId: id, fieldsIds: ['x'] }],
  ['extended fields', 'POST', `/v4/forms/${id}/extended-fields`, { namespace: '@a/b', namespaceData: {} }],
  ['tags', 'POST', '/v4/bulk/forms/update-tags', { formIds: [id], assignTags: { tags: { tagIds: ['x'] } } }],
  [
    'tags by filter',
    'POST',
    '/v4/bulk/forms/update-tags-by-filter',
    { filter: { namespace: NAMESPACE }, assignTags: { tags: { tagIds: ['x'] } } },
  ],
  ['restrictions', 'GET', '/v4/restrictions'],
];

describe('permissions', () => {
  it('returns 401 or 403 to callers without the permission', async () => {
    const [form, deleted] = [await make(), await trashed()];
    const rejected = {
      'no token': [undefined, 401],
      visitor: [t.visitor, 403],
      member: [t.member, 403],
      viewer: [await t.userToken('viewer'), 403],
      'key for data': [await t.keyWith(['items:all']), 403],
      'key that reads forms': [await t.keyWith(['forms:read']), 403],
      'key for submissions': [await t.keyWith(['submissions:manage']), 403],
    } as const;
    for (const [who, [as, status]] of Object.entries(rejected)) {
      for (const [name, method, path, body] of listCalls(form.id, deleted)) {
        const response = await t.call({ method, path, body, ...(as ? { as } : {}) });
        expect([who, name, response.status]).toEqual([who, name, status]);
      }
    }
    expect((await get(`/v4/forms/${form.id}`)).body.form).toEqual(form);
    expect((await get(`/v4/forms/trash-bin/${deleted}`)).status).toBe(200);
  });

  it('accepts editors and keys with the scope', async () => {
    for (const as of [await t.userToken('editor'), await t.keyWith(['forms:manage', 'forms:read'])]) {
      const [form, deleted] = [await make(), await trashed()];
      const destructiveNames = ['delete', 'bulk delete', 'remove deleted', 'deleted field', 'restore'];
      for (const [name, method, path, body] of listCalls(form.id, deleted).filter(
        ([name]) => !destructiveNames.includes(name),
      )) {
        const response = await t.call({ method, path, body, as });
        expect([name, response.status]).toEqual([name, 200]);
      }
      expect((await remove(`/v4/forms/${form.id}`, as)).status).toBe(200);
    }
  });
});

describe('responses with status 404', () => {
  it('returns 404 for forms of another site, with every call', async () => {
    const [form, deleted] = [await make({ name: 'Hidden' }), await trashed({ name: 'Hidden too' })];
    for (const [name, method, path, body] of listCalls(form.id, deleted)) {
      if (['create', 'bulk create', 'restrictions'].includes(name)) continue;
      const response = await t.call({ method, path, body, as: other.key, headers: { 'wix-site-id': other.site.id } });
      expect(response.text).not.toContain('Hidden');
      if (name.startsWith('bulk') || name === 'tags') expect(outcomesOf(response)).toEqual(['FORM_NOT_FOUND']);
      else if (path.includes(form.id) || path.includes(deleted)) expect([name, response.status]).toEqual([name, 404]);
    }
    for (const path of [
      `/v4/forms/${form.id}`,
      `/v4/forms/${form.id}/summary`,
      `/portico/v1/forms/${form.id}/ticket`,
    ]) {
      expect((await get(path, other.visitor)).status).toBe(404);
    }
    expect((await get(`/v4/forms/${form.id}`)).body.form).toEqual(form);
  });

  it.each([randomUUID(), 'no-id'])('returns 404 for the unknown form %s, with every call', async (id) => {
    const bulkNames = ['bulk clone', 'bulk delete', 'tags'];
    const calls = listCalls(id, id).filter(
      ([name, , path]) =>
        path.includes(id) || ['from template', 'deleted field'].includes(name) || bulkNames.includes(name),
    );
    expect(calls.length).toBeGreaterThan(10);
    for (const [name, method, path, body] of calls) {
      const response = await t.call({ method, path, body, as: t.key });
      if (bulkNames.includes(name)) expect(outcomesOf(response)).toEqual(['FORM_NOT_FOUND']);
      else expect([name, response.status, codeOf(response)]).toEqual([name, 404, 'FORM_NOT_FOUND']);
    }
  });

  it.each(['6b3f1f5e-1111-4222-8333-944455556666', 'not-an-id'])(
    'returns 404 to a visitor who reads the unknown form %s',
    async (id) => {
      const response = await get(`/v4/forms/${id}`, t.visitor);
      expect(response.status).toBe(404);
      expect(codeOf(response)).toBe('FORM_NOT_FOUND');
    },
  );

  it('returns 404 to a visitor of another site', async () => {
    const form = await make();
    const { visitor } = await t.secondSite();
    expect((await get(`/v4/forms/${form.id}`, visitor)).status).toBe(404);
  });
});

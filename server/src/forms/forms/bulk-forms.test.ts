/** Bulk calls, clones and templates of forms, and the limits on the number of forms. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf, outcomesOf, rulesOf } from '../../testing/responses.ts';
import { formCalls, QUIZ } from '../testing/form-calls.ts';
import { contactForm, input, text } from '../testing/sample-forms.ts';
import { type Json, NAMESPACE } from '../testing/submission-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const LIMITS = { maxForms: 1_000, maxDeletedForms: 1_000 };
const { get, post, remove, make, trashed } = formCalls(() => t);

describe('responses with status 200', () => {
  it('creates several forms, with one result per form in the order of the request', async () => {
    const forms = [
      { name: 'One', formFields: [] },
      { name: 'Two', formFields: [text('1a')] },
      { name: 'One', formFields: [] },
    ];
    const response = await post('/v4/bulk/forms/create', { forms, returnEntity: true });
    expect(outcomesOf(response)).toEqual([true, 'UNSUPPORTED_FIELD_TARGETS_NAME', true]);
    expect(response.body.results.map((one: { item?: Json }) => one.item?.name)).toEqual(['One', undefined, 'One 2']);
    expect(response.body.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 });
    const withoutEntity = await post('/v4/bulk/forms/create', { forms: [{ name: 'Bare', formFields: [] }] });
    expect(withoutEntity.body.results[0]).toEqual({
      itemMetadata: { id: expect.any(String), originalIndex: 0, success: true },
    });
  });

  it('clones a form with a numbered name and new ids, also in rules and layouts', async () => {
    const field = text('a');
    const override = {
      entityType: 'FIELD',
      fieldOptions: { fieldId: field.id, propertyType: 'HIDDEN', hiddenOptions: { hidden: true } },
    };
    const condition = { condition: { target: 'a', operator: 'EQUAL', value: 'x' } };
    const formRules = [{ id: randomUUID(), expression: { and: { conditions: [condition] } }, overrides: [override] }];
    const form = await make({ ...contactForm(), name: 'Original', formFields: [field, text('b')], formRules });
    const copy = (await post(`/v4/forms/${form.id}/clone`, {})).body.form;
    expect(copy).toMatchObject({ name: 'Original 2', namespace: NAMESPACE, revision: '1' });
    expect(copy.formFields.map((one: Json) => (one.inputOptions as Json).target)).toEqual(['a', 'b']);
    const [copied] = copy.formFields;
    expect(copied.id).not.toBe(field.id);
    expect(copy.formRules[0].overrides[0].fieldOptions.fieldId).toBe(copied.id);
    expect(copy.steps[0].layout.large.items[0].fieldId).toBe(copied.id);
    expect(JSON.stringify(copy)).not.toContain(field.id);
  });

  it('clones several forms, and creates a form of another namespace from a template', async () => {
    const [one, two] = [await make(), await make()];
    const body = { formIds: [one.id, randomUUID(), two.id], namespace: NAMESPACE, returnEntity: true };
    const response = await post('/v4/bulk/forms/clone', body);
    expect(outcomesOf(response)).toEqual([true, 'FORM_NOT_FOUND', true]);
    expect(response.body.results[0].item.id).not.toBe(one.id);
    const cloneResponse = await post('/v4/forms/clone-from-template', { namespace: QUIZ, templateId: one.id });
    expect(cloneResponse.body.form).toMatchObject({ namespace: QUIZ, sourceFormId: one.id });
  });

  it('changes tags of several forms, and of all that match a filter', async () => {
    const [a, b] = [await make(), await make({ tags: { tags: { tagIds: ['old'] } } })];
    const makeTags = (...tagIds: string[]) => ({ tags: { tagIds } });
    const body = {
      formIds: [a.id, b.id, randomUUID()],
      namespace: NAMESPACE,
      assignTags: makeTags('x'),
      unassignTags: makeTags('old'),
    };
    expect(outcomesOf(await post('/v4/bulk/forms/update-tags', body))).toEqual([true, true, 'FORM_NOT_FOUND']);
    const filter = { namespace: NAMESPACE, 'tags.tags.tagIds': { $hasAll: ['x'] } };
    const assignTags = { privateTags: { tagIds: ['p'] } };
    const job = await post('/v4/bulk/forms/update-tags-by-filter', { filter, assignTags });
    expect(job.body.jobId).toEqual(expect.any(String));
    for (const { id } of [a, b]) {
      const { form } = (await get(`/v4/forms/${id}`)).body;
      expect(form.tags).toEqual({ tags: { tagIds: ['x'] }, privateTags: { tagIds: ['p'] } });
      expect((await get(`/v4/forms/${id}`, t.visitor)).body.form.tags).toEqual({ tags: { tagIds: ['x'] } });
    }
  });

  it('deletes several forms, permanently with their submissions and files', async () => {
    const upload = input('file', 'WIX_FILE', 'wixFileOptions', {
      componentType: 'FILE_UPLOAD',
      fileUploadOptions: { label: 'File' },
      validation: { fileLimit: 2, uploadFileFormats: ['DOCUMENT'] },
    });
    const [a, b] = [await make({ formFields: [upload] }), await make()];
    const issued = await post('/v4/submissions/media-upload-url', {
      formId: a.id,
      filename: 'a.txt',
      mimeType: 'text/plain',
    });
    const path = issued.body.uploadUrl.replace(t.origin, '');
    const headers = { 'content-type': 'application/octet-stream' };
    const { url } = (await t.call({ method: 'PUT', path, body: Buffer.from('hello'), headers })).body.file;
    const file = [{ fileId: '1', displayName: 'a.txt', fileType: 'text/plain', url }];
    const submitResponse = await post('/v4/submissions', { submission: { formId: a.id, submissions: { file } } });
    expect(submitResponse.status).toBe(200);

    const moved = await post('/v4/bulk/forms/delete', { formIds: [a.id, 'none', b.id, a.id] });
    expect(outcomesOf(moved)).toEqual([true, 'FORM_NOT_FOUND', true, 'FORM_NOT_FOUND']);
    const submission = `/v4/submissions/${submitResponse.body.submission.id}`;
    expect((await get(submission)).status).toBe(200);
    expect((await get(url.replace(t.origin, ''))).status).toBe(200);
    await remove(`/v4/forms/trash-bin/${a.id}`);
    expect((await get(submission)).status).toBe(404);
    expect((await get(url.replace(t.origin, ''))).status).toBe(404);
    const c = await make();
    expect(outcomesOf(await post('/v4/bulk/forms/delete', { formIds: [c.id], permanent: true }))).toEqual([true]);
    expect((await get(`/v4/forms/trash-bin/${c.id}`)).status).toBe(404);
  });
});

describe('responses with status 400', () => {
  afterEach(() => t.configure({ forms: { limits: LIMITS } }));

  it('returns 400 for more forms than allowed by creating, cloning or restoring', async () => {
    const [form, first, second] = [await make(), await trashed(), await trashed()];
    const { totalFormCount } = (await get('/v4/restrictions')).body;
    await t.configure({ forms: { limits: { maxForms: totalFormCount } } });
    const rule = ['FORMS_COUNT_RESTRICTIONS_ERROR'];
    expect(rulesOf(await post('/v4/forms', { form: { name: 'More', formFields: [] } }))).toEqual(rule);
    expect(rulesOf(await post(`/v4/forms/${form.id}/clone`, {}))).toEqual(rule);
    expect(rulesOf(await post(`/v4/forms/trash-bin/${first}/restore`, {}))).toEqual(rule);
    const bulk = await post('/v4/bulk/forms/create', { forms: [{ name: 'More', formFields: [] }] });
    expect(outcomesOf(bulk)).toEqual(rule);
    // One of two parallel calls exceeds the limit.
    await t.configure({ forms: { limits: { maxForms: totalFormCount + 1 } } });
    const responses = await Promise.all([first, second].map((id) => post(`/v4/forms/trash-bin/${id}/restore`, {})));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400]);
  });

  it('returns 400 for moving a form to a full trash, but not for deleting it permanently', async () => {
    const { deletedCount } = (await post('/v4/forms/count', { namespace: NAMESPACE, fieldsets: ['DELETED'] })).body;
    const form = await make();
    await t.configure({ forms: { limits: { maxDeletedForms: Math.max(1, deletedCount) } } });
    if (deletedCount === 0) await trashed();
    expect(rulesOf(await remove(`/v4/forms/${form.id}`))).toEqual(['NAMESPACE_DELETED_FORMS_COUNT_EXCEEDED']);
    expect((await remove(`/v4/forms/${form.id}?permanent=true`)).status).toBe(200);
  });

  it('returns 400 for bulk calls on forms of different namespaces', async () => {
    const [a, b] = [await make(), await make({ namespace: QUIZ })];
    const code = 'MULTI_NAMESPACE_BULK_OPERATION';
    const formIds = [a.id, b.id];
    const assignTags = { tags: { tagIds: ['x'] } };
    expect(codeOf(await post('/v4/bulk/forms/clone', { formIds, namespace: NAMESPACE }))).toBe(code);
    expect(codeOf(await post('/v4/bulk/forms/update-tags', { formIds, assignTags }))).toBe(code);
  });
});

describe('responses with status 409', () => {
  it('returns 409 for the id of a template that is an existing form', async () => {
    const { id } = await make();
    const body = { namespace: NAMESPACE, templateId: id, useTemplateId: true };
    expect((await post('/v4/forms/clone-from-template', body)).status).toBe(409);
  });
});

/** Forms by the dozen: made, copied, tagged and deleted together, from templates too, and the limits of how many there are. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, outcomes, rulesOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { type Json, NAMESPACE } from '../testing/calls.fixture.ts';
import { formCalls, QUIZ } from '../testing/form-calls.fixture.ts';
import { contactForm, input, text } from '../testing/forms.fixture.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const LIMITS = { maxForms: 1_000, maxDeletedForms: 1_000 };
const { get, post, remove, make, trashed } = formCalls(() => t);

describe('200', () => {
  it('makes several forms, one result for each in the order asked for', async () => {
    const forms = [
      { name: 'One', formFields: [] },
      { name: 'Two', formFields: [text('1a')] },
      { name: 'One', formFields: [] },
    ];
    const answer = await post('/v4/bulk/forms/create', { forms, returnEntity: true });
    expect(outcomes(answer)).toEqual([true, 'UNSUPPORTED_FIELD_TARGETS_NAME', true]);
    expect(answer.body.results.map((one: { item?: Json }) => one.item?.name)).toEqual(['One', undefined, 'One 2']);
    expect(answer.body.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 });
    const bare = await post('/v4/bulk/forms/create', { forms: [{ name: 'Bare', formFields: [] }] });
    expect(bare.body.results[0]).toEqual({
      itemMetadata: { id: expect.any(String), originalIndex: 0, success: true },
    });
  });

  it('copies a form under a numbered name with ids of its own everywhere, rules and layout kept', async () => {
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

  it('copies several, and makes a form of another namespace from a template', async () => {
    const [one, two] = [await make(), await make()];
    const body = { formIds: [one.id, randomUUID(), two.id], namespace: NAMESPACE, returnEntity: true };
    const answer = await post('/v4/bulk/forms/clone', body);
    expect(outcomes(answer)).toEqual([true, 'FORM_NOT_FOUND', true]);
    expect(answer.body.results[0].item.id).not.toBe(one.id);
    const made = await post('/v4/forms/clone-from-template', { namespace: QUIZ, templateId: one.id });
    expect(made.body.form).toMatchObject({ namespace: QUIZ, sourceFormId: one.id });
  });

  it('assigns and takes away tags of several, and of all that match', async () => {
    const [a, b] = [await make(), await make({ tags: { tags: { tagIds: ['old'] } } })];
    const tags = (...tagIds: string[]) => ({ tags: { tagIds } });
    const body = {
      formIds: [a.id, b.id, randomUUID()],
      namespace: NAMESPACE,
      assignTags: tags('x'),
      unassignTags: tags('old'),
    };
    expect(outcomes(await post('/v4/bulk/forms/update-tags', body))).toEqual([true, true, 'FORM_NOT_FOUND']);
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

  it('deletes several, and for good with what was submitted and its files', async () => {
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
    const made = await post('/v4/submissions', { submission: { formId: a.id, submissions: { file } } });
    expect(made.status).toBe(200);

    const moved = await post('/v4/bulk/forms/delete', { formIds: [a.id, 'none', b.id, a.id] });
    expect(outcomes(moved)).toEqual([true, 'FORM_NOT_FOUND', true, 'FORM_NOT_FOUND']);
    const submission = `/v4/submissions/${made.body.submission.id}`;
    expect((await get(submission)).status).toBe(200);
    expect((await get(url.replace(t.origin, ''))).status).toBe(200);
    await remove(`/v4/forms/trash-bin/${a.id}`);
    expect((await get(submission)).status).toBe(404);
    expect((await get(url.replace(t.origin, ''))).status).toBe(404);
    const c = await make();
    expect(outcomes(await post('/v4/bulk/forms/delete', { formIds: [c.id], permanent: true }))).toEqual([true]);
    expect((await get(`/v4/forms/trash-bin/${c.id}`)).status).toBe(404);
  });
});

describe('400', () => {
  afterEach(() => t.configure({ forms: { limits: LIMITS } }));

  it('names the limit of forms wherever one is made or taken back', async () => {
    const [form, gone, second] = [await make(), await trashed(), await trashed()];
    const { totalFormCount } = (await get('/v4/restrictions')).body;
    await t.configure({ forms: { limits: { maxForms: totalFormCount } } });
    const rule = ['FORMS_COUNT_RESTRICTIONS_ERROR'];
    expect(rulesOf(await post('/v4/forms', { form: { name: 'More', formFields: [] } }))).toEqual(rule);
    expect(rulesOf(await post(`/v4/forms/${form.id}/clone`, {}))).toEqual(rule);
    expect(rulesOf(await post(`/v4/forms/trash-bin/${gone}/restore`, {}))).toEqual(rule);
    const bulk = await post('/v4/bulk/forms/create', { forms: [{ name: 'More', formFields: [] }] });
    expect(outcomes(bulk)).toEqual(rule);
    // one at a time: of two that take back at once, one finds no room
    await t.configure({ forms: { limits: { maxForms: totalFormCount + 1 } } });
    const answers = await Promise.all([gone, second].map((id) => post(`/v4/forms/trash-bin/${id}/restore`, {})));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it('refuses to delete into a full trash, and removes for good all the same', async () => {
    const { deletedCount } = (await post('/v4/forms/count', { namespace: NAMESPACE, fieldsets: ['DELETED'] })).body;
    const form = await make();
    await t.configure({ forms: { limits: { maxDeletedForms: Math.max(1, deletedCount) } } });
    if (deletedCount === 0) await trashed();
    expect(rulesOf(await remove(`/v4/forms/${form.id}`))).toEqual(['NAMESPACE_DELETED_FORMS_COUNT_EXCEEDED']);
    expect((await remove(`/v4/forms/${form.id}?permanent=true`)).status).toBe(200);
  });

  it('works within one namespace in bulk', async () => {
    const [a, b] = [await make(), await make({ namespace: QUIZ })];
    const code = 'MULTI_NAMESPACE_BULK_OPERATION';
    const formIds = [a.id, b.id];
    const assignTags = { tags: { tagIds: ['x'] } };
    expect(codeOf(await post('/v4/bulk/forms/clone', { formIds, namespace: NAMESPACE }))).toBe(code);
    expect(codeOf(await post('/v4/bulk/forms/update-tags', { formIds, assignTags }))).toBe(code);
  });
});

describe('409', () => {
  it('refuses the id of a template that is a form', async () => {
    const { id } = await make();
    const body = { namespace: NAMESPACE, templateId: id, useTemplateId: true };
    expect((await post('/v4/forms/clone-from-template', body)).status).toBe(409);
  });
});

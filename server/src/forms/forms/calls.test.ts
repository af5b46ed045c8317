/** The calls on forms beside making, reading and changing one: call × caller × outcome (forms contract section 3). */
import { randomUUID } from 'node:crypto';
import { addressTemplates } from '@portico/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../events/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { contactForm, input, paragraphOf, text } from '../testing/forms.fixture.ts';

let t: TestServer;
let other: Awaited<ReturnType<TestServer['secondSite']>>;
beforeAll(async () => {
  t = await testServer();
  other = await t.secondSite();
});
afterAll(() => t.stop());

type Json = Record<string, unknown>;

const NAMESPACE = 'wix.form_app.form';
const QUIZ = 'wix.achievements.quizzes.v1.quiz';
const LIMITS = { maxForms: 1_000, maxDeletedForms: 1_000 };

const post = (path: string, body: unknown, as = t.key) => t.call({ method: 'POST', path, body, as });
const get = (path: string, as = t.key) => t.call({ method: 'GET', path, as });
const remove = (path: string, as = t.key) => t.call({ method: 'DELETE', path, as });
const make = async (form: Json = {}): Promise<Json & { id: string }> =>
  (await post('/v4/forms', { form: { name: 'Plain', namespace: NAMESPACE, formFields: [text('a')], ...form } })).body
    .form;
const trashed = async (form: Json = {}): Promise<string> => {
  const { id } = await make(form);
  await remove(`/v4/forms/${id}`);
  return id;
};
const packed = (value: unknown) => `.r=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
const list = async (query: Json, as = t.key, path = '/v4/forms') =>
  (await get(`${path}?${packed({ namespace: NAMESPACE, ...query })}`, as)).body.forms as (Json & { id: string })[];
const idsOf = (forms: { id: string }[]) => forms.map((form) => form.id);
const codeOf = (answer: { body: { details?: { applicationError?: { code?: string } } } }) =>
  answer.body.details?.applicationError?.code;
const rulesOf = (answer: { body: { details: { validationError: { fieldViolations: Json[] } } } }) =>
  answer.body.details.validationError.fieldViolations.map(({ ruleName }) => ruleName);
const outcomes = (answer: { body: { results: { itemMetadata: Json & { error?: { code: string } } }[] } }) =>
  answer.body.results.map(({ itemMetadata }) => itemMetadata.error?.code ?? itemMetadata.success);

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

  it('changes only what the mask names where there is one', async () => {
    const form = await make({ name: 'Masked' });
    const change = (mask: unknown, revision: string) =>
      t.call({
        method: 'PATCH',
        path: `/v4/forms/${form.id}`,
        body: { form: { id: form.id, revision, enabled: false, autoFillContact: 'FORM_INPUT' }, mask },
        as: t.key,
      });
    expect((await change({ paths: ['form.autoFillContact'] }, '1')).body.form).toMatchObject({
      enabled: true,
      autoFillContact: 'FORM_INPUT',
    });
    expect((await change('enabled', '2')).body.form.enabled).toBe(false);
  });

  it('lists with the forms that fill in fields, and briefly', async () => {
    const inner = await make({ name: 'Inner', formFields: [text('street')] });
    const nesting = { nestedFormId: inner.id };
    const field = { ...input('where', 'OBJECT', 'objectOptions', {}, nesting), identifier: 'NESTED_FORM' };
    const outer = await make({ name: 'Outer', formFields: [field] });
    const [plain] = await list({ formIds: [outer.id] }, t.visitor);
    expect(plain?.nestedForms).toBeUndefined();
    const [nested] = await list({ formIds: [outer.id], fieldsets: ['NESTED_FORMS'] }, t.visitor);
    expect(nested?.nestedForms).toMatchObject([{ targets: ['where'], form: { id: inner.id, name: 'Inner' } }]);
    const [brief] = await list({ formIds: [outer.id], fieldsets: ['METADATA'] });
    expect(brief).toMatchObject({ id: outer.id, name: 'Outer', formFields: [], fields: [], steps: [] });
    // gone, it is left out
    await remove(`/v4/forms/${inner.id}`);
    const [without] = await list({ formIds: [outer.id], fieldsets: ['NESTED_FORMS'] });
    expect(without?.nestedForms).toBeUndefined();
  });

  it('checks values by the forms that fill in fields, also where a form names itself', async () => {
    const inner = await make({ name: 'Inner', formFields: [text('street', { maxLength: 5 }, { required: true })] });
    const nested = (target: string, nestedFormId: string) => ({
      ...input(target, 'OBJECT', 'objectOptions', {}, { nestedFormId }),
      identifier: 'NESTED_FORM',
    });
    const outer = await make({ name: 'Outer', formFields: [nested('where', inner.id)] });
    const submit = async (formId: string, submissions: Json) => {
      const answer = await post('/v4/submissions', { submission: { formId, submissions } }, t.visitor);
      const [violation] = answer.body.details?.validationError.fieldViolations ?? [];
      return violation ? violation.data.errors.map((error: Json) => [error.errorPath, error.errorType]) : answer.status;
    };
    expect(await submit(outer.id, { where: { street: 'Oak' } })).toBe(200);
    expect(await submit(outer.id, { where: { street: 'Oak Road' } })).toEqual([['where/street', 'MAX_LENGTH_ERROR']]);
    expect(await submit(outer.id, { where: { x: 1 } })).toContainEqual(['where/x', 'UNKNOWN_VALUE_ERROR']);

    const form = await make({ formFields: [text('a')] });
    const formFields = [text('a'), ...Array.from({ length: 200 }, (_, n) => nested(`n${n}`, form.id))];
    const body = { form: { id: form.id, revision: '1', formFields } };
    expect((await t.call({ method: 'PATCH', path: `/v4/forms/${form.id}`, body, as: t.key })).status).toBe(200);
    expect(await submit(form.id, { n7: { a: 'x', n8: { a: 'y' } } })).toBe(200);
    expect(await submit(form.id, { n7: { n8: { b: 'y' } } })).toEqual([['n7/n8/b', 'UNKNOWN_VALUE_ERROR']]);
  });

  it.each([
    ['12.50', '12.5'],
    ['0.10', '0.1'],
    ['5.00', '5'],
    ['100', '100'],
    ['7.25', '7.25'],
  ])('keeps the price %s as %s: the vendor’s viewer drops what ends in a zero', async (price, kept) => {
    const products = [
      { id: randomUUID(), productType: 'DIGITAL', priceType: 'FIXED_PRICE', fixedPriceOptions: { price } },
    ];
    const fixedPaymentOptions = { label: 'Fee' };
    const options = { componentType: 'FIXED_PAYMENT', fixedPaymentOptions, validation: { products } };
    const { body } = await post('/v4/forms', {
      form: { name: 'Fee', namespace: NAMESPACE, formFields: [input('pay', 'PAYMENT', 'paymentOptions', options)] },
    });
    const [stored] = body.form.formFields[0].inputOptions.paymentOptions.validation.products;
    expect(stored.fixedPriceOptions.price).toBe(kept);
  });

  it('lists by state in both spellings, by payments, and in every order', async () => {
    const payment = input('pay', 'PAYMENT', 'paymentOptions', {
      componentType: 'FIXED_PAYMENT',
      fixedPaymentOptions: { label: 'Fee' },
      validation: {
        products: [
          { id: randomUUID(), productType: 'DIGITAL', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '5' } },
        ],
      },
    });
    const [a, b] = [await make({ name: 'aa', formFields: [payment] }), await make({ name: 'bb', enabled: false })];
    const formIds = [a.id, b.id];
    expect(idsOf(await list({ formIds }))).toEqual([a.id]);
    expect(idsOf(await list({ formIds, enabled: false }))).toEqual([b.id]);
    expect(idsOf(await list({ formIds, disabled: true }))).toEqual([b.id]);
    expect(idsOf(await list({ formIds, paymentForm: true }))).toEqual([a.id]);
    expect(idsOf(await list({ formIds, paymentForm: false }))).toEqual([a.id]);
    const both = [await make({ name: 'cc' }), await make({ name: 'cd' })].map((form) => form.id);
    for (const order of ['NAME', 'CREATED_DATE', 'UPDATED_DATE']) {
      expect(idsOf(await list({ formIds: both, order: `${order}_ASC` }))).toEqual(both);
      expect(idsOf(await list({ formIds: both, order: `${order}_DESC` }))).toEqual([...both].reverse());
    }
  });

  it('lists, queries and counts what is in the trash', async () => {
    const tags = { tags: { tagIds: ['t1'] } };
    const [a, b] = [await trashed({ name: 'Trash A', tags }), await trashed({ name: 'Trash B', enabled: false })];
    const inTrash = (query: Json) => list({ formIds: [a, b], ...query }, t.key, '/v4/forms/trash-bin');
    expect(idsOf(await inTrash({}))).toEqual([a]);
    expect(idsOf(await inTrash({ enabled: false, order: 'NAME_DESC' }))).toEqual([b, a]);
    const filter = { namespace: NAMESPACE, id: { $in: [a, b] } };
    const query = async (request: Json) => (await post('/v4/forms/trash-bin/query', { query: request })).body;
    const sort = [{ fieldName: 'name', order: 'ASC' }];
    const first = await query({ filter, sort, cursorPaging: { limit: 1 } });
    const second = await query({ cursorPaging: { limit: 1, cursor: first.metadata.cursors.next } });
    expect([...idsOf(first.forms), ...idsOf(second.forms)]).toEqual([a, b]);
    expect(second.metadata.cursors.next).toBeUndefined();
    const tagged = { 'tags.tags.tagIds': { $hasSome: ['t1', 't2'] } };
    const count = async (filter: Json) =>
      (await post('/v4/deleted-forms/count', { filter, namespace: NAMESPACE })).body;
    expect(await count({ id: { $in: [a, b] } })).toEqual({ count: 2 });
    expect(await count({ id: { $in: [a, b] }, ...tagged })).toEqual({ count: 1 });
    expect((await get(`/v4/forms/trash-bin/${a}`)).body.form).toMatchObject({ id: a, name: 'Trash A' });
  });

  it('counts by state and by filter, for visitors what they may see', async () => {
    const namespace = 'wix.pricing_plans.v1.custom_form';
    await make({ namespace });
    await make({ namespace, enabled: false });
    await trashed({ namespace });
    const counts = { totalCount: 2, activeCount: 1, disabledCount: 1 };
    expect((await post('/v4/forms/count', { namespace })).body).toEqual(counts);
    expect((await post('/v4/forms/count', { namespace, fieldsets: ['DELETED'] })).body).toEqual({
      ...counts,
      deletedCount: 1,
    });
    const byFilter = async (filter: Json | undefined, as = t.key) =>
      (await post('/v4/forms/count-by-filter', { filter, namespace }, as)).body.count;
    expect([await byFilter(undefined), await byFilter({ enabled: false }), await byFilter({}, t.visitor)]).toEqual([
      2, 1, 1,
    ]);
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

  it('forgets deleted fields for good: their targets are unknown from then on', async () => {
    const [kept, gone] = [text('kept'), text('gone')];
    const form = await make({ formFields: [kept, gone] });
    const body = { form: { id: form.id, revision: '1', formFields: [kept] } };
    await t.call({ method: 'PATCH', path: `/v4/forms/${form.id}`, body, as: t.key });
    const submit = () =>
      post('/v4/submissions', { submission: { formId: form.id, submissions: { gone: 'x' } } }, t.visitor);
    expect((await submit()).status).toBe(200);
    const answer = await post('/v4/forms/fields/delete', { formId: form.id, fieldsIds: [gone.id] });
    expect(answer.body.form).toMatchObject({ deletedFormFields: [], deletedFields: [], revision: '3' });
    expect((await submit()).status).toBe(400);
  });

  it('sets the extended fields of one namespace and leaves the others', async () => {
    const form = await make({ extendedFields: { namespaces: { '@a/one': { n: 1 } } } });
    const set = (namespace: string, namespaceData: Json) =>
      post(`/v4/forms/${form.id}/extended-fields`, { id: form.id, namespace, namespaceData });
    expect((await set('@a/two', { x: [1] })).body).toEqual({ namespace: '@a/two', namespaceData: { x: [1] } });
    await set('__proto__', { polluted: true });
    const { extendedFields } = (await get(`/v4/forms/${form.id}`)).body.form;
    expect(extendedFields.namespaces).toMatchObject({ '@a/one': { n: 1 }, '@a/two': { x: [1] } });
    expect(({} as Json).polluted).toBeUndefined();
  });

  it('sums a form up by label and kind, deleted fields after the others', async () => {
    const kinds = [
      text('mail', { format: 'EMAIL' }),
      input('stars', 'NUMBER', 'numberOptions', {
        componentType: 'RATING_INPUT',
        ratingInputOptions: { label: 'Stars' },
      }),
      input('sign', 'WIX_FILE', 'wixFileOptions', { componentType: 'SIGNATURE', signatureOptions: { label: 'Sign' } }),
      input('home', 'ADDRESS', 'addressOptions', { componentType: 'MULTILINE_ADDRESS', multilineAddressOptions: {} }),
      input('when', 'SCHEDULING', 'schedulingOptions', {
        componentType: 'APPOINTMENT',
        appointmentOptions: { name: 'x' },
      }),
      input('rows', 'OBJECT_ARRAY', 'objectArrayOptions', {
        componentType: 'REPEATER',
        repeaterOptions: { fields: [text('inner')] },
      }),
      input('agreed', 'BOOLEAN', 'booleanOptions', {
        componentType: 'CHECKBOX',
        checkboxOptions: { label: { nodes: [paragraphOf('I agree')] } },
      }),
    ];
    const colour = contactForm().formFields[4] as Json;
    const old = text('old');
    const form = await make({ formFields: [...kinds, colour, old] });
    const body = { form: { id: form.id, revision: '1', formFields: [...kinds, colour] } };
    await t.call({ method: 'PATCH', path: `/v4/forms/${form.id}`, body, as: t.key });
    const { formSummary } = (await get(`/v4/forms/${form.id}/summary`, t.visitor)).body;
    expect(formSummary.id).toBe(form.id);
    expect(formSummary.fields.map((field: Json) => [field.target, field.type, field.deleted])).toEqual([
      ['mail', 'EMAIL', false],
      ['stars', 'RATING', false],
      ['sign', 'SIGNATURE', false],
      ['home', 'MULTILINE_ADDRESS', false],
      ['when', 'UNKNOWN_INPUT_TYPE', false],
      ['rows', 'OBJECT_ARRAY', false],
      ['agreed', 'BOOLEAN', false],
      ['colour', 'STRING', false],
      ['old', 'STRING', true],
    ]);
    expect(formSummary.fields[5].fields).toMatchObject([{ target: 'inner', type: 'STRING', label: 'inner' }]);
    expect(formSummary.fields[6].label).toBe('I agree');
    expect(formSummary.fields[7].options).toEqual([
      { label: 'red', value: 'red' },
      { label: 'green', value: 'green' },
    ]);
  });

  it('tells the viewer what it asks beside the form', async () => {
    const named = '0d5dcb6d-1403-4b80-b73e-6d90a2245561';
    const all = (await get('/form-template-service/v1/templates', t.visitor)).body.templates;
    expect(all).toHaveLength(12);
    const asked = [...addressTemplates.keys()].map((id) => `templateIds=${id}`).join('&');
    const path = `/form-template-service/v1/templates?${asked}&namespace=wix.form_platform.form`;
    expect((await get(path, t.visitor)).body.templates).toEqual(all);
    const one = (await get(`/v1/templates?templateIds=${named}&templateIds=none`, t.visitor)).body.templates;
    expect(one).toMatchObject([{ id: named, fields: [{ target: 'addressLine' }, {}, {}, {}] }]);

    expect((await get('/forms/v4/standalone-forms/site-properties', t.visitor)).body).toMatchObject({
      siteProperties: { localeCountry: 'US', localeLanguageCode: 'en', paymentCurrency: 'USD' },
    });
    const { configs } = (await get('/v4/forms/providers-config', t.visitor)).body;
    expect(configs[0]).toEqual({
      namespace: NAMESPACE,
      appId: '225dd912-7dea-4738-8688-4b8c6955ffc2',
      restrictions: { maxForms: 1_000, maxFields: 500, maxDeletedForms: 1_000, maxDeletedFields: 150 },
    });
    const form = await make();
    const { restrictions, totalFormCount } = (await get('/_api/form-app-service/v4/restrictions')).body;
    expect(restrictions).toMatchObject({
      formsLimit: { limit: 1_000, warnThreshold: 900 },
      stepsLimit: { limit: 100 },
    });
    await remove(`/v4/forms/${form.id}`);
    expect((await get('/v4/restrictions')).body.totalFormCount).toBe(totalFormCount - 1);
  });

  it('hides the right answers of a quiz and the owner’s decisions from those who fill it in', async () => {
    const answers = { correctAnswersList: { correctAnswers: ['the secret'] }, score: 3 };
    const block = {
      componentType: 'TEXT_INPUT',
      textInputOptions: { label: 'Q' },
      validation: {},
      quizFieldSettings: answers,
    };
    const policy = { captchaRequired: true, notify: { addresses: ['secret@example.org'] } };
    const form = await make({
      formFields: [input('q', 'STRING', 'stringOptions', block)],
      submissionPolicy: policy,
      postSubmissionTriggers: { upsertContact: { labels: ['the secret'] } },
    });
    const places = [
      `/v4/forms/${form.id}`,
      `/v4/forms?${packed({ namespace: NAMESPACE, formIds: [form.id] })}`,
      `/v4/forms/${form.id}/summary`,
    ];
    for (const as of [t.visitor, t.member, await t.keyWith(['forms:read'])]) {
      for (const path of places) expect((await get(path, as)).text).not.toContain('secret');
      const queried = await post('/v4/forms/query', { query: { filter: { namespace: NAMESPACE, id: form.id } } }, as);
      expect(queried.text).not.toContain('secret');
      expect(queried.body.forms[0].submissionPolicy).toEqual({ captchaRequired: true });
    }
    const viewer = (await get(places[0] as string, await t.userToken('viewer'))).body.form;
    expect(viewer.submissionPolicy).toEqual(policy);
    expect(viewer.formFields[0].inputOptions.stringOptions.quizFieldSettings).toEqual(answers);
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

  it('tells of each form that is made, changed, switched off and on, and deleted', async () => {
    const types = (['created', 'updated', 'deleted', 'disabled_form', 'enabled_form'] as const).map(
      (word) => `wix.forms.v4.form_${word}` as const,
    );
    const heard: { entityId: string; type: string }[] = [];
    const unlisten = listen(types, async (_db, event) => void heard.push(event));
    const form = await make();
    // Events of the tests before may still be on their way.
    const told = () =>
      heard.flatMap(({ entityId, type }) => (entityId === form.id ? type.replace('wix.forms.v4.form_', '') : []));
    const switched = (enabled: boolean, revision: string) =>
      t.call({
        method: 'PATCH',
        path: `/v4/forms/${form.id}`,
        body: { form: { id: form.id, revision, enabled } },
        as: t.key,
      });
    await switched(false, '1');
    await switched(true, '2');
    await remove(`/v4/forms/${form.id}`);
    const expected = ['created', 'updated', 'disabled_form', 'updated', 'enabled_form', 'deleted'];
    await expect.poll(() => told().sort()).toEqual([...expected].sort());
    unlisten();
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

  it.each<[string, string, Json, string]>([
    ['tags without any', '/v4/bulk/forms/update-tags', { formIds: ['a'] }, 'EMPTY_ASSIGN_AND_UNASSIGN_LISTS'],
    [
      'tags by filter without any',
      '/v4/bulk/forms/update-tags-by-filter',
      { filter: { namespace: NAMESPACE }, assignTags: { tags: { tagIds: [] } } },
      'EMPTY_ASSIGN_AND_UNASSIGN_LISTS',
    ],
    [
      'tags by a filter without a namespace',
      '/v4/bulk/forms/update-tags-by-filter',
      { filter: {}, assignTags: { tags: { tagIds: ['a'] } } },
      'MISSING_NAMESPACE_FILTER',
    ],
    ['the trash without a namespace', '/v4/forms/trash-bin/query', { query: {} }, 'MISSING_NAMESPACE_FILTER'],
    [
      'a count by what is no field',
      '/v4/forms/count-by-filter',
      { filter: { x: 1 }, namespace: NAMESPACE },
      'INVALID_FILTER',
    ],
    [
      'a count of the trash by it',
      '/v4/deleted-forms/count',
      { filter: { x: 1 }, namespace: NAMESPACE },
      'INVALID_FILTER',
    ],
    ['a made-up cursor', '/v4/forms/query', { query: { cursorPaging: { cursor: 'x' } } }, 'INVALID_CURSOR'],
  ])('refuses %s', async (_what, path, body, code) => {
    const answer = await post(path, body);
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
  });

  it('works within one namespace in bulk', async () => {
    const [a, b] = [await make(), await make({ namespace: QUIZ })];
    const code = 'MULTI_NAMESPACE_BULK_OPERATION';
    const formIds = [a.id, b.id];
    const assignTags = { tags: { tagIds: ['x'] } };
    expect(codeOf(await post('/v4/bulk/forms/clone', { formIds, namespace: NAMESPACE }))).toBe(code);
    expect(codeOf(await post('/v4/bulk/forms/update-tags', { formIds, assignTags }))).toBe(code);
  });

  it('lets no form grow over its size by small steps', async () => {
    const form = await make();
    const set = (n: number) =>
      post(`/v4/forms/${form.id}/extended-fields`, {
        namespace: `@a/n${n}`,
        namespaceData: { x: 'x'.repeat(250_000) },
      });
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await set(n));
    expect(answers.map((answer) => answer.status)).toContain(400);
    expect(rulesOf(answers.find((answer) => answer.status === 400) as never)).toEqual(['FORM_SIZE_EXCEEDED']);
  });

  it('refuses a mask that is none', async () => {
    const form = await make();
    const body = { form: { id: form.id, revision: '1', name: 'x' }, mask: 7 };
    expect(codeOf(await t.call({ method: 'PATCH', path: `/v4/forms/${form.id}`, body, as: t.key }))).toBe(
      'INVALID_MASK',
    );
  });
});

/** Each call of an owner, on a form that is there and one in the trash. */
const calls = (id: string, deleted: string): [string, 'GET' | 'POST' | 'PATCH' | 'DELETE', string, Json?][] => [
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

describe('401 and 403', () => {
  it('lets nobody without the right do what is the owner’s', async () => {
    const [form, deleted] = [await make(), await trashed()];
    const refused = {
      nobody: [undefined, 401],
      visitor: [t.visitor, 403],
      member: [t.member, 403],
      viewer: [await t.userToken('viewer'), 403],
      'key for data': [await t.keyWith(['items:all']), 403],
      'key that reads forms': [await t.keyWith(['forms:read']), 403],
      'key for submissions': [await t.keyWith(['submissions:manage']), 403],
    } as const;
    for (const [who, [as, status]] of Object.entries(refused)) {
      for (const [name, method, path, body] of calls(form.id, deleted)) {
        const answer = await t.call({ method, path, body, ...(as ? { as } : {}) });
        expect([who, name, answer.status]).toEqual([who, name, status]);
      }
    }
    expect((await get(`/v4/forms/${form.id}`)).body.form).toEqual(form);
    expect((await get(`/v4/forms/trash-bin/${deleted}`)).status).toBe(200);
  });

  it('lets an editor and a key with the scope do it', async () => {
    for (const as of [await t.userToken('editor'), await t.keyWith(['forms:manage', 'forms:read'])]) {
      const [form, deleted] = [await make(), await trashed()];
      const late = ['delete', 'bulk delete', 'remove deleted', 'deleted field', 'restore'];
      for (const [name, method, path, body] of calls(form.id, deleted).filter(([name]) => !late.includes(name))) {
        const answer = await t.call({ method, path, body, as });
        expect([name, answer.status]).toEqual([name, 200]);
      }
      expect((await remove(`/v4/forms/${form.id}`, as)).status).toBe(200);
    }
  });
});

describe('404 and 409', () => {
  it('knows no form of another site', async () => {
    const [form, deleted] = [await make({ name: 'Hidden' }), await trashed({ name: 'Hidden too' })];
    for (const [name, method, path, body] of calls(form.id, deleted)) {
      if (['create', 'bulk create', 'restrictions'].includes(name)) continue;
      const answer = await t.call({ method, path, body, as: other.key, headers: { 'wix-site-id': other.site.id } });
      expect(answer.text).not.toContain('Hidden');
      if (name.startsWith('bulk') || name === 'tags') expect(outcomes(answer)).toEqual(['FORM_NOT_FOUND']);
      else if (path.includes(form.id) || path.includes(deleted)) expect([name, answer.status]).toEqual([name, 404]);
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

  it.each([randomUUID(), 'no-id'])('knows no form %s', async (id) => {
    const plural = ['bulk clone', 'bulk delete', 'tags'];
    const single = calls(id, id).filter(
      ([name, , path]) =>
        path.includes(id) || ['from template', 'deleted field'].includes(name) || plural.includes(name),
    );
    expect(single.length).toBeGreaterThan(10);
    for (const [name, method, path, body] of single) {
      const answer = await t.call({ method, path, body, as: t.key });
      if (plural.includes(name)) expect(outcomes(answer)).toEqual(['FORM_NOT_FOUND']);
      else expect([name, answer.status, codeOf(answer)]).toEqual([name, 404, 'FORM_NOT_FOUND']);
    }
  });

  it('knows no deleted field that is none, and forgets none then', async () => {
    const form = await make();
    const answer = await post('/v4/forms/fields/delete', { formId: form.id, fieldsIds: [randomUUID()] });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'DELETED_FIELD_NOT_FOUND']);
  });

  it('refuses the id of a template that is a form', async () => {
    const { id } = await make();
    const body = { namespace: NAMESPACE, templateId: id, useTemplateId: true };
    expect((await post('/v4/forms/clone-from-template', body)).status).toBe(409);
  });
});

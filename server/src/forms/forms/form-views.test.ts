/** Forms as visitors see them, nested forms, and the calls of the vendor's viewer. */
import { addressTemplates } from '@portico/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { formCalls, packQuery } from '../testing/form-calls.ts';
import { contactForm, input, nestedForm, paragraphOf, text } from '../testing/sample-forms.ts';
import { type Json, NAMESPACE } from '../testing/submission-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { get, post, remove, make, change, list } = formCalls(() => t);

it('hides correct answers of a quiz and the owner’s settings from callers who are not staff', async () => {
  const quizSettings = { correctAnswersList: { correctAnswers: ['the secret'] }, score: 3 };
  const block = {
    componentType: 'TEXT_INPUT',
    textInputOptions: { label: 'Q' },
    validation: {},
    quizFieldSettings: quizSettings,
  };
  const policy = { captchaRequired: true, notify: { addresses: ['secret@example.org'] } };
  const form = await make({
    formFields: [input('q', 'STRING', 'stringOptions', block)],
    submissionPolicy: policy,
    postSubmissionTriggers: { upsertContact: { labels: ['the secret'] } },
  });
  const paths = [
    `/v4/forms/${form.id}`,
    `/v4/forms?${packQuery({ namespace: NAMESPACE, formIds: [form.id] })}`,
    `/v4/forms/${form.id}/summary`,
  ];
  for (const as of [t.visitor, t.member, await t.keyWith(['forms:read'])]) {
    for (const path of paths) expect((await get(path, as)).text).not.toContain('secret');
    const queryResponse = await post(
      '/v4/forms/query',
      { query: { filter: { namespace: NAMESPACE, id: form.id } } },
      as,
    );
    expect(queryResponse.text).not.toContain('secret');
    expect(queryResponse.body.forms[0].submissionPolicy).toEqual({ captchaRequired: true });
  }
  const viewer = (await get(paths[0] as string, await t.userToken('viewer'))).body.form;
  expect(viewer.submissionPolicy).toEqual(policy);
  expect(viewer.formFields[0].inputOptions.stringOptions.quizFieldSettings).toEqual(quizSettings);
});

it('lists forms with nested forms, or without fields', async () => {
  const inner = await make({ name: 'Inner', formFields: [text('street')] });
  const outer = await make({ name: 'Outer', formFields: [nestedForm('where', inner.id)] });
  const [defaultForm] = await list({ formIds: [outer.id] }, t.visitor);
  expect(defaultForm?.nestedForms).toBeUndefined();
  const [nested] = await list({ formIds: [outer.id], fieldsets: ['NESTED_FORMS'] }, t.visitor);
  expect(nested?.nestedForms).toMatchObject([{ targets: ['where'], form: { id: inner.id, name: 'Inner' } }]);
  const [briefForm] = await list({ formIds: [outer.id], fieldsets: ['METADATA'] });
  expect(briefForm).toMatchObject({ id: outer.id, name: 'Outer', formFields: [], fields: [], steps: [] });
  // The response omits a nested form that is in the trash.
  await remove(`/v4/forms/${inner.id}`);
  const [without] = await list({ formIds: [outer.id], fieldsets: ['NESTED_FORMS'] });
  expect(without?.nestedForms).toBeUndefined();
});

it('checks values against nested forms, also if a form nests itself', async () => {
  const inner = await make({ name: 'Inner', formFields: [text('street', { maxLength: 5 }, { required: true })] });
  const outer = await make({ name: 'Outer', formFields: [nestedForm('where', inner.id)] });
  const submit = async (formId: string, submissions: Json) => {
    const response = await post('/v4/submissions', { submission: { formId, submissions } }, t.visitor);
    const [violation] = response.body.details?.validationError.fieldViolations ?? [];
    return violation ? violation.data.errors.map((error: Json) => [error.errorPath, error.errorType]) : response.status;
  };
  expect(await submit(outer.id, { where: { street: 'Oak' } })).toBe(200);
  expect(await submit(outer.id, { where: { street: 'Oak Road' } })).toEqual([['where/street', 'MAX_LENGTH_ERROR']]);
  expect(await submit(outer.id, { where: { x: 1 } })).toContainEqual(['where/x', 'UNKNOWN_VALUE_ERROR']);

  const form = await make({ formFields: [text('a')] });
  const formFields = [text('a'), ...Array.from({ length: 200 }, (_, n) => nestedForm(`n${n}`, form.id))];
  expect((await change({ id: form.id, revision: '1', formFields })).status).toBe(200);
  expect(await submit(form.id, { n7: { a: 'x', n8: { a: 'y' } } })).toBe(200);
  expect(await submit(form.id, { n7: { n8: { b: 'y' } } })).toEqual([['n7/n8/b', 'UNKNOWN_VALUE_ERROR']]);
});

it('returns a summary with label and type of each field, deleted fields last', async () => {
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
  await change({ id: form.id, revision: '1', formFields: [...kinds, colour] });
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

it('returns address templates, site properties, provider configurations and restrictions to the vendor’s viewer', async () => {
  const templateId = '0d5dcb6d-1403-4b80-b73e-6d90a2245561';
  const all = (await get('/form-template-service/v1/templates', t.visitor)).body.templates;
  expect(all).toHaveLength(12);
  const parameters = [...addressTemplates.keys()].map((id) => `templateIds=${id}`).join('&');
  const path = `/form-template-service/v1/templates?${parameters}&namespace=wix.form_platform.form`;
  expect((await get(path, t.visitor)).body.templates).toEqual(all);
  const one = (await get(`/v1/templates?templateIds=${templateId}&templateIds=none`, t.visitor)).body.templates;
  expect(one).toMatchObject([{ id: templateId, fields: [{ target: 'addressLine' }, {}, {}, {}] }]);

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

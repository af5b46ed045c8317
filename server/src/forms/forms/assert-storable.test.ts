/** The checks on saving a form: what a call returns if the form violates a rule. domain/ tests the rules in detail. */
import { randomUUID } from 'node:crypto';
import { formLimits, toFormField } from '@portico/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../../testing/index.ts';
import { violationsOf } from '../../testing/responses.ts';
import { input, text } from '../testing/sample-forms.ts';

type Json = Record<string, unknown>;

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const create = (form: unknown, as = t.key) => t.call({ method: 'POST', path: '/v4/forms', body: { form }, as });
const make = async (form: Json) => {
  const response = await create({ name: 'F', ...form });
  expect(response.status).toBe(200);
  return response.body.form;
};
const change = (form: Json) =>
  t.call({ method: 'PATCH', path: `/v4/forms/${form.id}`, body: { form: { revision: '1', ...form } }, as: t.key });
const rulesAndFieldsOf = (response: TestResponse) =>
  violationsOf(response).map(({ ruleName, field }) => [ruleName, field]);

const GUID = /^[0-9a-f-]{36}$/;
const condition = { target: 'f', operator: 'EQUAL', value: 1 };
const makeRule = (expression: unknown, more: Json = {}) => ({
  formRules: [{ id: 'r', expression, overrides: [], ...more }],
});
const validExpression = { and: { conditions: [{ condition }] } };
const paymentField = (target: string, id: string, fixedPaymentOptions: Json = { label: 'Fee' }) =>
  input(target, 'PAYMENT', 'paymentOptions', {
    componentType: 'FIXED_PAYMENT',
    fixedPaymentOptions,
    validation: { products: [{ id, priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '5.00' } }] },
  });
const layoutItem = (fieldId: string) => ({ fieldId, row: 0, column: 0, width: 12, height: 1 });
const makeLayout = (items: Json[]) => ({ large: { items }, medium: { items }, small: { items } });
const nestedFormField = (nestedFormId?: string, fieldOverrides: Json = {}) => ({
  ...input(
    'n',
    'OBJECT',
    'objectOptions',
    {},
    nestedFormId ? { nestedFormId, nestedFormOverrides: { fieldOverrides } } : {},
  ),
  identifier: 'NESTED_FORM',
});

describe('responses with status 400', () => {
  const same = text('a');
  it.each<[string, Json, string]>([
    ['UNSUPPORTED_FORM_NAMESPACE', { namespace: 'short' }, 'form.namespace'],
    ['DUPLICATED_FIELD_IDS', { formFields: [same, { ...text('b'), id: same.id }] }, 'form.formFields.1.id'],
    ['DUPLICATED_FIELD_TARGETS', { formFields: [text('a'), text('a')] }, 'form.formFields.1.inputOptions.target'],
    ['DUPLICATED_STEP_IDS', { steps: [{ id: 's' }, { id: 's' }] }, 'form.steps.1.id'],
    [
      'DUPLICATED_RULE_IDS',
      { formRules: [1, 2].map(() => ({ id: 'r', expression: validExpression })) },
      'form.formRules.1.id',
    ],
    ['MISSING_FIELD_TARGETS', { formFields: [text('')] }, 'form.formFields.0.inputOptions.target'],
    ['UNSUPPORTED_FIELD_TARGETS_NAME', { formFields: [text('1a')] }, 'form.formFields.0.inputOptions.target'],
    ['MISSING_NESTED_FORM_IDS', { formFields: [nestedFormField()] }, 'form.formFields.0.inputOptions.nestedFormId'],
    [
      'NON_EXISTING_NESTED_FORMS',
      { formFields: [nestedFormField(randomUUID())] },
      'form.formFields.0.inputOptions.nestedFormId',
    ],
    [
      'NON_EXISTING_NESTED_FORMS',
      { formFields: [nestedFormField('no-guid')] },
      'form.formFields.0.inputOptions.nestedFormId',
    ],
    [
      'FIELD_SCHEMA_NOT_SUPPORTED',
      { formFields: [input('f', 'POEM', 'x', {})] },
      'form.formFields.0.inputOptions.inputType',
    ],
    [
      'FIELD_SCHEMA_NOT_SUPPORTED',
      { fields: [{ target: 'f', validation: { poem: {} }, view: {} }] },
      'form.formFields.0.inputOptions.inputType',
    ],
    [
      'DUPLICATED_PRODUCT_IDS',
      { formFields: [paymentField('a', 'p'), paymentField('b', 'p')] },
      'form.formFields.1.inputOptions.paymentOptions.validation.products.0.id',
    ],
    [
      'MISSING_PRODUCT_NAME',
      { formFields: [paymentField('a', 'p', {})] },
      'form.formFields.0.inputOptions.paymentOptions.validation.products.0',
    ],
    [
      'INVALID_FORM_STEPS',
      { steps: [{ layout: makeLayout([layoutItem('missing')]) }] },
      'form.steps.0.layout.large.items.0.fieldId',
    ],
    ['UNGROUPED_RULE_EXPRESSION_ROOT', makeRule({ condition }), 'form.formRules.0.expression'],
    [
      'RULE_CONDITION_VALUE_MISSING',
      makeRule({ or: { conditions: [{ condition: { target: 'f', operator: 'EMPTY' } }] } }),
      'form.formRules.0.expression.or.conditions.0.condition.value',
    ],
    [
      'UNSAFE_REDIRECT_URL',
      { submitSettings: { redirectOptions: { redirectUrl: ' javascript:alert(1)' } } },
      'form.submitSettings.redirectOptions.redirectUrl',
    ],
    ['RICH_CONTENT_NOT_SUPPORTED', { disabledFormMessage: { nodes: 1 } }, 'form.disabledFormMessage.nodes'],
    ['FORM_SIZE_EXCEEDED', { formFields: [], postSubmissionTriggers: { x: 'x'.repeat(900_000) } }, 'form'],
  ])('for %s', async (ruleName, form, field) => {
    expect(rulesAndFieldsOf(await create({ name: 'Wrong', ...form }))).toContainEqual([ruleName, field]);
  });

  it('returns data about a violation', async () => {
    const [violation] = violationsOf(await create({ formFields: [nestedFormField(randomUUID())] }));
    expect(violation).toMatchObject({
      violatedRule: 'OTHER',
      data: { targetToNestedFormId: { n: expect.any(String) } },
    });
  });

  it.each(['formFields', 'fields'])('returns FORM_FIELDS_COUNT_EXCEEDED for 501 %s', async (key) => {
    const formFields = Array.from({ length: 501 }, (_, index) => text(`f${index}`));
    const fields = formFields.map(toFormField);
    expect(rulesAndFieldsOf(await create(key === 'fields' ? { fields } : { formFields }))).toContainEqual([
      'FORM_FIELDS_COUNT_EXCEEDED',
      'form.formFields',
    ]);
  });

  it('returns 400 for more fields, steps, rules or forms than the settings allow, but not for existing ones', async () => {
    const form = await make({ formFields: [text('a'), text('b')] });
    const limits = (await t.ctx.env.site(t.site.id))?.settings.forms.limits;
    await t.configure({ forms: { limits: { maxFields: 1, maxSteps: 1, maxRules: 1, maxForms: 1 } } });
    const two = {
      formFields: [text('a'), text('b')],
      steps: [{ id: 's1' }, { id: 's2' }],
      formRules: ['r1', 'r2'].map((id) => ({ id, expression: validExpression })),
    };
    const ruleNames = ['FIELDS', 'STEPS', 'RULES'].map((what) => `${what}_COUNT_RESTRICTIONS_ERROR`);
    const rejected = violationsOf(await create(two));
    expect(rejected.map(({ ruleName }) => ruleName)).toEqual(ruleNames);
    expect(rejected[0]).toMatchObject({ field: 'form', data: { limit: 1, errors: [{ errorType: ruleNames[0] }] } });
    expect((await change({ id: form.id, formFields: form.formFields })).status).toBe(200);
    const updateResponse = await change({ id: form.id, revision: '2', formFields: [...form.formFields, text('c')] });
    expect(rulesAndFieldsOf(updateResponse)).toEqual([['FIELDS_COUNT_RESTRICTIONS_ERROR', 'form']]);
    expect(rulesAndFieldsOf(await create({ formFields: [] }))).toEqual([['FORMS_COUNT_RESTRICTIONS_ERROR', 'form']]);
    await t.configure({ forms: { limits } });
  });

  it('returns 400 for more forms than a site or its trash may have', async () => {
    const site = await t.secondSite();
    const call = (method: 'POST' | 'DELETE', path: string, body?: unknown) =>
      t.call({ method, path, body, as: site.key, headers: { 'wix-site-id': site.site.id } });
    const forms = await Promise.all(
      ['A', 'B'].map((name) => call('POST', '/v4/forms', { form: { name, formFields: [] } })),
    );
    await sql`insert into forms (site_id, id, namespace, name, enabled, document, created_at, updated_at)
      select ${site.site.id}, gen_random_uuid(), 'wix.form_app.form', 'F' || n, true, '{}', now(), now()
      from generate_series(3, ${formLimits.forms}) n`.execute(t.db);
    expect(rulesAndFieldsOf(await call('POST', '/v4/forms', { form: { formFields: [] } }))).toEqual([
      ['NAMESPACE_FORMS_COUNT_EXCEEDED', 'form'],
    ]);
    await sql`update forms set deleted_at = now() where site_id = ${site.site.id} and name like 'F%'`.execute(t.db);
    const { id } = forms[0]?.body.form ?? {};
    expect(rulesAndFieldsOf(await call('DELETE', `/v4/forms/${id}`))).toEqual([
      ['NAMESPACE_DELETED_FORMS_COUNT_EXCEEDED', 'form'],
    ]);
    expect((await call('DELETE', `/v4/forms/${id}?permanent=true`)).status).toBe(200);
  });

  it('returns 400 for an extension without the fields, rules and mappings that it extends', async () => {
    const mapped = text('a', {}, { contactMapping: { contactField: 'EMAIL' } });
    const source = await make({ formFields: [mapped] });
    const formFields = [{ ...mapped, id: randomUUID() }];
    const form = await make({
      kind: 'EXTENSION',
      sourceFormId: source.id,
      formFields,
      ...makeRule(validExpression, { namespaceRule: true }),
    });
    expect(form).toMatchObject({ kind: 'EXTENSION', sourceFormId: source.id });
    const lost = await change({ id: form.id, formFields: [], formRules: [] });
    expect(rulesAndFieldsOf(lost)).toEqual([
      ['MISSING_FORM_FIELDS', 'form.formFields'],
      ['MISSING_FORM_RULES', 'form.formRules'],
    ]);
    const unmappedFields = formFields.map((field) => ({
      ...field,
      inputOptions: { ...field.inputOptions, contactMapping: {} },
    }));
    expect(rulesAndFieldsOf(await change({ id: form.id, formFields: unmappedFields }))).toEqual([
      ['MISSING_FORM_CONTACT_MAPPINGS', 'form.formFields'],
    ]);
    await t.call({ method: 'DELETE', path: `/v4/forms/${source.id}`, as: t.key });
    expect(rulesAndFieldsOf(await change({ id: form.id, name: 'Other' }))).toEqual([
      ['TEMPLATE_NOT_EXTENDABLE', 'form.sourceFormId'],
    ]);
  });

  it('returns 400 for overrides of fields that a nested form does not have', async () => {
    const inner = await make({ formFields: [text('x')] });
    expect(
      (await create({ formFields: [nestedFormField(inner.id, { [inner.formFields[0].id]: { hidden: true } })] }))
        .status,
    ).toBe(200);
    expect(
      rulesAndFieldsOf(await create({ formFields: [nestedFormField(inner.id, { missing: { hidden: true } })] })),
    ).toEqual([['NESTED_FORM_FIELDS_MISSING', 'form.formFields.0.inputOptions.nestedFormOverrides.fieldOverrides']]);
    const { key, site } = await t.secondSite();
    const foreign = await t.call({
      method: 'POST',
      path: '/v4/forms',
      body: { form: { formFields: [nestedFormField(inner.id)] } },
      as: key,
      headers: { 'wix-site-id': site.id },
    });
    expect(rulesAndFieldsOf(foreign)).toEqual([
      ['NON_EXISTING_NESTED_FORMS', 'form.formFields.0.inputOptions.nestedFormId'],
    ]);
  });
});

describe('responses with status 200', () => {
  it('removes deleted fields from layouts, and appends new ones', async () => {
    const [a, b, c] = [text('a'), text('b'), text('c')];
    const form = await make({
      formFields: [a, b],
      steps: [{ id: 's', layout: makeLayout([layoutItem(a.id), { ...layoutItem(b.id), row: 1 }]) }],
    });
    const changed = (await change({ id: form.id, formFields: [b, c] })).body.form;
    for (const size of ['large', 'medium', 'small']) {
      expect(changed.steps[0].layout[size].items).toEqual([
        { ...layoutItem(b.id), row: 1 },
        { ...layoutItem(c.id), row: 2 },
      ]);
    }
    // A client may remove a field and send the layouts unchanged, so they still name the field.
    const shortenedForm = (await change({ ...changed, formFields: [changed.formFields[1]] })).body.form;
    expect(shortenedForm.steps[0].layout.large.items).toEqual([{ ...layoutItem(c.id), row: 2 }]);
  });

  it('creates a step with all fields if a request removes the last one', async () => {
    const form = await make({ formFields: [text('a')], steps: [{ id: 's' }] });
    const changed = (await change({ id: form.id, steps: [] })).body.form;
    expect(changed.steps).toMatchObject([{ layout: { small: { items: [layoutItem(form.formFields[0].id)] } } }]);
  });

  it('adds ids to products and to fields of repeaters', async () => {
    const feeField = paymentField('a', undefined as never);
    const rows = input('g', 'OBJECT_ARRAY', 'objectArrayOptions', {
      componentType: 'REPEATER',
      repeaterOptions: { fields: [{ inputOptions: text('name').inputOptions }] },
    });
    const form = await make({ formFields: [feeField, rows] });
    const [feeOptions, guests] = form.formFields.map((field: Json) => field.inputOptions);
    expect(feeOptions.paymentOptions.validation.products[0].id).toMatch(GUID);
    expect(guests.objectArrayOptions.repeaterOptions.fields[0]).toMatchObject({
      id: expect.stringMatching(GUID),
      fieldType: 'INPUT',
    });
  });

  it('completes layout items, because the vendor’s viewer shows none without height', async () => {
    const a = text('a');
    const form = await make({ formFields: [a], steps: [{ layout: { large: { items: [{ fieldId: a.id }] } } }] });
    expect(form.steps[0].layout.large.items).toEqual([layoutItem(a.id)]);
  });

  it('checks a submission against a nested form with the overrides of its field', async () => {
    const inner = await make({ formFields: [text('x', {}, { required: true }), text('y')] });
    const [x, y] = inner.formFields;
    const overrides = { [x.id]: { required: false }, [y.id]: { required: true } };
    const { id: formId } = await make({ formFields: [nestedFormField(inner.id, overrides)] });
    const storeWithout = async (n: Json) => {
      const body = { submission: { formId, submissions: { n } } };
      const { violationErrors } = (
        await t.call({ method: 'POST', path: '/v4/submissions/validate', body, as: t.visitor })
      ).body;
      return violationErrors.flatMap((one: { submissionValidationErrors: { errors: Json[] } }) =>
        one.submissionValidationErrors.errors.map(({ errorPath }) => errorPath),
      );
    };
    expect(await storeWithout({ x: 'a' })).toEqual(['n/y']);
    expect(await storeWithout({ y: 'b' })).toEqual([]);
  });

  it('returns correct answers of a quiz only to staff, in both generations', async () => {
    const options = ['a', 'b'].map((value) => ({ value, label: value }));
    const question = input('q', 'STRING', 'stringOptions', {
      componentType: 'RADIO_GROUP',
      radioGroupOptions: { options },
      quizFieldSettings: { score: 2, correctAnswersList: { correctAnswers: ['b'] } },
    });
    const form = await make({ formFields: [question] });
    expect(form.fields[0].view).toMatchObject({ score: 2, correctAnswers: ['b'] });
    const seen = await t.call({ method: 'GET', path: `/v4/forms/${form.id}`, as: t.visitor });
    expect(seen.body.form.fields[0].view).toMatchObject({ score: 2 });
    expect(seen.text).not.toContain('correctAnswers');
  });

  it('stores rules of the earlier generation that the current one cannot express', async () => {
    const rules = [
      {
        id: 'r',
        condition: { and: [{ fact: 'f1', operator: 'checked' }] },
        overrides: [{ entityType: 'FIELD', entityId: 'f1', valueChanges: { 'view.options': [], hidden: true } }],
      },
    ];
    const form = await make({ formFields: [{ ...text('a'), id: 'f1' }], rules });
    expect(form.rules[0]).toMatchObject({
      ...rules[0],
      condition: { and: [{ fact: 'f1', operator: 'checked', value: true }] },
    });
  });
});

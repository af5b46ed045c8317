/** Checks on saving a form, through HTTP: each rule as the answer that a client reads. The whole table is in domain/. */
import { randomUUID } from 'node:crypto';
import { formLimits, toFormField } from '@portico/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../../testing/answers.ts';
import { type Answered, type TestServer, testServer } from '../../testing/index.ts';
import { input, text } from '../testing/forms.fixture.ts';

type Json = Record<string, unknown>;

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const create = (form: unknown, as = t.key) => t.call({ method: 'POST', path: '/v4/forms', body: { form }, as });
const make = async (form: Json) => {
  const answer = await create({ name: 'F', ...form });
  expect(answer.status).toBe(200);
  return answer.body.form;
};
const change = (form: Json) =>
  t.call({ method: 'PATCH', path: `/v4/forms/${form.id}`, body: { form: { revision: '1', ...form } }, as: t.key });
const named = (answer: Answered) => violationsOf(answer).map(({ ruleName, field }) => [ruleName, field]);

const GUID = /^[0-9a-f-]{36}$/;
const condition = { target: 'f', operator: 'EQUAL', value: 1 };
const rule = (expression: unknown, more: Json = {}) => ({
  formRules: [{ id: 'r', expression, overrides: [], ...more }],
});
const holding = { and: { conditions: [{ condition }] } };
const sale = (target: string, id: string, look: Json = { label: 'Fee' }) =>
  input(target, 'PAYMENT', 'paymentOptions', {
    componentType: 'FIXED_PAYMENT',
    fixedPaymentOptions: look,
    validation: { products: [{ id, priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '5.00' } }] },
  });
const item = (fieldId: string) => ({ fieldId, row: 0, column: 0, width: 12, height: 1 });
const layout = (items: Json[]) => ({ large: { items }, medium: { items }, small: { items } });
const nested = (nestedFormId?: string, fieldOverrides: Json = {}) => ({
  ...input(
    'n',
    'OBJECT',
    'objectOptions',
    {},
    nestedFormId ? { nestedFormId, nestedFormOverrides: { fieldOverrides } } : {},
  ),
  identifier: 'NESTED_FORM',
});

describe('400', () => {
  const same = text('a');
  it.each<[string, Json, string]>([
    ['UNSUPPORTED_FORM_NAMESPACE', { namespace: 'short' }, 'form.namespace'],
    ['DUPLICATED_FIELD_IDS', { formFields: [same, { ...text('b'), id: same.id }] }, 'form.formFields.1.id'],
    ['DUPLICATED_FIELD_TARGETS', { formFields: [text('a'), text('a')] }, 'form.formFields.1.inputOptions.target'],
    ['DUPLICATED_STEP_IDS', { steps: [{ id: 's' }, { id: 's' }] }, 'form.steps.1.id'],
    ['DUPLICATED_RULE_IDS', { formRules: [1, 2].map(() => ({ id: 'r', expression: holding })) }, 'form.formRules.1.id'],
    ['MISSING_FIELD_TARGETS', { formFields: [text('')] }, 'form.formFields.0.inputOptions.target'],
    ['UNSUPPORTED_FIELD_TARGETS_NAME', { formFields: [text('1a')] }, 'form.formFields.0.inputOptions.target'],
    ['MISSING_NESTED_FORM_IDS', { formFields: [nested()] }, 'form.formFields.0.inputOptions.nestedFormId'],
    [
      'NON_EXISTING_NESTED_FORMS',
      { formFields: [nested(randomUUID())] },
      'form.formFields.0.inputOptions.nestedFormId',
    ],
    ['NON_EXISTING_NESTED_FORMS', { formFields: [nested('no-guid')] }, 'form.formFields.0.inputOptions.nestedFormId'],
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
      { formFields: [sale('a', 'p'), sale('b', 'p')] },
      'form.formFields.1.inputOptions.paymentOptions.validation.products.0.id',
    ],
    [
      'MISSING_PRODUCT_NAME',
      { formFields: [sale('a', 'p', {})] },
      'form.formFields.0.inputOptions.paymentOptions.validation.products.0',
    ],
    [
      'INVALID_FORM_STEPS',
      { steps: [{ layout: layout([item('gone')]) }] },
      'form.steps.0.layout.large.items.0.fieldId',
    ],
    ['UNGROUPED_RULE_EXPRESSION_ROOT', rule({ condition }), 'form.formRules.0.expression'],
    [
      'RULE_CONDITION_VALUE_MISSING',
      rule({ or: { conditions: [{ condition: { target: 'f', operator: 'EMPTY' } }] } }),
      'form.formRules.0.expression.or.conditions.0.condition.value',
    ],
    [
      'UNSAFE_REDIRECT_URL',
      { submitSettings: { redirectOptions: { redirectUrl: ' javascript:alert(1)' } } },
      'form.submitSettings.redirectOptions.redirectUrl',
    ],
    ['RICH_CONTENT_NOT_SUPPORTED', { disabledFormMessage: { nodes: 1 } }, 'form.disabledFormMessage.nodes'],
    ['FORM_SIZE_EXCEEDED', { formFields: [], postSubmissionTriggers: { x: 'x'.repeat(900_000) } }, 'form'],
  ])('%s', async (ruleName, form, field) => {
    expect(named(await create({ name: 'Wrong', ...form }))).toContainEqual([ruleName, field]);
  });

  it('says what a client may want to know of it', async () => {
    const [violation] = violationsOf(await create({ formFields: [nested(randomUUID())] }));
    expect(violation).toMatchObject({
      violatedRule: 'OTHER',
      data: { targetToNestedFormId: { n: expect.any(String) } },
    });
  });

  it.each(['formFields', 'fields'])('FORM_FIELDS_COUNT_EXCEEDED for 501 %s', async (key) => {
    const formFields = Array.from({ length: 501 }, (_, index) => text(`f${index}`));
    const fields = formFields.map(toFormField);
    expect(named(await create(key === 'fields' ? { fields } : { formFields }))).toContainEqual([
      'FORM_FIELDS_COUNT_EXCEEDED',
      'form.formFields',
    ]);
  });

  it('refuses more than the owner allows, and what was there before stays', async () => {
    const form = await make({ formFields: [text('a'), text('b')] });
    const limits = (await t.ctx.env.site(t.site.id))?.settings.forms.limits;
    await t.configure({ forms: { limits: { maxFields: 1, maxSteps: 1, maxRules: 1, maxForms: 1 } } });
    const two = {
      formFields: [text('a'), text('b')],
      steps: [{ id: 's1' }, { id: 's2' }],
      formRules: ['r1', 'r2'].map((id) => ({ id, expression: holding })),
    };
    const words = ['FIELDS', 'STEPS', 'RULES'].map((what) => `${what}_COUNT_RESTRICTIONS_ERROR`);
    const refused = violationsOf(await create(two));
    expect(refused.map(({ ruleName }) => ruleName)).toEqual(words);
    expect(refused[0]).toMatchObject({ field: 'form', data: { limit: 1, errors: [{ errorType: words[0] }] } });
    expect((await change({ id: form.id, formFields: form.formFields })).status).toBe(200);
    const grown = await change({ id: form.id, revision: '2', formFields: [...form.formFields, text('c')] });
    expect(named(grown)).toEqual([['FIELDS_COUNT_RESTRICTIONS_ERROR', 'form']]);
    expect(named(await create({ formFields: [] }))).toEqual([['FORMS_COUNT_RESTRICTIONS_ERROR', 'form']]);
    await t.configure({ forms: { limits } });
  });

  it('has room for so many forms, and so many in the trash', async () => {
    const site = await t.secondSite();
    const call = (method: 'POST' | 'DELETE', path: string, body?: unknown) =>
      t.call({ method, path, body, as: site.key, headers: { 'wix-site-id': site.site.id } });
    const forms = await Promise.all(
      ['A', 'B'].map((name) => call('POST', '/v4/forms', { form: { name, formFields: [] } })),
    );
    await sql`insert into forms (site_id, id, namespace, name, enabled, document, created_at, updated_at)
      select ${site.site.id}, gen_random_uuid(), 'wix.form_app.form', 'F' || n, true, '{}', now(), now()
      from generate_series(3, ${formLimits.forms}) n`.execute(t.db);
    expect(named(await call('POST', '/v4/forms', { form: { formFields: [] } }))).toEqual([
      ['NAMESPACE_FORMS_COUNT_EXCEEDED', 'form'],
    ]);
    await sql`update forms set deleted_at = now() where site_id = ${site.site.id} and name like 'F%'`.execute(t.db);
    const { id } = forms[0]?.body.form ?? {};
    expect(named(await call('DELETE', `/v4/forms/${id}`))).toEqual([
      ['NAMESPACE_DELETED_FORMS_COUNT_EXCEEDED', 'form'],
    ]);
    expect((await call('DELETE', `/v4/forms/${id}?permanent=true`)).status).toBe(200);
  });

  it('keeps what an extension extends, and the rules of a namespace', async () => {
    const mapped = text('a', {}, { contactMapping: { contactField: 'EMAIL' } });
    const source = await make({ formFields: [mapped] });
    const formFields = [{ ...mapped, id: randomUUID() }];
    const form = await make({
      kind: 'EXTENSION',
      sourceFormId: source.id,
      formFields,
      ...rule(holding, { namespaceRule: true }),
    });
    expect(form).toMatchObject({ kind: 'EXTENSION', sourceFormId: source.id });
    const lost = await change({ id: form.id, formFields: [], formRules: [] });
    expect(named(lost)).toEqual([
      ['MISSING_FORM_FIELDS', 'form.formFields'],
      ['MISSING_FORM_RULES', 'form.formRules'],
    ]);
    const unmapped = formFields.map((field) => ({
      ...field,
      inputOptions: { ...field.inputOptions, contactMapping: {} },
    }));
    expect(named(await change({ id: form.id, formFields: unmapped }))).toEqual([
      ['MISSING_FORM_CONTACT_MAPPINGS', 'form.formFields'],
    ]);
    await t.call({ method: 'DELETE', path: `/v4/forms/${source.id}`, as: t.key });
    expect(named(await change({ id: form.id, name: 'Other' }))).toEqual([
      ['TEMPLATE_NOT_EXTENDABLE', 'form.sourceFormId'],
    ]);
  });

  it('names fields that a form inside the form has not', async () => {
    const inner = await make({ formFields: [text('x')] });
    expect(
      (await create({ formFields: [nested(inner.id, { [inner.formFields[0].id]: { hidden: true } })] })).status,
    ).toBe(200);
    expect(named(await create({ formFields: [nested(inner.id, { gone: { hidden: true } })] }))).toEqual([
      ['NESTED_FORM_FIELDS_MISSING', 'form.formFields.0.inputOptions.nestedFormOverrides.fieldOverrides'],
    ]);
    const { key, site } = await t.secondSite();
    const foreign = await t.call({
      method: 'POST',
      path: '/v4/forms',
      body: { form: { formFields: [nested(inner.id)] } },
      as: key,
      headers: { 'wix-site-id': site.id },
    });
    expect(named(foreign)).toEqual([['NON_EXISTING_NESTED_FORMS', 'form.formFields.0.inputOptions.nestedFormId']]);
  });
});

describe('200', () => {
  it('lets layouts follow their fields: what left is taken out, what came is put at the end', async () => {
    const [a, b, c] = [text('a'), text('b'), text('c')];
    const form = await make({
      formFields: [a, b],
      steps: [{ id: 's', layout: layout([item(a.id), { ...item(b.id), row: 1 }]) }],
    });
    const changed = (await change({ id: form.id, formFields: [b, c] })).body.form;
    for (const size of ['large', 'medium', 'small']) {
      expect(changed.steps[0].layout[size].items).toEqual([
        { ...item(b.id), row: 1 },
        { ...item(c.id), row: 2 },
      ]);
    }
    // as a client does that reads a form, takes a field out and sends the rest as it was
    const shorter = (await change({ ...changed, formFields: [changed.formFields[1]] })).body.form;
    expect(shorter.steps[0].layout.large.items).toEqual([{ ...item(c.id), row: 2 }]);
  });

  it('puts the fields on one page where the last page was taken away', async () => {
    const form = await make({ formFields: [text('a')], steps: [{ id: 's' }] });
    const changed = (await change({ id: form.id, steps: [] })).body.form;
    expect(changed.steps).toMatchObject([{ layout: { small: { items: [item(form.formFields[0].id)] } } }]);
  });

  it('gives ids to products and to the fields of a row that came without', async () => {
    const sold = sale('a', undefined as never);
    const rows = input('g', 'OBJECT_ARRAY', 'objectArrayOptions', {
      componentType: 'REPEATER',
      repeaterOptions: { fields: [{ inputOptions: text('name').inputOptions }] },
    });
    const form = await make({ formFields: [sold, rows] });
    const [payment, guests] = form.formFields.map((field: Json) => field.inputOptions);
    expect(payment.paymentOptions.validation.products[0].id).toMatch(GUID);
    expect(guests.objectArrayOptions.repeaterOptions.fields[0]).toMatchObject({
      id: expect.stringMatching(GUID),
      fieldType: 'INPUT',
    });
  });

  it('completes items: the vendor’s viewer shows none without height', async () => {
    const a = text('a');
    const form = await make({ formFields: [a], steps: [{ layout: { large: { items: [{ fieldId: a.id }] } } }] });
    expect(form.steps[0].layout.large.items).toEqual([item(a.id)]);
  });

  it('checks a submission against the form inside the form, as its place overrides it', async () => {
    const inner = await make({ formFields: [text('x', {}, { required: true }), text('y')] });
    const [x, y] = inner.formFields;
    const overrides = { [x.id]: { required: false }, [y.id]: { required: true } };
    const { id: formId } = await make({ formFields: [nested(inner.id, overrides)] });
    const missing = async (n: Json) => {
      const body = { submission: { formId, submissions: { n } } };
      const { violationErrors } = (
        await t.call({ method: 'POST', path: '/v4/submissions/validate', body, as: t.visitor })
      ).body;
      return violationErrors.flatMap((one: { submissionValidationErrors: { errors: Json[] } }) =>
        one.submissionValidationErrors.errors.map(({ errorPath }) => errorPath),
      );
    };
    expect(await missing({ x: 'a' })).toEqual(['n/y']);
    expect(await missing({ y: 'b' })).toEqual([]);
  });

  it('shows the right answers of a quiz to those who manage forms alone, in either generation', async () => {
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

  it('keeps rules of the earlier generation that the present one cannot say', async () => {
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

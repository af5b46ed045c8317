import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { contactForm, input, text } from '../testing/forms.fixture.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

type Json = Record<string, unknown>;

const create = (form: unknown, as = t.key) => t.call({ method: 'POST', path: '/v4/forms', body: { form }, as });
const make = async (form: unknown = contactForm()) => (await create(form)).body.form;
const read = (id: string, as = t.visitor) => t.call({ method: 'GET', path: `/v4/forms/${id}`, as });
const change = (form: Json, as = t.key) =>
  t.call({ method: 'PATCH', path: `/v4/forms/${form.id}`, body: { form }, as });
const remove = (id: string, query = '', as = t.key) =>
  t.call({ method: 'DELETE', path: `/v4/forms/${id}${query}`, as });
const packed = (value: unknown) => `.r=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
const violationsOf = (answer: { body: { details: { validationError: { fieldViolations: Json[] } } } }) =>
  answer.body.details.validationError.fieldViolations.map(({ field, ruleName }) => ({ field, ruleName }));

describe('200', () => {
  it('makes a form, serves it in both generations, with ids, a layout and revision 1', async () => {
    const answer = await create(contactForm());
    expect(answer.status).toBe(200);
    const { form } = answer.body;
    expect(form).toMatchObject({ namespace: 'wix.form_app.form', enabled: true, revision: '1' });
    expect(form.fields.map((field: Json) => field.target)).toEqual([
      'name',
      'email',
      'phone',
      'code',
      'colour',
      'tags',
      'age',
      'agreed',
      undefined,
    ]);
    expect(form.fields[1]).toMatchObject({
      validation: { required: true, string: { format: 'EMAIL' } },
      view: { fieldType: 'TEXT_INPUT', label: 'email', hideLabel: false },
    });
    expect(form.fields[4].validation.string.enum).toEqual(['red', 'green']);
    expect(form.steps[0].layout.large.items).toHaveLength(9);
    expect((await read(form.id)).body).toEqual({ form });
  });

  it('makes the namespace of the site’s own forms where none is named', async () => {
    expect((await make({ name: 'Plain', formFields: [] })).namespace).toBe('wix.form_app.form');
  });

  it('stores a taken name under a numbered variation', async () => {
    const names = [];
    for (let n = 0; n < 3; n += 1) names.push((await make({ name: 'Twice', formFields: [] })).name);
    expect(names).toEqual(['Twice', 'Twice 2', 'Twice 3']);
  });

  it('gives each of many forms made at once a name of its own', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => create({ name: 'Race', formFields: [] })));
    expect(made.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(made.map((answer) => answer.body.form.name)).size).toBe(4);
  });

  it('takes the earlier generation and keeps identifiers that it does not know', async () => {
    const fields = [
      {
        id: 'a1',
        target: 'mood',
        hidden: false,
        validation: { required: true, string: { format: 'UNDEFINED', enum: ['good', 'bad'] } },
        view: {
          fieldType: 'DEXT_MOOD',
          label: 'Mood',
          hideLabel: true,
          placeholder: 'Pick',
          somethingNew: { deep: [1] },
        },
      },
    ];
    const form = await make({ name: 'Older', fields });
    expect(form.formFields[0]).toMatchObject({
      identifier: 'DEXT_MOOD',
      inputOptions: {
        target: 'mood',
        required: true,
        inputType: 'STRING',
        stringOptions: {
          componentType: 'TEXT_INPUT',
          textInputOptions: { label: 'Mood', showLabel: false, somethingNew: { deep: [1] } },
          validation: { enum: ['good', 'bad'] },
        },
      },
    });
    expect(form.fields[0]).toMatchObject(fields[0] as object);
  });

  it('updates what is sent, moves fields left out to the deleted ones, and takes them back', async () => {
    const form = await make();
    const [first, ...rest] = form.formFields;
    const shorter = (await change({ id: form.id, revision: '1', formFields: rest })).body.form;
    expect(shorter).toMatchObject({ revision: '2', name: form.name, enabled: true });
    expect(shorter.deletedFormFields).toEqual([first]);
    const whole = (await change({ id: form.id, revision: '2', formFields: form.formFields })).body.form;
    expect(whole.deletedFormFields).toEqual([]);
    expect(whole.formFields).toEqual(form.formFields);
  });

  it('lists enabled forms, packed as the vendor’s client sends it, page by page without a cursor at the ends', async () => {
    const second = await t.secondSite();
    const call = (query: unknown) => t.call({ method: 'GET', path: `/v4/forms?${packed(query)}`, as: second.visitor });
    for (const name of ['A', 'B', 'C']) {
      await t.call({
        method: 'POST',
        path: '/v4/forms',
        body: { form: { name, formFields: [] } },
        as: second.key,
        headers: { 'wix-site-id': second.site.id },
      });
    }
    const first = await call({ namespace: 'wix.form_app.form', order: 'NAME_ASC', paging: { limit: 2 } });
    expect(first.body.forms.map((form: Json) => form.name)).toEqual(['A', 'B']);
    expect(first.body.pagingMetadata).toMatchObject({ count: 2, hasNext: true });
    expect(first.body.pagingMetadata.cursors.prev).toBeUndefined();
    const last = await call({
      namespace: 'wix.form_app.form',
      paging: { limit: 2, cursor: first.body.pagingMetadata.cursors.next },
    });
    expect(last.body.forms.map((form: Json) => form.name)).toEqual(['C']);
    expect(last.body.pagingMetadata).toMatchObject({ count: 1, hasNext: false });
    expect(last.body.pagingMetadata.cursors.next).toBeUndefined();
    const back = await call({
      namespace: 'wix.form_app.form',
      paging: { limit: 2, cursor: last.body.pagingMetadata.cursors.prev },
    });
    expect(back.body.forms.map((form: Json) => form.name)).toEqual(['A', 'B']);
    expect(back.body.pagingMetadata.cursors.prev).toBeUndefined();
  });

  it('lists by ids and by the start of a name', async () => {
    const form = await make({ name: 'Findable', formFields: [] });
    const by = async (query: Json) =>
      (
        await t.call({
          method: 'GET',
          path: `/v4/forms?${packed({ namespace: 'wix.form_app.form', ...query })}`,
          as: t.visitor,
        })
      ).body.forms.map((one: Json) => one.id);
    expect(await by({ formIds: [form.id], fieldsets: ['NESTED_FORMS'] })).toEqual([form.id]);
    expect(await by({ nameFilter: { filterType: 'STARTS_WITH', name: 'Finda' } })).toEqual([form.id]);
    expect(await by({ nameFilter: { name: 'Finda' } })).toEqual([]);
  });

  it('shows disabled forms in lists only to the people who work on the site', async () => {
    const form = await make({ name: 'Closed', enabled: false, formFields: [] });
    const query = { namespace: 'wix.form_app.form', formIds: [form.id], enabled: false };
    const seen = async (as: string) =>
      (await t.call({ method: 'GET', path: `/v4/forms?${packed(query)}`, as })).body.forms.length;
    expect(await seen(t.visitor)).toBe(0);
    expect(await seen(t.key)).toBe(1);
    // one by one they are read: the page shows their disabledFormMessage
    expect((await read(form.id)).status).toBe(200);
  });

  it('queries by filter and sort', async () => {
    const form = await make({ name: 'Queried', formFields: [] });
    const body = {
      query: {
        filter: { $and: [{ namespace: 'wix.form_app.form' }, { name: { $startsWith: 'Quer' } }, { enabled: true }] },
        sort: [{ fieldName: 'createdDate', order: 'ASC' }],
      },
    };
    const answer = await t.call({ method: 'POST', path: '/v4/forms/query', body, as: t.key });
    expect(answer.body.forms.map((one: Json) => one.id)).toEqual([form.id]);
  });

  it('moves a form to the trash, back under a free name, and away for good', async () => {
    const form = await make({ name: 'Gone', formFields: [] });
    expect((await remove(form.id)).body).toEqual({});
    expect((await read(form.id)).status).toBe(404);
    await make({ name: 'Gone', formFields: [] });
    const restored = await t.call({
      method: 'POST',
      path: `/v4/forms/trash-bin/${form.id}/restore`,
      body: {},
      as: t.key,
    });
    expect(restored.body.form.name).toBe('Gone 2');
    expect((await remove(form.id, '?permanent=true')).body).toEqual({});
    expect((await t.call({ method: 'GET', path: `/v4/forms/trash-bin/${form.id}`, as: t.key })).status).toBe(404);
  });
});

describe('400', () => {
  const options = (list: unknown) =>
    input('f', 'STRING', 'stringOptions', { componentType: 'DROPDOWN', dropdownOptions: { options: list } });
  const rule = (expression: Json, overrides: Json[] = []) => ({
    formFields: [text('f')],
    formRules: [{ id: 'r', expression, overrides }],
  });
  const condition = { target: 'f', operator: 'EQUAL', value: 1 };
  const doubled = text('b');

  it.each<[string, Json, string, string]>([
    ['a namespace too short', { namespace: 'short' }, 'form.namespace', 'UNSUPPORTED_FORM_NAMESPACE'],
    [
      'the same target twice',
      { formFields: [text('a'), text('a')] },
      'form.formFields.1.inputOptions.target',
      'DUPLICATED_FIELD_TARGETS',
    ],
    [
      'the same id twice',
      { formFields: [doubled, { ...text('c'), id: doubled.id }] },
      'form.formFields.1.id',
      'DUPLICATED_FIELD_IDS',
    ],
    ['the same step twice', { steps: [{ id: 's' }, { id: 's' }] }, 'form.steps.1.id', 'DUPLICATED_STEP_IDS'],
    ['no target', { formFields: [text('')] }, 'form.formFields.0.inputOptions.target', 'MISSING_FIELD_TARGETS'],
    [
      'a target with a digit first',
      { formFields: [text('1a')] },
      'form.formFields.0.inputOptions.target',
      'UNSUPPORTED_FIELD_TARGETS_NAME',
    ],
    [
      'a target with two underscores',
      { formFields: [text('a__b')] },
      'form.formFields.0.inputOptions.target',
      'UNSUPPORTED_FIELD_TARGETS_NAME',
    ],
    [
      'an unknown input type',
      { formFields: [input('f', 'POEM', 'x', {})] },
      'form.formFields.0.inputOptions.inputType',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'an unknown component',
      { formFields: [input('f', 'STRING', 'stringOptions', { componentType: 'POEM' })] },
      'form.formFields.0.inputOptions.stringOptions.componentType',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'an unknown format',
      { formFields: [text('f', { format: 'POEM' })] },
      'form.formFields.0.inputOptions.stringOptions.validation',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'a pattern that RE2 cannot run',
      { formFields: [text('f', { pattern: '(?<=a)b' })] },
      'form.formFields.0.inputOptions.stringOptions.validation',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'a bound that is no date',
      { formFields: [text('f', { format: 'DATE', dateOptions: { minimum: 'soon' } })] },
      'form.formFields.0.inputOptions.stringOptions.validation',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'a choice without options',
      { formFields: [options([])] },
      'form.formFields.0.inputOptions.stringOptions.options',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'options that are texts',
      { formFields: [options(['a'])] },
      'form.formFields.0.inputOptions.stringOptions.options',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'options of the same value',
      { formFields: [options([{ value: 'a' }, { value: 'a' }])] },
      'form.formFields.0.inputOptions.stringOptions.options',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'a field of the earlier generation with wrong bounds',
      { fields: [{ id: 'a', target: 'f', validation: { string: { maxLength: 'many' } }, view: {} }] },
      'form.formFields.0.inputOptions.stringOptions.validation.maxLength',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'a bare condition as root of a rule',
      rule({ condition }),
      'form.formRules.0.expression',
      'UNGROUPED_RULE_EXPRESSION_ROOT',
    ],
    [
      'a condition without value',
      rule({ and: { conditions: [{ condition: { ...condition, value: undefined } }] } }),
      'form.formRules.0.expression.and.conditions.0.condition.value',
      'RULE_CONDITION_VALUE_MISSING',
    ],
    [
      'an unknown operator',
      rule({ or: { conditions: [{ condition: { ...condition, operator: 'RHYMES' } }] } }),
      'form.formRules.0.expression.or.conditions.0.condition.operator',
      'RULE_NOT_SUPPORTED',
    ],
    [
      'an unknown override',
      rule({ and: { conditions: [{ condition }] } }, [{ entityType: 'FORM' }]),
      'form.formRules.0.overrides.0',
      'RULE_NOT_SUPPORTED',
    ],
    [
      'a redirect that is a script',
      { submitSettings: { submitSuccessAction: 'REDIRECT', redirectOptions: { redirectUrl: 'javascript:alert(1)' } } },
      'form.submitSettings.redirectOptions.redirectUrl',
      'UNSAFE_REDIRECT_URL',
    ],
  ])('names %s', async (_what, form, field, ruleName) => {
    const answer = await create({ name: 'Wrong', ...form });
    expect(answer.status).toBe(400);
    expect(violationsOf(answer)).toContainEqual({ field, ruleName });
  });

  it('refuses another target, input type or format for a field that is there', async () => {
    const form = await make();
    const [first, second, ...rest] = form.formFields;
    const formFields = [
      { ...first, inputOptions: { ...first.inputOptions, target: 'other' } },
      { ...second, inputOptions: { ...second.inputOptions, stringOptions: { componentType: 'TEXT_INPUT' } } },
      ...rest,
    ];
    const answer = await change({ id: form.id, revision: '1', formFields });
    expect(violationsOf(answer)).toEqual([
      { field: 'form.formFields.0.inputOptions.target', ruleName: 'FIELDS_COMPATIBILITY_ERROR' },
      {
        field: 'form.formFields.1.inputOptions.stringOptions.validation.format',
        ruleName: 'FIELDS_COMPATIBILITY_ERROR',
      },
    ]);
  });

  it('lists nothing without a namespace, and queries nothing without one', async () => {
    expect((await t.call({ method: 'GET', path: '/v4/forms?namespace=', as: t.visitor })).status).toBe(400);
    const answer = await t.call({ method: 'POST', path: '/v4/forms/query', body: { query: {} }, as: t.key });
    expect(answer.status).toBe(400);
    expect(answer.body.details.applicationError.code).toBe('MISSING_NAMESPACE_FILTER');
  });

  it.each([
    ['an unknown field', { secret: 1 }],
    ['an operator that the field does not have', { name: { $gt: 'a' } }],
    ['a value of another type', { enabled: 'yes' }],
    ['an operator that is none', { $where: 'true' }],
  ])('refuses a filter with %s', async (_what, part) => {
    const filter = { namespace: 'wix.form_app.form', ...part };
    const answer = await t.call({ method: 'POST', path: '/v4/forms/query', body: { query: { filter } }, as: t.key });
    expect(answer.body.details.applicationError.code).toBe('INVALID_FILTER');
  });
});

describe('401', () => {
  it('asks for a token', async () => {
    expect((await t.call({ method: 'POST', path: '/v4/forms', body: { form: {} } })).status).toBe(401);
  });
});

describe('403', () => {
  it.each(['visitor', 'member', 'viewer', 'key for data'])('lets no %s write forms', async (who) => {
    const form = await make();
    const as =
      who === 'visitor'
        ? t.visitor
        : who === 'member'
          ? t.member
          : who === 'viewer'
            ? await t.userToken('viewer')
            : await t.keyWith(['items:all']);
    expect((await create(contactForm(), as)).status).toBe(403);
    expect((await change({ id: form.id, revision: '1', name: 'Mine' }, as)).status).toBe(403);
    expect((await remove(form.id, '', as)).status).toBe(403);
    expect((await read(form.id)).body.form.name).toBe(form.name);
  });
});

describe('404', () => {
  it.each(['6b3f1f5e-1111-4222-8333-944455556666', 'not-an-id'])('knows no form %s', async (id) => {
    const answer = await read(id);
    expect(answer.status).toBe(404);
    expect(answer.body.details.applicationError.code).toBe('FORM_NOT_FOUND');
  });

  it('does not know the forms of another site', async () => {
    const form = await make();
    const { visitor } = await t.secondSite();
    expect((await read(form.id, visitor)).status).toBe(404);
  });
});

describe('409', () => {
  it('refuses a change of a form that was changed meanwhile, also at the same moment', async () => {
    const form = await make();
    const answers = await Promise.all([1, 2, 3].map((n) => change({ id: form.id, revision: '1', name: `Race ${n}` })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    const late = await change({ id: form.id, revision: '1', name: 'Late' });
    expect(late.body.details.applicationError).toMatchObject({ code: 'REVISION_MISMATCH', data: { revision: '2' } });
  });
});

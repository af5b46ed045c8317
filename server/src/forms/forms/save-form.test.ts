/** Calls that create, delete and restore forms, and the violations that they return. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { violationsOf } from '../../testing/responses.ts';
import { formCalls } from '../testing/form-calls.ts';
import { contactForm, input, text } from '../testing/sample-forms.ts';
import { type Json, NAMESPACE } from '../testing/submission-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { get, post, remove, create } = formCalls(() => t);
const make = async (form: Json = contactForm()) => (await create(form)).body.form;

describe('responses with status 200', () => {
  it('creates a form with ids, a layout and revision 1, and returns it in both generations', async () => {
    const response = await create(contactForm());
    expect(response.status).toBe(200);
    const { form } = response.body;
    expect(form).toMatchObject({ namespace: NAMESPACE, enabled: true, revision: '1' });
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
    expect((await get(`/v4/forms/${form.id}`, t.visitor)).body).toEqual({ form });
  });

  it('creates a form in the default namespace if the request names none', async () => {
    expect((await make({ name: 'Plain', formFields: [] })).namespace).toBe(NAMESPACE);
  });

  it('adds a number to a name that another form has', async () => {
    const names = [];
    for (let n = 0; n < 3; n += 1) names.push((await make({ name: 'Twice', formFields: [] })).name);
    expect(names).toEqual(['Twice', 'Twice 2', 'Twice 3']);
  });

  it('stores different names for forms that are created in parallel', async () => {
    const parallelResponses = await Promise.all(
      Array.from({ length: 4 }, () => create({ name: 'Race', formFields: [] })),
    );
    expect(parallelResponses.map((response) => response.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(parallelResponses.map((response) => response.body.form.name)).size).toBe(4);
  });

  it('accepts the earlier generation, and stores unknown identifiers', async () => {
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

  it.each([
    ['12.50', '12.5'],
    ['0.10', '0.1'],
    ['5.00', '5'],
    ['100', '100'],
    ['7.25', '7.25'],
  ])(
    'stores the price %s as %s, because the vendor’s viewer omits prices with trailing zeros',
    async (price, expected) => {
      const products = [
        { id: randomUUID(), productType: 'DIGITAL', priceType: 'FIXED_PRICE', fixedPriceOptions: { price } },
      ];
      const fixedPaymentOptions = { label: 'Fee' };
      const options = { componentType: 'FIXED_PAYMENT', fixedPaymentOptions, validation: { products } };
      const { body } = await post('/v4/forms', {
        form: { name: 'Fee', namespace: NAMESPACE, formFields: [input('pay', 'PAYMENT', 'paymentOptions', options)] },
      });
      const [stored] = body.form.formFields[0].inputOptions.paymentOptions.validation.products;
      expect(stored.fixedPriceOptions.price).toBe(expected);
    },
  );

  it('does not store unknown keys in sections whose keys the contract lists completely', async () => {
    const limitationRule = { maxAllowedSubmissions: 5, submissionLimitPerUser: 2 };
    const tags = { tags: { tagIds: ['a'] }, privateTags: { tagIds: ['b'] } };
    const { form } = (
      await create({
        name: 'Known',
        formFields: [],
        limitationRule: { ...limitationRule, secret: 1 },
        tags: { tags: { ...tags.tags, secret: 1 }, privateTags: tags.privateTags, secret: { tagIds: [] } },
        quizSettings: { anything: 1 },
      })
    ).body;
    expect(form).toMatchObject({ limitationRule, tags, quizSettings: { anything: 1 } });
    expect([form.limitationRule, form.tags]).toEqual([limitationRule, tags]);
  });

  it('moves a form to the trash, restores it with a free name, and deletes it permanently', async () => {
    const form = await make({ name: 'Gone', formFields: [] });
    expect((await remove(`/v4/forms/${form.id}`)).body).toEqual({});
    expect((await get(`/v4/forms/${form.id}`, t.visitor)).status).toBe(404);
    await make({ name: 'Gone', formFields: [] });
    const restored = await post(`/v4/forms/trash-bin/${form.id}/restore`, {});
    expect(restored.body.form.name).toBe('Gone 2');
    expect((await remove(`/v4/forms/${form.id}?permanent=true`)).body).toEqual({});
    expect((await get(`/v4/forms/trash-bin/${form.id}`)).status).toBe(404);
  });
});

describe('responses with status 400', () => {
  it('returns 400 for unknown keys in a section of Portico', async () => {
    const submissionPolicy = { startsPending: true, startPending: true, notify: { owner: true, addresses: [] }, '': 1 };
    const response = await create({ name: 'Policy', formFields: [], submissionPolicy });
    expect(response.status).toBe(400);
    expect(violationsOf(response).map(({ field, description }) => `${field} ${description}`)).toEqual([
      'form.submissionPolicy.startPending is unknown here',
      'form.submissionPolicy. is unknown here',
      'form.submissionPolicy.notify.owner is unknown here',
    ]);
  });

  const optionsField = (list: unknown) =>
    input('f', 'STRING', 'stringOptions', { componentType: 'DROPDOWN', dropdownOptions: { options: list } });
  const makeRule = (expression: Json, overrides: Json[] = []) => ({
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
      { formFields: [optionsField([])] },
      'form.formFields.0.inputOptions.stringOptions.options',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'options that are texts',
      { formFields: [optionsField(['a'])] },
      'form.formFields.0.inputOptions.stringOptions.options',
      'FIELD_SCHEMA_NOT_SUPPORTED',
    ],
    [
      'options of the same value',
      { formFields: [optionsField([{ value: 'a' }, { value: 'a' }])] },
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
      makeRule({ condition }),
      'form.formRules.0.expression',
      'UNGROUPED_RULE_EXPRESSION_ROOT',
    ],
    [
      'a condition without value',
      makeRule({ and: { conditions: [{ condition: { ...condition, value: undefined } }] } }),
      'form.formRules.0.expression.and.conditions.0.condition.value',
      'RULE_CONDITION_VALUE_MISSING',
    ],
    [
      'an unknown operator',
      makeRule({ or: { conditions: [{ condition: { ...condition, operator: 'RHYMES' } }] } }),
      'form.formRules.0.expression.or.conditions.0.condition.operator',
      'RULE_NOT_SUPPORTED',
    ],
    [
      'an unknown override',
      makeRule({ and: { conditions: [{ condition }] } }, [{ entityType: 'FORM' }]),
      'form.formRules.0.overrides.0',
      'RULE_NOT_SUPPORTED',
    ],
    [
      'a redirect that is a script',
      { submitSettings: { submitSuccessAction: 'REDIRECT', redirectOptions: { redirectUrl: 'javascript:alert(1)' } } },
      'form.submitSettings.redirectOptions.redirectUrl',
      'UNSAFE_REDIRECT_URL',
    ],
  ])('for %s', async (_what, form, field, ruleName) => {
    const response = await create({ name: 'Wrong', ...form });
    expect(response.status).toBe(400);
    expect(violationsOf(response)).toContainEqual(expect.objectContaining({ field, ruleName }));
  });
});

/** Tests every check on saving a form: the rule and the reported path for each kind of violation. */
import { describe, expect, it } from 'vitest';
import { inputField, textField } from '../generations/testing/fields.ts';
import { fieldKinds } from '../generations/testing/kinds.ts';
import type { Field } from '../model.ts';
import { breakpoints, formLimits } from '../vocabulary.ts';
import type { FormRuleName, FormToCheck } from './form-violation.ts';
import {
  check,
  checkRuleNames,
  condition,
  formWithRule,
  makeField,
  textFields,
  wrapCondition,
} from './testing/forms.ts';

type Json = Record<string, unknown>;

const choiceFields = (options: unknown, more: Json = {}) => [
  textField('DROPDOWN', 'DROPDOWN', { options, ...more } as Json),
];
const makeProduct = (more: Json = {}) => ({
  id: 'p1',
  productType: 'DIGITAL',
  priceType: 'FIXED_PRICE',
  fixedPriceOptions: { price: '9.50' },
  ...more,
});
const saleField = (products: unknown, options: Json = { label: 'Fee' }, id = 'f1', target = 'f'): Field => {
  const one = inputField('FIXED_PAYMENT', 'PAYMENT', 'paymentOptions', {
    componentType: 'FIXED_PAYMENT',
    fixedPaymentOptions: options,
    validation: { products },
  });
  return { ...one, id, inputOptions: { ...one.inputOptions, target } };
};
const list = (items: Json[]) =>
  inputField('PRODUCT_LIST', 'PAYMENT', 'paymentOptions', {
    componentType: 'CHECKBOX_GROUP',
    checkboxGroupOptions: { options: items },
    validation: { products: [makeProduct()] },
  });
const rowsField = (fields: unknown[]) => [
  inputField('EVENTS_REPEATER', 'OBJECT_ARRAY', 'objectArrayOptions', {
    componentType: 'REPEATER',
    repeaterOptions: { fields },
    validation: {},
  }),
];
const arrayField = (validation: Json) => [
  inputField('TAGS', 'ARRAY', 'arrayOptions', {
    componentType: 'TAGS',
    tagsOptions: { options: [{ value: 'a' }] },
    validation,
  }),
];
const step = (items: unknown, size = 'large', id = 's') => ({ id, layout: { [size]: { items } } });
const layoutItem = (fieldId: string, more: Json = {}) => ({
  fieldId,
  row: 0,
  column: 0,
  width: 12,
  height: 1,
  ...more,
});
const contentOf = (node: unknown) => ({ nodes: [node] });
const script = contentOf({ type: 'BUTTON', buttonData: { link: { url: 'javascript:alert(1)' } } });

const INPUT_PATH = 'formFields.0.inputOptions';
const UNSUPPORTED = 'FIELD_SCHEMA_NOT_SUPPORTED';

const cases: [FormRuleName, string, Partial<FormToCheck>, string][] = [
  ['UNSUPPORTED_FORM_NAMESPACE', 'too short', { namespace: 'short' }, 'namespace'],
  ['UNSUPPORTED_FORM_NAMESPACE', 'too long', { namespace: 'x'.repeat(51) }, 'namespace'],
  ['DUPLICATED_FIELD_IDS', 'twice', { formFields: [makeField('a'), makeField('b', 'a')] }, 'formFields.1.id'],
  [
    'DUPLICATED_FIELD_TARGETS',
    'twice',
    { formFields: [makeField('a'), makeField('a', 'b')] },
    'formFields.1.inputOptions.target',
  ],
  [
    'DUPLICATED_FIELD_TARGETS',
    'twice in a row',
    { formFields: rowsField([makeField('a'), makeField('a', 'b')]) },
    `${INPUT_PATH}.objectArrayOptions.repeaterOptions.fields.1.inputOptions.target`,
  ],
  ['DUPLICATED_STEP_IDS', 'twice', { steps: [{ id: 's' }, { id: 's' }] }, 'steps.1.id'],
  [
    'DUPLICATED_RULE_IDS',
    'twice',
    {
      formRules: [formWithRule(wrapCondition(condition)), formWithRule(wrapCondition(condition))].flatMap(
        (one) => one.formRules ?? [],
      ),
    },
    'formRules.1.id',
  ],
  ['MISSING_FIELD_TARGETS', 'none', { formFields: [makeField('')] }, `${INPUT_PATH}.target`],
  ...['1a', '_a', 'a__b', 'a-b', 'ä', '__proto__', 'x'.repeat(201)].map((target): (typeof cases)[number] => [
    'UNSUPPORTED_FIELD_TARGETS_NAME',
    target.slice(0, 10),
    { formFields: [makeField(target, 'i')] },
    `${INPUT_PATH}.target`,
  ]),
  [UNSUPPORTED, 'an input type', { formFields: [inputField('X', 'POEM', 'x', {})] }, `${INPUT_PATH}.inputType`],
  [
    UNSUPPORTED,
    'no input type',
    { formFields: [{ id: 'f', inputOptions: { target: 'f' } }] },
    `${INPUT_PATH}.inputType`,
  ],
  [
    UNSUPPORTED,
    'a component',
    { formFields: [textField('X', 'POEM', {})] },
    `${INPUT_PATH}.stringOptions.componentType`,
  ],
  [
    UNSUPPORTED,
    'no component',
    { formFields: [inputField('X', 'NUMBER', 'numberOptions', {})] },
    `${INPUT_PATH}.numberOptions.componentType`,
  ],
  [
    UNSUPPORTED,
    'another type’s component',
    { formFields: [textField('RATING_INPUT', 'RATING_INPUT', {})] },
    `${INPUT_PATH}.stringOptions.componentType`,
  ],
  [
    UNSUPPORTED,
    'a display field',
    { formFields: [{ id: 'f', displayOptions: { displayFieldType: 'POEM' } }] },
    'formFields.0.displayOptions',
  ],
  [UNSUPPORTED, 'a format', { formFields: textFields({ format: 'POEM' }) }, `${INPUT_PATH}.stringOptions.validation`],
  [
    UNSUPPORTED,
    'a pattern',
    { formFields: textFields({ pattern: '(?<=a)b' }) },
    `${INPUT_PATH}.stringOptions.validation`,
  ],
  [
    UNSUPPORTED,
    'a pattern of items',
    { formFields: arrayField({ items: { itemType: 'STRING', stringOptions: { pattern: '(?<=a)b' } } }) },
    `${INPUT_PATH}.arrayOptions.validation`,
  ],
  [
    UNSUPPORTED,
    'lengths',
    { formFields: textFields({ minLength: 3, maxLength: 2 }) },
    `${INPUT_PATH}.stringOptions.validation`,
  ],
  [
    UNSUPPORTED,
    'a bound',
    { formFields: textFields({ format: 'DATE', dateOptions: { minimum: 'soon' } }) },
    `${INPUT_PATH}.stringOptions.validation`,
  ],
  [
    UNSUPPORTED,
    'a range',
    {
      formFields: [
        inputField('X', 'NUMBER', 'numberOptions', {
          componentType: 'NUMBER_INPUT',
          validation: { minimum: 2, maximum: 1 },
        }),
      ],
    },
    `${INPUT_PATH}.numberOptions.validation`,
  ],
  [
    UNSUPPORTED,
    'a number of items',
    { formFields: arrayField({ minItems: 2, maxItems: 1 }) },
    `${INPUT_PATH}.arrayOptions.validation`,
  ],
  [
    UNSUPPORTED,
    'a list of objects',
    { formFields: arrayField({ items: { itemType: 'OBJECT' } }) },
    `${INPUT_PATH}.arrayOptions.validation`,
  ],
  [
    UNSUPPORTED,
    'a property',
    {
      formFields: [
        inputField('X', 'OBJECT', 'objectOptions', { validation: { properties: { a: { propertiesType: 'POEM' } } } }),
      ],
    },
    `${INPUT_PATH}.objectOptions.validation`,
  ],
  ...(
    [
      ['no options', []],
      ['options that are not a list', {}],
      ['options that are texts', ['a']],
      ['an option without value', [{ label: 'A' }]],
      ['an option that is a number', [{ value: 1 }]],
      ['a label that is not a text', [{ value: 'a', label: {} }]],
      ['a duplicate value', [{ value: 'a' }, { value: 'a' }]],
      ['null', [null]],
    ] as [string, unknown][]
  ).map(([what, options]): (typeof cases)[number] => [
    UNSUPPORTED,
    what,
    { formFields: choiceFields(options) },
    `${INPUT_PATH}.stringOptions.options`,
  ]),
  [
    UNSUPPORTED,
    'rich content',
    { formFields: [textField('X', 'TEXT_INPUT', { description: script })] },
    `${INPUT_PATH}.stringOptions.description.nodes.0.buttonData.link.url`,
  ],
  [
    UNSUPPORTED,
    'a row with a malformed field',
    { formFields: rowsField([1]) },
    `${INPUT_PATH}.objectArrayOptions.repeaterOptions.fields.0`,
  ],
  [UNSUPPORTED, 'no products', { formFields: [saleField([])] }, `${INPUT_PATH}.paymentOptions.validation.products`],
  ...(
    [
      ['a product without id', { id: undefined }],
      ['a product type', { productType: 'POEM' }],
      ['a price type', { priceType: 'POEM' }],
      ['a price', { fixedPriceOptions: { price: '1e9' } }],
      ['a negative price', { fixedPriceOptions: { price: '-1' } }],
      ['no price', { fixedPriceOptions: {} }],
      ['no lowest price', { priceType: 'DYNAMIC_PRICE' }],
      ['prices', { priceType: 'DYNAMIC_PRICE', dynamicPriceOptions: { minPrice: '2', maxPrice: '1' } }],
      ['quantities', { quantityLimit: { minimum: 3, maximum: 2 } }],
    ] as [string, Json][]
  ).map(([what, more]): (typeof cases)[number] => [
    UNSUPPORTED,
    what,
    { formFields: [saleField([makeProduct(more)])] },
    `${INPUT_PATH}.paymentOptions.validation.products.0`,
  ]),
  [
    'DUPLICATED_PRODUCT_IDS',
    'in two fields',
    { formFields: [saleField([makeProduct()]), saleField([makeProduct()], { label: 'B' }, 'f2', 'g')] },
    'formFields.1.inputOptions.paymentOptions.validation.products.0.id',
  ],
  [
    'MISSING_PRODUCT_NAME',
    'no label',
    { formFields: [saleField([makeProduct()], {})] },
    `${INPUT_PATH}.paymentOptions.validation.products.0`,
  ],
  [
    'MISSING_PRODUCT_NAME',
    'no option',
    { formFields: [list([{ label: 'Other', value: 'p2' }])] },
    `${INPUT_PATH}.paymentOptions.validation.products.0`,
  ],
  [
    'MISSING_PRODUCT_NAME',
    'an option without label',
    { formFields: [list([{ label: ' ', value: 'p1' }])] },
    `${INPUT_PATH}.paymentOptions.validation.products.0`,
  ],
  ['UNGROUPED_RULE_EXPRESSION_ROOT', 'a condition', formWithRule({ condition }), 'formRules.0.expression'],
  ['UNGROUPED_RULE_EXPRESSION_ROOT', 'nothing', formWithRule(undefined), 'formRules.0.expression'],
  [
    'RULE_CONDITION_VALUE_MISSING',
    'none',
    formWithRule(wrapCondition({ ...condition, value: undefined })),
    'formRules.0.expression.and.conditions.0.condition.value',
  ],
  [
    'RULE_NOT_SUPPORTED',
    'an operator',
    formWithRule(wrapCondition({ ...condition, operator: 'RHYMES' })),
    'formRules.0.expression.and.conditions.0.condition.operator',
  ],
  [
    'RULE_NOT_SUPPORTED',
    'an inherited property as operator',
    formWithRule(wrapCondition({ ...condition, operator: 'constructor' })),
    'formRules.0.expression.and.conditions.0.condition.operator',
  ],
  [
    'RULE_NOT_SUPPORTED',
    'an override',
    formWithRule(wrapCondition(condition), { overrides: [{ entityType: 'FORM' }] }),
    'formRules.0.overrides.0',
  ],
  [
    'UNSAFE_REDIRECT_URL',
    'a script',
    { submitSettings: { redirectOptions: { redirectUrl: 'javascript:alert(1)' } } },
    'submitSettings.redirectOptions.redirectUrl',
  ],
  [
    'UNSAFE_REDIRECT_URL',
    'data',
    { submitSettings: { redirectOptions: { redirectUrl: 'data:text/html,x' } } },
    'submitSettings.redirectOptions.redirectUrl',
  ],
  [
    'RICH_CONTENT_NOT_SUPPORTED',
    'a script',
    { disabledFormMessage: script },
    'disabledFormMessage.nodes.0.buttonData.link.url',
  ],
  [
    'RICH_CONTENT_NOT_SUPPORTED',
    'no document',
    { submitSettings: { thankYouMessageOptions: { richContent: { nodes: 1 } } } },
    'submitSettings.thankYouMessageOptions.richContent.nodes',
  ],
  [
    'RICH_CONTENT_NOT_SUPPORTED',
    'in a quiz',
    { quizSettings: { passingStatusOptions: { passMessage: script } } },
    'quizSettings.passingStatusOptions.passMessage.nodes.0.buttonData.link.url',
  ],
  ...breakpoints.map((size): (typeof cases)[number] => [
    'INVALID_FORM_STEPS',
    `a missing field at size ${size}`,
    { steps: [step([layoutItem('gone')], size)] },
    `steps.0.layout.${size}.items.0.fieldId`,
  ]),
  [
    'INVALID_FORM_STEPS',
    'a number',
    { formFields: [makeField('f')], steps: [step([layoutItem('f', { height: -1 })])] },
    'steps.0.layout.large.items.0.height',
  ],
  [
    'INVALID_FORM_STEPS',
    'in a group',
    { steps: [step([{ group: { groupId: 'g', items: [layoutItem('gone')] } }])] },
    'steps.0.layout.large.items.0.group.items.0.fieldId',
  ],
  [
    'MISSING_NESTED_FORM_IDS',
    'none',
    { formFields: [inputField('NESTED_FORM', 'OBJECT', 'objectOptions', {})] },
    `${INPUT_PATH}.nestedFormId`,
  ],
  [
    'FORM_FIELDS_COUNT_EXCEEDED',
    '501',
    { formFields: Array.from({ length: 501 }, (_, index) => makeField(`f${index}`)) },
    'formFields',
  ],
  [
    'FORM_SIZE_EXCEEDED',
    '900 kB',
    { formFields: [makeField('f', 'f', { identifier: 'x'.repeat(formLimits.formSize) })] },
    'form',
  ],
];

describe('checkForm', () => {
  it.each(cases)('reports %s: %s', (ruleName, _what, form, path) => {
    expect(checkRuleNames(form)).toEqual([[ruleName, path]]);
  });

  it.each(fieldKinds.filter(([name]) => name !== 'nested form'))('accepts a field of each kind: %s', (_name, one) => {
    expect(check({ formFields: [one], steps: [step([layoutItem('f1')])] })).toEqual([]);
  });

  it('accepts overrides that only the earlier generation supports', () => {
    const overrides: Json[] = [
      { entityType: 'FORM', entityId: 'x', valueChanges: { steps: [] } },
      { entityType: 'FIELD', entityId: 'f', valueChanges: { hidden: true, 'view.options': [] } },
    ];
    expect(check({ formFields: [makeField('f')], ...formWithRule(wrapCondition(condition), { overrides }) })).toEqual(
      [],
    );
  });

  it('reports all violations at once', () => {
    const form = {
      namespace: 'x',
      formFields: [makeField(''), ...choiceFields([])],
      steps: [step([layoutItem('gone')])],
    };
    expect(new Set(checkRuleNames(form).map(([ruleName]) => ruleName))).toEqual(
      new Set(['UNSUPPORTED_FORM_NAMESPACE', 'MISSING_FIELD_TARGETS', UNSUPPORTED, 'INVALID_FORM_STEPS']),
    );
  });

  it('enforces the owner’s limits and counts only input fields', () => {
    const limits = { maxFields: 1, maxSteps: 1, maxRules: 1 };
    const shown: Field = { id: 'd', displayOptions: { displayFieldType: 'LOGIN_BAR' } };
    const one = {
      formFields: [makeField('a'), shown],
      steps: [{ id: 's1' }],
      ...formWithRule(wrapCondition(condition)),
    };
    expect(checkRuleNames(one, { limits })).toEqual([]);
    const two = {
      formFields: [makeField('a'), makeField('b')],
      steps: [{ id: 's1' }, { id: 's2' }],
      formRules: ['r1', 'r2'].map((id) => ({ id, expression: wrapCondition(condition) })),
    };
    expect(checkRuleNames(two, { limits })).toEqual([
      ['FIELDS_COUNT_RESTRICTIONS_ERROR', 'form'],
      ['STEPS_COUNT_RESTRICTIONS_ERROR', 'form'],
      ['RULES_COUNT_RESTRICTIONS_ERROR', 'form'],
    ]);
    expect(check(two, { limits })[0]).toMatchObject({
      description: 'Field count reached its limit of 1',
      data: {
        limit: 1,
        errors: [{ errorPath: 'form', errorType: 'FIELDS_COUNT_RESTRICTIONS_ERROR', params: { limit: 1 } }],
      },
    });
  });
});

/** Tests hostile forms: too deep, too large, or with keys of the object prototype such as `__proto__`. */
import { describe, expect, it } from 'vitest';
import { fromFormField, toFormField } from '../generations/fields.ts';
import { fromFormRule, toFormRule } from '../generations/rules.ts';
import { inputField } from '../generations/testing/fields.ts';
import { appendMissingFields, completeSteps } from '../layout.ts';
import type { Field, FormField, Rule } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import type { FormToCheck } from './form-violation.ts';
import { check, checkRuleNames, condition, formWithRule, makeField } from './testing/forms.ts';

type Json = Record<string, unknown>;

/** Wraps `core` as many times as `depth` specifies. */
function nest<T>(depth: number, core: T, wrap: (inner: T) => T): T {
  let value = core;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

const nestExpression = (depth: number) =>
  nest<Json>(depth, { condition }, (inner) => ({ and: { conditions: [inner] } }));
const nestRepeater = (depth: number) =>
  nest<Field>(depth, makeField('f'), (inner) =>
    inputField('EVENTS_REPEATER', 'OBJECT_ARRAY', 'objectArrayOptions', {
      componentType: 'REPEATER',
      repeaterOptions: { fields: [inner] },
      validation: {},
    }),
  );
const group = (depth: number) => nest<Json>(depth, { fieldId: 'f' }, (inner) => ({ group: { items: [inner] } }));
const nestSteps = (depth: number) => [{ id: 's', layout: { large: { items: [group(depth)] } } }];
const lists = (depth: number) => nest<unknown>(depth, 1, (inner) => [inner]);

const DEPTHS = [1_000, 200_000];

describe.each(DEPTHS)('a form with %d levels', (depth) => {
  it.each<[string, Partial<FormToCheck>, string, string]>([
    ['of a rule', formWithRule(nestExpression(depth)), 'RULE_NOT_SUPPORTED', 'formRules.0'],
    ['of repeaters', { formFields: [nestRepeater(depth)] }, 'FIELD_SCHEMA_NOT_SUPPORTED', 'formFields.0'],
    ['of groups', { steps: nestSteps(depth) }, 'INVALID_FORM_STEPS', 'steps.0'],
    ['of rich content', { disabledFormMessage: { nodes: lists(depth) } }, 'FORM_SIZE_EXCEEDED', 'disabledFormMessage'],
    ['of settings', { quizSettings: { x: lists(depth) } }, 'FORM_SIZE_EXCEEDED', 'quizSettings'],
  ])('is rejected because of the levels %s', (_what, form, ruleName, path) => {
    expect(checkRuleNames(form)).toEqual([[ruleName, path]]);
  });

  it('is truncated and rejected in the earlier generation', () => {
    const deep = {
      id: 'r',
      condition: nest<Json>(depth, { fact: 'f' }, (inner) => ({ or: [inner] })),
      overrides: [],
    };
    const [first] = check({ formRules: [fromFormRule(deep, [])] });
    expect(first).toMatchObject({ ruleName: 'RULE_NOT_SUPPORTED' });
    const view = nest<FormField>(depth, { target: 'f' }, (inner) => ({
      target: 'f',
      view: { fieldType: 'EVENTS_REPEATER', fields: [inner] },
      validation: { predefined: { format: 'OBJECT_ARRAY' } },
    }));
    const names = check({ formFields: [fromFormField(view)] }).map(({ ruleName }) => ruleName);
    expect(names).toContain('FIELD_SCHEMA_NOT_SUPPORTED');
  });

  it('is converted to the earlier generation without a stack overflow', () => {
    expect(toFormRule(formWithRule(nestExpression(depth)).formRules?.[0] as Rule, []).overrides).toEqual([]);
    expect(toFormField(nestRepeater(depth))).toMatchObject({ target: 'f' });
    const [step] = completeSteps(nestSteps(depth) as never, new Set());
    expect(appendMissingFields([step as never], [makeField('x')])).toHaveLength(1);
  });
});

it('accepts the maximum depth and reports the next level', () => {
  expect(check(formWithRule(nestExpression(formLimits.conditionDepth - 1)))).toEqual([]);
  expect(checkRuleNames(formWithRule(nestExpression(formLimits.conditionDepth)))[0]?.[0]).toBe('RULE_NOT_SUPPORTED');
  expect(check({ formFields: [nestRepeater(3)] })).toEqual([]);
  expect(checkRuleNames({ formFields: [nestRepeater(4)] })[0]?.[0]).toBe('FIELD_SCHEMA_NOT_SUPPORTED');
});

describe('names of properties that every object inherits', () => {
  const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

  it.each(KEYS)('handles %s in any position without changing a prototype or throwing', (key) => {
    const parseWithKey = <T>(text: string) => JSON.parse(text.replaceAll('KEY', key)) as T;
    const one = parseWithKey<Field>(
      '{"id":"KEY","identifier":"KEY","inputOptions":{"target":"KEY","inputType":"STRING","KEY":{"polluted":1},' +
        '"stringOptions":{"componentType":"TEXT_INPUT","textInputOptions":{"KEY":{"polluted":1}},"validation":{"KEY":1}}}}',
    );
    const earlierField = parseWithKey<FormField>(
      '{"id":"KEY","target":"KEY","view":{"fieldType":"KEY","KEY":{"polluted":1},"options":[{"value":"KEY"}]},' +
        '"validation":{"object":{"properties":{"KEY":{"string":{"KEY":1}}}},"KEY":{}}}',
    );
    const displayField = parseWithKey<Field>('{"id":"KEY","displayOptions":{"displayFieldType":"KEY","KEY":{}}}');
    const fieldOfUnknownType = parseWithKey<Field>(
      '{"id":"a","inputOptions":{"target":"a","inputType":"KEY","KEY":{"componentType":"KEY"}}}',
    );
    const hostileRule = parseWithKey<Rule>(
      '{"id":"KEY","expression":{"and":{"conditions":[{"condition":{"target":"KEY","operator":"KEY","value":{"KEY":1}}}]}},' +
        '"overrides":[{"entityType":"FIELD","fieldOptions":{"fieldId":"KEY","propertyType":"KEY","KEY":{}}}]}',
    );
    const fields = [one, fromFormField(earlierField), displayField, fieldOfUnknownType];
    for (const formField of fields) toFormField(formField);
    fromFormRule(toFormRule(hostileRule, fields), fields);
    expect(check({ formFields: fields, formRules: [hostileRule] }).length).toBeGreaterThan(0);
    expect(({} as Json).polluted).toBeUndefined();
  });

  it('preserves them as the identifier of a field', () => {
    const one = { ...makeField('f'), identifier: 'constructor' };
    expect(check({ formFields: [one] })).toEqual([]);
    expect(fromFormField(toFormField(one)).identifier).toBe('constructor');
  });
});

describe('a form of 900 kB', () => {
  it.each<[string, Partial<FormToCheck>]>([
    ['in one text', { disabledFormMessage: { nodes: [], note: 'x'.repeat(900_000) } }],
    ['in conditions', formWithRule({ or: { conditions: Array.from({ length: 15_000 }, () => ({ condition })) } })],
    ['in nodes', { disabledFormMessage: { nodes: Array.from({ length: 50_000 }, () => ({ type: 'PARAGRAPH' })) } }],
    [
      'in malformed fields',
      { formFields: Array.from({ length: 20_000 }, () => ({ id: 'same', inputOptions: { target: 'f' } })) },
    ],
    [
      'in options',
      {
        formFields: [
          inputField('X', 'STRING', 'stringOptions', {
            componentType: 'DROPDOWN',
            dropdownOptions: { options: Array.from({ length: 20_000 }, () => ({ value: 'same' })) },
          }),
        ],
      },
    ],
  ])('is rejected without throwing: %s', (_what, form) => {
    expect(check(form).length).toBeGreaterThan(0);
  });
});

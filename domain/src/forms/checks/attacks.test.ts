/** Hostile forms: too deep, too large, or with keys of an object's prototype. */
import { describe, expect, it } from 'vitest';
import { inputField } from '../generations/fields.fixture.ts';
import { fromFormField, toFormField } from '../generations/fields.ts';
import { fromFormRule, toFormRule } from '../generations/rules.ts';
import { appendMissingFields, completedSteps } from '../layout.ts';
import type { Field, FormField, Rule } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import type { FormToCheck } from './form-violation.ts';
import { check, condition, field, named, rule } from './forms.fixture.ts';

type Json = Record<string, unknown>;

/** Wraps `core` `depth` times. */
function nested<T>(depth: number, core: T, wrap: (inner: T) => T): T {
  let value = core;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

const expression = (depth: number) => nested<Json>(depth, { condition }, (inner) => ({ and: { conditions: [inner] } }));
const repeater = (depth: number) =>
  nested<Field>(depth, field('f'), (inner) =>
    inputField('EVENTS_REPEATER', 'OBJECT_ARRAY', 'objectArrayOptions', {
      componentType: 'REPEATER',
      repeaterOptions: { fields: [inner] },
      validation: {},
    }),
  );
const group = (depth: number) => nested<Json>(depth, { fieldId: 'f' }, (inner) => ({ group: { items: [inner] } }));
const steps = (depth: number) => [{ id: 's', layout: { large: { items: [group(depth)] } } }];
const lists = (depth: number) => nested<unknown>(depth, 1, (inner) => [inner]);

const DEPTHS = [1_000, 200_000];

describe.each(DEPTHS)('a form with %d levels', (depth) => {
  it.each<[string, Partial<FormToCheck>, string, string]>([
    ['of a rule', rule(expression(depth)), 'RULE_NOT_SUPPORTED', 'formRules.0'],
    ['of repeaters', { formFields: [repeater(depth)] }, 'FIELD_SCHEMA_NOT_SUPPORTED', 'formFields.0'],
    ['of groups', { steps: steps(depth) }, 'INVALID_FORM_STEPS', 'steps.0'],
    ['of rich content', { disabledFormMessage: { nodes: lists(depth) } }, 'FORM_SIZE_EXCEEDED', 'disabledFormMessage'],
    ['of settings', { quizSettings: { x: lists(depth) } }, 'FORM_SIZE_EXCEEDED', 'quizSettings'],
  ])('reports levels %s by rule and path', (_what, form, ruleName, path) => {
    expect(named(form)).toEqual([[ruleName, path]]);
  });

  it('truncates and rejects levels of the earlier generation', () => {
    const deep = {
      id: 'r',
      condition: nested<Json>(depth, { fact: 'f' }, (inner) => ({ or: [inner] })),
      overrides: [],
    };
    const [first] = check({ formRules: [fromFormRule(deep, [])] });
    expect(first).toMatchObject({ ruleName: 'RULE_NOT_SUPPORTED' });
    const view = nested<FormField>(depth, { target: 'f' }, (inner) => ({
      target: 'f',
      view: { fieldType: 'EVENTS_REPEATER', fields: [inner] },
      validation: { predefined: { format: 'OBJECT_ARRAY' } },
    }));
    const names = check({ formFields: [fromFormField(view)] }).map(({ ruleName }) => ruleName);
    expect(names).toContain('FIELD_SCHEMA_NOT_SUPPORTED');
  });

  it('converts them back without a stack overflow', () => {
    expect(toFormRule(rule(expression(depth)).formRules?.[0] as Rule, []).overrides).toEqual([]);
    expect(toFormField(repeater(depth))).toMatchObject({ target: 'f' });
    const [step] = completedSteps(steps(depth) as never, new Set());
    expect(appendMissingFields([step as never], [field('x')])).toHaveLength(1);
  });
});

it('accepts the maximum depth and reports the next level', () => {
  expect(check(rule(expression(formLimits.conditionDepth - 1)))).toEqual([]);
  expect(named(rule(expression(formLimits.conditionDepth)))[0]?.[0]).toBe('RULE_NOT_SUPPORTED');
  expect(check({ formFields: [repeater(3)] })).toEqual([]);
  expect(named({ formFields: [repeater(4)] })[0]?.[0]).toBe('FIELD_SCHEMA_NOT_SUPPORTED');
});

describe('names of properties that every object inherits', () => {
  const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

  it.each(KEYS)('handles %s in any position without changing a prototype or throwing', (key) => {
    const parsed = <T>(text: string) => JSON.parse(text.replaceAll('KEY', key)) as T;
    const one = parsed<Field>(
      '{"id":"KEY","identifier":"KEY","inputOptions":{"target":"KEY","inputType":"STRING","KEY":{"polluted":1},' +
        '"stringOptions":{"componentType":"TEXT_INPUT","textInputOptions":{"KEY":{"polluted":1}},"validation":{"KEY":1}}}}',
    );
    const older = parsed<FormField>(
      '{"id":"KEY","target":"KEY","view":{"fieldType":"KEY","KEY":{"polluted":1},"options":[{"value":"KEY"}]},' +
        '"validation":{"object":{"properties":{"KEY":{"string":{"KEY":1}}}},"KEY":{}}}',
    );
    const display = parsed<Field>('{"id":"KEY","displayOptions":{"displayFieldType":"KEY","KEY":{}}}');
    const typed = parsed<Field>(
      '{"id":"a","inputOptions":{"target":"a","inputType":"KEY","KEY":{"componentType":"KEY"}}}',
    );
    const made = parsed<Rule>(
      '{"id":"KEY","expression":{"and":{"conditions":[{"condition":{"target":"KEY","operator":"KEY","value":{"KEY":1}}}]}},' +
        '"overrides":[{"entityType":"FIELD","fieldOptions":{"fieldId":"KEY","propertyType":"KEY","KEY":{}}}]}',
    );
    const fields = [one, fromFormField(older), display, typed];
    for (const each of fields) toFormField(each);
    fromFormRule(toFormRule(made, fields), fields);
    expect(check({ formFields: fields, formRules: [made] }).length).toBeGreaterThan(0);
    expect(({} as Json).polluted).toBeUndefined();
  });

  it('preserves them as the identifier of a field', () => {
    const one = { ...field('f'), identifier: 'constructor' };
    expect(check({ formFields: [one] })).toEqual([]);
    expect(fromFormField(toFormField(one)).identifier).toBe('constructor');
  });
});

describe('a form of 900 kB', () => {
  it.each<[string, Partial<FormToCheck>]>([
    ['in one text', { disabledFormMessage: { nodes: [], note: 'x'.repeat(900_000) } }],
    ['in conditions', rule({ or: { conditions: Array.from({ length: 15_000 }, () => ({ condition })) } })],
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

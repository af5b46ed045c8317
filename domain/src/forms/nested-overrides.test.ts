import { describe, expect, it } from 'vitest';
import type { Field } from './model.ts';
import { applyOverrides } from './nested-overrides.ts';
import { checkSubmission } from './validate-submission.ts';

const textField = (target: string, required: boolean): Field => ({
  id: target,
  inputOptions: { target, inputType: 'STRING', required, stringOptions: { validation: {} } },
});
const nestedField = (fieldOverrides: Record<string, { required?: boolean; hidden?: boolean }>): Field => ({
  id: 'p',
  inputOptions: { target: 'p', inputType: 'OBJECT', nestedFormId: 'n', nestedFormOverrides: { fieldOverrides } },
});
const options = {
  phone: () => ({ callingCodeKnown: false, valid: false, country: null }),
  matches: () => true,
  now: new Date(0),
};

describe('a nested form', () => {
  const inner = { formFields: [textField('x', true), textField('y', false), textField('z', false)] };

  it.each<[string, Parameters<typeof nestedField>[0], string[]]>([
    ['without overrides', {}, ['p/x']],
    ['with another field required', { x: { required: false }, y: { required: true } }, ['p/y']],
    ['with a field hidden', { x: { hidden: true } }, []],
    ['with an override of a missing field', { gone: { required: true }, constructor: {} as never }, ['p/x']],
  ])('applies the overrides of its field: %s', (_what, overrides, paths) => {
    const field = nestedField(overrides);
    const form = { formFields: [field], nestedForms: [{ targets: ['p'], form: applyOverrides(inner, field) }] };
    const { errors } = checkSubmission(form, { p: { z: 'there' } }, options);
    expect(errors.map(({ errorPath }) => errorPath)).toEqual(paths);
  });

  it('does not modify the original form', () => {
    applyOverrides(inner, nestedField({ x: { required: false } }));
    expect(inner.formFields[0]?.inputOptions?.required).toBe(true);
  });
});

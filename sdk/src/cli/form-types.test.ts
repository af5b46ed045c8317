import type { FormSchema } from '@portico/domain';
import { expect, it } from 'vitest';
import { printValues } from './form-types.ts';

const text = (target: string, required: boolean, values: string[] = []) => ({
  id: target,
  fieldType: 'INPUT',
  inputOptions: { target, inputType: 'STRING', required, stringOptions: { validation: { enum: values } } },
});
const override = (fieldId: string, propertyType: string, options: object) => ({
  fieldOptions: { fieldId, propertyType, ...options },
});

it('makes values optional that a rule can hide, and adds the values that a rule can allow', () => {
  const form: FormSchema = {
    formFields: [text('always', true), text('hidden', true), text('free', true), text('plan', true, ['a'])],
    formRules: [
      {
        overrides: [
          override('hidden', 'HIDDEN', { hiddenOptions: { hidden: true } }),
          override('free', 'REQUIRED', { requiredOptions: { required: false } }),
          override('plan', 'ALLOWED_VALUES', { allowedValuesOptions: { allowedValues: ['b', "it's"] } }),
          override('always', 'ALLOWED_VALUES', { allowedValuesOptions: { allowedValues: ['x'] } }),
        ],
      },
    ],
  };
  expect(printValues(form)).toBe(
    [
      '{',
      '  always: string;',
      '  hidden?: string | null | undefined;',
      '  free?: string | null | undefined;',
      "  plan: 'a' | 'b' | 'it\\'s';",
      '}',
    ].join('\n'),
  );
});

it('applies what a field changes about its nested form', () => {
  const nested = { formFields: [text('name', false), text('mail', true)] };
  const form: FormSchema = {
    formFields: [
      {
        id: 'guest',
        inputOptions: {
          target: 'guest',
          inputType: 'OBJECT',
          nestedFormOverrides: { fieldOverrides: { name: { required: true }, mail: { hidden: true } } },
        },
      },
    ],
    nestedForms: [{ targets: ['guest'], form: nested }],
  };
  expect(printValues(form)).toBe(
    [
      '{',
      '  guest?: {',
      '    name: string;',
      '    mail?: string | null | undefined;',
      '  } | null | undefined;',
      '}',
    ].join('\n'),
  );
});

/** Rows of the value table (forms contract section 5.1): a kind of field, a value, and all errors of that value. */
import type { Field, FormSchema } from '../model.ts';
import type { ValueError } from '../values/value-error.ts';
import type { ValidationErrorType } from '../vocabulary.ts';

export interface ValueRow {
  readonly kind: string;
  readonly form: FormSchema;
  /** The submitted value of the field under test, whose target is `f`. */
  readonly value: unknown;
  readonly errors: readonly ValueError[];
}

/** The current time when a row with dates is validated. */
export const tableNow = new Date('2026-05-17T12:00:00Z');

type FieldOptions = Partial<Field> & { required?: boolean; block?: object };

export const field = (inputType: string, block: string, validation: object, options: FieldOptions = {}): Field => ({
  id: '6a0c7a0e-0000-4000-8000-00000000000f',
  ...(options.identifier ? { identifier: options.identifier } : {}),
  ...(options.hidden ? { hidden: true } : {}),
  fieldType: 'INPUT',
  inputOptions: {
    target: 'f',
    inputType,
    required: options.required,
    ...options.inputOptions,
    [block]: { validation, ...options.block },
  },
});

export const text = (rules: object = {}, options: FieldOptions = {}): Field =>
  field('STRING', 'stringOptions', rules, { ...options, block: { componentType: 'TEXT_INPUT', ...options.block } });
export const number = (rules: object = {}, options: FieldOptions = {}): Field =>
  field('NUMBER', 'numberOptions', rules, { ...options, block: { componentType: 'NUMBER_INPUT', ...options.block } });
export const checkbox = (rules: object = {}, options: FieldOptions = {}): Field =>
  field('BOOLEAN', 'booleanOptions', rules, { ...options, block: { componentType: 'CHECKBOX', ...options.block } });
export const list = (rules: object = {}, options: FieldOptions = {}): Field =>
  field('ARRAY', 'arrayOptions', rules, { ...options, block: { componentType: 'TAGS', ...options.block } });
export const strings = { items: { itemType: 'STRING', stringOptions: {} } };

export const choices = (componentType: string, name: string, block: object = {}): FieldOptions => ({
  block: { componentType, [name]: { options: [{ value: 'a' }, { value: 'b' }], ...block } },
});

export const rejectedRow = (kind: string, one: Field, value: unknown, ...errors: ValueError[]): ValueRow => ({
  kind,
  form: { formFields: [one] },
  value,
  errors,
});
export const acceptedRow = (kind: string, one: Field, value: unknown): ValueRow => rejectedRow(kind, one, value);

const error = (errorType: ValidationErrorType, errorMessage: string, params: object, path: string): ValueError => ({
  errorPath: path,
  errorType,
  errorMessage,
  params: { ...params },
});

/**
 * The error messages of the table in the contract, repeated here so that the tests compare the engine's output with an
 * independent copy.
 */
export const expected = {
  required: (path = 'f', property = path.split('/').at(-1)) =>
    error('REQUIRED_VALUE_ERROR', `must have required property '${property}'`, { missingProperty: property }, path),
  type: (type: string, path = 'f') => error('TYPE_ERROR', `must be ${type}`, { type }, path),
  unknown: (path: string) =>
    error(
      'UNKNOWN_VALUE_ERROR',
      'must NOT have additional properties',
      { additionalProperty: path.split('/').at(-1) },
      path,
    ),
  tooLong: (limit: number, path = 'f') =>
    error('MAX_LENGTH_ERROR', `must NOT have more than ${limit} characters`, { limit }, path),
  tooShort: (limit: number, path = 'f') =>
    error('MIN_LENGTH_ERROR', `must NOT have fewer than ${limit} characters`, { limit }, path),
  pattern: (pattern: string, path = 'f') =>
    error('PATTERN_ERROR', `must match pattern "${pattern}"`, { pattern }, path),
  format: (format: string, path = 'f') => error('FORMAT_ERROR', `must match format "${format}"`, { format }, path),
  above: (limit: number | string, path = 'f') =>
    error(
      'MAX_VALUE_ERROR',
      `${typeof limit === 'string' ? 'should' : 'must'} be <= ${limit}`,
      { comparison: '<=', limit },
      path,
    ),
  below: (limit: number | string, path = 'f') =>
    error(
      'MIN_VALUE_ERROR',
      `${typeof limit === 'string' ? 'should' : 'must'} be >= ${limit}`,
      { comparison: '>=', limit },
      path,
    ),
  notAfter: (limit: string, path = 'f') =>
    error('MIN_VALUE_ERROR', `should be > ${limit}`, { comparison: '>', limit }, path),
  multiple: (multipleOf: number, path = 'f') =>
    error('MULTIPLE_OF_VALUE_ERROR', `must be multiple of ${multipleOf}`, { multipleOf }, path),
  tooMany: (limit: number, path = 'f') =>
    error('MAX_ITEMS_ERROR', `must NOT have more than ${limit} items`, { limit }, path),
  tooFew: (limit: number, path = 'f') =>
    error('MIN_ITEMS_ERROR', `must NOT have fewer than ${limit} items`, { limit }, path),
  notAllowed: (allowedValues: readonly unknown[], path = 'f') =>
    error('NOT_ALLOWED_VALUE_ERROR', 'must be equal to one of the allowed values', { allowedValues }, path),
  callingCode: () =>
    error('INVALID_PHONE_COUNTRY_CODE_ERROR', 'Phone number has incorrect country code', { format: 'phone' }, 'f'),
  phoneCountry: (allowedCountryCodes: readonly string[]) =>
    error(
      'NOT_ALLOWED_VALUE_ERROR',
      "Phone number's country code must correspond to one from allowed countries",
      { allowedCountryCodes, format: 'phone' },
      'f',
    ),
  twice: () => error('UNKNOWN_ERROR', 'productId should appear in array at most once', {}, 'f'),
  closed: () =>
    error('DISABLED_FORM_ERROR', 'Form is disabled and not accepting submissions', {}, 'form.properties.disabled'),
};

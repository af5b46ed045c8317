import type { FieldError } from '@portico/sdk';
import type { FieldView } from './describe-form.ts';

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address, like name@example.org.',
  url: 'Enter a web address, like https://example.org.',
  uri: 'Enter a web address, like https://example.org.',
  phone: 'Enter a phone number with its country code, like +44 20 7946 0018.',
  date: 'Enter a date.',
  time: 'Enter a time.',
  'date-time': 'Enter a date and a time.',
};

/** What a person can do about an error, in one sentence (forms contract section 5.1 names the causes). */
export function errorText(error: FieldError, field: FieldView | undefined): string {
  const params = error.params ?? {};
  const { limit } = params as { limit?: number | string };
  if (error.useCustomErrorMessage && error.errorMessage) return error.errorMessage;
  switch (error.errorType) {
    case 'REQUIRED_VALUE_ERROR':
      return missingText(field);
    case 'TYPE_ERROR':
      return field?.kind === 'number' ? 'Enter a number.' : 'This answer has the wrong form.';
    case 'FORMAT_ERROR':
      return FORMATS[String(params.format)] ?? 'This answer has the wrong form.';
    case 'INVALID_PHONE_COUNTRY_CODE_ERROR':
      return FORMATS.phone as string;
    case 'PATTERN_ERROR':
      return 'This answer does not have the expected form.';
    case 'MAX_LENGTH_ERROR':
      return `Use at most ${limit} characters.`;
    case 'MIN_LENGTH_ERROR':
      return `Use at least ${limit} characters.`;
    case 'MAX_VALUE_ERROR':
      return isDate(field) ? `Choose ${limit} or earlier.` : `Enter ${limit} or less.`;
    case 'MIN_VALUE_ERROR':
      return isDate(field) ? `Choose ${limit} or later.` : `Enter ${limit} or more.`;
    case 'MULTIPLE_OF_VALUE_ERROR':
      return params.multipleOf === 1 ? 'Enter a whole number.' : `Enter a multiple of ${params.multipleOf}.`;
    case 'MIN_ITEMS_ERROR':
      return `Choose at least ${limit}.`;
    case 'MAX_ITEMS_ERROR':
      return `Choose at most ${limit}.`;
    case 'NOT_ALLOWED_VALUE_ERROR':
      return field?.kind === 'checkbox' ? 'Tick this box to go on.' : 'Choose one of the answers that are offered.';
    case 'DISABLED_FORM_ERROR':
      return 'This form takes no more answers.';
    default:
      return error.errorMessage ?? 'This answer is not accepted.';
  }
}

function missingText(field: FieldView | undefined): string {
  switch (field?.kind) {
    case 'checkbox':
      return 'Tick this box to go on.';
    case 'checkboxes':
      return 'Choose at least one.';
    case 'radio':
    case 'dropdown':
    case 'rating':
      return 'Choose an answer.';
    default:
      return 'This cannot be left empty.';
  }
}

const isDate = (field: FieldView | undefined): boolean => ['date', 'time', 'dateTime'].includes(field?.kind ?? '');

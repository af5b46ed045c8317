/**
 * The value table (forms contract section 5.1): every kind of field with every error that it can have, and valid
 * values. Tests run it against the server's engine and the browser's engine.
 */
import type { ValidationErrorType } from '../vocabulary.ts';
import { paymentRows } from './payment-rows.ts';
import { plainRows } from './plain-rows.ts';
import { expected, text, type ValueRow } from './row.ts';
import { structureRows } from './structure-rows.ts';
import { textKinds, textRows } from './text-rows.ts';

export { tableNow, type ValueRow } from './row.ts';

const closed = [{ enabled: false }, { limitationRule: { dateTimeDeadline: '2026-05-17T12:00:00Z' } }].map(
  (reason): ValueRow => ({
    kind: 'form',
    form: { formFields: [text()], ...reason },
    value: 'x',
    errors: [expected.closed()],
  }),
);

export const valueTable: readonly ValueRow[] = [...textRows, ...plainRows, ...structureRows, ...paymentRows, ...closed];

const errorTypes = (names: string): ValidationErrorType[] =>
  names.split(' ').map((name) => `${name}_ERROR` as ValidationErrorType);
const textErrors = 'REQUIRED_VALUE TYPE MAX_LENGTH MIN_LENGTH PATTERN NOT_ALLOWED_VALUE';
const listErrors =
  'MAX_LENGTH MIN_LENGTH PATTERN FORMAT NOT_ALLOWED_VALUE MAX_VALUE MIN_VALUE MULTIPLE_OF_VALUE MIN_ITEMS MAX_ITEMS';

/**
 * The errors that a value of each kind can have. Rows of a repeater and nested forms can have all errors of their
 * fields; the table lists a sample.
 */
export const errorsOfKind: Readonly<Record<string, readonly ValidationErrorType[]>> = {
  ...Object.fromEntries(
    textKinds.map(({ kind, format }) => [kind, errorTypes(format ? `${textErrors} FORMAT` : textErrors)]),
  ),
  text: errorTypes(`${textErrors} FORMAT`),
  date: errorTypes(`${textErrors} FORMAT MIN_VALUE MAX_VALUE`),
  time: errorTypes(`${textErrors} FORMAT MIN_VALUE MAX_VALUE`),
  'date-time': errorTypes(`${textErrors} FORMAT MIN_VALUE MAX_VALUE`),
  'date, time optional': errorTypes(`${textErrors} FORMAT MIN_VALUE MAX_VALUE`),
  birthdate: errorTypes(`${textErrors} FORMAT MIN_VALUE MAX_VALUE`),
  phone: errorTypes(`${textErrors} FORMAT INVALID_PHONE_COUNTRY_CODE`),
  choice: errorTypes('REQUIRED_VALUE TYPE MAX_LENGTH NOT_ALLOWED_VALUE'),
  number: errorTypes('REQUIRED_VALUE TYPE MAX_VALUE MIN_VALUE MULTIPLE_OF_VALUE NOT_ALLOWED_VALUE'),
  rating: errorTypes('REQUIRED_VALUE TYPE MAX_VALUE MIN_VALUE MULTIPLE_OF_VALUE NOT_ALLOWED_VALUE'),
  checkbox: errorTypes('REQUIRED_VALUE TYPE NOT_ALLOWED_VALUE'),
  list: errorTypes(`REQUIRED_VALUE TYPE ${listErrors}`),
  object: errorTypes(`REQUIRED_VALUE TYPE UNKNOWN_VALUE ${listErrors}`),
  repeater: errorTypes('REQUIRED_VALUE TYPE UNKNOWN_VALUE MAX_LENGTH MIN_VALUE MIN_ITEMS MAX_ITEMS'),
  'nested form': errorTypes('REQUIRED_VALUE TYPE UNKNOWN_VALUE MAX_LENGTH MIN_VALUE'),
  file: errorTypes('REQUIRED_VALUE TYPE UNKNOWN_VALUE MAX_LENGTH MAX_ITEMS'),
  signature: errorTypes('REQUIRED_VALUE TYPE UNKNOWN_VALUE MAX_LENGTH MAX_ITEMS'),
  payment: errorTypes(
    'REQUIRED_VALUE TYPE UNKNOWN_VALUE MAX_LENGTH MAX_VALUE MIN_VALUE MULTIPLE_OF_VALUE MIN_ITEMS MAX_ITEMS NOT_ALLOWED_VALUE UNKNOWN',
  ),
  appointment: errorTypes('REQUIRED_VALUE TYPE UNKNOWN_VALUE MAX_LENGTH FORMAT MIN_VALUE'),
  address: errorTypes('REQUIRED_VALUE TYPE UNKNOWN_VALUE MAX_LENGTH NOT_ALLOWED_VALUE'),
  'VAT id': errorTypes('REQUIRED_VALUE TYPE UNKNOWN_VALUE FORMAT'),
  form: errorTypes('DISABLED_FORM'),
};

/** Converts error responses to the texts of the sign-in forms. */
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@portico/domain/passwords';
import { PorticoError, type Violation } from '@portico/sdk';
import type { Texts } from '../texts/index.ts';

export interface Rejection {
  readonly status: number;
  /** The code of the error; `INVALID_ARGUMENT` if the request was invalid. */
  readonly code: string;
  /** One sentence for each of `email`, `password` and the keys of profile fields. `form` holds an error of the form. */
  readonly errors: Readonly<Record<string, string>>;
}

/**
 * Returns the code and the texts of a rejection, which is an error response with status 4xx.
 * @throws every other error unchanged
 */
export function rejectionOf(error: unknown, texts: Texts): Rejection {
  if (!(error instanceof PorticoError) || error.status < 400 || error.status >= 500) throw error;
  const { status, code, violations } = error;
  if (violations.length === 0) {
    const location = code === '-19995' ? 'email' : 'form';
    return { status, code, errors: { [location]: sentenceOf(error, texts) } };
  }
  return { status, code, errors: Object.fromEntries(violations.map((one) => fieldError(one, texts))) };
}

/**
 * Returns texts for any error. A form in the browser uses them, because it cannot show an error page. An error that
 * visitors cannot correct, such as a wrong client id, is also logged for the developer.
 */
export function errorsOf(error: unknown, texts: Texts): Rejection['errors'] {
  const errors = textsFor(error, texts);
  if (errors.form === texts.errors.other || isSetupError(error)) console.error(error);
  return errors;
}

function textsFor(error: unknown, texts: Texts): Rejection['errors'] {
  // Nobody can sign in on this page before its address is registered, so only the developer reads this message.
  if (isSetupError(error)) return { form: error.message };
  try {
    return rejectionOf(error, texts).errors;
  } catch {
    return { form: texts.errors.other };
  }
}

const isSetupError = (error: unknown): error is PorticoError =>
  error instanceof PorticoError && error.code === 'INVALID_REDIRECT_URI';

function sentenceOf({ code, data }: PorticoError, { errors }: Texts): string {
  const sentence = Object.hasOwn(errors, code) ? errors[code as keyof Texts['errors']] : errors.other;
  return typeof sentence === 'function' ? sentence(Number(data.retryAfterSeconds) || 60) : sentence;
}

function fieldError(violation: Violation, texts: Texts): [field: string, sentence: string] {
  const field = violation.field.split('.').at(-1) ?? '';
  if (field === 'email') return ['email', texts.validation.email];
  if (/password$/i.test(field)) return ['password', passwordSentence(violation, texts)];
  return [field, valueSentence(violation, texts)];
}

function passwordSentence({ violatedRule, ruleName, data }: Violation, { validation }: Texts): string {
  const threshold = Number(data?.threshold);
  if (violatedRule === 'MIN_LENGTH') return validation.passwordTooShort(threshold || MIN_PASSWORD_LENGTH);
  if (violatedRule === 'MAX_LENGTH') return validation.passwordTooLong(threshold || MAX_PASSWORD_LENGTH);
  if (ruleName === 'COMMON_PASSWORD') return validation.passwordTooCommon;
  return ruleName === 'PASSWORD_IS_EMAIL' ? validation.passwordIsEmail : validation.passwordRefused;
}

function valueSentence({ violatedRule, data }: Violation, { validation }: Texts): string {
  if (violatedRule === 'MAX_LENGTH') return validation.tooLong(Number(data?.threshold));
  const { number, date, url, choice, other } = validation;
  const byType: Readonly<Record<string, string>> = { NUMBER: number, DATE: date, URL: url, CHOICE: choice };
  return byType[String(data?.type)] ?? other;
}

import { PorticoError } from '@portico/sdk';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { en, textsOf } from '../texts/index.ts';
import { errorsOf, rejectionOf } from './rejections.ts';

const errorWith = (status: number, details: object) => PorticoError.of(Response.json({ details }, { status }));
const applicationError = (code: string, data = {}) =>
  errorWith(400, { applicationError: { code, description: '', data } });
const violation = (field: string, rest = {}) =>
  errorWith(400, { validationError: { fieldViolations: [{ field, description: 'must be otherwise', ...rest }] } });

describe('rejectionOf', () => {
  it.each([
    ['-19976', 'form', en.errors['-19976']],
    ['-19995', 'email', en.errors['-19995']],
    ['NO_CODE_OF_OURS', 'form', en.errors.other],
    ['constructor', 'form', en.errors.other],
  ])('assigns %s to %s', async (code, field, sentence) => {
    expect(rejectionOf(await applicationError(code), en).errors).toEqual({ [field]: sentence });
  });

  it('states how long to wait', async () => {
    const error = await applicationError('TOO_MANY_REQUESTS', { retryAfterSeconds: 300 });
    expect(rejectionOf(error, en).errors.form).toContain('5 minutes');
    expect(rejectionOf(error, textsOf('de')).errors.form).toContain('5 Minuten');
  });

  it.each([
    ['loginId.email', {}, 'email', en.validation.email],
    ['password', { violatedRule: 'MIN_LENGTH', data: { threshold: 8 } }, 'password', 'Use at least 8 characters.'],
    ['password', { violatedRule: 'MAX_LENGTH', data: { threshold: 1000 } }, 'password', 'Use at most 1000 characters.'],
    ['newPassword', { ruleName: 'COMMON_PASSWORD' }, 'password', en.validation.passwordTooCommon],
    ['password', { ruleName: 'PASSWORD_IS_EMAIL' }, 'password', en.validation.passwordIsEmail],
    ['password', { violatedRule: 'OTHER' }, 'password', en.validation.passwordRefused],
    ['profile.customFields.web', { data: { type: 'URL' } }, 'web', en.validation.url],
  ])('assigns %s %j', async (field, rest, at, sentence) => {
    expect(rejectionOf(await violation(field, rest), en).errors).toEqual({ [at]: sentence });
  });

  it('throws errors of the server itself', async () => {
    const serverError = await errorWith(500, {});
    expect(() => rejectionOf(serverError, en)).toThrow(serverError);
    expect(() => rejectionOf(new TypeError('x'), en)).toThrow(TypeError);
  });
});

describe('errorsOf', () => {
  const loggedErrors = () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => log.mockRestore());
    return log.mock.calls;
  };

  it.each([new TypeError('x'), new PorticoError('Unknown client', { code: 'invalid_client', status: 401 })])(
    'logs an error that visitors cannot correct: %s',
    (error) => {
      const logged = loggedErrors();
      expect(errorsOf(error, en)).toEqual({ form: en.errors.other });
      expect(logged).toEqual([[error]]);
    },
  );

  it('shows and logs that an address is not registered', () => {
    const logged = loggedErrors();
    const error = new PorticoError('Register exactly this address.', { code: 'INVALID_REDIRECT_URI', status: 400 });
    expect(errorsOf(error, en)).toEqual({ form: error.message });
    expect(logged).toEqual([[error]]);
  });

  it('does not log a wrong password', async () => {
    const logged = loggedErrors();
    expect(errorsOf(await applicationError('-19976'), en)).toEqual({ form: en.errors['-19976'] });
    expect(logged).toEqual([]);
  });
});

import { verifyCaptcha } from '../../captcha/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { policyOf } from '../forms/document.ts';
import type { FormRow } from '../forms/wire.ts';
import { setsSubmissionState } from '../permissions.ts';

/**
 * Robots have to solve the site's captcha where the form's owner wants it. The site's own people and apps do not. A
 * token is checked where captchas are in use at all: a plain client sends none.
 * @returns what uses the token up, or throws AppError INVALID_CAPTCHA; null where none is to be passed
 */
export function captchaToPass(ctx: SiteCtx, form: FormRow, token: string | undefined): (() => Promise<void>) | null {
  const required = policyOf(form.document).captchaRequired === true && !setsSubmissionState(ctx.caller);
  const given = token !== undefined && ctx.site.settings.signIn.captcha.mode !== 'OFF';
  if (!required && !given) return null;
  return () =>
    verifyCaptcha(ctx, token).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('INVALID_CAPTCHA', {}, error) : error;
    });
}

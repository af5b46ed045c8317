import { verifyCaptcha } from '../../captcha/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { policyOf } from '../forms/document.ts';
import type { FormRow } from '../forms/wire.ts';
import { mayManageSubmissions } from '../permissions.ts';

/**
 * Verifies the captcha and consumes its token, if the form requires one and the caller does not manage submissions. A
 * token is also verified if the form does not require it, unless the site has captchas turned off.
 * @throws AppError INVALID_CAPTCHA
 */
export async function passCaptcha(ctx: SiteCtx, form: FormRow, token: string | undefined): Promise<void> {
  const isRequired = policyOf(form.document).captchaRequired === true && !mayManageSubmissions(ctx.caller);
  const isVerifiable = token !== undefined && ctx.site.settings.signIn.captcha.mode !== 'OFF';
  if (!isRequired && !isVerifiable) return;
  try {
    await verifyCaptcha(ctx, token);
  } catch (error) {
    throw error instanceof AppError ? new AppError('INVALID_CAPTCHA', {}, error) : error;
  }
}

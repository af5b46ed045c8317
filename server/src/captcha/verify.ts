import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { isSolved } from './altcha.ts';
import { isVerified, providers, type ThirdPartyProvider } from './third-party-providers.ts';

/**
 * Verifies a token with the site's captcha provider. A token is valid only once. Call this only if a captcha is
 * required or a token was sent, and not in a transaction, because its rollback would make a used ALTCHA token valid
 * again.
 * @param services the third-party providers, which tests replace
 * @throws AppError -19971 without a token; -19970 for one that is wrong, expired, used before or of another site, and
 *   when the provider cannot be reached (the log has the reason)
 */
export async function verifyCaptcha(
  ctx: SiteCtx,
  token: string | undefined,
  services: typeof providers = providers,
): Promise<void> {
  if (!token) throw new AppError('-19971');
  const { provider } = ctx.site.settings.signIn.captcha;
  const passed =
    provider === 'ALTCHA' ? await isSolved(ctx, token) : await isVerifiedBy(ctx, services, provider, token);
  if (!passed) throw new AppError('-19970');
}

/** Fails closed, so that an outage of the provider does not disable the captcha. */
async function isVerifiedBy(
  ctx: SiteCtx,
  services: typeof providers,
  provider: ThirdPartyProvider,
  token: string,
): Promise<boolean> {
  const { siteKey, secret } = ctx.site.settings.signIn.captcha;
  const openedSecret = secret === null ? null : ctx.env.vault.open('captcha-secret', secret);
  if (!openedSecret) {
    ctx.log.error(
      { site: ctx.site.id, provider },
      'a captcha cannot be verified: the site has no secret that can be read',
    );
    return false;
  }
  return isVerified(services[provider], { secret: openedSecret, siteKey, token }, ctx.log);
}

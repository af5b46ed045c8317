import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { isSolved } from './altcha.ts';
import { isVerified, type OutsideProvider, providers } from './outside-providers.ts';

/**
 * Asks the site's captcha provider about a token; whether a captcha is wanted at all, the caller decides. A token
 * counts once. `services` says where the outside providers answer. Not to be called in a transaction: its rollback
 * would bring an ALTCHA token back.
 * @throws AppError -19971 without a token; -19970 for one that is wrong, expired, used before or of another site, and
 *   when the provider cannot be asked (the log has the reason)
 */
export async function verifyCaptcha(
  ctx: SiteCtx,
  token: string | undefined,
  services: typeof providers = providers,
): Promise<void> {
  if (!token) throw new AppError('-19971');
  const { provider } = ctx.site.settings.signIn.captcha;
  const passed = provider === 'ALTCHA' ? await isSolved(ctx, token) : await ask(ctx, services, provider, token);
  if (!passed) throw new AppError('-19970');
}

/** Fails closed: a provider that is away must not open the door that it guards. */
async function ask(
  ctx: SiteCtx,
  services: typeof providers,
  provider: OutsideProvider,
  token: string,
): Promise<boolean> {
  const { siteKey, secret } = ctx.site.settings.signIn.captcha;
  const opened = secret === null ? null : ctx.env.vault.open('captcha-secret', secret);
  if (!opened) {
    ctx.log.error(
      { site: ctx.site.id, provider },
      'a captcha cannot be verified: the site has no secret that can be read',
    );
    return false;
  }
  return isVerified(services[provider], { secret: opened, siteKey, token }, ctx.log);
}

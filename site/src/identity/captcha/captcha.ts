import type { Host, OutsideCaptcha } from '../../host.ts';
import type { SignInSettings, Visit } from '../../visit.ts';

/** The captcha that a page may have to show, with leave to load it; null where the site asks for none. */
export function captchaOf(visit: Visit, host: Host): SignInSettings['captcha'] | null {
  return visit.settings.captcha.mode === 'OFF' ? null : allowed(visit, host);
}

/**
 * The captcha of a form whose owner wants one, whatever the site asks of those who sign in. Always in sight: a form is sent
 * by script, which an unseen one would have to hold back.
 */
export const formCaptchaOf = (visit: Visit, host: Host): SignInSettings['captcha'] => ({
  ...allowed(visit, host),
  mode: 'VISIBLE',
});

function allowed({ settings: { captcha } }: Visit, host: Host): SignInSettings['captcha'] {
  if (captcha.provider !== 'ALTCHA') host.allowCaptcha(captcha.provider satisfies OutsideCaptcha);
  return captcha;
}

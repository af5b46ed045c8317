import type { Host, ThirdPartyCaptcha } from '../../host.ts';
import type { SignInSettings, Visit } from '../../visit.ts';

/** Returns the captcha of the site, and allows it in the content security policy; null if captchas are off. */
export function captchaOf(visit: Visit, host: Host): SignInSettings['captcha'] | null {
  return visit.settings.captcha.mode === 'OFF' ? null : allowInPolicy(visit, host);
}

/**
 * Returns the captcha of a form that requires one, even if captchas are off for sign-in. It is always visible, because
 * forms are sent by script, which an invisible captcha cannot stop.
 */
export const formCaptchaOf = (visit: Visit, host: Host): SignInSettings['captcha'] => ({
  ...allowInPolicy(visit, host),
  mode: 'VISIBLE',
});

function allowInPolicy({ settings: { captcha } }: Visit, host: Host): SignInSettings['captcha'] {
  if (captcha.provider !== 'ALTCHA') host.allowCaptcha(captcha.provider satisfies ThirdPartyCaptcha);
  return captcha;
}

import type { Host, OutsideCaptcha } from '../../host.ts';
import type { SignInSettings, Visit } from '../../visit.ts';

/** The captcha that a page may have to show, with leave to load it; null where the site asks for none. */
export function captchaOf({ settings }: Visit, host: Host): SignInSettings['captcha'] | null {
  const { captcha } = settings;
  if (captcha.mode === 'OFF') return null;
  if (captcha.provider !== 'ALTCHA') host.allowCaptcha(captcha.provider satisfies OutsideCaptcha);
  return captcha;
}

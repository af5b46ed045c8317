import type { Environment } from '../../kernel/ctx.ts';
import type { SiteSettings } from '../settings/site-settings.ts';

/** Returns which server sends the mails of a site. */
export function deliveryOf(settings: SiteSettings, env: Environment): 'SITE' | 'ENVIRONMENT' | 'NONE' {
  if (settings.mail.smtp) return 'SITE';
  return env.mail.smtp ? 'ENVIRONMENT' : 'NONE';
}

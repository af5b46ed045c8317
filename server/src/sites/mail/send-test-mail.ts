import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import * as mail from '../../mail/index.ts';
import { requirePermission } from '../rights.ts';
import { settingsOf } from '../settings/site-settings.ts';
import { findSite } from '../store.ts';
import { deliveryOf } from './delivery.ts';

type Endpoint = (typeof sitesEndpoints)['sendTestMail'];

/**
 * Sends a test mail directly instead of through the mail outbox, so that a failure is reported at once. Uses the
 * settings that have just been saved.
 */
export async function sendTestMail(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requirePermission(ctx.caller, 'site:manage');
  if (!mail.isAddress(body.to)) {
    throw new ViolationError([{ field: 'to', description: 'is not an e-mail address', violatedRule: 'FORMAT' }]);
  }
  const row = await findSite(ctx.db, ctx.site.id);
  if (!row) throw new AppError('SITE_NOT_FOUND');
  const site = { ...ctx.site, name: row.name, settings: settingsOf(row.settings) };
  const delivery = deliveryOf(site.settings, ctx.env);
  const { language } = site.settings;
  const template = await mail.templateFor(ctx.db, site.id, 'TEST', language);
  const content = mail.renderMail({ site, language, template, values: {} });
  try {
    const server = mail.smtpServerOf(site, ctx.env);
    if (!server) throw new AppError('SMTP_NOT_SET');
    await mail.send(server, { site, env: ctx.env }, { id: newId(), to: body.to, content });
    return { delivery };
  } catch (error) {
    if (error instanceof AppError) throw error;
    ctx.log.warn({ siteId: site.id, reason: mail.reasonOf(error) }, 'a test mail could not be sent');
    throw new AppError('MAIL_NOT_SENT', { reason: mail.describeFailure(error) }, error);
  }
}

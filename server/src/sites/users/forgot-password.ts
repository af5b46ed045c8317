import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import type { RequestInfo } from '../../http/bind.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { networkOf } from '../../kernel/network-of.ts';
import * as mail from '../../mail/index.ts';
import { INSTALLATION, takeFromWindows } from '../attempts.ts';
import { listSitesOfUser } from '../store.ts';
import { assertDashboardOrigin, normalizeEmail } from './session.ts';
import { createRecoveryLink } from './set-up.ts';
import { findUserByEmail } from './store.ts';

type Endpoint = (typeof sitesEndpoints)['forgotDashboardPassword'];

const HOUR_SECONDS = 3_600;

/**
 * Mails a link for a new dashboard password, through the operator's mail server and not through the site's mail outbox.
 * Threat: an admin, who may configure the site's mail server and read its mail outbox, requests the owner's link and
 * reads it there. Neither the response nor its duration reveals whether the address has an account.
 */
export async function forgotDashboardPassword(
  ctx: Ctx,
  { body }: Input<Endpoint>,
  request: RequestInfo,
): Promise<Output<Endpoint>> {
  assertDashboardOrigin(ctx, request);
  if (!ctx.env.mail.smtp) return { isMailed: false };
  const email = normalizeEmail(body.email);
  const windows = [
    { subject: `forgot:${email}`, max: 5, seconds: HOUR_SECONDS },
    { subject: `forgot-from:${networkOf(ctx.address)}`, max: 30, seconds: HOUR_SECONDS },
  ];
  const used = ctx.env.hasRateLimits ? await takeFromWindows({ db: ctx.db, site: INSTALLATION }, windows) : [];
  if (used.length === 0) {
    mailLink(ctx, email).catch((error: unknown) =>
      ctx.log.warn({ reason: mail.reasonOf(error) }, 'a link for a new dashboard password could not be mailed'),
    );
  }
  return { isMailed: true };
}

async function mailLink(ctx: Ctx, email: string): Promise<void> {
  const user = await findUserByEmail(ctx.db, email);
  const [row] = user ? await listSitesOfUser(ctx.db, user.id) : [];
  const site = row ? await ctx.env.site(row.id) : null;
  const { smtp } = ctx.env.mail;
  if (!site || !smtp) return;
  const link = await createRecoveryLink(ctx, email);
  const { language } = site.settings;
  // The built-in text is used, because admins of the site can edit its template and could mislead other users.
  const content = mail.renderMail({
    site,
    language,
    template: mail.defaultTemplateOf('RECOVERY', language),
    values: {},
    link,
  });
  await mail.send({ ...smtp, setBy: 'OPERATOR' }, { site, env: ctx.env }, { id: newId(), to: email, content });
}

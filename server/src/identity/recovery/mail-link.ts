import type { Db } from '../../db/index.ts';
import type { SiteEvent } from '../../events/index.ts';
import type { Environment, SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret, newSiteSecret } from '../../kernel/ids.ts';
import { queueMail } from '../../mail/index.ts';
import { takeFromWindow } from '../../sites/index.ts';
import { findMemberByEmail } from '../members/store.ts';
import type { MemberRow } from '../members/wire.ts';
import type { RecoveryRequest } from './request-recovery.ts';
import { insertRecovery, type Purpose } from './store.ts';

const LIFETIME_SECONDS: Readonly<Record<Purpose, number>> = {
  RECOVERY: 3_600,
  ACTIVATION: 7 * 86_400,
  SET_PASSWORD: 3 * 86_400,
};

/** Maximum number of links mailed to one member in an hour, so that nobody can flood a mailbox. */
const MAX_MAILS_PER_HOUR = 5;

const PAGES: Readonly<Record<Purpose, string>> = {
  RECOVERY: '/reset-password',
  ACTIVATION: '/activate',
  SET_PASSWORD: '/reset-password',
};

/** Handles the event of requestRecovery in the outbox worker, where the client cannot measure how long it takes. */
export const sendRecoveryMail =
  (env: Environment) =>
  async (db: Db, event: SiteEvent): Promise<void> => {
    const site = await env.site(event.siteId);
    const request = event.payload as RecoveryRequest;
    const member = site ? await findMemberByEmail(db, site.id, request.email) : undefined;
    if (!site || !member) return;
    await mailLink({ db, env, site, now: new Date() }, member, request);
  };

/** Mails the member a link that can be used once. Blocked and disconnected members get no mail. */
export async function mailLink(
  ctx: Pick<SiteCtx, 'db' | 'env' | 'site' | 'now'>,
  member: MemberRow,
  input: Omit<RecoveryRequest, 'email'>,
): Promise<void> {
  const { site, now } = ctx;
  if (!['PENDING', 'ACTIVE'].includes(member.status)) return;
  const window = { subject: `links:${member.id}`, max: MAX_MAILS_PER_HOUR, seconds: 3_600 };
  if (!(await takeFromWindow(ctx, window))) return;
  const token = newSiteSecret(site.shortId);
  await insertRecovery(ctx.db, site.id, {
    token_hash: hashSecret(token),
    member_id: member.id,
    purpose: input.purpose,
    redirect_url: input.redirectUrl,
    redirect_app_id: input.redirectAppId,
    request: input.request,
    expires_at: new Date(now.getTime() + LIFETIME_SECONDS[input.purpose] * 1_000),
  });
  await queueMail(ctx, {
    kind: input.purpose,
    to: member.login_email,
    language: input.language ?? member.language,
    // Threat: a forged Host header must not become the address in a mail, so the origin comes from the settings.
    link: `${site.origin}${PAGES[input.purpose]}?${new URLSearchParams({ token })}`,
  });
}

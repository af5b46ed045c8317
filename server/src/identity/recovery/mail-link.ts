import type { Db } from '../../db/index.ts';
import type { SiteEvent } from '../../events/index.ts';
import type { Environment, SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret, siteSecret } from '../../kernel/ids.ts';
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

/** links mailed to one member in an hour: a mailbox is not to be flooded through us */
const MOST_AN_HOUR = 5;

const PAGES: Readonly<Record<Purpose, string>> = {
  RECOVERY: '/reset-password',
  ACTIVATION: '/activate',
  SET_PASSWORD: '/reset-password',
};

/** Handles what requestRecovery wrote: the worker's half, where nobody measures the time. */
export const sendRecoveryMail =
  (env: Environment) =>
  async (db: Db, event: SiteEvent): Promise<void> => {
    const site = await env.site(event.siteId);
    const asked = event.payload as RecoveryRequest;
    const member = site ? await findMemberByEmail(db, site.id, asked.email) : undefined;
    if (!site || !member) return;
    await mailLink({ db, env, site, now: new Date() }, member, asked);
  };

/** Mails the member a link that works once; to a closed account nothing leaves. */
export async function mailLink(
  ctx: Pick<SiteCtx, 'db' | 'env' | 'site' | 'now'>,
  member: MemberRow,
  asked: Omit<RecoveryRequest, 'email'>,
): Promise<void> {
  const { site, now } = ctx;
  if (!['PENDING', 'ACTIVE'].includes(member.status)) return;
  const window = { subject: `links:${member.id}`, most: MOST_AN_HOUR, seconds: 3_600 };
  if (!(await takeFromWindow(ctx, window))) return;
  const token = siteSecret(site.shortId);
  await insertRecovery(ctx.db, site.id, {
    token_hash: hashSecret(token),
    member_id: member.id,
    purpose: asked.purpose,
    redirect_url: asked.redirectUrl,
    redirect_app_id: asked.redirectAppId,
    request: asked.request,
    expires_at: new Date(now.getTime() + LIFETIME_SECONDS[asked.purpose] * 1_000),
  });
  await queueMail(ctx, {
    kind: asked.purpose,
    to: member.login_email,
    language: asked.language ?? member.language,
    // From our own settings: a Host header that somebody sent is never the address in a mail.
    link: `${site.origin}${PAGES[asked.purpose]}?${new URLSearchParams({ token })}`,
  });
}

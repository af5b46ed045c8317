import type { SiteCtx } from '../../kernel/ctx.ts';
import { queueMail } from '../../mail/index.ts';
import { listAdminEmails, takeFromWindow } from '../../sites/index.ts';
import type { MemberRow } from '../members/wire.ts';

const WEEK_SECONDS = 604_800;

/** Notifies owners and admins by mail that a member waits for approval, at most once a week for each member. */
export async function mailApprovalWaiting(ctx: SiteCtx, member: MemberRow): Promise<void> {
  const window = { subject: `approval-waiting:${member.id}`, max: 1, seconds: WEEK_SECONDS };
  if (!(await takeFromWindow(ctx, window))) return;
  for (const to of await listAdminEmails(ctx.db, ctx.site.id)) {
    await queueMail(ctx, {
      kind: 'APPROVAL_WAITING',
      to,
      values: { memberEmail: member.login_email },
      link: `${ctx.env.dashboardOrigin}/dashboard/members?status=PENDING`,
    });
  }
}

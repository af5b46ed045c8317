import type { SiteCtx } from '../../kernel/ctx.ts';
import { queueMail } from '../../mail/index.ts';
import type { MemberRow } from '../members/wire.ts';

/** Notifies the member by mail that the password was changed, with a link in case someone else changed it. */
export const mailPasswordChanged = (ctx: SiteCtx, member: MemberRow): Promise<void> =>
  queueMail(ctx, {
    kind: 'PASSWORD_CHANGED',
    to: member.login_email,
    language: member.language,
    values: { time: ctx.now.toISOString() },
    link: `${ctx.site.origin}/forgot-password`,
  });

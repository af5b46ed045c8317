import type { SiteCtx } from '../../kernel/ctx.ts';
import { queueMail } from '../../mail/index.ts';
import type { MemberRow } from '../members/wire.ts';

/** Tells the member of a new password: who did not set it has to know at once, and finds the way back in the mail. */
export const mailPasswordChanged = (ctx: SiteCtx, member: MemberRow): Promise<void> =>
  queueMail(ctx, {
    kind: 'PASSWORD_CHANGED',
    to: member.login_email,
    language: member.language,
    values: { time: ctx.now.toISOString() },
    link: `${ctx.site.origin}/forgot-password`,
  });

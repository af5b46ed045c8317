import { randomInt } from 'node:crypto';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { queueMail } from '../../mail/index.ts';
import { takeFromWindow } from '../../sites/index.ts';
import { replaceCode } from './state-store.ts';

const CODE_LIFETIME_SECONDS = 1_800;
/** Maximum number of codes mailed for one sign-in. */
const MAX_MAILS_PER_SIGN_IN = 5;
/** Maximum number of codes mailed to one address in an hour, so that nobody can flood a mailbox. */
const MAX_MAILS_PER_HOUR = 10;

/**
 * Mails a new six-digit code, which replaces the previous one. If the sign-in has no member, because the address
 * was taken at registration, mails an explanation to that address instead, with the same response and the same work.
 */
export async function mailCode(ctx: SiteCtx, stateToken: string): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const state = await replaceCode(ctx.db, ctx.site.id, hashSecret(stateToken), {
    mac: computeCodeMac(ctx, stateToken, code),
    expiresAt: new Date(ctx.now.getTime() + CODE_LIFETIME_SECONDS * 1_000),
    maxMails: MAX_MAILS_PER_SIGN_IN,
  });
  if (!state) return;
  const window = { subject: `code-mails:${state.member_id ?? state.email}`, max: MAX_MAILS_PER_HOUR, seconds: 3_600 };
  if (!(await takeFromWindow(ctx, window))) return;
  const { email: to, language } = state;
  if (state.member_id) await queueMail(ctx, { kind: 'VERIFY_EMAIL', to, language, values: { code } });
  else await queueMail(ctx, { kind: 'ADDRESS_TAKEN', to, language, link: `${ctx.site.origin}/forgot-password` });
}

/**
 * Returns a MAC and not a hash, because an attacker could hash all million codes. It covers the sign-in, because
 * several sign-ins may have the same code.
 */
export const computeCodeMac = (ctx: SiteCtx, stateToken: string, code: string): Buffer =>
  ctx.env.vault.mac('code', `${stateToken} ${code}`);

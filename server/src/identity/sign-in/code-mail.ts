import { randomInt } from 'node:crypto';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { queueMail } from '../../mail/index.ts';
import { takeFromWindow } from '../../sites/index.ts';
import { putCode } from './state-store.ts';

const CODE_SECONDS = 1_800;
/** codes mailed for one sign-in */
const MOST_MAILS_OF_STATE = 5;
/** codes mailed to one address in an hour: a mailbox is not to be flooded through us */
const MOST_MAILS_AN_HOUR = 10;

/**
 * Mails a new code of six digits; the former one stops working. For a sign-in without a member, whose address is
 * somebody else's, that person is told instead: the answer, and the work, are the same.
 */
export async function mailCode(ctx: SiteCtx, stateToken: string): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const state = await putCode(ctx.db, ctx.site.id, hashSecret(stateToken), {
    mac: codeMac(ctx, stateToken, code),
    expiresAt: new Date(ctx.now.getTime() + CODE_SECONDS * 1_000),
    mostMails: MOST_MAILS_OF_STATE,
  });
  if (!state) return;
  const window = { subject: `code-mails:${state.member_id ?? state.email}`, most: MOST_MAILS_AN_HOUR, seconds: 3_600 };
  if (!(await takeFromWindow(ctx, window))) return;
  const { email: to, language } = state;
  if (state.member_id) await queueMail(ctx, { kind: 'VERIFY_EMAIL', to, language, values: { code } });
  else await queueMail(ctx, { kind: 'ADDRESS_TAKEN', to, language, link: `${ctx.site.origin}/forgot-password` });
}

/** Keyed, because a million codes are soon tried against a plain hash; of this sign-in alone, because others share codes. */
export const codeMac = (ctx: SiteCtx, stateToken: string, code: string): Buffer =>
  ctx.env.vault.mac('code', `${stateToken} ${code}`);

import { type Language, type MailKind, pickLanguage } from '@portico/domain';
import type { SiteCtx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import { isAddress } from './address.ts';
import { sealContent } from './content.ts';
import type { MailDetail } from './render/details.ts';
import { renderMail } from './render/render-mail.ts';
import { insertMail, type MailRow, requeueMail } from './store.ts';
import { templateFor } from './templates.ts';
import { nudge } from './worker.ts';

const GIVE_UP_MS = 3 * 86_400_000;

export interface OutgoingMail {
  readonly kind: MailKind;
  /** one plain address */
  readonly to: string;
  /** BCP 47 tag of the reader; the site's language where we do not speak it */
  readonly language?: string | null;
  /** what the text of this kind may name (domain's mailKinds); `time` is ISO 8601 */
  readonly values?: Readonly<Record<string, string>>;
  /** what the button opens: an address of the site or of the dashboard */
  readonly link?: string;
  /** shown below the text, as a table: what strangers wrote, in lines. Cut where it is more than a mail should hold */
  readonly details?: readonly MailDetail[];
  /** who is answered instead of the site; left out where it is no plain address */
  readonly replyTo?: string;
}

/**
 * Writes a mail into the outbox of the site. Call it in the transaction of what it tells of: then nothing leaves for a
 * change that is rolled back, and nothing that is committed is forgotten, whatever becomes of this process or of the
 * mail server. It is sent by a worker, at once where an SMTP server is set, and kept for the outbox screen where none is.
 */
export async function queueMail(
  ctx: Pick<SiteCtx, 'db' | 'env' | 'site' | 'now'>,
  { kind, to, language, values = {}, link, details = [], replyTo }: OutgoingMail,
): Promise<void> {
  if (link !== undefined) assertOwnAddress(ctx, link);
  const spoken: Language = pickLanguage([language], ctx.site.settings.language);
  const template = await templateFor(ctx.db, ctx.site.id, kind, spoken);
  const content = renderMail({ site: ctx.site, language: spoken, template, values, link, details });
  await insertMail(ctx.db, {
    site_id: ctx.site.id,
    id: newId(),
    kind,
    recipient: to,
    language: spoken,
    subject: content.listedSubject,
    sealed_content: sealContent(ctx.env.vault, { ...content, ...(replyTo && isAddress(replyTo) ? { replyTo } : {}) }),
    next_attempt_at: ctx.now,
    give_up_at: new Date(ctx.now.getTime() + GIVE_UP_MS),
    created_at: ctx.now,
  });
  nudge();
}

/** Sends a waiting, kept or failed mail again, from now on; undefined: there is none, or it is sent already. */
export async function retryMail(
  ctx: Pick<SiteCtx, 'db' | 'site' | 'now'>,
  mailId: string,
): Promise<MailRow | undefined> {
  const giveUpAt = new Date(ctx.now.getTime() + GIVE_UP_MS);
  const mail = await requeueMail(ctx.db, ctx.site.id, mailId, ctx.now, giveUpAt);
  nudge();
  return mail;
}

/**
 * Links lead to the site, the installation or the dashboard alone. Threat: a mail in the site's name that carries its
 * one-time token to another host, made by a forged Host header or a redirect parameter.
 */
function assertOwnAddress({ env, site }: Pick<SiteCtx, 'env' | 'site'>, link: string): void {
  const origin = URL.parse(link)?.origin;
  if (!origin || ![site.origin, env.publicUrl, env.dashboardOrigin].includes(origin)) {
    throw new Error(`a mail may not link to ${origin ?? 'what is no address'}`);
  }
}

import { type Language, type MailKind, pickLanguage } from '@portico/domain';
import type { SiteCtx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import { limitsOf } from '../kernel/site-limits.ts';
import { isAddress } from './address.ts';
import { sealContent } from './content.ts';
import type { MailDetail } from './render/details.ts';
import { renderMail } from './render/render-mail.ts';
import { countMailsSince, insertMail, type MailRow, requeueMail } from './store.ts';
import { templateFor } from './templates.ts';
import { nudge } from './worker.ts';

const DAY_MS = 86_400_000;
const GIVE_UP_MS = 3 * DAY_MS;

export interface OutgoingMail {
  readonly kind: MailKind;
  /** Recipient, exactly one plain address. */
  readonly to: string;
  /** BCP 47 tag of the reader's language. If the texts are not translated to it, the site's language is used. */
  readonly language?: string | null;
  /** Values of the placeholders that this kind of mail has (mailKinds in domain/); `time` is ISO 8601. */
  readonly values?: Readonly<Record<string, string>>;
  /** URL of the button: an address of the site or of the dashboard. */
  readonly link?: string;
  /** Rows of a table below the text, written by visitors. Truncated if they are too long for a mail. */
  readonly details?: readonly MailDetail[];
  /** Reply-To address instead of the site's; ignored if it is not a plain address. */
  readonly replyTo?: string;
}

/**
 * Writes a mail into the site's mail outbox. Call it in the transaction of the change, so that the mail is sent if and
 * only if the change is committed, even if this process or the mail server fails. If an SMTP server is configured, a
 * worker sends the mail at once; otherwise the mail stays in the outbox, which the dashboard shows. A mail above the
 * operator's limit is stored as failed, with the reason, because the change that caused it must not fail.
 */
export async function queueMail(
  ctx: Pick<SiteCtx, 'db' | 'env' | 'site' | 'now'>,
  { kind, to, language, values = {}, link, details = [], replyTo }: OutgoingMail,
): Promise<void> {
  if (link !== undefined) assertLinkToInstallation(ctx, link);
  const mailLanguage: Language = pickLanguage([language], ctx.site.settings.language);
  const template = await templateFor(ctx.db, ctx.site.id, kind, mailLanguage);
  const content = renderMail({ site: ctx.site, language: mailLanguage, template, values, link, details });
  await insertMail(ctx.db, {
    site_id: ctx.site.id,
    id: newId(),
    kind,
    recipient: to,
    language: mailLanguage,
    subject: content.listedSubject,
    sealed_content: sealContent(ctx.env.vault, { ...content, ...(replyTo && isAddress(replyTo) ? { replyTo } : {}) }),
    ...(await findLimitFailure(ctx)),
    next_attempt_at: ctx.now,
    give_up_at: new Date(ctx.now.getTime() + GIVE_UP_MS),
    created_at: ctx.now,
  });
  nudge();
}

/** Returns the columns that store the mail as failed if the site's limit does not allow it, or else no columns. */
async function findLimitFailure(
  ctx: Pick<SiteCtx, 'db' | 'env' | 'site' | 'now'>,
): Promise<{ status: 'FAILED'; last_error: string } | Record<never, never>> {
  const { mailsPerDay: limit } = limitsOf(ctx);
  if (limit === null || (await countMailsSince(ctx.db, ctx.site.id, new Date(ctx.now.getTime() - DAY_MS))) < limit)
    return {};
  return {
    status: 'FAILED',
    last_error: `The site may send ${limit} mails in 24 hours; the operator sets this limit.`,
  };
}

/** Queues a waiting, stored or failed mail again. Returns undefined if there is none or it was already sent. */
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
 * Rejects a link whose origin is not that of the site, the installation or the dashboard. Threat: a
 * forged Host header or a redirect parameter makes the mail send its one-time token to another host.
 */
function assertLinkToInstallation({ env, site }: Pick<SiteCtx, 'env' | 'site'>, link: string): void {
  const origin = URL.parse(link)?.origin;
  if (!origin || ![site.origin, env.publicUrl, env.dashboardOrigin].includes(origin)) {
    throw new Error(`a mail may not link to ${origin ?? 'an invalid address'}`);
  }
}

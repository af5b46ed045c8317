import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import * as mail from '../../mail/index.ts';
import { audit } from '../audit-store.ts';
import { requirePermission } from '../rights.ts';
import { deliveryOf } from './delivery.ts';
import { mailToWire } from './wire.ts';

type Endpoints = typeof sitesEndpoints;

const MAX_MAILS = 200;

export async function listMails(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listMails']>,
): Promise<Output<Endpoints['listMails']>> {
  requirePermission(ctx.caller, 'site:read');
  const { limit = 50, offset = 0 } = query.paging ?? {};
  const status = query.status ?? null;
  const [rows, total] = await Promise.all([
    mail.listMails(ctx.db, ctx.site.id, { status, limit: Math.min(limit, MAX_MAILS), offset }),
    mail.countMails(ctx.db, ctx.site.id, status),
  ]);
  return { mails: rows.map(mailToWire), total, delivery: deliveryOf(ctx.site.settings, ctx.env) };
}

/**
 * Returns a mail with its content, for managers of the site. The content may open a member's account, so reading it is
 * recorded in the audit log.
 */
export async function getMail(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getMail']>,
): Promise<Output<Endpoints['getMail']>> {
  requirePermission(ctx.caller, 'site:manage');
  const row = await mail.findMail(ctx.db, ctx.site.id, query.mailId);
  if (!row) throw new AppError('MAIL_NOT_FOUND');
  const content = row.sealed_content === null ? null : mail.openContent(ctx.env.vault, row.sealed_content);
  if (content) {
    const after = { kind: row.kind, recipient: row.recipient };
    await audit(ctx, { siteId: ctx.site.id, action: 'sites.mail.read', target: row.id, after });
  }
  const shown = content && { subject: content.subject, text: content.text, html: content.html };
  return { mail: mailToWire(row), content: shown };
}

export async function retryMail(
  ctx: SiteCtx,
  { query }: Input<Endpoints['retryMail']>,
): Promise<Output<Endpoints['retryMail']>> {
  requirePermission(ctx.caller, 'site:manage');
  if (deliveryOf(ctx.site.settings, ctx.env) === 'NONE') throw new AppError('SMTP_NOT_SET');
  const row = await mail.retryMail(ctx, query.mailId);
  if (row) return { mail: mailToWire(row) };
  const existing = await mail.findMail(ctx.db, ctx.site.id, query.mailId);
  throw new AppError(existing ? 'MAIL_ALREADY_SENT' : 'MAIL_NOT_FOUND');
}

export async function discardMail(
  ctx: SiteCtx,
  { query }: Input<Endpoints['discardMail']>,
): Promise<Output<Endpoints['discardMail']>> {
  requirePermission(ctx.caller, 'site:manage');
  if (!(await mail.deleteMail(ctx.db, ctx.site.id, query.mailId))) throw new AppError('MAIL_NOT_FOUND');
  return {};
}

import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import {
  findTemplateFaults,
  languageCodes,
  type MailKind,
  type MailTemplate,
  mailKindNames,
  mailKinds,
  placeholdersOf,
} from '@portico/domain';
import { transaction } from '../../db/index.ts';
import { ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import * as mail from '../../mail/index.ts';
import { audit } from '../audit-store.ts';
import { requirePermission } from '../rights.ts';
import { templateToWire } from './wire.ts';

type Endpoints = typeof sitesEndpoints;

export async function listMailTemplates(ctx: SiteCtx): Promise<Output<Endpoints['listMailTemplates']>> {
  requirePermission(ctx.caller, 'site:read');
  const rows = await mail.listTemplates(ctx.db, ctx.site.id);
  const templates = mailKindNames.flatMap((kind) =>
    languageCodes.map((language) => {
      const customRow = rows.find((row) => row.kind === kind && row.language === language);
      return {
        kind,
        language,
        placeholders: [...placeholdersOf(kind)],
        hasLink: mailKinds[kind].link,
        builtIn: templateToWire(mail.defaultTemplateOf(kind, language)),
        own: customRow ? templateToWire(customRow) : null,
      };
    }),
  );
  return { templates };
}

/** @throws ViolationError for placeholders that the kind does not have, and for missing required ones */
export async function putMailTemplate(
  ctx: SiteCtx,
  { query: { kind, language }, body }: Input<Endpoints['putMailTemplate']>,
): Promise<Output<Endpoints['putMailTemplate']>> {
  requirePermission(ctx.caller, 'site:manage');
  const after = templateToWire(body.template);
  assertUsable(kind, after);
  return transaction(ctx, async (ctx) => {
    const before = templateToWire(await mail.templateFor(ctx.db, ctx.site.id, kind, language));
    await mail.putTemplate(ctx.db, ctx.site.id, kind, language, after);
    const target = `${kind} ${language}`;
    await audit(ctx, { siteId: ctx.site.id, action: 'sites.mail.templates.put', target, before, after });
    return { template: after };
  });
}

export async function deleteMailTemplate(
  ctx: SiteCtx,
  { query: { kind, language } }: Input<Endpoints['deleteMailTemplate']>,
): Promise<Output<Endpoints['deleteMailTemplate']>> {
  requirePermission(ctx.caller, 'site:manage');
  const after = templateToWire(mail.defaultTemplateOf(kind, language));
  return transaction(ctx, async (ctx) => {
    const before = templateToWire(await mail.templateFor(ctx.db, ctx.site.id, kind, language));
    await mail.deleteTemplate(ctx.db, ctx.site.id, kind, language);
    const target = `${kind} ${language}`;
    await audit(ctx, { siteId: ctx.site.id, action: 'sites.mail.templates.delete', target, before, after });
    return { template: after };
  });
}

export async function previewMail(
  ctx: SiteCtx,
  { body: { kind, language, template } }: Input<Endpoints['previewMail']>,
): Promise<Output<Endpoints['previewMail']>> {
  requirePermission(ctx.caller, 'site:manage');
  if (template) assertUsable(kind, template);
  const { subject, text, html } = mail.renderMail({
    site: ctx.site,
    language,
    template: template ?? (await mail.templateFor(ctx.db, ctx.site.id, kind, language)),
    values: mail.sampleValues(ctx.now),
    link: mailKinds[kind].link ? mail.sampleLink(ctx.site) : undefined,
  });
  return { subject, text, html };
}

function assertUsable(kind: MailKind, template: MailTemplate): void {
  const faults = findTemplateFaults(kind, template);
  if (faults.length === 0) return;
  throw new ViolationError(
    faults.map(({ field, description }) => ({
      field: `template.${field}`,
      description,
      violatedRule: 'NOT_ALLOWED_VALUE',
    })),
  );
}

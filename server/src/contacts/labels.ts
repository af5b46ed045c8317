/** Labels that dashboard users assign to contacts. */
import type { contactsEndpoints } from '@portico/contract/contacts';
import type { Input, Output } from '@portico/contract/endpoint';
import { contactLimits, labelKeyOf } from '@portico/domain';
import { transaction } from '../db/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { type ContactInfo, labelsOf } from './info.ts';
import { deleteLabel, findLabel, insertLabels, type LabelRow, listLabels } from './label-store.ts';
import { requireContactsManager, requireContactsReader } from './permissions.ts';

type Endpoints = typeof contactsEndpoints;

const toWire = ({ key, display_name }: LabelRow) => ({ key, displayName: display_name });

export async function listContactLabels(ctx: SiteCtx): Promise<Output<Endpoints['listContactLabels']>> {
  requireContactsReader(ctx.caller);
  const rows = await listLabels(ctx.db, ctx.site.id, contactLimits.siteLabels);
  return { labels: rows.map(toWire) };
}

export async function createContactLabel(
  ctx: SiteCtx,
  { body }: Input<Endpoints['createContactLabel']>,
): Promise<Output<Endpoints['createContactLabel']>> {
  const { row } = await createLabel(ctx, body.label.displayName);
  return { label: toWire(row) };
}

/** Returns the label with a name, and creates it if the site does not have it. */
export async function createLabel(ctx: SiteCtx, displayName: string): Promise<{ row: LabelRow; isNew: boolean }> {
  requireContactsManager(ctx.caller);
  const display_name = displayName.trim();
  const label = { key: labelKeyOf(display_name), display_name };
  const inserted = await insertLabels(ctx.db, ctx.site.id, [label], contactLimits.siteLabels, ctx.now);
  const row = await findLabel(ctx.db, ctx.site.id, label.key);
  if (!row) throw new AppError('CONTACT_LABELS_LIMIT', { limit: contactLimits.siteLabels });
  return { row, isNew: inserted > 0 };
}

export async function deleteContactLabel(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['deleteContactLabel']>, 'query'>,
): Promise<Output<Endpoints['deleteContactLabel']>> {
  requireContactsManager(ctx.caller);
  const wasDeleted = await transaction(ctx, (ctx) => deleteLabel(ctx.db, ctx.site.id, query.key));
  if (!wasDeleted) throw new AppError('CONTACT_LABEL_NOT_FOUND', { key: query.key });
  return {};
}

/** Creates those labels of a contact that the site lacks. The name of each label is its key without the prefix. */
export async function createMissingLabels(ctx: SiteCtx, info: ContactInfo): Promise<void> {
  const labels = labelsOf(info).map((key) => ({ key, display_name: key.replace(/^custom\./, '') }));
  if (labels.length > 0) await insertLabels(ctx.db, ctx.site.id, labels, contactLimits.siteLabels, ctx.now);
}

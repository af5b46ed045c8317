/** The calls on labels of contacts in version 4 of the vendor's API. */
import type { contactsEndpoints } from '@portico/contract/contacts';
import type { Input, Output } from '@portico/contract/endpoint';
import type { Column } from '../../filter/columns.ts';
import { filterToSql } from '../../filter/filter.ts';
import { buildPageSql, limitOf, type PageRequest, type SortKey } from '../../filter/page.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { countLabels, findLabel, type LabelRow, labelColumns, listLabelPage } from '../label-store.ts';
import { createLabel } from '../labels.ts';
import { requireContactsReader } from '../permissions.ts';
import { buildOffsetMetadata } from '../read-page.ts';

type Endpoints = typeof contactsEndpoints;

const toWire = ({ key, display_name }: LabelRow) => ({
  key,
  displayName: display_name,
  namespace: key.split('.')[0] ?? '',
  labelType: key.startsWith('custom.') ? 'USER_DEFINED' : 'SYSTEM',
});

export async function findOrCreateLabel(
  ctx: SiteCtx,
  { body }: Input<Endpoints['findOrCreateLabel']>,
): Promise<Output<Endpoints['findOrCreateLabel']>> {
  const { row, isNew } = await createLabel(ctx, body.displayName);
  return { label: toWire(row), newLabel: isNew };
}

export async function getLabel(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getLabel']>,
): Promise<Output<Endpoints['getLabel']>> {
  requireContactsReader(ctx.caller);
  const row = await findLabel(ctx.db, ctx.site.id, query.key);
  if (!row) throw new AppError('CONTACT_LABEL_NOT_FOUND', { key: query.key });
  return { label: toWire(row) };
}

export async function listLabels(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listLabels']>,
): Promise<Output<Endpoints['listLabels']>> {
  const { startsWith, namespace, labelType, sort, paging } = query;
  const filter = {
    ...(startsWith ? { displayName: { $startsWith: startsWith } } : {}),
    ...(namespace ? { namespace } : {}),
    ...(labelType ? { labelType } : {}),
  };
  const request = { filter, ...(sort ? { sort: [sort] } : {}), ...(paging ? { paging } : {}) };
  const { rows, metadata } = await readLabels(ctx, request);
  return { labels: rows.map(toWire), metadata };
}

export async function queryLabels(
  ctx: SiteCtx,
  { body }: Input<Endpoints['queryLabels']>,
): Promise<Output<Endpoints['queryLabels']>> {
  const { rows, metadata } = await readLabels(ctx, body.query ?? {});
  return { labels: rows.map(toWire), pagingMetadata: metadata };
}

const BY_NAME: SortKey[] = [{ fieldName: 'displayName', order: 'ASC' }];

async function readLabels(ctx: SiteCtx, request: PageRequest) {
  requireContactsReader(ctx.caller);
  const { filter = {}, sort = [], paging } = request;
  const keys = sort.map(({ fieldName, order = 'ASC' }) => ({ fieldName, order }));
  const state = { filter, sort: keys.length > 0 ? keys : BY_NAME, backwards: false, offset: paging?.offset ?? 0 };
  const where = filterToSql(filter, labelColumns);
  const page = buildPageSql(state, labelColumns, labelColumns.key as Column);
  const rows = await listLabelPage(ctx.db, ctx.site.id, where, page, limitOf(request));
  const total = await countLabels(ctx.db, ctx.site.id, where);
  return { rows, metadata: buildOffsetMetadata(rows.length, total, paging?.offset) };
}

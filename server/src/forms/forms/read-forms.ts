/** Reading forms (forms contract section 3). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { sql } from 'kysely';
import { idColumn } from '../../filter/columns.ts';
import { type Condition, filterToSql, namespaceOf } from '../../filter/filter.ts';
import { cutPage, limitOf, type PageState, pageSql, readPageRequest, type SortKey } from '../../filter/page.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requireFormsManager, requireFormsReader, seesDisabledForms, seesWholeForms } from '../permissions.ts';
import { columnsFor } from './columns.ts';
import { loadForm } from './load-form.ts';
import { nestedFormsOf } from './nested-forms.ts';
import { briefForm, publicForm } from './shown-form.ts';
import { listForms as listStored } from './store.ts';
import { type FormRow, toWire, type WireForm } from './wire.ts';

type Endpoints = typeof formsEndpoints;

/** One form. Also a disabled one: the visitor's page shows its `disabledFormMessage`. */
export async function getForm(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getForm']>,
): Promise<Output<Endpoints['getForm']>> {
  requireFormsReader(ctx.caller);
  return { form: shown(ctx, await loadForm(ctx, query.formId)) };
}

/** The form as this caller may see it. */
const shown = (ctx: SiteCtx, row: FormRow): WireForm =>
  seesWholeForms(ctx.caller) ? toWire(row) : publicForm(toWire(row));

const NEWEST_CHANGE: SortKey[] = [{ fieldName: 'updatedDate', order: 'DESC' }];

/** Lists forms by namespace, ids, name and state; with NESTED_FORMS, also the forms that fill in their fields. */
export async function listForms(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listForms']>,
): Promise<Output<Endpoints['listForms']>> {
  requireFormsReader(ctx.caller);
  const request = { filter: listFilter(query), sort: [sortOf(query.order)], cursorPaging: query.paging };
  const state = await readPageRequest(ctx, 'forms.list', request, NEWEST_CHANGE);
  const { rows, metadata } = await cut(ctx, 'forms.list', state, sql<boolean>`deleted_at is null`, limitOf(request));
  return { forms: await withFieldsets(ctx, rows, query.fieldsets ?? []), pagingMetadata: metadata };
}

/** The forms as asked for: with the forms that fill in their fields (NESTED_FORMS), or without what is heavy (METADATA). */
async function withFieldsets(
  ctx: SiteCtx,
  rows: readonly FormRow[],
  fieldsets: readonly string[],
): Promise<WireForm[]> {
  const isBrief = fieldsets.includes('METADATA');
  const nested = fieldsets.includes('NESTED_FORMS') ? await nestedFormsOf(ctx, rows) : null;
  return rows.map((row) => {
    const form = isBrief ? briefForm(shown(ctx, row)) : shown(ctx, row);
    const within = nested?.get(row.id)?.map(({ targets, form }) => ({ targets, form: shown(ctx, form) }));
    return within?.length ? { ...form, nestedForms: within } : form;
  });
}

function listFilter({ namespace, formIds, nameFilter, paymentForm, ...state }: Listed) {
  const operator = nameFilter?.filterType === 'STARTS_WITH' ? '$startsWith' : '$eq';
  return {
    ...(namespace ? { namespace } : {}),
    enabled: isEnabledAskedFor(state),
    ...(formIds?.length ? { id: { $in: formIds } } : {}),
    ...(nameFilter?.name ? { name: { [operator]: nameFilter.name } } : {}),
    // false asks for all of them
    ...(paymentForm ? TAKES_PAYMENTS : {}),
  };
}

/** `disabled` is the earlier spelling. */
const isEnabledAskedFor = ({ enabled, disabled }: Pick<Listed, 'enabled' | 'disabled'>): boolean =>
  enabled ?? !(disabled ?? false);

type Listed = Omit<Input<Endpoints['listForms']>['query'], 'order' | 'paging'>;

const TAKES_PAYMENTS = { 'fields.validation.predefined.format': { $hasSome: ['PAYMENT'] } };

function sortOf(order = 'UPDATED_DATE_DESC'): SortKey {
  const [, field, direction] = /^(\w+?)_(ASC|DESC)$/.exec(order) ?? [];
  const fieldName = { NAME: 'name', CREATED_DATE: 'createdDate' }[field ?? ''] ?? 'updatedDate';
  return { fieldName, order: direction === 'ASC' ? 'ASC' : 'DESC' };
}

/** Forms by a filter, which must name a namespace; `namespace` beside the query names it too. */
export async function queryForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['queryForms']>,
): Promise<Output<Endpoints['queryForms']>> {
  requireFormsReader(ctx.caller);
  const { namespace, query } = body;
  const filter = namespace ? { $and: [{ namespace }, query.filter ?? {}] } : query.filter;
  const state = await readPageRequest(ctx, 'forms.query', { ...query, filter }, NEWEST_CHANGE);
  namespaceOf(state.filter);
  return page(ctx, 'forms.query', state, sql<boolean>`deleted_at is null`, limitOf(query));
}

/** Forms in the trash; those that were switched off only where `enabled: false` asks for all of them. */
export async function listDeletedForms(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listDeletedForms']>,
): Promise<Output<Endpoints['listDeletedForms']>> {
  requireFormsManager(ctx.caller);
  const { enabled, ...rest } = listFilter(query);
  const filter = enabled ? { enabled, ...rest } : rest;
  const request = { filter, sort: [sortOf(query.order)], cursorPaging: query.paging };
  const state = await readPageRequest(ctx, 'forms.trash.list', request, NEWEST_CHANGE);
  const limit = limitOf(request);
  const { forms, metadata } = await page(ctx, 'forms.trash.list', state, sql<boolean>`deleted_at is not null`, limit);
  return { forms, pagingMetadata: metadata };
}

/** Forms in the trash by a filter, which must name a namespace. */
export async function queryDeletedForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['queryDeletedForms']>,
): Promise<Output<Endpoints['queryDeletedForms']>> {
  requireFormsManager(ctx.caller);
  const { namespace, query } = body;
  const filter = namespace ? { $and: [{ namespace }, query.filter ?? {}] } : query.filter;
  const state = await readPageRequest(ctx, 'forms.trash.query', { ...query, filter }, NEWEST_CHANGE);
  namespaceOf(state.filter);
  return page(ctx, 'forms.trash.query', state, sql<boolean>`deleted_at is not null`, limitOf(query));
}

async function page(ctx: SiteCtx, call: string, state: PageState, where: Condition, limit: number) {
  const { rows, metadata } = await cut(ctx, call, state, where, limit);
  return { forms: rows.map((row) => shown(ctx, row)), metadata };
}

async function cut(ctx: SiteCtx, call: string, state: PageState, where: Condition, limit: number) {
  const seen = seesDisabledForms(ctx.caller) ? sql<boolean>`true` : sql<boolean>`enabled`;
  const columns = columnsFor(ctx);
  const condition = sql<boolean>`${where} and ${seen} and ${filterToSql(state.filter, columns)}`;
  const read = await listStored(ctx.db, ctx.site.id, condition, pageSql(state, columns, idColumn), limit + 1);
  return cutPage(ctx, call, state, read, limit);
}

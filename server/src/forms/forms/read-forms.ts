/** Calls that read forms (forms contract section 3). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { type Columns, idColumn } from '../../filter/columns.ts';
import { allOf, type Condition, filterToSql, namespaceOf } from '../../filter/filter.ts';
import { buildPageSql, cutPage, limitOf, type PageState, readPageRequest, type SortKey } from '../../filter/page.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import {
  mayListDisabledForms,
  mayReadPrivateFormParts,
  requireFormsManager,
  requireFormsReader,
} from '../permissions.ts';
import { formColumns, isDeleted, isEnabled, isNotDeleted, publicFormColumns } from './filter-store.ts';
import { toBriefForm, toPublicForm } from './form-views.ts';
import { loadForm } from './load-form.ts';
import { nestedFormsOf } from './nested-forms.ts';
import { listForms as listStored } from './store.ts';
import { type FormRow, toWire, type WireForm } from './wire.ts';

type Endpoints = typeof formsEndpoints;

/** Returns one form, even if it is disabled, because the visitor's page shows its `disabledFormMessage`. */
export async function getForm(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getForm']>,
): Promise<Output<Endpoints['getForm']>> {
  requireFormsReader(ctx.caller);
  return { form: toVisibleWire(ctx, await loadForm(ctx, query.formId)) };
}

/** Converts a form for this caller. */
const toVisibleWire = (ctx: SiteCtx, row: FormRow): WireForm =>
  mayReadPrivateFormParts(ctx.caller) ? toWire(row) : toPublicForm(toWire(row));

const NEWEST_CHANGE_FIRST: SortKey[] = [{ fieldName: 'updatedDate', order: 'DESC' }];

/**
 * Returns the fields that this caller may filter and sort by. A filter by hidden tags would reveal them (side channel).
 */
export const columnsFor = ({ caller }: SiteCtx): Columns =>
  mayReadPrivateFormParts(caller) ? formColumns : publicFormColumns;

/**
 * Lists forms, filtered by namespace, ids, name and state. With the fieldset NESTED_FORMS, returns their nested forms,
 * too.
 */
export async function listForms(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listForms']>,
): Promise<Output<Endpoints['listForms']>> {
  requireFormsReader(ctx.caller);
  const request = { filter: listFilter(query), sort: [sortOf(query.order)], cursorPaging: query.paging };
  const state = await readPageRequest(ctx, 'forms.list', request, NEWEST_CHANGE_FIRST);
  const { rows, metadata } = await readRows(ctx, 'forms.list', state, isNotDeleted, limitOf(request));
  return { forms: await withFieldsets(ctx, rows, query.fieldsets ?? []), pagingMetadata: metadata };
}

/** Converts forms with the requested fieldsets: NESTED_FORMS adds their nested forms, METADATA omits large parts. */
async function withFieldsets(
  ctx: SiteCtx,
  rows: readonly FormRow[],
  fieldsets: readonly string[],
): Promise<WireForm[]> {
  const isBrief = fieldsets.includes('METADATA');
  const nested = fieldsets.includes('NESTED_FORMS') ? await nestedFormsOf(ctx, rows) : null;
  return rows.map((row) => {
    const form = isBrief ? toBriefForm(toVisibleWire(ctx, row)) : toVisibleWire(ctx, row);
    const nestedForms = nested?.get(row.id)?.map(({ targets, form }) => ({ targets, form: toVisibleWire(ctx, form) }));
    return nestedForms?.length ? { ...form, nestedForms } : form;
  });
}

function listFilter({ namespace, formIds, nameFilter, paymentForm, ...state }: ListQuery) {
  const operator = nameFilter?.filterType === 'STARTS_WITH' ? '$startsWith' : '$eq';
  return {
    ...(namespace ? { namespace } : {}),
    enabled: enabledFilterOf(state),
    ...(formIds?.length ? { id: { $in: formIds } } : {}),
    ...(nameFilter?.name ? { name: { [operator]: nameFilter.name } } : {}),
    // `paymentForm: false` is treated like no filter: the list contains forms with and without payments.
    ...(paymentForm ? PAYMENT_FILTER : {}),
  };
}

/** Returns true to list enabled forms, and false to list disabled ones. `disabled` is an earlier parameter. */
const enabledFilterOf = ({ enabled, disabled }: Pick<ListQuery, 'enabled' | 'disabled'>): boolean =>
  enabled ?? !(disabled ?? false);

type ListQuery = Omit<Input<Endpoints['listForms']>['query'], 'order' | 'paging'>;

const PAYMENT_FILTER = { 'fields.validation.predefined.format': { $hasSome: ['PAYMENT'] } };

function sortOf(order = 'UPDATED_DATE_DESC'): SortKey {
  const [, field, direction] = /^(\w+?)_(ASC|DESC)$/.exec(order) ?? [];
  const fieldName = { NAME: 'name', CREATED_DATE: 'createdDate' }[field ?? ''] ?? 'updatedDate';
  return { fieldName, order: direction === 'ASC' ? 'ASC' : 'DESC' };
}

/** Returns a page of forms by filter. The filter must name a namespace, unless the request's `namespace` does. */
export async function queryForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['queryForms']>,
): Promise<Output<Endpoints['queryForms']>> {
  requireFormsReader(ctx.caller);
  const { namespace, query } = body;
  const filter = namespace ? { $and: [{ namespace }, query.filter ?? {}] } : query.filter;
  const state = await readPageRequest(ctx, 'forms.query', { ...query, filter }, NEWEST_CHANGE_FIRST);
  namespaceOf(state.filter);
  return readPage(ctx, 'forms.query', state, isNotDeleted, limitOf(query));
}

/** Lists forms in the trash: by default only enabled forms; with `enabled: false`, disabled forms as well. */
export async function listDeletedForms(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listDeletedForms']>,
): Promise<Output<Endpoints['listDeletedForms']>> {
  requireFormsManager(ctx.caller);
  const { enabled, ...rest } = listFilter(query);
  const filter = enabled ? { enabled, ...rest } : rest;
  const request = { filter, sort: [sortOf(query.order)], cursorPaging: query.paging };
  const state = await readPageRequest(ctx, 'forms.trash.list', request, NEWEST_CHANGE_FIRST);
  const limit = limitOf(request);
  const { forms, metadata } = await readPage(ctx, 'forms.trash.list', state, isDeleted, limit);
  return { forms, pagingMetadata: metadata };
}

/** Returns a page of forms in the trash by filter, like `queryForms`. */
export async function queryDeletedForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['queryDeletedForms']>,
): Promise<Output<Endpoints['queryDeletedForms']>> {
  requireFormsManager(ctx.caller);
  const { namespace, query } = body;
  const filter = namespace ? { $and: [{ namespace }, query.filter ?? {}] } : query.filter;
  const state = await readPageRequest(ctx, 'forms.trash.query', { ...query, filter }, NEWEST_CHANGE_FIRST);
  namespaceOf(state.filter);
  return readPage(ctx, 'forms.trash.query', state, isDeleted, limitOf(query));
}

async function readPage(ctx: SiteCtx, call: string, state: PageState, where: Condition, limit: number) {
  const { rows, metadata } = await readRows(ctx, call, state, where, limit);
  return { forms: rows.map((row) => toVisibleWire(ctx, row)), metadata };
}

async function readRows(ctx: SiteCtx, call: string, state: PageState, where: Condition, limit: number) {
  const columns = columnsFor(ctx);
  const visible = mayListDisabledForms(ctx.caller) ? [] : [isEnabled];
  const condition = allOf([where, ...visible, filterToSql(state.filter, columns)]);
  const rows = await listStored(ctx.db, ctx.site.id, condition, buildPageSql(state, columns, idColumn), limit + 1);
  return cutPage(ctx, call, state, rows, limit);
}

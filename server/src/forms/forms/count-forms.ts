/** Calls that count forms. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { allOf, type Condition, filterToSql } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { mayListDisabledForms, requireFormsManager, requireFormsReader } from '../permissions.ts';
import { isDeleted, isEnabled, isNotDeleted } from './filter-store.ts';
import { columnsFor } from './read-forms.ts';
import { countForms as countByState, countMatching } from './store.ts';

type Endpoints = typeof formsEndpoints;

/** Counts the forms of a namespace by state. */
export async function countForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countForms']>,
): Promise<Output<Endpoints['countForms']>> {
  requireFormsManager(ctx.caller);
  const { total, active, deleted } = await countByState(ctx.db, ctx.site.id, body.namespace);
  return {
    totalCount: total,
    activeCount: active,
    disabledCount: total - active,
    ...(body.fieldsets?.includes('DELETED') ? { deletedCount: deleted } : {}),
  };
}

/** Counts the forms of a namespace by filter. For callers who are not staff, it counts only enabled forms. */
export async function countFormsByFilter(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countFormsByFilter']>,
): Promise<Output<Endpoints['countFormsByFilter']>> {
  requireFormsReader(ctx.caller);
  const visible = mayListDisabledForms(ctx.caller) ? [isNotDeleted] : [isNotDeleted, isEnabled];
  return { count: await countOfNamespace(ctx, body, allOf(visible)) };
}

/** Counts the forms of a namespace in the trash by filter. */
export async function countDeletedForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countDeletedForms']>,
): Promise<Output<Endpoints['countDeletedForms']>> {
  requireFormsManager(ctx.caller);
  return { count: await countOfNamespace(ctx, body, isDeleted) };
}

function countOfNamespace(ctx: SiteCtx, body: { filter?: unknown; namespace: string }, where: Condition) {
  const filter = { $and: [{ namespace: body.namespace }, body.filter ?? {}] };
  return countMatching(ctx.db, ctx.site.id, allOf([where, filterToSql(filter, columnsFor(ctx))]));
}

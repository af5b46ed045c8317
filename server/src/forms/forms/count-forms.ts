/** How many forms there are. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { sql } from 'kysely';
import { filterToSql } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requireFormsManager, requireFormsReader, seesDisabledForms } from '../permissions.ts';
import { columnsFor } from './columns.ts';
import { countForms as countByState, countMatching } from './store.ts';

type Endpoints = typeof formsEndpoints;

/** Of a namespace, by state. */
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

/** Of a namespace, by filter; who does not work on the site counts the enabled ones alone. */
export async function countFormsByFilter(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countFormsByFilter']>,
): Promise<Output<Endpoints['countFormsByFilter']>> {
  requireFormsReader(ctx.caller);
  const seen = seesDisabledForms(ctx.caller) ? sql<boolean>`true` : sql<boolean>`enabled`;
  return { count: await matching(ctx, body, sql<boolean>`deleted_at is null and ${seen}`) };
}

/** In the trash. */
export async function countDeletedForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countDeletedForms']>,
): Promise<Output<Endpoints['countDeletedForms']>> {
  requireFormsManager(ctx.caller);
  return { count: await matching(ctx, body, sql<boolean>`deleted_at is not null`) };
}

function matching(ctx: SiteCtx, body: { filter?: unknown; namespace: string }, where: ReturnType<typeof sql<boolean>>) {
  const filter = { $and: [{ namespace: body.namespace }, body.filter ?? {}] };
  return countMatching(ctx.db, ctx.site.id, sql<boolean>`${where} and ${filterToSql(filter, columnsFor(ctx))}`);
}

import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { formLimits } from '@portico/domain';
import { sql } from 'kysely';
import { filterToSql, namespaceOf } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { requireFormsManager } from '../permissions.ts';
import { requireSomeTags } from '../tags.ts';
import { changeDocument, retagged } from './change-form.ts';
import { formColumns } from './columns.ts';
import { listIds } from './store.ts';

type Endpoint = (typeof formsEndpoints)['bulkUpdateFormTagsByFilter'];

/** Assigns and takes away tags of every form that matches. Done before it answers, although the vendor calls it a job. */
export async function bulkUpdateFormTagsByFilter(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireFormsManager(ctx.caller);
  requireSomeTags(body);
  const filter = body.namespace ? { $and: [{ namespace: body.namespace }, body.filter] } : body.filter;
  namespaceOf(filter);
  const where = sql<boolean>`deleted_at is null and ${filterToSql(filter, formColumns)}`;
  for (const id of await listIds(ctx.db, ctx.site.id, where, formLimits.forms))
    await changeDocument(ctx, id, retagged(body));
  return { jobId: newId() };
}

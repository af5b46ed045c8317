import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { formLimits } from '@portico/domain';
import { allOf, filterToSql, namespaceOf } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { requireFormsManager } from '../permissions.ts';
import { requireSomeTags } from '../tags.ts';
import { changeDocument, withTags } from './change-form.ts';
import { formColumns, isNotDeleted } from './filter-store.ts';
import { listIds } from './store.ts';

type Endpoint = (typeof formsEndpoints)['bulkUpdateFormTagsByFilter'];

/**
 * Assigns and unassigns tags of every form that matches the filter. The vendor starts a job; Portico changes the forms
 * before the call returns.
 */
export async function bulkUpdateFormTagsByFilter(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireFormsManager(ctx.caller);
  requireSomeTags(body);
  const filter = body.namespace ? { $and: [{ namespace: body.namespace }, body.filter] } : body.filter;
  namespaceOf(filter);
  const where = allOf([isNotDeleted, filterToSql(filter, formColumns)]);
  for (const id of await listIds(ctx.db, ctx.site.id, where, formLimits.forms))
    await changeDocument(ctx, id, withTags(body));
  return { jobId: newId() };
}

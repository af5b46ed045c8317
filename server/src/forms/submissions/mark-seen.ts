import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid, newId } from '../../kernel/ids.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import { markSeen } from '../records/store.ts';

type Endpoint = (typeof formsEndpoints)['bulkMarkSubmissionsAsSeen'];

/** Marks up to a hundred submissions as seen. The vendor starts a job; Portico marks them before the call returns. */
export async function bulkMarkSubmissionsAsSeen(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireSubmissionsManager(ctx.caller);
  if (isGuid(body.formId)) await markSeen(ctx.db, ctx.site.id, body.formId, body.ids.filter(isGuid));
  return { jobId: newId() };
}

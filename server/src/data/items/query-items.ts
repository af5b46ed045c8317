import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection } from '../collections/reach.ts';
import { includeReferences } from '../links/include.ts';
import { buildPageResponse } from '../table/wire.ts';
import { findPage } from './find-page.ts';

type Endpoint = (typeof queriesEndpoints)['queryItems'];

/** Returns a page of the matching items that the caller may read, newest first if the request has no sort. */
export async function queryItems(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<HttpResponse> {
  const reach = await openCollection(ctx, body, 'read');
  const { rows, metadata } = await findPage(ctx, reach, body);
  const rowsWithReferences = await includeReferences(ctx, reach, rows, includesOf(body));
  return buildPageResponse(reach.collection.id, rowsWithReferences, metadata);
}

/**
 * Returns the references to include. `includeReferencedItems` is the older form of the option, without a limit per
 * field.
 */
function includesOf({ includeReferences = [], includeReferencedItems }: Input<Endpoint>['body']) {
  const olderFieldNames = Array.isArray(includeReferencedItems) ? includeReferencedItems : [];
  return [...olderFieldNames.map((field) => ({ field })), ...includeReferences];
}

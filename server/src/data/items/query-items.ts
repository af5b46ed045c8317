import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection } from '../collections/reach.ts';
import { includeReferences } from '../links/include.ts';
import { pageAnswer } from '../table/wire.ts';
import { findPage } from './find-page.ts';

type Endpoint = (typeof queriesEndpoints)['queryItems'];

/** A page of the items that match, of those that the caller may read; newest first unless sorted otherwise. */
export async function queryItems(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Answer> {
  const reach = await openCollection(ctx, body, 'read');
  const { rows, metadata } = await findPage(ctx, reach, body);
  const whole = await includeReferences(ctx, reach, rows, included(body));
  return pageAnswer(reach.collection.id, whole, metadata);
}

/** References to include, by either name of the option; the newer one says how many. */
function included({ includeReferences = [], includeReferencedItems }: Input<Endpoint>['body']) {
  const older = Array.isArray(includeReferencedItems) ? includeReferencedItems : [];
  return [...older.map((field) => ({ field })), ...includeReferences];
}

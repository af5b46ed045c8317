import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input, Output } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection } from '../collections/reach.ts';

type Endpoints = typeof itemsEndpoints;
type DraftCall = 'createDraft' | 'publishDraft' | 'unpublishItem';

/**
 * Rejects calls on drafts, because no collection has draft items.
 * @throws AppError WDE0119, otherwise like openCollection
 */
export async function rejectDrafts(
  ctx: SiteCtx,
  { body }: Input<Endpoints[DraftCall]>,
): Promise<Output<Endpoints[DraftCall]>> {
  const { collection } = await openCollection(ctx, body, 'update');
  throw new AppError('WDE0119', { collectionName: collection.id });
}

import { ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import type { Item } from '../values/patch.ts';
import type { NewRow } from '../values/prepare.ts';
import { checkItems } from './check-items.ts';

/** Holds one item to the declared fields of a validated collection. @throws ViolationError with everything that is wrong */
export async function requireValid(
  ctx: SiteCtx,
  reach: Reach,
  { id, item }: Pick<NewRow, 'id' | 'item'>,
  isNew: boolean,
): Promise<void> {
  if (!reach.collection.validated) return;
  const checked = { id, item, skip: skipOf(reach, item, isNew), at: 'dataItem.data' };
  const [violations = []] = await checkItems(ctx, reach.collection, [checked]);
  if (violations.length > 0) throw new ViolationError(violations);
}

/** Fields that the writer of a whole item does not answer for: those that stay as they are stored. */
export const skipOf = ({ locked, hidden }: Reach, item: Item, isNew: boolean): readonly string[] =>
  isNew ? locked : [...locked, ...hidden.filter((key) => !Object.hasOwn(item, key))];

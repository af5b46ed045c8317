import { ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import type { Item } from '../values/patch.ts';
import type { NewRow } from '../values/prepare.ts';
import { checkItems } from './check-items.ts';

/** Validates an item if its collection is validated. @throws ViolationError with all violations */
export async function requireValid(
  ctx: SiteCtx,
  reach: Reach,
  { id, item }: Pick<NewRow, 'id' | 'item'>,
  isNew: boolean,
): Promise<void> {
  if (!reach.collection.validated) return;
  const checked = { id, item, skip: listUncheckedKeys(reach, item, isNew), at: 'dataItem.data' };
  const [violations = []] = await checkItems(ctx, reach.collection, [checked]);
  if (violations.length > 0) throw new ViolationError(violations);
}

/** Returns the fields that are not validated when a whole item is written, because they retain their stored values. */
export const listUncheckedKeys = ({ locked, hidden }: Reach, item: Item, isNew: boolean): readonly string[] =>
  isNew ? locked : [...locked, ...hidden.filter((key) => !Object.hasOwn(item, key))];

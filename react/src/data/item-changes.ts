import type { Item, StoredItem } from '@portico/sdk';

/** A change of one item that the server has not confirmed yet. */
export type ItemChange =
  | { readonly action: 'insert'; readonly item: StoredItem }
  | { readonly action: 'update'; readonly item: StoredItem }
  | { readonly action: 'patch'; readonly itemId: string; readonly fields: Item }
  | { readonly action: 'remove'; readonly itemId: string };

/**
 * Returns the items as they are after the pending changes.
 * @param showsNewItems whether the list shows all items, newest first, so that a new one belongs at its start
 */
export function withChanges(
  items: readonly StoredItem[],
  changes: readonly ItemChange[],
  showsNewItems: boolean,
): readonly StoredItem[] {
  let after = items;
  for (const change of changes) {
    const isChanged = ({ _id }: StoredItem): boolean => _id === idOf(change);
    if (change.action === 'remove') after = after.filter((item) => !isChanged(item));
    else if (change.action !== 'insert')
      after = after.map((item) => (isChanged(item) ? applyChange(item, change) : item));
    else if (showsNewItems && !after.some(isChanged)) after = [change.item, ...after];
  }
  return after;
}

const idOf = (change: ItemChange): string => ('item' in change ? change.item._id : change.itemId);

/** Returns the item after a change. An update keeps the known system fields, because the server sets them. */
function applyChange(item: StoredItem, change: Extract<ItemChange, { action: 'update' | 'patch' }>): StoredItem {
  const { _owner, _createdDate, _updatedDate } = item;
  const before = change.action === 'patch' ? item : { _owner, _createdDate, _updatedDate };
  const after = change.action === 'patch' ? change.fields : change.item;
  return { ...before, ...after, _id: item._id };
}

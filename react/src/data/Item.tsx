import type { CollectionId, ItemOf } from '@portico/sdk';
import type { ReactNode } from 'react';
import { useTexts } from '../provider/PorticoProvider.tsx';
import type { RegisteredSite } from '../provider/register.ts';
import type { Texts } from '../texts/index.ts';
import { LoadError } from './LoadError.tsx';
import { type ItemOptions, useItem } from './use-item.ts';

export interface ItemProps<Id extends CollectionId<RegisteredSite> = CollectionId<RegisteredSite>>
  extends ItemOptions<ItemOf<RegisteredSite, Id>> {
  readonly collectionId: Id;
  readonly itemId: string;
  /** Renders the item. */
  readonly children: (item: ItemOf<RegisteredSite, Id>) => ReactNode;
  /** Shown if there is no item that the visitor or member may read. Default: a sentence. */
  readonly missing?: ReactNode;
  readonly texts?: Texts;
}

/** Shows one item of a collection, or a message if the item is loading, is missing or could not be loaded. */
export function Item<Id extends CollectionId<RegisteredSite>>(props: ItemProps<Id>) {
  const { collectionId, itemId, children, missing, texts: ownTexts, ...options } = props;
  const texts = useTexts(ownTexts);
  const { item, isPending, error, refetch } = useItem(collectionId, itemId, options);
  if (item) return children(item);
  if (isPending) return <p role="status">{texts.forms.loading}</p>;
  if (error) return <LoadError texts={texts} onRetry={refetch} />;
  return missing ?? <p className="portico-message">{texts.items.missing}</p>;
}

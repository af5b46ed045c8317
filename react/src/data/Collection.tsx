import type { CollectionId, ItemOf, ItemsQuery, StoredItem } from '@portico/sdk';
import { Fragment, type ReactNode } from 'react';
import { useTexts } from '../provider/PorticoProvider.tsx';
import type { RegisteredSite } from '../provider/register.ts';
import type { Texts } from '../texts/index.ts';
import { LoadError } from './LoadError.tsx';
import { type QueryOptions, useQuery } from './use-query.ts';

/** The properties of `Collection`: a collection, a query, a function that renders an item, and the options of `useQuery`. */
export interface CollectionProps<
  Id extends CollectionId<RegisteredSite> = CollectionId<RegisteredSite>,
  Result = ItemOf<RegisteredSite, Id>,
> extends QueryOptions<Result> {
  readonly collectionId: Id;
  /** Adds conditions, order and limit. Default: all items, newest first. */
  readonly query?: (query: ItemsQuery<RegisteredSite, Id>) => ItemsQuery<RegisteredSite, Id, Result>;
  /** Renders one item, for example as an `li`. */
  readonly children: (item: Result) => ReactNode;
  /** The element around the items. Default `ul`. */
  readonly as?: 'ul' | 'ol' | 'div';
  /** Shown instead of an empty list. Default: a sentence. */
  readonly empty?: ReactNode;
  readonly texts?: Texts;
}

/**
 * Lists items of a collection, with a button for the next page. Also renders a loading message, an empty list and an
 * error.
 */
export function Collection<Id extends CollectionId<RegisteredSite>, Result = ItemOf<RegisteredSite, Id>>(
  props: CollectionProps<Id, Result>,
) {
  const { collectionId, query, children, as: List = 'ul', empty, texts: ownTexts, ...options } = props;
  const texts = useTexts(ownTexts);
  const { items, isPending, error, hasMore, isLoadingMore, loadMore, refetch } = useQuery(collectionId, query, options);
  if (isPending) return <p role="status">{texts.forms.loading}</p>;
  if (error && items.length === 0) return <LoadError texts={texts} onRetry={refetch} />;
  if (items.length === 0) return empty ?? <p className="portico-message">{texts.items.empty}</p>;
  return (
    <>
      <List className="portico-items">
        {items.map((item) => (
          <Fragment key={(item as StoredItem)._id}>{children(item)}</Fragment>
        ))}
      </List>
      {error && <LoadError texts={texts} onRetry={refetch} />}
      {hasMore && (
        <button
          className="portico-button-quiet"
          type="button"
          aria-disabled={isLoadingMore || undefined}
          onClick={() => void loadMore()}
        >
          {isLoadingMore ? texts.forms.loading : texts.items.more}
        </button>
      )}
    </>
  );
}

import { data, Link } from 'react-router';
import { toPageError } from '../layout/to-page-error.ts';
import { useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/CollectionPage';
import { ItemCards } from './ItemCards.tsx';
import { describeItem } from './item-view.ts';
import { loadCollection, queryItems } from './load-collection.ts';

const PAGE_SIZE = 12;
/** The last page whose offset the API accepts. */
const LAST_PAGE = 100_000;

/** Loads one page of the items of a collection that the visitor may read. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { client, site, language } = context.get(visitContext);
  const { collectionId } = params;
  const page = readPage(new URL(request.url).searchParams.get('page'));
  try {
    const collection = await loadCollection(client, collectionId);
    const items = await queryItems(client, collection)
      .limit(PAGE_SIZE)
      .skip((page - 1) * PAGE_SIZE)
      .find({ returnTotalCount: true });
    if (page > 1 && items.length === 0) throw data(null, { status: 404 });
    return {
      siteName: site.name,
      collectionId,
      title: collection.displayName || collectionId,
      items: items.items.map((item) => describeItem(collection, item, { language, timeZone: site.timeZone })),
      total: items.totalCount ?? null,
      page,
      hasNext: items.hasNext(),
    };
  } catch (error) {
    throw toPageError(error);
  }
}

export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { siteName, collectionId, title, items, total, page, hasNext } = loaderData;
  const texts = useTexts().site.collection;
  return (
    <div className="page">
      <title>{`${page > 1 ? texts.titleOfPage(title, page) : title} · ${siteName}`}</title>
      <header className="page-head">
        <h1>{title}</h1>
        {total !== null && <p className="lead">{texts.count(total)}</p>}
      </header>
      <h2 className="visually-hidden">{texts.entries}</h2>
      {items.length === 0 ? <p>{texts.nothing}</p> : <ItemCards collectionId={collectionId} items={items} />}
      {(page > 1 || hasNext) && (
        <nav className="pages" aria-label={texts.pages}>
          {page > 1 ? (
            <Link className="button-quiet" rel="prev" to={page === 2 ? '?' : `?page=${page - 1}`}>
              {texts.newer}
            </Link>
          ) : (
            <span />
          )}
          <p>{texts.page(page, total === null ? null : Math.ceil(total / PAGE_SIZE))}</p>
          {hasNext ? (
            <Link className="button-quiet" rel="next" to={`?page=${page + 1}`}>
              {texts.older}
            </Link>
          ) : (
            <span />
          )}
        </nav>
      )}
    </div>
  );
}

function readPage(text: string | null): number {
  const page = Number(text ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1;
}

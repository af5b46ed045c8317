import { data, Link } from 'react-router';
import { collectionPath } from '../layout/frame.ts';
import { toPageError } from '../layout/to-page-error.ts';
import { useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/ItemPage';
import { describeItem, type ShownValue } from './item-view.ts';
import { loadCollection, queryItems } from './load-collection.ts';

/** Loads one item of a collection that the visitor may read. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, site, language } = context.get(visitContext);
  const { collectionId, itemId } = params;
  try {
    const collection = await loadCollection(client, collectionId);
    const [item] = (await queryItems(client, collection).eq('_id', itemId).limit(1).find()).items;
    if (!item) throw data(null, { status: 404 });
    return {
      siteName: site.name,
      collectionId,
      collectionTitle: collection.displayName || collectionId,
      item: describeItem(collection, item, { language, timeZone: site.timeZone }),
    };
  } catch (error) {
    throw toPageError(error);
  }
}

export default function ItemPage({ loaderData }: Route.ComponentProps) {
  const { siteName, collectionId, collectionTitle, item } = loaderData;
  const texts = useTexts().site.collection;
  const longValues = item.values.filter((value) => value.isLong);
  const facts = item.values.filter((value) => !value.isLong && !value.imageUrl);
  return (
    <article className="page page-narrow">
      <title>{`${item.title} · ${siteName}`}</title>
      <nav className="breadcrumb" aria-label={texts.breadcrumb}>
        <Link to={collectionPath(collectionId)}>{texts.back(collectionTitle)}</Link>
      </nav>
      <h1>{item.title}</h1>
      {item.imageUrl && <img className="picture" src={item.imageUrl} alt="" />}
      {longValues.map((value) => (
        <section key={value.label} className="prose">
          {longValues.length > 1 && <h2>{value.label}</h2>}
          {value.text.split(/\n+/).map((paragraph) => (
            <p key={paragraph} dir="auto">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      {facts.length > 0 && (
        <dl className="details">
          {facts.map((value) => (
            <Detail key={value.label} value={value} />
          ))}
        </dl>
      )}
    </article>
  );
}

function Detail({ value }: { value: ShownValue }) {
  return (
    <div>
      <dt>{value.label}</dt>
      <dd>{value.href ? <a href={value.href}>{value.text}</a> : value.text}</dd>
    </div>
  );
}

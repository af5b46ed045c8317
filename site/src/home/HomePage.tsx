import { Link } from 'react-router';
import { ItemCards } from '../data/ItemCards.tsx';
import { type CollectionInfo, describeItem } from '../data/item-view.ts';
import { collectionPath, formPath } from '../layout/frame.ts';
import { type Visit, visitContext } from '../visit.ts';
import type { Route } from './+types/HomePage';

const NEWEST = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  return {
    siteName: visit.site.name,
    memberName: visit.member?.profile.nickname || null,
    signedIn: visit.member !== null,
    newest: await loadNewest(visit),
    formId: visit.site.starter?.formId ?? null,
  };
}

/** The newest items of the collection that the home page shows; null where there is none that this visitor may read. */
async function loadNewest({ client, site }: Visit) {
  const collectionId = site.starter?.collectionId;
  if (!collectionId) return null;
  try {
    const [{ collection }, page] = await Promise.all([
      client.call('data.collections.get', { query: { dataCollectionId: collectionId } }),
      client.items.query(collectionId).descending('_createdDate').limit(NEWEST).find(),
    ]);
    return {
      collectionId,
      title: collection.displayName || collectionId,
      items: page.items.map((item) => describeItem(collection as CollectionInfo, item)),
    };
  } catch {
    // Deleted or made private by the owner since: the home page does without it.
    return null;
  }
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { siteName, memberName, signedIn, newest, formId } = loaderData;
  return (
    <div className="page">
      <title>{siteName}</title>
      <section className="hero">
        <h1>{memberName ? `Welcome back, ${memberName}` : `Welcome to ${siteName}`}</h1>
        <p className="lead">
          {newest
            ? `Have a look at what is new in ${newest.title}, or write to us.`
            : 'There is nothing to read here yet. Come back soon.'}
        </p>
        <p className="actions">
          {newest && (
            <Link className="portico-button" to={collectionPath(newest.collectionId)}>
              See {newest.title}
            </Link>
          )}
          {formId && (
            <Link className="button-quiet" to={formPath(formId)}>
              Write to us
            </Link>
          )}
          {!signedIn && (
            <Link className="button-quiet" to="/sign-up">
              Become a member
            </Link>
          )}
        </p>
      </section>
      {newest && newest.items.length > 0 && (
        <section aria-labelledby="newest">
          <h2 id="newest">New in {newest.title}</h2>
          <ItemCards collectionId={newest.collectionId} items={newest.items} />
        </section>
      )}
    </div>
  );
}

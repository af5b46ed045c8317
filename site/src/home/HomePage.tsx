import { Link } from 'react-router';
import { ItemCards } from '../data/ItemCards.tsx';
import { describeItem } from '../data/item-view.ts';
import { loadCollection, queryItems } from '../data/load-collection.ts';
import { collectionPath, formPath } from '../layout/frame.ts';
import { useTexts } from '../texts/index.ts';
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

/** Returns the newest items of the starter collection; null if this visitor may not read it. */
async function loadNewest({ client, site, language }: Visit) {
  const collectionId = site.starter?.collectionId;
  if (!collectionId) return null;
  try {
    const collection = await loadCollection(client, collectionId);
    const page = await queryItems(client, collection).descending('_createdDate').limit(NEWEST).find();
    return {
      collectionId,
      title: collection.displayName || collectionId,
      items: page.items.map((item) => describeItem(collection, item, { language, timeZone: site.timeZone })),
    };
  } catch {
    // The owner may have deleted the collection or made it private.
    return null;
  }
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { siteName, memberName, signedIn, newest, formId } = loaderData;
  const { home } = useTexts().site;
  return (
    <div className="page">
      <title>{siteName}</title>
      <section className="hero">
        <h1>{memberName ? home.welcomeBack(memberName) : home.welcome(siteName)}</h1>
        <p className="lead">{newest ? home.lead(newest.title) : home.empty}</p>
        <p className="actions">
          {newest && (
            <Link className="portico-button" to={collectionPath(newest.collectionId)}>
              {home.see(newest.title)}
            </Link>
          )}
          {formId && (
            <Link className="button-quiet" to={formPath(formId)}>
              {home.write}
            </Link>
          )}
          {!signedIn && (
            <a className="button-quiet" href="/sign-up">
              {home.join}
            </a>
          )}
        </p>
      </section>
      {newest && newest.items.length > 0 && (
        <section aria-labelledby="newest">
          <h2 id="newest">{home.newest(newest.title)}</h2>
          <ItemCards collectionId={newest.collectionId} items={newest.items} />
        </section>
      )}
    </div>
  );
}

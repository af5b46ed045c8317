import { Link } from 'react-router';
import { itemPath } from '../layout/frame.ts';
import type { ItemView } from './item-view.ts';

/** Items as cards that link to their pages. */
export function ItemCards({ collectionId, items }: { collectionId: string; items: readonly ItemView[] }) {
  return (
    <ul className="cards">
      {items.map((item) => (
        <li key={item.id} className="card">
          {item.imageUrl && <img className="card-image" src={item.imageUrl} alt="" loading="lazy" />}
          <h3>
            <Link className="card-link" to={itemPath(collectionId, item.id)}>
              {item.title}
            </Link>
          </h3>
          {item.summary && <p dir="auto">{item.summary}</p>}
          <Facts item={item} />
        </li>
      ))}
    </ul>
  );
}

const MAX_FACTS = 3;

/** The first short values of an item, for example an author, a year or a price. */
function Facts({ item }: { item: ItemView }) {
  const facts = item.values.filter((value) => !value.isLong && !value.href && !value.imageUrl).slice(0, MAX_FACTS);
  if (facts.length === 0) return null;
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.text}</dd>
        </div>
      ))}
    </dl>
  );
}

import type { EmbeddedCollection, EmbeddedItem } from '@portico/react/embedded-collection';
import { useEffect, useRef, useState } from 'react';

interface CollectionListProps {
  readonly first: EmbeddedCollection;
  readonly layout: 'cards' | 'list';
  load(page: number): Promise<EmbeddedCollection>;
}

export function CollectionList({ first, layout, load }: CollectionListProps) {
  const [shownPage, setShownPage] = useState(first);
  const [hasFailed, setHasFailed] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const { items, page, hasNext, texts } = shownPage;

  // The buttons may be missing on the new page, so the focus moves to the page number.
  useEffect(() => {
    if (shownPage !== first) status.current?.focus();
  }, [first, shownPage]);

  function turnToPage(to: number): void {
    setHasFailed(false);
    load(to).then(setShownPage, () => setHasFailed(true));
  }

  return (
    <section aria-label={shownPage.title}>
      {items.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <ul className={`items ${layout}`}>
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
      {hasFailed && <p role="alert">{texts.failed}</p>}
      {(page > 1 || hasNext) && (
        <nav className="pages" aria-label={texts.pages}>
          {page > 1 ? (
            <button type="button" onClick={() => turnToPage(page - 1)}>
              {texts.newer}
            </button>
          ) : (
            <span />
          )}
          <p tabIndex={-1} ref={status}>
            {texts.page}
          </p>
          {hasNext ? (
            <button type="button" onClick={() => turnToPage(page + 1)}>
              {texts.older}
            </button>
          ) : (
            <span />
          )}
        </nav>
      )}
    </section>
  );
}

function Item({ item }: { readonly item: EmbeddedItem }) {
  return (
    <li className="item">
      {item.imageUrl && <img src={item.imageUrl} alt="" loading="lazy" referrerPolicy="no-referrer" />}
      <div className="text">
        <p className="title">
          <a href={item.url} dir="auto">
            {item.title}
          </a>
        </p>
        {item.summary && (
          <p className="summary" dir="auto">
            {item.summary}
          </p>
        )}
        {item.facts.length > 0 && (
          <dl>
            {item.facts.map(({ label, text, href }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{href ? <a href={href}>{text}</a> : text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}

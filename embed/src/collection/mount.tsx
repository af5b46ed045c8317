/** `<portico-collection>`: a list of the items that visitors may read, page by page. */
import type { EmbeddedCollection } from '@portico/react/embedded-collection';
import { createRoot } from 'react-dom/client';
import type { EmbedContext } from '../embed.ts';
import { style } from '../shadow-styles.ts';
import collection from '../styles/collection.css?inline';
import { CollectionList } from './CollectionList.tsx';

export function mount(context: EmbedContext, data: unknown, path: string): () => void {
  const first = data as EmbeddedCollection;
  const container = document.createElement('div');
  container.lang = first.language;
  container.dir = first.direction;
  style(context.root, first.css, collection);
  context.root.replaceChildren(container);
  const layout = context.host.getAttribute('layout') === 'list' ? 'list' : 'cards';
  const root = createRoot(container);
  const load = (page: number) => context.load<EmbeddedCollection>(`${path}&page=${page}`);
  root.render(<CollectionList first={first} layout={layout} load={load} />);
  return () => root.unmount();
}

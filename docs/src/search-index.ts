import { endpoints } from '@portico/contract';
import MiniSearch from 'minisearch';
import { addressOf } from '../../server/src/http/reference/resources.ts';
import { type SearchDocument, searchOptions } from './client/search-options.ts';
import type { Page } from './pages.ts';

/** Headings that the generated reference repeats for every symbol. Their sections would only clutter the results. */
const REPEATED_HEADINGS = new Set(
  'Extends,Constructors,Constructor,Parameters,Returns,Overrides,Inherited from,Properties,Methods,Throws,Type Parameters,Type Declaration,Call Signature,Interfaces,Functions,Type Aliases,Variables,Classes,References'.split(
    ',',
  ),
);

/** Returns the search index as JSON: the sections of all pages, and the endpoints of the API reference. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<SearchDocument>(searchOptions);
  for (const { path, title, sections } of pages) {
    index.addAll(
      sections
        .filter(({ heading }) => !REPEATED_HEADINGS.has(heading))
        .map(({ anchor, heading, text }) => ({
          id: anchor === '' ? path : `${path}#${anchor}`,
          page: title,
          heading,
          text,
        })),
    );
  }
  index.addAll(
    endpoints.map((endpoint) => ({
      id: addressOf(endpoint),
      page: `API: ${endpoint.method} ${endpoint.path}`,
      heading: endpoint.summary.replaceAll('`', ''),
      text: endpoint.id,
    })),
  );
  return JSON.stringify(index);
}

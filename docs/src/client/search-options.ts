import type { Options } from 'minisearch';

/** A section of a page, or an endpoint. Its id is its URL. */
export interface SearchDocument {
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** The options with which the build writes the index and the browser reads it. */
export const searchOptions: Options<SearchDocument> = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading'],
  searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};

import type { DocumentContent } from './render-pdf.ts';

/** A document in which nothing was sent. */
export const EMPTY_DOCUMENT: DocumentContent = {
  title: 'Title',
  language: 'en',
  rtl: false,
  created: new Date(0),
  facts: [],
  rows: [],
  empty: 'Nothing',
  shortened: 'SHORTENED',
  unprintable: 'UNPRINTABLE',
  pageOf: 'Page {page} of {pages}',
};

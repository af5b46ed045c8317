import type { DocumentContent } from '../pdf/render-pdf.ts';

/** A document without rows. */
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

/**
 * Words of submissions as PostgreSQL's text search holds them. All sites share one table and one index: a lexeme ends in
 * a tag of its site, so that a search reads the entries of its own site alone. Pure.
 */
import { createHash } from 'node:crypto';
import { quoted } from '../../full-text/vector.ts';

/** separates a word from the tag; no word holds it */
const SEPARATOR = '\u001f';

/** What the lexemes of a site end in. */
export const placeOf = (siteId: string): string =>
  SEPARATOR + createHash('sha256').update(siteId).digest('base64url').slice(0, 8);

/** Any of the spellings, as PostgreSQL reads a tsquery. */
export const anyOf = (spellings: readonly string[], place: string): string =>
  spellings.map((spelling) => quoted(spelling + place)).join(' | ');

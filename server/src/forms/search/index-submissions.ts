import { indexTexts, type TaggedText, type WordIndex } from '../../full-text/index-texts.ts';
import { tagOf } from '../../full-text/lexemes.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type UnindexedRow, updateVectors } from './store.ts';
import { textsOf } from './texts.ts';

const TAG_LENGTH = 8;

/**
 * The submissions of all sites share one table and one PostgreSQL index. Lexemes carry a tag of their site, so that a
 * search reads only the entries of its own site.
 */
export const siteTagOf = (siteId: string): string => tagOf(siteId, TAG_LENGTH);

/** The index of the submissions of a site. */
export const submissionIndexOf = ({ site }: SiteCtx): WordIndex => ({
  language: site.settings.language,
  words: { table: 'submission_words', keyColumn: 'site_id', key: site.id },
});

export interface IndexedRow {
  readonly id: string;
  readonly revision: string;
  readonly vector: string;
}

/** Indexes submissions. Skips a submission that has changed since it was read; the next run includes it. */
export async function indexSubmissions(
  ctx: SiteCtx,
  rows: readonly UnindexedRow[],
  options: { readonly skipsLocked: boolean },
): Promise<void> {
  await updateVectors(ctx.db, ctx.site.id, await vectorsOf(ctx, rows), options);
}

/** Returns the vectors of submissions or spam reports without storing them. */
export async function vectorsOf(ctx: SiteCtx, rows: readonly UnindexedRow[]): Promise<IndexedRow[]> {
  const tags = [siteTagOf(ctx.site.id)];
  function* tagTexts({ answers, order_number }: UnindexedRow): Generator<TaggedText> {
    for (const text of textsOf([answers, order_number])) yield { text, tags };
  }
  const vectors = await indexTexts(ctx.db, submissionIndexOf(ctx), rows, tagTexts);
  return rows.map(({ id, revision }, i) => ({ id, revision, vector: vectors[i] as string }));
}

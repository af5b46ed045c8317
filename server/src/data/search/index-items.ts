import { indexTexts, type TaggedText, type WordIndex } from '../../full-text/index-texts.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { Json } from '../query/tree.ts';
import { type UnindexedRow, updateVectors } from './store.ts';
import { tagsOf } from './tags.ts';
import { textsOf } from './texts.ts';

/** Returns the word index of a collection: its language, and where its words are stored. */
export const itemIndex = (
  ctx: SiteCtx,
  { schema, tableName }: Pick<Collection, 'schema' | 'tableName'>,
): WordIndex => ({
  language: ctx.site.settings.language,
  words: { table: `${schema}.search_words`, keyColumn: 'table_name', key: tableName },
});

/** Indexes rows. A row that has changed since it was read is not updated; the next batch contains it again. */
export async function indexItems(ctx: SiteCtx, collection: Collection, rows: readonly UnindexedRow[]): Promise<void> {
  function* tagTexts({ data }: UnindexedRow): Generator<TaggedText> {
    for (const { path, text } of textsOf(JSON.parse(data) as Record<string, Json>, collection.fields)) {
      yield { text, tags: tagsOf(path) };
    }
  }
  const vectors = await indexTexts(ctx.db, itemIndex(ctx, collection), rows, tagTexts);
  const indexedRows = rows.map(({ id, version }, i) => ({ id, version, vector: vectors[i] as string }));
  await updateVectors(ctx.db, collection, indexedRows);
}

import { sql } from 'kysely';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Condition } from '../query/filter.ts';
import { keepWords } from './keep-words.ts';
import { type Search, wantedBy } from './wanted.ts';

/** The submissions that hold the words; every one where nothing is looked for. */
export async function holdingWords(ctx: SiteCtx, search: Search | null | undefined): Promise<Condition> {
  if (!search?.expression?.trim()) return sql<boolean>`true`;
  await keepWords(ctx);
  const wanted = await wantedBy(ctx, search);
  return wanted === null ? sql<boolean>`false` : sql<boolean>`words @@ ${wanted}::tsquery`;
}

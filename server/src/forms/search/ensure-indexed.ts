/**
 * Decides when submissions are indexed: not when they are created, which has to be fast, but by searches. A search
 * indexes the newest submissions itself, so that it finds what has just arrived; a listener indexes the rest.
 */
import type { Db } from '../../db/index.ts';
import { transaction } from '../../db/index.ts';
import { emit, type SiteEvent } from '../../events/index.ts';
import { createSharedRuns, indexBatches } from '../../full-text/index-batches.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { NIL_ID } from '../../kernel/ids.ts';
import { indexSubmissions } from './index-submissions.ts';
import * as store from './store.ts';

/** An internal event: webhooks cannot subscribe to it. */
export const INDEXING_DUE = 'portico.forms.words_due';

const MAX_ROWS_PER_SEARCH = 1_000;
const BATCH_SIZE = 200;
/** The listener then yields to other events. */
const MAX_ROWS_PER_EVENT = 600;
const CLEARED_PER_EVENT = 1_000;

/** Indexes the newest submissions, and has the listener index the rest. */
export async function ensureIndexed(ctx: SiteCtx): Promise<void> {
  const { language, hasUnindexed } = await store.findIndexState(ctx.db, ctx.site.id);
  const isNewLanguage = language !== ctx.site.settings.language;
  if (isNewLanguage) await changeLanguage(ctx, language);
  if (isNewLanguage || hasUnindexed) await shareRun(ctx.site.id, () => indexForSearch(ctx));
}

const shareRun = createSharedRuns<void>();

async function indexForSearch(ctx: SiteCtx): Promise<void> {
  if (await indexNewest(ctx, MAX_ROWS_PER_SEARCH)) return;
  await emit(ctx, { type: INDEXING_DUE, entityId: ctx.site.id, payload: {} });
}

/** Returns true if no submission is left without a vector. */
async function indexNewest(ctx: SiteCtx, maxRows: number): Promise<boolean> {
  const { isComplete } = await indexBatches<store.UnindexedRow>({
    maxRows,
    list: () => store.listUnindexed(ctx.db, ctx.site.id, BATCH_SIZE),
    index: (rows) => indexSubmissions(ctx, rows),
  });
  return isComplete || !(await store.hasUnindexed(ctx.db, ctx.site.id));
}

interface IndexingDue {
  /** Vectors to clear first: of submissions created before this time, with ids after this one. */
  readonly forget?: { readonly before: string; readonly after: string };
}

/** Vectors contain stems of one language. After a change of the site's language all submissions are indexed again. */
async function changeLanguage(ctx: SiteCtx, previous: string | null): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const changed = await store.saveLanguage(ctx.db, ctx.site.id, ctx.site.settings.language);
    if (!changed || previous === null) return;
    const payload: IndexingDue = { forget: { before: ctx.now.toISOString(), after: NIL_ID } };
    await emit(ctx, { type: INDEXING_DUE, entityId: ctx.site.id, payload });
  });
}

/**
 * The listener: handles a few batches, then emits an event for the next. Vectors are written outside of the transaction
 * that claims the event. In that transaction, the locks of one batch would be held while the next batch waits for a
 * search that waits for those locks.
 */
export const continueIndexing =
  (installation: () => Ctx) =>
  async (db: Db, event: SiteEvent): Promise<void> => {
    const base = installation();
    const site = await base.env.site(event.siteId);
    if (!site) return;
    const ctx: SiteCtx = { ...base, site };
    const { forget } = event.payload as IndexingDue;
    const next = forget ? await clearBatch(ctx, forget) : (await indexNewest(ctx, MAX_ROWS_PER_EVENT)) ? null : {};
    if (next) await emit({ ...ctx, db }, { type: INDEXING_DUE, entityId: site.id, payload: next });
  };

async function clearBatch(ctx: SiteCtx, { before, after }: NonNullable<IndexingDue['forget']>): Promise<IndexingDue> {
  const bounds = { before: new Date(before), after, limit: CLEARED_PER_EVENT };
  const last = await store.clearVectors(ctx.db, ctx.site.id, bounds);
  return last === null ? {} : { forget: { before, after: last } };
}

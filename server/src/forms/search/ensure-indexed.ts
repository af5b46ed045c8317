/**
 * Decides when submissions are indexed. Creating a submission has to be fast, so it does not index. A search indexes a
 * few submissions itself. A listener indexes large numbers of them, also before anybody searches.
 */
import type { Db } from '../../db/index.ts';
import { emit, hasten, isQueued, type SiteEvent } from '../../events/index.ts';
import { ensureIndexed as ensureRowsIndexed, indexingError, toPercent } from '../../full-text/ensure-indexed.ts';
import { indexBatches } from '../../full-text/index-batches.ts';
import type { AppError } from '../../kernel/app-error.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { NIL_ID } from '../../kernel/ids.ts';
import { mayReadSubmissions } from '../permissions.ts';
import { indexSubmissions } from './index-submissions.ts';
import * as store from './store.ts';

/** An internal event: webhooks cannot subscribe to it. */
export const INDEXING_DUE = 'portico.forms.words_due';

/** If at least this many submissions have no vector, they are indexed in the background. */
const BULK_SIZE = 1_000;
/** Number of new submissions after which the submissions without a vector are counted again. */
const SUBMISSIONS_PER_CHECK = 100;
/** Indexing waits for the end of a burst of submissions, which it would slow down. */
const BURST_MS = 5_000;
/** Rows that the listener indexes per event, so that it does not delay other events for long. */
const MAX_ROWS_PER_EVENT = 600;
const MAX_CLEARED_PER_EVENT = 1_000;

/**
 * Brings the index up to date, so that a search finds every submission that was sent before it.
 * @throws AppError SEARCH_INDEXING with the progress if the listener has to index the rest, because an incomplete
 *   result would look complete
 */
export const ensureIndexed = (ctx: SiteCtx): Promise<void> =>
  ensureRowsIndexed<store.StoredRow>({
    ...unindexedRows(ctx, { skipsLocked: false }),
    key: ctx.site.id,
    countUnindexed: (bound) => countUnindexed(ctx, bound),
    indexInBackground: () => indexInBackground(ctx),
    rejection: () => indexingErrorFor(ctx),
  });

/**
 * Counts submissions without a usable vector, up to a bound. After a change of the site's language, no vector is
 * usable, because vectors contain the stems of one language.
 */
async function countUnindexed(ctx: SiteCtx, bound: number): Promise<number> {
  const { language, unindexed } = await store.findIndexState(ctx.db, ctx.site.id, bound);
  return hasOtherLanguage(ctx, language) ? bound : unindexed;
}

const hasOtherLanguage = ({ site }: SiteCtx, language: string | null): boolean =>
  language !== null && language !== site.settings.language;

const unindexedRows = (ctx: SiteCtx, options: { readonly skipsLocked: boolean }) => ({
  listUnindexed: (last: store.StoredRow | undefined) => store.listUnindexed(ctx.db, ctx.site.id, last ?? null),
  async index(rows: readonly store.StoredRow[]): Promise<void> {
    await store.insertLanguage(ctx.db, ctx.site.id, ctx.site.settings.language);
    await indexSubmissions(ctx, rows, options);
  },
});

async function indexInBackground(ctx: SiteCtx): Promise<void> {
  if (await isQueued(ctx, INDEXING_DUE)) await hasten(ctx, INDEXING_DUE);
  else await emit(ctx, { type: INDEXING_DUE, entityId: ctx.site.id, payload: {} });
}

/**
 * Returns the error with the progress. Callers who may read only their own submissions get percentages, which hide the
 * number of submissions of the site.
 */
async function indexingErrorFor(ctx: SiteCtx): Promise<AppError> {
  const { language } = await store.findIndexState(ctx.db, ctx.site.id, 0);
  const progress = await store.countIndexed(ctx.db, ctx.site.id);
  const current = hasOtherLanguage(ctx, language) ? { ...progress, indexed: 0 } : progress;
  return indexingError(mayReadSubmissions(ctx.caller) ? current : toPercent(current));
}

/**
 * Starts indexing in the background if many submissions have no vector: they were imported or restored, or nobody has
 * searched since they were sent.
 */
export async function startIndexingIfDue(ctx: SiteCtx): Promise<void> {
  if (await isQueued(ctx, INDEXING_DUE)) return;
  if ((await countUnindexed(ctx, BULK_SIZE)) < BULK_SIZE) return;
  await emit(ctx, { type: INDEXING_DUE, entityId: ctx.site.id, payload: {}, delayMs: BURST_MS });
}

/**
 * The number of submissions per site that this process has seen since it last counted. It need not be exact, because
 * the sweep counts, too.
 */
const uncounted = new Map<string, number>();

/** Starts to index new submissions in the background once many have arrived. */
export const indexNewSubmissions =
  (createContext: () => Ctx) =>
  async (db: Db, events: readonly SiteEvent[]): Promise<void> => {
    const base = createContext();
    for (const [siteId, { length }] of Map.groupBy(events, (event) => event.siteId)) {
      const count = (uncounted.get(siteId) ?? 0) + length;
      uncounted.set(siteId, count % SUBMISSIONS_PER_CHECK);
      if (count < SUBMISSIONS_PER_CHECK) continue;
      const site = await base.env.site(siteId);
      if (site) await startIndexingIfDue({ ...base, db, site });
    }
  };

interface IndexingJob {
  /** After a change of language, the id up to which vectors are cleared. */
  readonly clearedTo?: string;
}

/**
 * The listener: handles a few batches, then emits an event for the rest. It writes vectors outside of the transaction
 * that claims the event. That transaction would hold the locks of one batch while the next batch waits for a search,
 * and the search would wait for these locks (deadlock).
 */
export const continueIndexing =
  (createContext: () => Ctx) =>
  async (db: Db, event: SiteEvent): Promise<void> => {
    const base = createContext();
    const site = await base.env.site(event.siteId);
    if (!site) return;
    const next = await indexSomeBatches({ ...base, site }, event.payload as IndexingJob);
    if (next) await emit({ ...base, site, db }, { type: INDEXING_DUE, entityId: site.id, payload: next });
  };

/**
 * Indexes some batches and returns the payload of the next event, or null if nothing is left to index. Skips rows that
 * other transactions have locked. The next search indexes these.
 */
async function indexSomeBatches(ctx: SiteCtx, { clearedTo = NIL_ID }: IndexingJob): Promise<IndexingJob | null> {
  const { language } = await store.findIndexState(ctx.db, ctx.site.id, 0);
  if (hasOtherLanguage(ctx, language)) {
    const last = await store.clearVectors(ctx.db, ctx.site.id, { after: clearedTo, limit: MAX_CLEARED_PER_EVENT });
    if (last !== null) return { clearedTo: last };
    await store.updateLanguage(ctx.db, ctx.site.id, ctx.site.settings.language);
  }
  const { listUnindexed, index } = unindexedRows(ctx, { skipsLocked: true });
  const { isComplete } = await indexBatches({ maxRows: MAX_ROWS_PER_EVENT, list: listUnindexed, index });
  return isComplete ? null : {};
}

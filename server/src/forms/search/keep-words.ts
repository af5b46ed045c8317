/**
 * When words are cut: not while a submission is stored, which has to be quick, but when somebody searches. The newest
 * are cut by the search itself, so that what just came is found; where more are missing, the worker cuts the rest.
 */
import type { Db } from '../../db/index.ts';
import { transaction } from '../../db/index.ts';
import { emit, type SiteEvent } from '../../events/index.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { NIL_ID } from '../../kernel/ids.ts';
import { cutWords } from './cut-words.ts';
import * as store from './store.ts';

/** our own event: nobody outside hears of it */
export const WORDS_DUE = 'portico.forms.words_due';

/** submissions that a search cuts itself */
const AT_ONCE = 1_000;
const BATCH = 200;
/** batches that the worker cuts in one go: it turns to other events after it */
const BATCHES = 3;
const FORGOTTEN_AT_ONCE = 1_000;

/** Brings the words of the newest submissions up to date, and sees to it that somebody does the rest. */
export async function keepWords(ctx: SiteCtx): Promise<void> {
  const { language, hasUncut } = await store.findState(ctx.db, ctx.site.id);
  const isNewLanguage = language !== ctx.site.settings.language;
  if (isNewLanguage) await keepLanguage(ctx, language);
  if (isNewLanguage || hasUncut) await cutTogether(ctx);
}

const cutTogether = (ctx: SiteCtx): Promise<void> =>
  together(ctx.site.id, async () => {
    if (await cutNewest(ctx, AT_ONCE)) await emit(ctx, { type: WORDS_DUE, entityId: ctx.site.id, payload: {} });
  });

/** True when there may be more. */
async function cutNewest(ctx: SiteCtx, most: number): Promise<boolean> {
  for (let cut = 0; cut < most; ) {
    const rows = await store.listUncut(ctx.db, ctx.site.id, BATCH);
    if (rows.length === 0) return false;
    await cutWords(ctx, rows);
    cut += rows.length;
  }
  return store.hasUncut(ctx.db, ctx.site.id);
}

const running = new Map<string, Promise<void>>();

/** Searches that come while words are being cut wait for that, instead of doing the same. */
async function together(siteId: string, work: () => Promise<void>): Promise<void> {
  const promise = running.get(siteId) ?? work().finally(() => running.delete(siteId));
  running.set(siteId, promise);
  await promise;
}

interface Due {
  /** words that are to be forgotten first: of submissions made before this, with ids after that */
  readonly forget?: { readonly before: string; readonly after: string };
}

/** Stems are a language's: where the site has another one now, all words are cut anew. */
async function keepLanguage(ctx: SiteCtx, known: string | null): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const changed = await store.saveLanguage(ctx.db, ctx.site.id, ctx.site.settings.language);
    if (!changed || known === null) return;
    const payload: Due = { forget: { before: ctx.now.toISOString(), after: NIL_ID } };
    await emit(ctx, { type: WORDS_DUE, entityId: ctx.site.id, payload });
  });
}

/**
 * The worker's half: a few batches, then an event for the next. Words are written outside of the transaction that takes the
 * event: holding those of one batch while the next waits for a search that waits for them would stop both.
 */
export const continueWords =
  (installation: () => Ctx) =>
  async (db: Db, event: SiteEvent): Promise<void> => {
    const base = installation();
    const site = await base.env.site(event.siteId);
    if (!site) return;
    const ctx: SiteCtx = { ...base, site };
    const { forget } = event.payload as Due;
    const next = forget ? await forgetSome(ctx, forget) : (await cutNewest(ctx, BATCH * BATCHES)) ? {} : null;
    if (next) await emit({ ...ctx, db }, { type: WORDS_DUE, entityId: site.id, payload: next });
  };

async function forgetSome(ctx: SiteCtx, { before, after }: NonNullable<Due['forget']>): Promise<Due> {
  const bounds = { before: new Date(before), after, limit: FORGOTTEN_AT_ONCE };
  const last = await store.forgetWords(ctx.db, ctx.site.id, bounds);
  return last === null ? {} : { forget: { before, after: last } };
}

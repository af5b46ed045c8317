/**
 * What moves on by itself: submissions that nobody confirmed or paid, what has lain in the trash long enough, what a form
 * keeps for some days only. In batches, each with its events in one transaction; a sweep that stops half-way is continued
 * by the next one.
 */
import { sql } from 'kysely';
import { transaction } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { listKeepingForms, listOldDeletedForms } from '../forms/store.ts';
import { deleteSome, moveSome, trashSome } from '../records/store.ts';
import { deleteUnusedWords } from '../search/delete-unused-words.ts';
import { deleteAll } from '../spam/delete-reports.ts';
import { deleteOldKeys } from '../submissions/key-store.ts';
import { noteDeleted, noteRemoved } from '../submissions/note-removed.ts';
import { noteUpdated } from '../submissions/note-updated.ts';
import { PAYMENT_HOURS } from '../submissions/transitions.ts';
import { removeForGood } from './delete-form.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** submissions of one transaction */
const BATCH = 200;
/** batches of one kind and one sweep: the next sweep goes on */
const MOST_BATCHES = 500;
/** forms of one sweep */
const MOST_FORMS = 1_000;
/** hours for which a client may repeat a request under its Idempotency-Key */
const KEY_HOURS = 24;

/** Sweeps one site, as of `ctx.now`. */
export async function sweepSite(ctx: SiteCtx): Promise<void> {
  const { pendingDays, trashDays } = ctx.site.settings.forms;
  const ago = (milliseconds: number): Date => new Date(ctx.now.getTime() - milliseconds);
  await giveUpUnpaid(ctx, ago(PAYMENT_HOURS * HOUR));
  await trashPending(ctx, ago(pendingDays * DAY));
  await removeKept(ctx, ago);
  const trashed = ago(trashDays.submissions * DAY);
  await batches(ctx, async (ctx) => {
    const rows = await deleteSome(ctx.db, ctx.site.id, sql<boolean>`deleted_at < ${trashed}`, BATCH);
    await noteRemoved(ctx, rows);
    return rows.length;
  });
  for (const form of await listOldDeletedForms(ctx.db, ctx.site.id, ago(trashDays.forms * DAY), MOST_FORMS)) {
    await removeForGood(ctx, form);
  }
  await deleteOldKeys(ctx.db, ctx.site.id, ago(KEY_HOURS * HOUR));
  await deleteUnusedWords(ctx);
}

const giveUpUnpaid = (ctx: SiteCtx, before: Date): Promise<void> =>
  batches(ctx, async (ctx) => {
    const move = { from: 'PAYMENT_WAITING', to: 'PAYMENT_CANCELED', before } as const;
    const rows = await moveSome(ctx.db, ctx.site.id, move, ctx.now, BATCH);
    for (const row of rows) await noteUpdated(ctx, row, ['status'], 'PAYMENT_WAITING');
    return rows.length;
  });

const trashPending = (ctx: SiteCtx, before: Date): Promise<void> =>
  batches(ctx, async (ctx) => {
    const waits = sql<boolean>`status = 'PENDING' and status_since < ${before}`;
    const rows = await trashSome(ctx.db, ctx.site.id, waits, ctx.now, BATCH);
    for (const row of rows) await noteDeleted(ctx, row);
    return rows.length;
  });

/** Forms say how many days what was sent to them is kept: in the trash or not, spam or not. */
async function removeKept(ctx: SiteCtx, ago: (milliseconds: number) => Date): Promise<void> {
  for (const form of await listKeepingForms(ctx.db, ctx.site.id, MOST_FORMS)) {
    const { deleteAfterDays } = form.submissionPolicy;
    if (!deleteAfterDays) continue;
    const created = sql<boolean>`form_id = ${form.id} and created_at < ${ago(deleteAfterDays * DAY)}`;
    await deleteAll(ctx, created);
    for (const where of [sql<boolean>`deleted_at is null`, sql<boolean>`deleted_at is not null`]) {
      await batches(ctx, async (ctx) => {
        const rows = await deleteSome(ctx.db, ctx.site.id, sql<boolean>`${where} and ${created}`, BATCH);
        await noteRemoved(ctx, rows);
        return rows.length;
      });
    }
  }
}

/** @param batch answers how many it took */
async function batches(ctx: SiteCtx, batch: (ctx: SiteCtx) => Promise<number>): Promise<void> {
  for (let done = 0; done < MOST_BATCHES; done++) if ((await transaction(ctx, batch)) < BATCH) return;
}

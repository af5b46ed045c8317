/**
 * The sweep of submissions and forms: cancels unpaid submissions, trashes unconfirmed ones, and deletes submissions and
 * forms whose retention time is over. Each batch is one transaction with its events. After an interruption, the next
 * sweep continues.
 */
import { transaction } from '../../db/index.ts';
import { allOf, type Condition } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { listFormsWithRetention, listOldDeletedForms } from '../forms/store.ts';
import {
  isCreatedBefore,
  isDeleted,
  isDeletedBefore,
  isNotDeleted,
  isOfForm,
  isPendingSince,
} from '../records/filter-store.ts';
import { updateStatusBefore } from '../records/store.ts';
import { deleteMatching, trashMatching } from '../records/trash-store.ts';
import { deleteUnusedWords } from '../search/delete-unused-words.ts';
import { startIndexingIfDue } from '../search/ensure-indexed.ts';
import { deleteReportsInBatches } from '../spam/delete-reports.ts';
import { emitUpdated } from '../submissions/emit-updated.ts';
import { emitDeleted, finishRemoval } from '../submissions/finish-removal.ts';
import { deleteOldKeys } from '../submissions/idempotency-key-store.ts';
import { PAYMENT_DEADLINE_HOURS } from '../submissions/transitions.ts';
import { deletePermanently } from './delete-form.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Submissions per transaction. */
const BATCH = 200;
/** Batches of each kind per sweep. */
const MAX_BATCHES = 500;
/** Forms per sweep. */
const MAX_FORMS = 1_000;
/** The time in which clients may repeat a request with its Idempotency-Key. */
const IDEMPOTENCY_KEY_HOURS = 24;

/** Sweeps one site, as of `ctx.now`. */
export async function sweepSite(ctx: SiteCtx): Promise<void> {
  const { pendingDays, trashDays } = ctx.site.settings.forms;
  const timeBefore = (milliseconds: number): Date => new Date(ctx.now.getTime() - milliseconds);
  await cancelUnpaid(ctx, timeBefore(PAYMENT_DEADLINE_HOURS * HOUR_MS));
  await trashPending(ctx, timeBefore(pendingDays * DAY_MS));
  await deleteExpiredOfForms(ctx, timeBefore);
  await deleteInBatches(ctx, isDeletedBefore(timeBefore(trashDays.submissions * DAY_MS)));
  for (const form of await listOldDeletedForms(ctx.db, ctx.site.id, timeBefore(trashDays.forms * DAY_MS), MAX_FORMS)) {
    await deletePermanently(ctx, form);
  }
  await deleteOldKeys(ctx.db, ctx.site.id, timeBefore(IDEMPOTENCY_KEY_HOURS * HOUR_MS));
  await deleteUnusedWords(ctx);
  await startIndexingIfDue(ctx);
}

const cancelUnpaid = (ctx: SiteCtx, before: Date): Promise<void> =>
  runInBatches(ctx, async (ctx) => {
    const move = { from: 'PAYMENT_WAITING', to: 'PAYMENT_CANCELED', before } as const;
    const rows = await updateStatusBefore(ctx.db, ctx.site.id, move, ctx.now, BATCH);
    for (const row of rows) await emitUpdated(ctx, row, ['status'], 'PAYMENT_WAITING');
    return rows.length;
  });

const trashPending = (ctx: SiteCtx, before: Date): Promise<void> =>
  runInBatches(ctx, async (ctx) => {
    const rows = await trashMatching(ctx.db, ctx.site.id, isPendingSince(before), ctx.now, BATCH);
    for (const row of rows) await emitDeleted(ctx, row);
    return rows.length;
  });

/** Deletes spam reports and submissions (in the trash or not) that are older than their form's `deleteAfterDays`. */
async function deleteExpiredOfForms(ctx: SiteCtx, timeBefore: (milliseconds: number) => Date): Promise<void> {
  for (const form of await listFormsWithRetention(ctx.db, ctx.site.id, MAX_FORMS)) {
    const { deleteAfterDays } = form.submissionPolicy;
    if (!deleteAfterDays) continue;
    const isExpired = allOf([isOfForm(form.id), isCreatedBefore(timeBefore(deleteAfterDays * DAY_MS))]);
    await deleteReportsInBatches(ctx, isExpired);
    for (const state of [isNotDeleted, isDeleted]) await deleteInBatches(ctx, allOf([state, isExpired]));
  }
}

const deleteInBatches = (ctx: SiteCtx, condition: Condition): Promise<void> =>
  runInBatches(ctx, async (ctx) => {
    const rows = await deleteMatching(ctx.db, ctx.site.id, condition, BATCH);
    await finishRemoval(ctx, rows);
    return rows.length;
  });

/** @param batch returns the number of submissions that it has processed */
async function runInBatches(ctx: SiteCtx, batch: (ctx: SiteCtx) => Promise<number>): Promise<void> {
  for (let count = 0; count < MAX_BATCHES; count++) if ((await transaction(ctx, batch)) < BATCH) return;
}

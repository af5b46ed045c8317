/** A cache of forms in memory. Every submission needs its form, which rarely changes. */
import { LRUCache } from 'lru-cache';
import { isReceivingChanges, notifyChange, onChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { nameCache } from '../../kernel/diagnostics.ts';
import { findForm } from './store.ts';
import type { FormRow } from './wire.ts';

/** Cached forms are used only if the connection that receives change notices was alive within this time. */
const MAX_STALENESS_MS = 1_000;
/** Cached forms, bounded by the total length of their documents. */
const forms = nameCache(
  'forms',
  new LRUCache<string, FormRow>({
    maxSize: 20_000_000,
    sizeCalculation: ({ document }) => JSON.stringify(document).length,
  }),
);
let generation = 0;

onChange('form', (key) => (key === null ? forgetAll() : forget(key)));

/**
 * Returns the form, or undefined if the site has no such form outside the trash. The document is shared and frozen.
 * Changes of this process are visible at once, and those of other processes within a second. If notices do not arrive,
 * the form is read from the database.
 */
export async function findCachedForm({ db, site }: SiteCtx, id: string): Promise<FormRow | undefined> {
  const key = keyOf(site.id, id);
  const known = isReceivingChanges(MAX_STALENESS_MS) ? forms.get(key) : undefined;
  if (known) return known;
  const generationAtStart = generation;
  const row = await findForm(db, site.id, id);
  // Does not cache a row if a change was announced during the read, because the row may be older than the change. Nor
  // does it cache a row that was read in a transaction, because the transaction may still roll back.
  if (row && generationAtStart === generation && !db.isTransaction) cacheForm(key, row);
  return row;
}

/** Changes a form in a transaction, and sends a notice that invalidates the caches of all processes. */
export async function withFormChange<R>(ctx: SiteCtx, id: string, change: (ctx: SiteCtx) => Promise<R>): Promise<R> {
  const key = keyOf(ctx.site.id, id);
  try {
    return await transaction(ctx, async (ctx) => {
      const result = await change(ctx);
      await notifyChange(ctx.db, 'form', key);
      return result;
    });
  } finally {
    // The change may have been committed even if an error was thrown, because a connection can break during the commit.
    forget(key);
  }
}

const keyOf = (siteId: string, id: string): string => `${siteId}/${id.toLowerCase()}`;

function cacheForm(key: string, row: FormRow): void {
  freeze(row.document);
  forms.set(key, row);
}

function forget(key: string): void {
  generation += 1;
  forms.delete(key);
}

function forgetAll(): void {
  generation += 1;
  forms.clear();
}

/** Freezes a document deeply, because requests share it and none may change it. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) freeze(part);
  Object.freeze(value);
}

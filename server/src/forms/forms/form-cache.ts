/** Forms that submissions come for, in memory: each is checked against its form, which changes once in a thousand of them. */
import { LRUCache } from 'lru-cache';
import { hearsChanges, notifyChange, onChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { findForm } from './store.ts';
import type { FormRow } from './wire.ts';

/** what is remembered counts only while changes of so long ago have been heard */
const TRUSTED_MS = 1_000;
/** Bounded by the characters of the cached documents. */
const forms = new LRUCache<string, FormRow>({
  maxSize: 20_000_000,
  sizeCalculation: ({ document }) => JSON.stringify(document).length,
});
let generation = 0;

onChange('form', (key) => (key === null ? forgetAll() : forget(key)));

/**
 * The form, or undefined where the site has none of this id outside the trash. It is shared: its parts are frozen. A
 * process sees at once what it changed itself, and within a second what another did; one that has lost touch with the
 * database's notices asks anew each time.
 */
export async function findKeptForm({ db, site }: SiteCtx, id: string): Promise<FormRow | undefined> {
  const key = keyOf(site.id, id);
  const known = hearsChanges(TRUSTED_MS) ? forms.get(key) : undefined;
  if (known) return known;
  const started = generation;
  const row = await findForm(db, site.id, id);
  // A change announced while we read may be newer than what we read: keep nothing then. Nor what a transaction saw.
  if (row && started === generation && !db.isTransaction) keep(key, row);
  return row;
}

/** Changes a form in a transaction, and tells every process. */
export async function changingForm<R>(ctx: SiteCtx, id: string, change: (ctx: SiteCtx) => Promise<R>): Promise<R> {
  const key = keyOf(ctx.site.id, id);
  try {
    return await transaction(ctx, async (ctx) => {
      const result = await change(ctx);
      await notifyChange(ctx.db, 'form', key);
      return result;
    });
  } finally {
    // Also where it failed: a connection that breaks while it commits does not tell which way it went.
    forget(key);
  }
}

const keyOf = (siteId: string, id: string): string => `${siteId}/${id.toLowerCase()}`;

function keep(key: string, row: FormRow): void {
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

/** What one request changed in it would be true for all that follow. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) freeze(part);
  Object.freeze(value);
}

import type { SiteCtx } from '../kernel/ctx.ts';
import { isGuid } from '../kernel/ids.ts';
import { fileIdIn } from './file-urls.ts';
import { nudge } from './removal.ts';
import { claim, type FileRow, listClaimable, release } from './store.ts';
import { type StoredFile, toStoredFile } from './wire.ts';

/**
 * Assigns uploaded files to `owner`, the row that contains them (`submission:<id>`), in the current transaction.
 * Returns the unclaimed files of this scope and the files that the owner already has, keyed by the URL or id in the
 * request. The result omits files of another form or site, files that another owner claimed or the sweep deleted, and
 * strings that are neither file URLs nor ids.
 */
export const claimFiles = (
  ctx: SiteCtx,
  { scope, owner, urls }: { readonly scope: string; readonly owner: string; readonly urls: readonly string[] },
): Promise<ReadonlyMap<string, StoredFile>> =>
  findNamedFiles(ctx, urls, (ids) => claim(ctx.db, ctx.site.id, { scope, owner, ids, now: ctx.now }));

/** Returns the files that could be claimed now, keyed by the URL or id in the request. Claims none. */
export const findClaimableFiles = (
  ctx: SiteCtx,
  { scope, urls }: { readonly scope: string; readonly urls: readonly string[] },
): Promise<ReadonlyMap<string, StoredFile>> =>
  findNamedFiles(ctx, urls, (ids) => listClaimable(ctx.db, ctx.site.id, scope, ids));

async function findNamedFiles(
  ctx: SiteCtx,
  urls: readonly string[],
  read: (ids: readonly string[]) => Promise<FileRow[]>,
): Promise<ReadonlyMap<string, StoredFile>> {
  const namedFiles = urls.flatMap((url) => {
    const id = isGuid(url) ? url.toLowerCase() : fileIdIn(url);
    return id === null ? [] : [{ url, id }];
  });
  if (namedFiles.length === 0) return new Map();
  const rows = await read(namedFiles.map(({ id }) => id));
  const found = new Map(rows.map((row) => [row.id, toStoredFile(ctx.site, row)]));
  return new Map(
    namedFiles.flatMap(({ url, id }) => {
      const file = found.get(id);
      return file ? [[url, file] as const] : [];
    }),
  );
}

/**
 * Releases the files of permanently deleted submissions (`submission:<id>`), but keeps the files whose ids are in
 * `except`. Marks the files in the current transaction; their bytes are removed after the commit.
 */
export async function releaseFiles(
  ctx: SiteCtx,
  owner: string | readonly string[],
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<void> {
  const owners = typeof owner === 'string' ? [owner] : owner;
  if ((await release(ctx.db, ctx.site.id, { owners, except, now: ctx.now })) > 0) nudge();
}

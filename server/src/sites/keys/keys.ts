import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret, newId, newSiteSecret } from '../../kernel/ids.ts';
import { audit } from '../audit-store.ts';
import { keyScopes } from '../permissions.ts';
import { requirePermission } from '../rights.ts';
import { keyToWire } from '../wire.ts';
import { insertKey, listKeys, revokeKey } from './store.ts';

type Endpoints = typeof sitesEndpoints;

export async function listKeysOfSite(ctx: SiteCtx): Promise<Output<Endpoints['listKeys']>> {
  requirePermission(ctx.caller, 'site:read');
  return { keys: (await listKeys(ctx.db, ctx.site.id)).map(keyToWire) };
}

/**
 * Creates an API key. The key is returned this once and stored as a hash. Without scopes, it has every permission that
 * a key can have.
 */
export async function createKey(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoints['createKey']>, 'body'>,
): Promise<Output<Endpoints['createKey']>> {
  requirePermission(ctx.caller, 'site:manage');
  const scopes = body.key.scopes ?? ['*'];
  assertUsableScopes(scopes);
  const apiKey = newSiteSecret(ctx.site.shortId);
  const row = await transaction(ctx, async (ctx) => {
    const insertedKey = await insertKey(ctx.db, {
      id: newId(),
      account_id: ctx.site.accountId,
      site_id: ctx.site.id,
      name: body.key.name,
      secret_hash: hashSecret(apiKey),
      scopes,
      expires_at: body.key.expiresDate ? new Date(body.key.expiresDate) : null,
    });
    await audit(ctx, {
      siteId: ctx.site.id,
      action: 'sites.keys.create',
      target: insertedKey.id,
      after: keyToWire(insertedKey),
    });
    return insertedKey;
  });
  return { key: keyToWire(row), apiKey };
}

export async function removeKey(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['deleteKey']>, 'query'>,
): Promise<Output<Endpoints['deleteKey']>> {
  requirePermission(ctx.caller, 'site:manage');
  await transaction(ctx, async (ctx) => {
    const row = await revokeKey(ctx.db, ctx.site.id, query.keyId);
    if (!row) throw new AppError('KEY_NOT_FOUND');
    await audit(ctx, { siteId: ctx.site.id, action: 'sites.keys.delete', target: row.id, before: keyToWire(row) });
    await notifyChange(ctx.db, 'key', row.id);
  });
  return {};
}

/** Rejects a scope that is mistyped, or that no key can use, because it would silently grant nothing. */
function assertUsableScopes(scopes: readonly string[]): void {
  const unusable = scopes.flatMap((scope, index) => (keyScopes.includes(scope) ? [] : [index]));
  if (unusable.length === 0) return;
  throw new ViolationError(
    unusable.map((index) => ({
      field: `key.scopes.${index}`,
      description: `must be one of ${keyScopes.join(', ')}`,
      violatedRule: 'NOT_ALLOWED_VALUE',
    })),
  );
}

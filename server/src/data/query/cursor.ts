/**
 * Builds and reads cursors. A cursor holds the position at which the next page starts. A follow-up request sends only
 * the cursor, so the cursor also contains filter and sort (data contract section 1.3). A cursor is signed and bound to
 * the site, the collection, the kind of call and what the caller may see. It is rejected for other callers and after a
 * caller has lost permissions.
 */
import { timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';

/** The calls that page by cursor. A cursor of one call is invalid for another. */
export type CursorCall = 'query' | 'search' | 'distinct' | 'aggregate' | 'pipeline' | 'referenced';

/** The part of `Reach` to which a cursor is bound, besides the site and the kind of call. */
export interface CursorScope {
  readonly collection: { readonly tableName: string };
  readonly owner: string | null;
  readonly hidden: readonly string[];
}

const MAC_BYTES = 16;
/** Maximum size of an inflated cursor in bytes, larger than any request (protection against decompression bombs). */
const MAX_INFLATED_BYTES = 2_000_000;
/** Size in bytes above which a cursor is compressed. */
const COMPRESS_ABOVE_BYTES = 600;

/** Returns a cursor that contains the value, as base64url text. */
export function sealCursor(ctx: SiteCtx, scope: CursorScope, call: CursorCall, value: unknown): string {
  const plain = Buffer.from(JSON.stringify(value));
  const packed = plain.length > COMPRESS_ABOVE_BYTES ? deflateRawSync(plain) : plain;
  const body = Buffer.concat([Buffer.from([packed === plain ? 0 : 1]), packed]);
  return Buffer.concat([macOf(ctx, scope, call, body), body]).toString('base64url');
}

/**
 * Returns the content of the cursor.
 * @param field path of the cursor in the request, for errors
 * @throws AppError WDE0152 if the signature is invalid or the cursor belongs to another caller or call
 */
export function openCursor<Value>(
  ctx: SiteCtx,
  scope: CursorScope,
  call: CursorCall,
  cursor: string,
  field?: string,
): Value {
  const bytes = Buffer.from(cursor, 'base64url');
  const [mac, body] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)];
  // Buffer.from ignores characters that are not base64, so the cursor is compared with its re-encoded form.
  const isIntact = body.length >= 2 && bytes.toString('base64url') === cursor;
  if (!isIntact || !timingSafeEqual(mac, macOf(ctx, scope, call, body))) {
    throw new AppError('WDE0152', field === undefined ? {} : { field });
  }
  const packed = body.subarray(1);
  const plain = body[0] === 0 ? packed : inflateRawSync(packed, { maxOutputLength: MAX_INFLATED_BYTES });
  return JSON.parse(plain.toString()) as Value;
}

function macOf(ctx: SiteCtx, { collection, owner, hidden }: CursorScope, call: CursorCall, body: Buffer): Buffer {
  const bound = JSON.stringify([ctx.site.id, collection.tableName, call, owner, hidden]);
  return ctx.env.vault.mac('cursor', `${bound}${body.toString('base64')}`).subarray(0, MAC_BYTES);
}

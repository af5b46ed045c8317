/**
 * Cursors: where the next page begins, held by the client. A follow-up call sends nothing else, so filter and sort are
 * in it too (data contract section 1.3). It is signed, and bound to the site, the collection, the kind of call and what
 * the caller may see: with another's cursor, or after a loss of rights, it opens nothing.
 */
import { timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';

/** The calls that page by cursor; a cursor of one means nothing to another. */
export type CursorCall = 'query' | 'search' | 'distinct' | 'aggregate' | 'pipeline' | 'referenced';

/** What a cursor is bound to, beside the site and the kind of call: a part of `Reach`. */
export interface CursorScope {
  readonly collection: { readonly tableName: string };
  readonly owner: string | null;
  readonly hidden: readonly string[];
}

const MAC_BYTES = 16;
/** bytes of what a cursor holds: more than a request can bring */
const MAX_INFLATED_BYTES = 2_000_000;
/** beyond it, compressing is worth its time */
const COMPRESS_ABOVE_BYTES = 600;

/** A cursor that holds the value, as base64url text. */
export function sealCursor(ctx: SiteCtx, scope: CursorScope, call: CursorCall, value: unknown): string {
  const plain = Buffer.from(JSON.stringify(value));
  const packed = plain.length > COMPRESS_ABOVE_BYTES ? deflateRawSync(plain) : plain;
  const body = Buffer.concat([Buffer.from([packed === plain ? 0 : 1]), packed]);
  return Buffer.concat([macOf(ctx, scope, call, body), body]).toString('base64url');
}

/**
 * What the cursor holds. `field` is where it stands in the request.
 * @throws AppError WDE0152 for one that is not ours, or not for this caller and call
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
  // Decoding passes over what is no base64: only the very text that was handed out counts.
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

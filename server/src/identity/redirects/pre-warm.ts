import type { Input } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx } from '../../kernel/ctx.ts';
import { type HttpResponse, page } from '../../kernel/http-response.ts';
import { listAllowedOrigins } from '../oauth/allow-lists.ts';
import { findClient } from '../oauth/client.ts';

/**
 * Returns the empty page for the hidden frame of a session pre-warm (identity contract section 4). Only the app may
 * frame it.
 */
export async function preWarm(
  ctx: OpenCtx,
  { query }: Input<(typeof identityEndpoints)['preWarm']>,
): Promise<HttpResponse> {
  const client = await findClient(ctx, query.clientId);
  if (query.clientId && !client) throw new AppError('INVALID_CLIENT');
  const ancestors = client ? listAllowedOrigins(client.app).join(' ') : '';
  return page('<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Session</title></head></html>', {
    'content-security-policy': `default-src 'none'; frame-ancestors ${ancestors || "'none'"}`,
  });
}

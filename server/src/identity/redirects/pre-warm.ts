import type { Input } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { type Answer, page } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx } from '../../kernel/ctx.ts';
import { allowedOrigins } from '../oauth/allow-lists.ts';
import { findClient } from '../oauth/client.ts';

/** The page of the hidden frame that warms a session up (identity contract section 4): empty, framed by the app alone. */
export async function preWarm(ctx: OpenCtx, { query }: Input<(typeof identityEndpoints)['preWarm']>): Promise<Answer> {
  const client = await findClient(ctx, query.clientId);
  if (query.clientId && !client) throw new AppError('INVALID_CLIENT');
  const ancestors = client ? allowedOrigins(client.app).join(' ') : '';
  return page('<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Session</title></head></html>', {
    'content-security-policy': `default-src 'none'; frame-ancestors ${ancestors || "'none'"}`,
  });
}

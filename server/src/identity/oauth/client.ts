import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx, Site } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import type { App } from '../../sites/index.ts';
import { requireParam, type TokenRequest } from './token-request.ts';

export type { App };

export interface Client {
  readonly app: App;
  readonly site: Site;
}

/** Returns the active OAuth app with this id, and its site. Both come from caches. */
export async function findClient(ctx: Ctx, clientId: string | undefined): Promise<Client | null> {
  const app = clientId ? await ctx.env.app(clientId) : null;
  const site = app ? await ctx.env.site(app.site_id) : null;
  return app && site ? { app, site } : null;
}

/**
 * Returns the client that the token request names. A secret is optional, because browsers and phones cannot protect
 * one. If the request contains a secret, it must be correct.
 * @throws AppError invalid_client
 */
export async function requireClient(ctx: Ctx, params: TokenRequest): Promise<Client> {
  const client = await findClient(ctx, requireParam(params, 'clientId'));
  if (!client) throw new AppError('invalid_client');
  if (params.clientSecret !== undefined && !isSecretOf(client.app, params.clientSecret)) {
    throw new AppError('invalid_client');
  }
  return client;
}

/** Requires the secret. @throws AppError invalid_client if it is wrong, invalid_request if it is missing */
export async function requireConfidentialClient(ctx: Ctx, params: TokenRequest): Promise<Client> {
  requireParam(params, 'clientSecret');
  return requireClient(ctx, params);
}

/** Compares in constant time, so that the duration does not reveal how much of a guess is right. */
const isSecretOf = (app: App, secret: string): boolean => timingSafeEqual(hashSecret(secret), app.secret_hash);

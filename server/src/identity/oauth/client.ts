import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx, Site } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import type { App } from '../../sites/index.ts';
import { required, type TokenRequest } from './token-request.ts';

export type { App };

export interface Client {
  readonly app: App;
  readonly site: Site;
}

/** The live OAuth app with this id, and its site; both from memory. */
export async function findClient(ctx: Ctx, clientId: string | undefined): Promise<Client | null> {
  const app = clientId ? await ctx.env.app(clientId) : null;
  const site = app ? await ctx.env.site(app.site_id) : null;
  return app && site ? { app, site } : null;
}

/**
 * The client that the token request names. Browsers and phones cannot keep a secret, so none is asked for; one that is
 * sent must be right.
 * @throws AppError invalid_client
 */
export async function namedClient(ctx: Ctx, asked: TokenRequest): Promise<Client> {
  const client = await findClient(ctx, required(asked, 'clientId'));
  if (!client) throw new AppError('invalid_client');
  if (asked.clientSecret !== undefined && !holdsSecret(client.app, asked.clientSecret)) {
    throw new AppError('invalid_client');
  }
  return client;
}

/** @throws AppError invalid_client unless the secret is there and right */
export async function confidentialClient(ctx: Ctx, asked: TokenRequest): Promise<Client> {
  required(asked, 'clientSecret');
  return namedClient(ctx, asked);
}

/** In constant time: the time taken tells nothing about how much of a guess is right. */
const holdsSecret = (app: App, secret: string): boolean => timingSafeEqual(hashSecret(secret), app.secret_hash);

/**
 * Sends the REST calls of the vendor's recipes for data, forms, OAuth apps and tokens (github.com/wix/skills),
 * unchanged and in their order, and compares the responses with the recipes. Where Portico differs, `differs` gives the
 * reason.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manageOAuthApps } from './recipes/apps-and-tokens.ts';
import { dataRecipes } from './recipes/data.ts';
import { formRecipes } from './recipes/forms.ts';
import type { Recipe, RecipeCall, SavedValues } from './recipes/recipe.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

const HOST = 'https://www.wixapis.com';

/** Sends a call to the vendor's host, as the recipes do. `serveSite` has redirected that host to Portico. */
async function send({ as = 'key', method, path, body }: RecipeCall, saved: SavedValues) {
  const visitor = String(saved.visitorToken);
  const authorization = { key: `Bearer ${site.t.key}`, visitor: `Bearer ${visitor}`, unauthenticated: undefined }[as];
  const response = await fetch(HOST + (typeof path === 'string' ? path : path(saved)), {
    method,
    headers: {
      'wix-site-id': site.t.site.id,
      ...(authorization ? { authorization } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(typeof body === 'function' ? body(saved) : body) } : {}),
  });
  return { status: response.status, body: await response.json() };
}

describe.each<Recipe>([...dataRecipes, ...formRecipes, manageOAuthApps])('$file', ({ calls }) => {
  const saved: SavedValues = {};
  beforeAll(() => {
    saved.clientId = site.t.app.clientId;
  });

  it.each(calls.map((call) => [call.title, call] as const))('%s', async (_, call) => {
    const response = await send(call, saved);
    expect(response).toMatchObject({
      status: call.status ?? 200,
      body: typeof call.response === 'function' ? call.response(saved) : (call.response ?? {}),
    });
    call.save?.(response.body, saved);
  });
});

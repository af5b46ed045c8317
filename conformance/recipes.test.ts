/**
 * The REST calls of the vendor's recipes for data, forms, OAuth apps and tokens (github.com/wix/skills), sent as they are
 * written there, in their order, and answered as they say. Where Portico differs, the row says why in `differs`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manageOAuthApps } from './recipes/apps-and-tokens.ts';
import { dataRecipes } from './recipes/data.ts';
import { formRecipes } from './recipes/forms.ts';
import type { Recipe, RecipeCall, Remembered } from './recipes/recipe.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

const HOST = 'https://www.wixapis.com';

/** As the recipes send it: to the vendor's host, which the preload points at Portico. */
async function send({ as = 'key', method, path, body }: RecipeCall, remembered: Remembered) {
  const visitor = String(remembered.visitorToken);
  const authorization = { key: `Bearer ${site.t.key}`, visitor: `Bearer ${visitor}`, nobody: undefined }[as];
  const answer = await fetch(HOST + (typeof path === 'string' ? path : path(remembered)), {
    method,
    headers: {
      'wix-site-id': site.t.site.id,
      ...(authorization ? { authorization } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(typeof body === 'function' ? body(remembered) : body) } : {}),
  });
  return { status: answer.status, body: await answer.json() };
}

describe.each<Recipe>([...dataRecipes, ...formRecipes, manageOAuthApps])('$file', ({ calls }) => {
  const remembered: Remembered = {};
  beforeAll(() => {
    remembered.clientId = site.t.app.clientId;
  });

  it.each(calls.map((call) => [call.title, call] as const))('%s', async (_, call) => {
    const answer = await send(call, remembered);
    expect(answer).toMatchObject({
      status: call.status ?? 200,
      body: typeof call.answer === 'function' ? call.answer(remembered) : (call.answer ?? {}),
    });
    call.keep?.(answer.body, remembered);
  });
});

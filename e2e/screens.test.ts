/**
 * Every screen: accessibility rules, sideways scrolling, complaints of the browser (a broken content security policy is
 * one). In the full run at two widths in two colour schemes, what speaks two languages in both, and with pictures of all in
 * `.cache/screenshots`; else once, in a way that the seed chooses.
 */

import { textsOf } from '@portico/react/texts/index';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull, seed } from '../server/src/testing/runs.ts';
import { brokenScreens, dashboardScreens, emptyScreens, entranceScreens, failingScreens } from './screens/dashboard.ts';
import { dataScreens, emptyDataScreens, failingDataScreens } from './screens/data.ts';
import { formScreens } from './screens/forms.ts';
import { accountScreens, identityScreens } from './screens/identity.ts';
import { emptyInboxScreens, failingInboxScreens, inboxScreens } from './screens/inbox.ts';
import { emptyOwnerFormScreens, failingOwnerFormScreens, ownerFormScreens } from './screens/owner-forms.ts';
import type { Screen } from './screens/screen.ts';
import { hebrewScreens, memberScreens, siteScreens } from './screens/site.ts';
import { type Api, openApi } from './support/api.ts';
import { MEMBER, makeSample, type Sample } from './support/sample.ts';
import { inspectScreen } from './support/screen.ts';
import {
  OWNED,
  openSecondStage,
  openStage,
  type Seat,
  START_MS,
  type Stage,
  setUpOwner,
  signInAsOwner,
} from './support/stage.ts';

let stage: Stage;
let api: Api;
let made: Sample;
beforeAll(async () => {
  stage = await openStage(OWNED);
  api = await openApi(stage.product);
  made = await makeSample(stage.product, api);
}, START_MS);
afterAll(() => stage?.close());

/** What stands on a page on which nothing was done since it was opened: it need not be opened again. */
const untouched = new WeakMap<Page, { path: string | undefined; url: string }>();

async function look({ page, problems }: Seat, room: string, screen: Screen) {
  const { name, given, shows, first, problems: allowed } = screen;
  const path = screen.path?.replace(/:(\w+)/g, (_, key) => made[key as keyof Sample]);
  const last = untouched.get(page);
  untouched.delete(page);
  await given?.(page, api);
  const stands = !given && last?.path === path && last?.url === page.url();
  if (path !== undefined && !stands) await page.goto(path);
  await first?.(page);
  await page.getByText(shows).first().waitFor();
  // Grey bars stand for what is still on its way.
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') === null);
  expect(await inspectScreen(page, `${room} ${name}`)).toEqual([]);
  expect(problems.splice(0).filter((problem) => !allowed?.test(problem))).toEqual([]);
  if (!first) untouched.set(page, { path, url: page.url() });
}

const named = (screens: readonly Screen[]) => screens.map((screen) => [screen.name, screen] as const);

/** What is due in this language: in the full run all; else every second list, the others at another seed. */
const inLanguage = (language: 'en' | 'he', ...lists: readonly (readonly Screen[])[]) =>
  named(lists.filter((_, list) => isFull || (seed + list) % 2 === (language === 'en' ? 0 : 1)).flat());

describe('on a site with content', () => {
  let owner: Seat;
  let visitor: Seat;
  beforeAll(async () => {
    owner = await stage.open();
    visitor = await stage.open();
  });
  afterAll(async () => {
    await owner.close();
    await visitor.close();
  });

  it.each(named(entranceScreens))('dashboard, %s', (_name, screen) => look(owner, 'dashboard', screen));

  it.each([...named(siteScreens), ...inLanguage('en', formScreens)])('site, %s', (_name, screen) =>
    look(visitor, 'site', screen),
  );

  describe('for who is signed in', () => {
    beforeAll(async () => {
      await signInAsOwner(owner.page);
      await visitor.page.goto('/sign-in');
      await visitor.page.getByLabel('E-mail').fill(MEMBER.email);
      await visitor.page.getByLabel('Password').fill(MEMBER.password);
      await visitor.page.getByRole('button', { name: 'Sign in' }).click();
      await visitor.page.getByRole('heading', { name: 'Your account' }).waitFor();
      for (const { problems } of [owner, visitor]) problems.length = 0;
    });

    it.each(named(memberScreens))('site, %s', (_name, screen) => look(visitor, 'site', screen));

    it.each(named([...dashboardScreens, ...dataScreens, ...inboxScreens, ...ownerFormScreens]))(
      'dashboard, %s',
      (_name, screen) => look(owner, 'dashboard', screen),
    );
  });

  describe('while the server fails', () => {
    beforeAll(async () => {
      const error = { message: 'Internal error', details: { applicationError: { code: 'INTERNAL' } } };
      await owner.page.route('**/*', (route) => {
        const { pathname } = new URL(route.request().url());
        const goesOn =
          route.request().resourceType() !== 'fetch' || /\/portico\/v1\/(dashboard|sites|setup)(\/|$)/.test(pathname);
        return goesOn
          ? route.fallback()
          : route.fulfill({ status: 500, json: error, headers: { 'x-wix-request-id': '1795238112.123456789' } });
      });
    });

    it.each(named([...failingScreens, ...failingDataScreens, ...failingInboxScreens, ...failingOwnerFormScreens]))(
      'dashboard, %s',
      (_name, screen) => look(owner, 'dashboard', screen),
    );

    it.each(named(brokenScreens))('dashboard, %s', async (_name, screen) => {
      await owner.page.route('**/portico/v1/**', (route) => route.fulfill({ status: 500, json: {} }));
      await look(owner, 'dashboard', screen);
    });
  });
});

describe('signing in', () => {
  let visitor: Seat;

  describe('in English', () => {
    beforeAll(async () => {
      visitor = await stage.open();
    });

    it.each(inLanguage('en', identityScreens(textsOf('en')), accountScreens(textsOf('en'))))('%s', (_name, screen) =>
      look(visitor, 'identity', screen),
    );
  });

  describe('in Hebrew, from right to left', () => {
    beforeAll(async () => {
      visitor = await stage.open({ locale: 'he-IL' });
    });

    it.each([
      ...named(hebrewScreens),
      ...inLanguage('he', formScreens),
      ...inLanguage('he', identityScreens(textsOf('he')), accountScreens(textsOf('he'))),
    ])('%s', (_name, screen) => look(visitor, 'hebrew', screen));
  });
});

describe('on a site that holds nothing', () => {
  let empty: Stage;
  let owner: Seat;
  beforeAll(async () => {
    empty = await openSecondStage(stage, { PORTICO_STARTER: 'off' });
    owner = await empty.open();
  }, START_MS);
  afterAll(() => empty?.close());

  const link = () => /\/dashboard\/set-up#token=\S+/.exec(empty.product.output())?.[0] as string;

  it.each(
    named([
      { name: 'waiting', path: '/dashboard', shows: 'Waiting for its owner' },
      { name: 'empty home', path: '/', shows: 'There is nothing to read here yet.' },
    ]),
  )('before the set-up, %s', (_name, screen) => look(owner, screen.path === '/' ? 'site' : 'dashboard', screen));

  it('dashboard, set-up', async () => {
    await look(owner, 'dashboard', { name: 'set-up', path: link(), shows: 'Set up Portico' });
    await look(owner, 'dashboard', {
      name: 'set-up refused',
      path: link(),
      shows: 'Enter an e-mail address.',
      first: (page) => page.getByRole('button', { name: 'Make me the owner' }).click(),
    });
  });

  describe('for its owner', () => {
    beforeAll(() => setUpOwner(owner.page, link(), 'A site'));

    it.each(named([...emptyScreens, ...emptyDataScreens, ...emptyInboxScreens, ...emptyOwnerFormScreens]))(
      'dashboard, %s',
      (_name, screen) => look(owner, 'dashboard', screen),
    );
  });
});

/**
 * Inspects every screen: accessibility rules, horizontal scrolling, and errors that the browser logs, such as
 * violations of the content security policy. The full run covers two widths, two color schemes and, for translated
 * screens, two languages, and saves screenshots in `.cache/screenshots`. A normal run inspects one variant, which the
 * seed selects, and the contrast of every second screen in the other color scheme.
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
import {
  type BrowserSession,
  OWNER_ENV,
  START_TIMEOUT_MS,
  setUpOwner,
  signInAsOwner,
  startEnvironment,
  startSecondEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { createSample, MEMBER, type Sample } from './support/sample.ts';

let environment: TestEnvironment;
let api: Api;
let sample: Sample;
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  api = await openApi(environment.product);
  sample = await createSample(environment.product, api);
}, START_TIMEOUT_MS);
afterAll(() => environment?.close());

/** Pages that have not changed since they loaded a screen. The next test of the same screen does not load it again. */
const untouchedPages = new WeakMap<Page, { path: string | undefined; url: string }>();

async function inspect({ page, problems }: BrowserSession, area: string, screen: Screen) {
  const { name, prepare, visibleText, interact, expectedProblems } = screen;
  const path = screen.path?.replace(/:(\w+)/g, (_, key) => sample[key as keyof Sample]);
  const last = untouchedPages.get(page);
  untouchedPages.delete(page);
  await prepare?.(page, api);
  const isOpen = !prepare && last?.path === path && last?.url === page.url();
  if (path !== undefined && !isOpen) await page.goto(path);
  await interact?.(page);
  await page.getByText(visibleText).first().waitFor();
  // Skeletons and loaders are shown while data is loading.
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') === null);
  expect(await inspectScreen(page, `${area} ${name}`)).toEqual([]);
  expect(problems.splice(0).filter((problem) => !expectedProblems?.test(problem))).toEqual([]);
  if (!interact) untouchedPages.set(page, { path, url: page.url() });
}

const named = (screens: readonly Screen[]) => screens.map((screen) => [screen.name, screen] as const);

/** Returns the screens to inspect in this language: all in the full run, otherwise those that the seed selects. */
const inLanguage = (language: 'en' | 'he', ...lists: readonly (readonly Screen[])[]) =>
  named(lists.filter((_, list) => isFull || (seed + list) % 2 === (language === 'en' ? 0 : 1)).flat());

describe('on a site with content', () => {
  let owner: BrowserSession;
  let visitor: BrowserSession;
  beforeAll(async () => {
    owner = await environment.open();
    visitor = await environment.open();
  });
  afterAll(async () => {
    await owner.close();
    await visitor.close();
  });

  it.each(named(entranceScreens))('dashboard, %s', (_name, screen) => inspect(owner, 'dashboard', screen));

  it.each([...named(siteScreens), ...inLanguage('en', formScreens)])('site, %s', (_name, screen) =>
    inspect(visitor, 'site', screen),
  );

  describe('for signed-in users', () => {
    beforeAll(async () => {
      await signInAsOwner(owner.page);
      await visitor.page.goto('/sign-in');
      await visitor.page.getByLabel('E-mail').fill(MEMBER.email);
      await visitor.page.getByLabel('Password').fill(MEMBER.password);
      await visitor.page.getByRole('button', { name: 'Sign in' }).click();
      await visitor.page.getByRole('heading', { name: 'Your account' }).waitFor();
      for (const { problems } of [owner, visitor]) problems.length = 0;
    });

    it.each(named(memberScreens))('site, %s', (_name, screen) => inspect(visitor, 'site', screen));

    it.each(named([...dashboardScreens, ...dataScreens, ...inboxScreens, ...ownerFormScreens]))(
      'dashboard, %s',
      (_name, screen) => inspect(owner, 'dashboard', screen),
    );
  });

  describe('while the server fails', () => {
    beforeAll(async () => {
      const error = { message: 'Internal error', details: { applicationError: { code: 'INTERNAL' } } };
      await owner.page.route('**/*', (route) => {
        const { pathname } = new URL(route.request().url());
        const passesThrough =
          route.request().resourceType() !== 'fetch' || /\/portico\/v1\/(dashboard|sites|setup)(\/|$)/.test(pathname);
        return passesThrough
          ? route.fallback()
          : route.fulfill({ status: 500, json: error, headers: { 'x-wix-request-id': '1795238112.123456789' } });
      });
    });

    it.each(named([...failingScreens, ...failingDataScreens, ...failingInboxScreens, ...failingOwnerFormScreens]))(
      'dashboard, %s',
      (_name, screen) => inspect(owner, 'dashboard', screen),
    );

    it.each(named(brokenScreens))('dashboard, %s', async (_name, screen) => {
      await owner.page.route('**/portico/v1/**', (route) => route.fulfill({ status: 500, json: {} }));
      await inspect(owner, 'dashboard', screen);
    });
  });
});

describe('signing in', () => {
  let visitor: BrowserSession;

  describe('in English', () => {
    beforeAll(async () => {
      visitor = await environment.open();
    });

    it.each(inLanguage('en', identityScreens(textsOf('en')), accountScreens(textsOf('en'))))('%s', (_name, screen) =>
      inspect(visitor, 'identity', screen),
    );
  });

  describe('in Hebrew, from right to left', () => {
    beforeAll(async () => {
      visitor = await environment.open({ locale: 'he-IL' });
    });

    it.each([
      ...named(hebrewScreens),
      ...inLanguage('he', formScreens),
      ...inLanguage('he', identityScreens(textsOf('he')), accountScreens(textsOf('he'))),
    ])('%s', (_name, screen) => inspect(visitor, 'hebrew', screen));
  });
});

describe('on an empty site', () => {
  let empty: TestEnvironment;
  let owner: BrowserSession;
  beforeAll(async () => {
    empty = await startSecondEnvironment(environment, { PORTICO_STARTER: 'off' });
    owner = await empty.open();
  }, START_TIMEOUT_MS);
  afterAll(() => empty?.close());

  const link = () => /\/dashboard\/set-up#token=\S+/.exec(empty.product.output())?.[0] as string;

  it.each(
    named([
      { name: 'waiting', path: '/dashboard', visibleText: 'Waiting for its owner' },
      { name: 'empty home', path: '/', visibleText: 'There is nothing to read here yet.' },
    ]),
  )('before the set-up, %s', (_name, screen) => inspect(owner, screen.path === '/' ? 'site' : 'dashboard', screen));

  it('dashboard, set-up', async () => {
    await inspect(owner, 'dashboard', { name: 'set-up', path: link(), visibleText: 'Set up Portico' });
    await inspect(owner, 'dashboard', {
      name: 'set-up with errors',
      path: link(),
      visibleText: 'Enter an e-mail address.',
      interact: (page) => page.getByRole('button', { name: 'Make me the owner' }).click(),
    });
  });

  describe('for its owner', () => {
    beforeAll(() => setUpOwner(owner.page, link(), 'A site'));

    it.each(named([...emptyScreens, ...emptyDataScreens, ...emptyInboxScreens, ...emptyOwnerFormScreens]))(
      'dashboard, %s',
      (_name, screen) => inspect(owner, 'dashboard', screen),
    );
  });
});

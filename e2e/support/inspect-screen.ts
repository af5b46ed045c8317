/** Checks the accessibility of a screen with axe and takes screenshots, at two widths and in two color schemes. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { isFull, seed } from '../../server/src/testing/runs.ts';
import { DESKTOP, PHONE } from './browser.ts';

/** The directory for screenshots, which git ignores. */
const SCREENSHOTS = fileURLToPath(new URL('../../.cache/screenshots/', import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const VARIANTS = [
  { viewport: DESKTOP, colorScheme: 'light' },
  { viewport: DESKTOP, colorScheme: 'dark' },
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
] as const;

/** Returns a number that varies with the seed and the name of the screen, to select what a normal run inspects. */
const screenHash = (name: string): number => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), seed);

/** Returns one variant that the seed selects. */
const oneVariant = (name: string): readonly (typeof VARIANTS)[number][] =>
  VARIANTS.slice(screenHash(name) % VARIANTS.length).slice(0, 1);

/** Returns true for every second screen. */
const checksOtherScheme = (name: string): boolean => Math.floor(screenHash(name) / VARIANTS.length) % 2 === 0;

interface InspectOptions {
  readonly everyVariant?: boolean;
  /** The ids of rules that do not apply to the screen. */
  readonly without?: readonly string[];
}

/**
 * Returns the violations of axe rules and the horizontal scrolling in the selected variants, or an empty list. The full
 * run selects every variant. Other runs select one, unless `everyVariant` is set, and also check the contrast of every
 * second screen in the other color scheme. The full run saves screenshots of all variants, other runs only of those
 * with findings.
 */
export async function inspectScreen(
  page: Page,
  name: string,
  { everyVariant = isFull, without = [] }: InspectOptions = {},
): Promise<string[]> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const findings: string[] = [];
  for (const { viewport, colorScheme } of everyVariant ? VARIANTS : oneVariant(name)) {
    const variant = `${viewport.width} ${colorScheme}`;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await waitForTransitions(page);
    const countBefore = findings.length;
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > viewport.width) findings.push(`${variant}: the page is ${width} pixels wide and scrolls horizontally`);
    for (const violation of await violationsOf(page, [], without)) findings.push(`${variant}: ${violation}`);
    if (!isFull && findings.length === countBefore) continue;
    await page.screenshot({ path: `${SCREENSHOTS}${name} ${variant}.png`.replaceAll(' ', '-'), fullPage: true });
  }
  if (!everyVariant && checksOtherScheme(name)) findings.push(...(await contrastFindings(page, name)));
  await page.setViewportSize(DESKTOP);
  return findings;
}

/**
 * Checks the contrast in the color scheme that the selected variant does not use. The results of the other rules do not
 * depend on the scheme.
 */
async function contrastFindings(page: Page, name: string): Promise<string[]> {
  const colorScheme = oneVariant(name)[0]?.colorScheme === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await waitForTransitions(page);
  return (await violationsOf(page, ['color-contrast'])).map((violation) => `${colorScheme}: ${violation}`);
}

/** Waits for fonts and transitions. During a transition, axe would measure intermediate colors. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
}

/** Excludes open menus from the rule that content must be in landmarks, because they are appended to the body. */
const REGION = { id: 'region', selector: 'body *:not([role="menu"], [role="menu"] *)' };

/**
 * @param only the ids of the rules to check; all rules if empty
 * @param without the ids of rules to leave out
 */
async function violationsOf(
  page: Page,
  only: readonly string[] = [],
  without: readonly string[] = [],
): Promise<string[]> {
  const violations = await page.evaluate(
    async ([rule, values, off]) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      axe.configure({ rules: [rule] });
      const runOnly = values.length > 0 ? { runOnly: { type: 'rule' as const, values: [...values] } } : {};
      // Excludes passed rules, whose results are large and slow to transfer.
      const rules = Object.fromEntries(off.map((id) => [id, { enabled: false }]));
      return (await axe.run({ resultTypes: ['violations'], rules, ...runOnly })).violations;
    },
    [REGION, only, without] as const,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? node.failureSummary})`)
        .join('; ')}`,
  );
}

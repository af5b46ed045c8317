/** Looks at one screen the way everybody may meet it: wide and narrow, light and dark. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { isFull, seed } from '../../server/src/testing/runs.ts';
import { DESKTOP, PHONE } from './browser.ts';

/** Where the pictures are left to be looked at; not kept in the repository. */
const PICTURES = fileURLToPath(new URL('../../.cache/screenshots/', import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const VARIANTS = [
  { viewport: DESKTOP, colorScheme: 'light' },
  { viewport: DESKTOP, colorScheme: 'dark' },
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
] as const;

/** In the full run all of them; else one, which is another at another seed. */
function variantsOf(name: string): readonly (typeof VARIANTS)[number][] {
  const sum = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), seed);
  return isFull ? VARIANTS : VARIANTS.slice(sum % VARIANTS.length).slice(0, 1);
}

/**
 * Answers what is wrong with any variant that is due: rules of axe that are broken, and a page that scrolls sideways. Empty
 * where all is well. Leaves pictures: of everything in the full run, else of what is wrong.
 */
export async function inspectScreen(page: Page, name: string): Promise<string[]> {
  mkdirSync(PICTURES, { recursive: true });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const faults: string[] = [];
  for (const { viewport, colorScheme } of variantsOf(name)) {
    const variant = `${viewport.width} ${colorScheme}`;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    const known = faults.length;
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > viewport.width) faults.push(`${variant}: the page is ${wide} wide`);
    for (const fault of await brokenRules(page)) faults.push(`${variant}: ${fault}`);
    if (!isFull && faults.length === known) continue;
    await page.screenshot({ path: `${PICTURES}${name} ${variant}.png`.replaceAll(' ', '-'), fullPage: true });
  }
  await page.setViewportSize(DESKTOP);
  return faults;
}

/** Fonts, two frames, and the transitions that began in them: colours half way between two schemes would be measured. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
}

/** An open menu lies at the end of the page, outside of every landmark, and is reached from its button: that is right. */
const REGION = { id: 'region', selector: 'body *:not([role="menu"], [role="menu"] *)' };

async function brokenRules(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async (rule) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    axe.configure({ rules: [rule] });
    // What passed is most of the page, and slow to bring here.
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  }, REGION);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? node.failureSummary})`)
        .join('; ')}`,
  );
}

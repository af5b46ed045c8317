/**
 * Runs every row of the behaviour table with the vendor's client and with Portico's, in Node and in a real browser.
 * Both clients must have the same outcome, except for the intended differences in behaviour/differences.ts.
 */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openContext } from '../e2e/support/browser.ts';
import { serveWebsite } from '../e2e/support/third-party.ts';
import { REDIRECT_URI } from '../server/src/testing/index.ts';
import { differences, toDocument } from './behaviour/differences.ts';
import type { Fixture } from './behaviour/fixture.ts';
import type { Outcome } from './behaviour/outcome.ts';
import { prepareFixtures } from './behaviour/prepare.ts';
import type { Environment } from './behaviour/row.ts';
import { rows } from './behaviour/rows/index.ts';
import { type ClientName, clientNames, type Outcomes, runTable } from './behaviour/subject.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';

const environments = ['Node', 'Chromium'] as const;
const rowsForEnvironment = (environment: Environment) =>
  rows.filter(({ only }) => only === undefined || only === environment);

let site: ServedSite;
let browser: Browser;
let page: Awaited<ReturnType<typeof serveWebsite>>;
const outcomes = new Map<`${ClientName} ${Environment}`, Outcomes>();
beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launchBrowser()]);
  const script = `<script src="${site.t.origin}/wix.js"></script><script type="module" src="/app.js"></script>`;
  page = await serveWebsite('../../conformance/behaviour/page.ts', () => `<!doctype html><body>${script}</body>`);
  const names = clientNames.flatMap((client) =>
    environments.map((environment): `${ClientName} ${Environment}` => `${client} ${environment}`),
  );
  const fixtures = await prepareFixtures(site, names, [REDIRECT_URI, `${page.origin}/callback`]);
  await Promise.all([runInNode(fixtures), runInChromium(fixtures)]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await page?.close();
  await site?.stop();
});

type Fixtures = Readonly<Record<`${ClientName} ${Environment}`, Fixture>>;

async function runInNode(fixtures: Fixtures): Promise<void> {
  for (const client of clientNames) {
    outcomes.set(`${client} Node`, await runTable(client, 'Node', fixtures[`${client} Node`]));
  }
}

/** Each client runs in a separate browser profile, because the vendor's session pre-warm leaves frames behind. */
async function runInChromium(fixtures: Fixtures): Promise<void> {
  await Promise.all(
    clientNames.map(async (client) => {
      const { context } = await openContext(browser);
      const tab = await context.newPage();
      await tab.goto(page.origin);
      await tab.waitForFunction(() => 'runTable' in globalThis);
      const results = await tab.evaluate(
        ([client, fixture]) => {
          const { runTable: run } = globalThis as unknown as { runTable: typeof runTable };
          return run(client, 'Chromium', fixture);
        },
        [client, fixtures[`${client} Chromium`]] as const,
      );
      outcomes.set(`${client} Chromium`, results);
      await context.close();
    }),
  );
}

const outcomeOf = (client: ClientName, environment: Environment, name: string): Outcome => {
  const outcome = outcomes.get(`${client} ${environment}`)?.[name];
  if (!outcome) throw new Error(`The row "${name}" did not run with ${client} in ${environment}.`);
  return outcome;
};

describe.each(environments)('in %s', (environment) => {
  it.each(rowsForEnvironment(environment))('$name', ({ name, isRejected }) => {
    const [vendor, portico] = clientNames.map((client) => outcomeOf(client, environment, name));
    const isListed = differences.some((difference) => difference.rows.includes(name));
    if (isListed) expect(portico, 'The difference is listed, but does not exist.').not.toEqual(vendor);
    else {
      expect(portico).toEqual(vendor);
      expect('error' in (vendor as Outcome), 'The vendor’s client rejects the call.').toBe(isRejected);
      expect(vendor).not.toMatchObject({ error: { code: expect.stringMatching(/^(?:Type|Reference)?Error$/) } });
    }
  });
});

describe('the table', () => {
  it('has at least 150 rows with different names', () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(150);
  });

  it('lists only differences of its rows', () => {
    const names = new Set(rows.map(({ name }) => name));
    expect(differences.flatMap(({ rows }) => rows).filter((name) => !names.has(name))).toEqual([]);
  });

  it('is described in docs/vendor-differences.md; `-u` writes the file again', async () => {
    await expect(toDocument()).toMatchFileSnapshot('../docs/vendor-differences.md');
  });

  afterAll(() => {
    const count = (environment: Environment) => rowsForEnvironment(environment).length;
    console.log(
      `Behaviour table: ${rows.length} rows, ${count('Node')} in Node, ${count('Chromium')} in Chromium, ` +
        `${differences.length} differences.`,
    );
  });
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';
import { readSamples } from './testing/read-samples.ts';

const METRICS_TOKEN = 'a-token-of-the-operator';
const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/observability/${name}`, import.meta.url)), 'utf8');

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets?: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(read('grafana-dashboard.json')) as { readonly panels: readonly Panel[] };
const alerts = read('prometheus-alerts.yaml');

let t: TestServer;
let exported: ReadonlySet<string>;
let text: string;
beforeAll(async () => {
  t = await testServer(undefined, { env: { PORTICO_METRICS_TOKEN: METRICS_TOKEN } });
  const call = () => t.call({ method: 'GET', path: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  // A histogram or counter with labels has no sample before its first use. The first of these calls is such a use.
  await t.call({ method: 'GET', path: '/v1/no-such-call' });
  await t.call({ method: 'POST', path: '/v2/items/query', as: t.key, body: { dataCollectionId: 'Recipes' } });
  await call();
  text = (await call()).text;
  exported = new Set(readSamples(text).map(({ name }) => name));
});
afterAll(() => t.stop());

/** Returns the names of metrics in PromQL, which all contain an underscore and are followed by no parenthesis. */
const metricsIn = (expression: string): string[] =>
  [...expression.replace(/"[^"]*"/g, '""').matchAll(/\b(?:portico|process|nodejs)_[a-z0-9_]+\b/g)].map(
    ([name]) => name,
  );

it('every metric of the dashboard is exported by a running server', () => {
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const names = new Set(expressions.flatMap(metricsIn));
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !exported.has(name))).toEqual([]);
  expect(expressions.filter((expression) => metricsIn(expression).length === 0)).toEqual([]);
});

it('every metric of the alert rules is exported, and every label value that they name exists', () => {
  const names = new Set(metricsIn(alerts));
  expect(names.size).toBeGreaterThan(8);
  expect([...names].filter((name) => !exported.has(name))).toEqual([]);
  for (const label of ['outcome="sent"', 'kind="free"', 'kind="total"']) {
    expect(alerts).toContain(label);
    expect(text).toContain(label);
  }
});

it('every metric of ours is shown in the dashboard or used by an alert', () => {
  const shown = `${JSON.stringify(dashboard)}${alerts}`;
  const families = [...text.matchAll(/^# TYPE (portico_\S+)/gm)].map(([, name = '']) => name);
  expect(families.length).toBeGreaterThan(12);
  expect(families.filter((name) => !shown.includes(name))).toEqual([]);
});

describe('the panels of the dashboard', () => {
  it('do not overlap, and each has a title', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.filter(({ title }) => title === '')).toEqual([]);
  });
});

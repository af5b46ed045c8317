/** Hostile forms: too many levels, names of prototype properties, and random content. */
import { blockName, componentOptionsName, componentsByInputType, type InputType } from '@portico/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { violationsOf } from '../../testing/responses.ts';
import { runs, seed } from '../../testing/runs.ts';

type Json = Record<string, unknown>;

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const create = (form: unknown) => t.call({ method: 'POST', path: '/v4/forms', body: { form }, as: t.key });

const nest = (depth: number, core: string, [open, close]: [string, string]) =>
  open.repeat(depth) + core + close.repeat(depth);
// The HTTP layer rejects bodies of more than 500 levels (http/json-depth.ts). These bodies have fewer.
const leaf = '{"condition":{"target":"f","operator":"EQUAL","value":1}}';
it.each<[string, string, string]>([
  ['a rule', `"formRules":[{"expression":${nest(150, leaf, ['{"and":{"conditions":[', ']}}'])}}]`, 'form.formRules.0'],
  [
    'a rule of the earlier generation',
    `"rules":[{"condition":${nest(200, '{"fact":"f"}', ['{"and":[', ']}'])}}]`,
    'form.formRules.0.expression',
  ],
  ['rich content', `"disabledFormMessage":{"nodes":${nest(450, '1', ['[', ']'])}}`, 'form.disabledFormMessage'],
  [
    'a layout',
    `"steps":[{"layout":{"large":{"items":[${nest(150, '{}', ['{"group":{"items":[', ']}}'])}]}}}]`,
    'form.steps.0',
  ],
  [
    'fields of the earlier generation',
    `"fields":[${nest(150, '{"target":"f"}', ['{"target":"f","validation":{"predefined":{"format":"OBJECT_ARRAY"}},"view":{"fields":[', ']}}'])}]`,
    'form.formFields',
  ],
])('rejects %s with too many levels', async (_what, part, path) => {
  const payload = `{"form":{"name":"Deep",${part}}}`;
  const response = await t.call({ method: 'POST', path: '/v4/forms', body: payload, as: t.key });
  const [violation] = violationsOf(response);
  expect(violation?.field).toContain(path);
});

describe('the HTTP layer returns 400 for', () => {
  it.each(['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'])('%s', async (view) => {
    const body = `{"form":{"fields":[{"target":"f","validation":{"string":{}},"view":${view}}]}}`;
    const response = await t.call({ method: 'POST', path: '/v4/forms', body, as: t.key });
    expect(response.status).toBe(400);
    expect(({} as Json).polluted).toBeUndefined();
  });
});

describe('random forms', () => {
  const any = fc.jsonValue({ maxDepth: 3 });
  const keys = [
    'validation',
    'options',
    'products',
    'fields',
    'items',
    'enum',
    'label',
    'pattern',
    'format',
    'minLength',
  ];
  const inner = fc.dictionary(fc.constantFrom(...keys), any);
  const types = Object.entries(componentsByInputType) as [InputType, readonly string[]][];
  const field = fc.constantFrom(...types).chain(([inputType, components]) =>
    fc.constantFrom(...components, 'POEM').chain((componentType) =>
      fc
        .record({ validation: inner, options: inner, target: fc.constantFrom('a', 'b', '', 'constructor') })
        .map((part) => ({
          inputOptions: {
            target: part.target,
            inputType,
            [blockName(inputType)]: {
              componentType,
              validation: part.validation,
              [componentOptionsName(componentType)]: part.options,
            },
          },
        })),
    ),
  );
  const older = fc.record({
    target: fc.constantFrom('a', 'b'),
    view: fc.dictionary(fc.constantFrom('fieldType', ...keys), any),
    validation: fc.dictionary(fc.constantFrom('string', 'number', 'array', 'object', 'predefined'), inner),
  });
  const node = fc.dictionary(
    fc.constantFrom('and', 'or', 'condition', 'conditions', 'target', 'operator', 'value'),
    any,
  );
  const form = fc.oneof(
    fc.record({ formFields: fc.array(field, { maxLength: 2 }) }),
    fc.record({
      fields: fc.array(older, { maxLength: 2 }),
      rules: fc.array(fc.record({ condition: node, overrides: fc.array(inner) })),
    }),
    fc.record({
      formRules: fc.array(fc.record({ expression: node, overrides: fc.array(inner) })),
      disabledFormMessage: inner,
    }),
    fc.record({
      steps: fc.array(fc.record({ layout: fc.dictionary(fc.constantFrom('large', 'medium', 'small'), inner) })),
      quizSettings: inner,
    }),
  );

  it('are stored and served, or rejected with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(form, async (one) => {
        const response = await create({ name: 'Random', ...one });
        // The HTTP layer rejects the key `__proto__` before the fields are checked, so the response may contain no
        // field violations.
        if (response.status === 400)
          expect(JSON.stringify(response.body.details)).toMatch(/fieldViolations|BAD_REQUEST/);
        else expect(response.status).toBe(200);
      }),
      { numRuns: runs(1_000), seed },
    );
  });
});

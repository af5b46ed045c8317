/** Forms made to break the server, through HTTP: too deep, with keys that reach a prototype, and of any shape at all. */
import { blockName, componentOptionsName, componentsByInputType, type InputType } from '@portico/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';

type Json = Record<string, unknown>;

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const create = (form: unknown) => t.call({ method: 'POST', path: '/v4/forms', body: { form }, as: t.key });

const deep = (depth: number, core: string, [open, close]: [string, string]) =>
  open.repeat(depth) + core + close.repeat(depth);
// Bodies of more than 500 levels are refused before anything reads them (http/json-depth.ts); these come just below that.
const leaf = '{"condition":{"target":"f","operator":"EQUAL","value":1}}';
it.each<[string, string, string]>([
  ['a rule', `"formRules":[{"expression":${deep(150, leaf, ['{"and":{"conditions":[', ']}}'])}}]`, 'form.formRules.0'],
  [
    'a rule of the earlier generation',
    `"rules":[{"condition":${deep(200, '{"fact":"f"}', ['{"and":[', ']}'])}}]`,
    'form.formRules.0.expression',
  ],
  ['rich content', `"disabledFormMessage":{"nodes":${deep(450, '1', ['[', ']'])}}`, 'form.disabledFormMessage'],
  [
    'a layout',
    `"steps":[{"layout":{"large":{"items":[${deep(150, '{}', ['{"group":{"items":[', ']}}'])}]}}}]`,
    'form.steps.0',
  ],
  [
    'fields of the earlier generation',
    `"fields":[${deep(150, '{"target":"f"}', ['{"target":"f","validation":{"predefined":{"format":"OBJECT_ARRAY"}},"view":{"fields":[', ']}}'])}]`,
    'form.formFields',
  ],
])('refuses %s of more levels than there can be', async (_what, part, place) => {
  const payload = `{"form":{"name":"Deep",${part}}}`;
  const sent = await t.call({ method: 'POST', path: '/v4/forms', body: payload, as: t.key });
  const [violation] = violationsOf(sent);
  expect(violation?.field).toContain(place);
});

describe('400 before anything reads the form', () => {
  it.each(['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'])('%s', async (view) => {
    const body = `{"form":{"fields":[{"target":"f","validation":{"string":{}},"view":${view}}]}}`;
    const answer = await t.call({ method: 'POST', path: '/v4/forms', body, as: t.key });
    expect(answer.status).toBe(400);
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
        .record({ validation: inner, look: inner, target: fc.constantFrom('a', 'b', '', 'constructor') })
        .map((part) => ({
          inputOptions: {
            target: part.target,
            inputType,
            [blockName(inputType)]: {
              componentType,
              validation: part.validation,
              [componentOptionsName(componentType)]: part.look,
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

  it('are stored and served, or refused with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(form, async (one) => {
        const answer = await create({ name: 'Random', ...one });
        // a key that is `__proto__` is refused before anything reads the form
        if (answer.status === 400) expect(JSON.stringify(answer.body.details)).toMatch(/fieldViolations|BAD_REQUEST/);
        else expect(answer.status).toBe(200);
      }),
      { numRuns: runs(1_000), seed },
    );
  });
});

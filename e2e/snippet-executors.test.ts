/** Checks that a test runs every code block of the documentation, and that commands that cannot run here exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { readSnippets, type Snippet, snippetsOf } from '../docs/src/snippets.ts';
import { parseCommand } from '../server/src/cli/parse.ts';
import { commandsOf, porticoArgumentsOf, scriptOf } from './snippets/command-lines.ts';
import { executorOf } from './snippets/executors.ts';
import { exemptionOf, exemptions } from './snippets/exemptions.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const snippets = readSnippets();

const withoutExecutor = (list: readonly Snippet[]): string[] =>
  list.filter((snippet) => executorOf(snippet) === undefined).map(({ path }) => path);

describe('every code block of the documentation', () => {
  it('is run by a test or is exempt', () => {
    expect(withoutExecutor(snippets)).toEqual([]);
    expect(snippets.length).toBeGreaterThan(100);
  });

  it.each([
    ['of a language that no test runs', '```php\necho 1;\n```'],
    ['without a language', '```\necho 1\n```'],
    ['that is indented', 'Text:\n\n    echo 1'],
    ['of TypeScript whose result is not described', '```ts\nconsole.log(1);\n```'],
    ['of HTML whose content is not described', '```html\n<portico-form></portico-form>\n```'],
    ['of text', '```text\nA line\n```'],
  ])('is reported: a block %s', (_, source) => {
    expect(withoutExecutor(snippetsOf('docs/page.md', `# Title\n\n${source}\n`))).toHaveLength(1);
  });

  it('shows only examples that are tested', () => {
    const tested = /^examples\/(?:node|html|vite|next|astro)\//;
    expect(snippets.filter(({ exampleFile }) => exampleFile && !tested.test(exampleFile))).toEqual([]);
  });
});

describe('the exemptions', () => {
  it.each(exemptions.map((exemption) => [`${exemption.file}: ${exemption.start.trim()}`, exemption] as const))(
    'apply to one code block and name an existing test: %s',
    (_, exemption) => {
      expect(snippets.filter((snippet) => exemptionOf(snippet) === exemption)).toHaveLength(1);
      if (exemption.coveredBy) expect(existsSync(join(ROOT, exemption.coveredBy)), exemption.coveredBy).toBe(true);
    },
  );
});

describe('the commands of the documentation', () => {
  const commands = snippets
    .filter(({ language, exampleFile }) => language === 'sh' && !exampleFile)
    .flatMap(({ file, code }) => commandsOf(code).map((words) => [file, words] as const));

  it('of Portico are known, with all options', () => {
    const found = commands.flatMap(([, words]) => {
      const args = porticoArgumentsOf(words);
      return args && args[0] !== 'help' ? [args] : [];
    });
    expect(found.length).toBeGreaterThan(15);
    for (const args of found) expect(() => parseCommand(args), args.join(' ')).not.toThrow();
  });

  it('run scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const ofRepository = commands.filter(([file]) => !file.startsWith('docs/quickstart/'));
    const names = ofRepository.flatMap(([, words]) => scriptOf(words) ?? []);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) expect(scripts).toHaveProperty(name);
  });

  it('name files that the repository has', () => {
    const paths = commands.flatMap(([, words]) =>
      words.filter((word) => /^(?:deploy|server|conformance)\//.test(word)),
    );
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it('use options and parts that the benchmark has', () => {
    const help = readFileSync(join(ROOT, 'tools/bench/options.ts'), 'utf8');
    const options = commands.flatMap(([, words]) => (scriptOf(words) === 'bench' ? words.slice(4) : []));
    expect(options.length).toBeGreaterThan(10);
    for (const option of options.filter((word) => word.startsWith('--')))
      expect(help).toContain(`${option.slice(2)}: {`);
  });
});

it('the calls that the documentation lists exist', () => {
  const known = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  const calls = snippets
    .filter(({ language }) => language === 'text')
    .flatMap(({ code }) => [...code.matchAll(/^(GET|POST|PATCH|PUT|DELETE) +(\/[^\s?]*)/gm)])
    .map(([, method, path]) => `${method} ${path}`);
  expect(calls.length).toBeGreaterThan(7);
  expect(calls.filter((call) => !known.has(call))).toEqual([]);
});

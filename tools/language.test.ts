/** Tests the glossary of CONTRIBUTING.md, the names in code, and the files that comments cite. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import jsTokens from 'js-tokens';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['domain', 'contract', 'server', 'sdk', 'react', 'dashboard', 'site', 'docs', 'embed'].map(
  (name) => `${name}/src`,
);
const NOT_CODE_OF_OURS = /node_modules|\/(?:dist|\.next|\.astro)\/|\.gen\.ts$|\.d\.ts$|^conformance\/(?:apps|\.cache)/;

/** Invented words that earlier code used for established terms, with every form that occurred. */
const BANNED = new Set([
  ...['told', 'tells', 'telling', 'heard', 'hears', 'door', 'doors', 'lane', 'lanes', 'room', 'rooms'],
  ...['place', 'places', 'placed', 'desk', 'desks', 'stand', 'stands', 'stretch', 'stretches'],
  ...['asked', 'asks', 'given', 'sent', 'kept', 'nobody', 'somebody'],
]);

/** Names of the wire and the database, which stay as they are, and a product of the recipes (`laptopStand`). */
const ALLOWED = new Set(['givenName', 'sentDate', 'kept', 'laptopStand', 'sent_at', 'told_identity']);

/** Returns the words of an identifier: `is`, `told` and `twice` for `isToldTwice`. */
const wordsOf = (name: string): string[] =>
  name
    .split(/(?=[A-Z])|[_$\d#]+/)
    .map((word) => word.toLowerCase())
    .filter(Boolean);

/** Returns the identifiers of a text that use a banned word. Strings and comments are not identifiers. */
function bannedNames(text: string, jsx: boolean): string[] {
  const tokens = jsx ? jsTokens(text, { jsx: true }) : jsTokens(text);
  const names = [...tokens]
    .filter(({ type }) => type === 'IdentifierName' || type === 'PrivateIdentifier' || type === 'JSXIdentifier')
    .map(({ value }) => value);
  return [...new Set(names)].filter((name) => !ALLOWED.has(name) && wordsOf(name).some((word) => BANNED.has(word)));
}

const files = [...FOLDERS, 'e2e', 'tools', 'conformance', 'examples'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.(?:[jt]sx?|mjs)$/.test(file) && !NOT_CODE_OF_OURS.test(file)),
);

describe('names', () => {
  it('use no invented word', () => {
    const found = files.flatMap((file) =>
      bannedNames(readFileSync(join(ROOT, file), 'utf8'), file.endsWith('x')).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('of files use no invented word', () => {
    const named = files.filter((file) => file.split(/[/.-]/).some((word) => BANNED.has(word.toLowerCase())));
    expect(named).toEqual([]);
  });

  it.each([
    ['const isToldTwice = 1;', ['isToldTwice']],
    ['const { a: lane_of } = b;', ['lane_of']],
    ["// told\nconst a = 'told';", []],
    ['const a = `told $' + '{heard}`;', ['heard']],
    ['const placeholder = replace(understand);', []],
  ])('are found in %s', (text, names) => {
    expect(bannedNames(text, false)).toEqual(names);
  });
});

const CITED_FILE = /(?<![\w*}.-])\w[\w./-]*\.(?:md|tsx?)\b/g;

/** Returns the Markdown and TypeScript files that the comments of a text cite, without leading `./` and `../`. */
function citedFiles(text: string, jsx: boolean): string[] {
  const tokens = jsx ? jsTokens(text, { jsx: true }) : jsTokens(text);
  const comments = [...tokens].filter(({ type }) => /^(?:Single|Multi)LineComment$/.test(type));
  return comments.flatMap(({ value }) => value.match(CITED_FILE) ?? []);
}

describe('comments', () => {
  it('cite only files of the repository', () => {
    const listing = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
    const paths = listing.split('\n').filter((file) => existsSync(join(ROOT, file)));
    const endings = new Set(paths.flatMap((path) => path.split('/').map((_, i, names) => names.slice(i).join('/'))));
    const missing = files.flatMap((file) =>
      citedFiles(readFileSync(join(ROOT, file), 'utf8'), file.endsWith('x'))
        .filter((cited) => !endings.has(cited))
        .map((cited) => `${file}: ${cited}`),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ['/** See docs/a.md and ../b/c-d.test.ts. */', ['docs/a.md', 'b/c-d.test.ts']],
    ["// `*.test.ts` and /a.ts\nimport 'd.ts';", ['a.ts']],
  ])('cite files in %s', (text, names) => {
    expect(citedFiles(text, false)).toEqual(names);
  });
});

describe('the glossary', () => {
  const contributing = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const rows = [
    ...contributing.slice(contributing.indexOf('## Glossary')).matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm),
  ].slice(2);

  it('has a sentence for each of about forty terms', () => {
    expect(rows.length).toBeGreaterThan(35);
    expect(rows.filter(([, , meaning]) => !/[.]$/.test(meaning?.trim() ?? ''))).toEqual([]);
  });

  it('explains no term twice', () => {
    const terms = rows.flatMap(([, term]) => (term ?? '').split(', '));
    expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
  });
});

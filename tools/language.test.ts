/** Tests the glossary of CONTRIBUTING.md, and that no name in code uses a banned word. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import jsTokens from 'js-tokens';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['domain', 'contract', 'server', 'sdk', 'react', 'dashboard', 'site', 'docs'].map(
  (name) => `${name}/src`,
);
const NOT_CODE_OF_OURS = /node_modules|\.gen\.ts$|\.d\.ts$|^conformance\/(?:apps|\.cache)/;

/** Invented words that earlier code used for established terms, with every form that occurred. */
const BANNED = new Set([
  ...['told', 'tells', 'telling', 'heard', 'hears', 'door', 'doors', 'lane', 'lanes', 'room', 'rooms'],
  ...['place', 'places', 'placed', 'desk', 'desks', 'stand', 'stands', 'stretch', 'stretches'],
  ...['asked', 'asks', 'given', 'sent', 'kept', 'nobody', 'somebody'],
]);

/** Names of the wire and the database, which stay as they are, and a product of the recipes (`laptopStand`). */
const ALLOWED = new Set(['givenName', 'sentDate', 'kept', 'laptopStand', 'sent_at', 'told_identity']);

/** Returns the words of an identifier: is, told and twice for `isToldTwice`. */
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

const files = [...FOLDERS, 'e2e', 'tools', 'conformance'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.tsx?$/.test(file) && !NOT_CODE_OF_OURS.test(file)),
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

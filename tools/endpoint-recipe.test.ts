/** Tests that everything the recipe "How to add an endpoint" in CONTRIBUTING.md names exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@portico/contract';
import { permissionTable } from '@portico/domain';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const [recipe = ''] = /## How to add an endpoint\n.+?(?=\n## )/s.exec(read('CONTRIBUTING.md')) ?? [];
const quoted = [...new Set([...recipe.matchAll(/`([^`]+)`/g)].map(([, text]) => text as string))];

const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;
const accesses = new Set(endpoints.map(({ access }) => access));
const serverCode = readdirSync(join(ROOT, 'server/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => read(join('server/src', file)))
  .join('\n');

/** A path of the recipe is relative to the repository, to a package's sources, or to the slice of the example. */
const FOLDERS = ['', 'contract/src', 'server/src', 'server/src/sites'];
const isPath = (path: string): boolean =>
  FOLDERS.some((folder) => existsSync(join(ROOT, folder, path.replace('<slice>', 'sites'))));
const isFunction = (name: string): boolean =>
  new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm').test(serverCode);

/** Says what a quoted text is, and whether it exists; undefined if it is only part of the example. */
function check(text: string): boolean | undefined {
  if (/slogan\b.*\.ts$|^GET |^\(ctx, input\)/.test(text) && !text.startsWith('npm')) return undefined;
  const script = /^npm (?:run )?([a-z]+)/.exec(text)?.[1];
  if (script) return script in scripts;
  if (/^\/(?:openapi|docs)/.test(text)) return serverCode.includes(text);
  if (/\/|\.[a-z]+$/.test(text) && !text.includes('(')) return isPath(text);
  const [name = '', permission] = [/^\w+/.exec(text)?.[0], /'(\w+:\w+)'/.exec(text)?.[1]];
  if (permission && !(permission in permissionTable)) return false;
  return isFunction(name) || accesses.has(name as never);
}

it.each(quoted)('%s exists, or is the example', (text) => {
  expect(check(text)).not.toBe(false);
});

it.each([
  "requires(ctx.caller, 'site:read')",
  "requirePermission(ctx.caller, 'site:reed')",
  'npm run chekc',
  'sites/none.ts',
])('the planted %s does not exist', (text) => {
  expect(check(text)).toBe(false);
});
